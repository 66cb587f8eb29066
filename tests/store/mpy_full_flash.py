# SPDX-License-Identifier: Apache-2.0
"""A flash without room: the game goes on in RAM, and is saved as soon as there is room again."""

import os

from flashed_game import HEADER, check_live, payload, reopen
from norflash import fresh, mount, umount

from store.files import NotSaved


def fill(path, sizes=(2048, 400, 30)):
    """Write until the flash is full, down to the folders' own blocks."""
    count = 0
    for size in sizes:
        full = False
        while not full:
            try:
                with open("%s%d" % (path, count), "wb") as file:
                    file.write(b"f" * size)
                count += 1
            except OSError as error:
                assert error.args[0] in (28, 36)  # 36: littlefs has no room for the name
                full = True


def empty(path):
    folder, start = path.rsplit("/", 1)
    for name in os.listdir(folder):
        if name.startswith(start):
            os.remove(folder + "/" + name)


def test_full_flash_keeps_the_game_in_ram_and_saves_it_later():
    data = fresh(16)
    _, journal, _ = reopen(data)
    journal.start(HEADER)
    fill("/tavle/filler")
    count = 0
    while journal.waiting < 30:
        try:
            journal.append(2, payload(count))
        except NotSaved as error:
            assert error.full and "full" in str(error)
        count += 1
    for n in range(count):
        assert journal.back(n)[2] == payload(count - 1 - n)
    # Losing the power now costs the records in RAM and nothing else.
    umount()
    copy = bytearray(data)
    _, other, info = reopen(copy)
    assert not info["report"]
    check_live(other, [payload(i) for i in range(count - 30)], None)
    umount()
    mount(data)
    empty("/tavle/filler")
    assert journal.retry() and journal.waiting == 0
    umount()
    _, journal, info = reopen(data)
    assert not info["report"]
    check_live(journal, [payload(i) for i in range(count)], None)
    umount()


def test_full_flash_drops_fetched_games_and_no_others():
    data = fresh(40)
    _, journal, _ = reopen(data)
    for _ in range(3):
        journal.start(HEADER)
        for i in range(200):
            journal.append(2, payload(i))
    journal.mark_fetched(1)
    fill("/tavle/filler", (2048,))
    saved = 200
    while len(journal.games()) == 3 or saved < 280:
        journal.append(2, payload(saved))  # dropping the fetched game has made room
        saved += 1
    assert [game[0] for game in journal.games()] == [2, 3]
    while not journal.waiting:
        try:
            journal.append(2, payload(saved))
        except NotSaved as error:
            assert error.full
        saved += 1
    assert [game[0] for game in journal.games()] == [2, 3]
    assert sum(1 for _ in journal.read(2)) == 201
    umount()
