# SPDX-License-Identifier: Apache-2.0
"""Who lies on the slot, as tables of looks: one letter per tag seen, `-` for none."""

from drivers.pn532.presence import Presence

NAMES = {"A": b"\x04AAAAAA", "B": b"\x04BBBBBB", "C": b"\x04CCCCCC"}


def played(looks, every_ms=150):
    """Return the events of looks such as "A A - AB"; a tag to be read is read at once."""
    events = []
    slot = Presence(events)
    words = []
    now_ms = 0
    for look in looks.split():
        uid = slot.look([NAMES[letter] for letter in look if letter != "-"], now_ms)
        if uid is not None:
            slot.announce(None, "blank")
        while events:
            event = events.pop(0)
            if event[0] == "card":
                words.append(next(name for name in NAMES if NAMES[name] == event[1]))
            else:
                words.append(event[0])
        now_ms += every_ms
    return " ".join(words)


def test_looks():
    for looks, expected in (
        ("- - - -", ""),
        ("A A A A", "A"),
        ("A - A - A - - A", "A"),
        ("A - - - - A", "A removed A"),
        ("A - - - A A", "A"),
        ("A B B", "A removed B"),
        ("A - B B", "A removed B"),
        ("A B A A A", "A"),
        ("A B A B A B A B", "A two"),
        ("A B A B A A A A B B", "A two removed B"),
        ("AB AB AB", "two"),
        ("AB A AB A A AB B B AB", "two"),
        ("AB B B B B", "two B"),
        ("A AB AB A A A A", "A two"),
        ("A AB AB B B B B", "A two removed B"),
        ("A BC BC", "A removed two"),
        ("AB - - - - - A", "two A"),
        ("A A B A A B A", "A two"),
        ("A B A A A B A A A B A A A", "A"),  # three in a row are one card
        ("A B A C C B C C", "A removed C"),  # another card begins anew
    ):
        assert played(looks) == expected, (looks, played(looks))


def test_three_misses_in_a_hurry_are_not_enough():
    assert played("A - - - - - -", 50) == "A"
    assert played("A - -", 900) == "A", "two are not enough however long they take"
    assert played("A - - -", 900) == "A removed"
    assert played("A - - - - - - - - - -", 50) == "A removed"


def test_a_damaged_answer_is_no_miss():
    events = []
    slot = Presence(events)
    slot.look([NAMES["A"]], 0)
    slot.announce(None, "blank")
    events.clear()
    for now_ms in range(200, 4000, 200):
        slot.look([], now_ms)
        if now_ms % 400:
            slot.proof()
    assert events == [] and slot.uid == NAMES["A"]
