# SPDX-License-Identifier: Apache-2.0
"""A game on its way to the host: what cannot be read never passes for the end."""

from tempdir import new_folder

from app.requests import RequestError
from app.service import records
from store import files
from store.journal import Journal


class System:
    reading = None

    def __init__(self, journal):
        self.journal = journal


def test_a_segment_that_turns_bad_on_the_way_is_an_error_and_not_the_end():
    root = new_folder()
    journal = Journal(root)
    journal.open()
    journal.start(b"header")
    for _ in range(200):
        journal.append(2, bytes(42))
    system = System(journal)
    at = 0
    answer = records.do_read(system, {"game": 1}, 0)
    files.write(root + "/games/00001-001.seg", b"x" * 20000)
    try:
        while not answer["end"]:
            at = system.reading.at
            answer = records.do_read(system, {"game": 1, "at": at}, 0)
        raise AssertionError("a shorter game passed for the whole one")
    except RequestError as error:
        assert "larger than 8192" in str(error)
    assert system.reading is None and at > 96
