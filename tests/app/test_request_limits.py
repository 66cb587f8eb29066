# SPDX-License-Identifier: Apache-2.0
"""Every number, flag and text of the requests of the services: what it may be, exactly, and what is said when it is not."""

from refusal import refusal
from tempdir import new_folder

from app.requests import RequestError
from app.service import doctor, records, tags
from store.journal import Journal
from store.tagtable import TagTable


class Thing:
    """Has what it is given, and notes every call."""

    def __init__(self, **own):
        self.did = []
        for name, value in own.items():
            setattr(self, name, value)


class Shown(doctor.Doctor):
    """A doctor without a table: notes what is shown."""

    def __init__(self):
        self.did = []

    def show(self, first, last, rgb):
        self.did.append((first, last, rgb))


class Job(tags.Tags):
    """The mode of the tags without a reader: notes what is begun."""

    def __init__(self):
        self.deck = 7
        self.did = []

    def start_job(self, word, uid, card, force):
        self.did.append((word, uid, card, force))

    def learn(self, uid, card):
        self.did.append((uid, card))
        return "aa"

    def forget(self, uid):
        self.did.append(uid)
        return True


def system():
    root = new_folder()
    made = Thing(
        journal=Journal(root),
        reading=None,
        tags=TagTable(root + "/tags.bin"),
        layout=Thing(N_LEDS=96),
        mode=None,
    )
    made.journal.open()
    made.journal.start(b"header")
    return made


def whole(name, low, high):
    return "%s must be a whole number, %d to %d" % (name, low, high)


NUMBERS = (
    (records.do_list, {}, "from", 0, 99999, True, None),
    (records.do_read, {"at": 0}, "game", 0, 99999, False, None),
    (records.do_read, {"game": 1}, "at", 0, 0x3FFFFFFF, True, None),
    (records.do_fetched, {}, "game", 0, 99999, False, None),
    (records.do_delete, {}, "game", 0, 99999, False, None),
    (doctor.do_show, {"rgb": [1, 2, 3]}, "from", 0, 95, True, Shown),
    (doctor.do_show, {"rgb": [1, 2, 3]}, "to", 0, 95, True, Shown),
    (tags.do_list, {}, "from", 0, tags.MAX_TAGS, True, None),
    (tags.do_write, {"uid": "01020304", "copy": 1}, "kind", 0, 255, False, Job),
    (tags.do_write, {"uid": "01020304", "kind": 1}, "copy", 1, 255, False, Job),
    (tags.do_lock, {"uid": "01020304", "copy": 1}, "kind", 0, 255, False, Job),
    (tags.do_learn, {"uid": "01020304", "kind": 1}, "copy", 1, 255, False, Job),
)


def answer(call, at, request):
    """Return what a request is answered with, or why it is refused."""
    try:
        return call(at, request, 5)
    except RequestError as error:
        return str(error)


def test_every_number_has_its_limits():
    for call, rest, name, low, high, optional, mode in NUMBERS:
        at = system()
        at.mode = mode() if mode else None
        text = whole(name, low, high)
        for wrong in (low - 1, high + 1, True, False, "1", 1.5, [1], {}):
            request = dict(rest)
            request[name] = wrong
            assert answer(call, at, request) == text, (name, wrong)
        for right in (low, high):
            request = dict(rest)
            request[name] = right
            assert answer(call, at, request) != text, (name, right)
        assert (answer(call, at, dict(rest)) == text) is not optional, name


def test_colours_are_three_numbers_of_a_byte():
    at = system()
    at.mode = Shown()
    for rgb in ([0, 128, 255], [255, 0, 0]):
        assert answer(doctor.do_show, at, {"rgb": rgb}) == {}
        assert at.mode.did.pop() == (0, 95, tuple(rgb))
    assert answer(doctor.do_show, at, {"rgb": [1, 2, 3], "from": 4, "to": 9}) == {}
    assert at.mode.did.pop() == (4, 9, (1, 2, 3))
    for rgb, name in (
        ([256, 0, 0], "r"),
        ([0, -1, 0], "g"),
        ([0, 0, True], "b"),
        (["0", 0, 0], "r"),
    ):
        assert answer(doctor.do_show, at, {"rgb": rgb}) == whole(name, 0, 255)
    for rgb in ([1, 2], [1, 2, 3, 4], "rgb", 5, {}):
        assert (
            answer(doctor.do_show, at, {"rgb": rgb}) == "rgb must be three whole numbers, 0 to 255"
        )
    assert at.mode.did == []
    assert answer(doctor.do_show, at, {}) == {} and at.mode.did == [(0, -1, (0, 0, 0))]
    assert at.mode.asked_ms == 5


def test_who_has_not_come_in_is_told_how():
    at = system()
    for call in (
        doctor.do_stop,
        doctor.do_status,
        doctor.do_walk,
        doctor.do_show,
        doctor.do_sound,
        doctor.do_flash,
    ):
        assert answer(call, at, {}) == "the doctor is not here; send doctor.start first"
    for call in (tags.do_stop, tags.do_forget, tags.do_learn, tags.do_write, tags.do_lock):
        assert answer(call, at, {}) == "the table does not prepare tags: send tags.start first"


def test_a_uid_is_four_to_ten_bytes_in_hex():
    at = system()
    at.mode = Job()
    for uid, size in (("01020304", 4), ("0102030405060708090a", 10), ("04A1b2c3d4e5f6", 7)):
        assert (
            answer(tags.do_forget, at, {"uid": uid}) == {"known": True}
            and len(at.mode.did.pop()) == size
        )
    for uid in ("010203", "0102030405060708090a0b", "", "0x020304", "010203040"):
        assert answer(tags.do_forget, at, {"uid": uid}) == "uid must be 4 to 10 bytes in hex", uid
    for uid in (None, 5, ["01020304"]):
        assert answer(tags.do_forget, at, {"uid": uid}) == "uid must be a text"
    assert at.mode.did == [] and at.mode.heard_ms == 5


def test_what_is_begun_with_a_sticker():
    at = system()
    at.mode = Job()
    fields = {"uid": "04a1b2c3", "kind": 3, "copy": 2}
    uid, card = b"\x04\xa1\xb2\xc3", (7, 3, 2)
    assert answer(tags.do_write, at, fields) == {} and at.mode.did.pop() == (
        "write",
        uid,
        card,
        False,
    )
    for force in (True, False):
        assert answer(tags.do_write, at, dict(fields, force=force)) == {}
        assert at.mode.did.pop() == ("write", uid, card, force)
        assert answer(tags.do_lock, at, dict(fields, force=force)) == {}
        assert at.mode.did.pop() == ("lock", uid, card, False)
    for force in (1, None, "true"):
        assert (
            answer(tags.do_write, at, dict(fields, force=force)) == "force must be true or false"
        )
    assert answer(tags.do_learn, at, fields) == {"other": "aa"} and at.mode.did == [(uid, card)]


def test_the_learnt_stickers_are_told_five_at_a_time_from_one_on():
    at = system()
    for n in range(12):
        at.tags.learn(bytes((4, 1, 1, n)), 7, n, 1)
    told = []
    for start, count in ((0, 5), (5, 5), (10, 2), (11, 1), (12, 0), (tags.MAX_TAGS, 0)):
        said = answer(tags.do_list, at, {"from": start})
        assert said["count"] == 12 and len(said["tags"]) == count, start
        told += said["tags"] if start in (0, 5, 10) else []
    assert sorted(told) == [["040101%02x" % n, 7, n, 1] for n in range(12)]
    assert answer(tags.do_list, at, {})["tags"] == told[:5]


def test_games_that_are_not_there_are_named():
    at = system()
    for call in (records.do_fetched, records.do_delete):
        assert answer(call, at, {"game": 1}) == "game 1 is being played"
        for game in (0, 2, 99999):
            assert answer(call, at, {"game": game}) == "no game %d on the table" % game
    assert answer(records.do_read, at, {"game": 1, "at": 5}) == "game 1 has no byte 5"
    assert refusal(RequestError, records.do_read, at, {"game": 9}, 0)
