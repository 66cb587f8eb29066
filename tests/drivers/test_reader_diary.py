# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What the reader does millisecond by millisecond, as a diary: commands, reset pin, events, the doctor's facts.

`diaries/NAME.txt` has each of the scenes below; `make accept` writes them anew. They are there to be read: every
duration, number of tries and order in them is behaviour. The chip answers at once (`fake_pn532`), so all times are the driver's.
"""

from pathlib import Path

import pytest
from fake_pn532 import ACK, NACK, OTHER, PAYLOAD, UID, Bench, Chip, Tag, answer, ours
from golden import same_lines

from drivers import cardid

FOLDER = Path(__file__).with_name("diaries")
_NAMES = {0x02: "version", 0x14: "configure", 0x32: "rf", 0x40: "tag", 0x4A: "list"}
_SECOND = cardid.build(1, 6, 1)


class Heard(Chip):
    """A chip that tells what was sent to it."""

    def __init__(self):
        super().__init__()
        self.said = []
        self.cut = {}  # number of an answer -> what is sent instead

    def write(self, data):
        data = bytes(data)
        if data in (ACK, NACK):
            self.said.append("drop it" if data == ACK else "say it again")
        elif data[:2] == b"\x55\x55":
            self.said.append("wake")
        else:
            body = data[6:-2]
            self.said.append(f"{_NAMES[body[0]]} {body[1:].hex(' ')}".strip())
        return super().write(data)


class Diary:
    """A bench whose reader is looked at every millisecond."""

    def __init__(self, start_ms=1000):
        self.chip = Heard()
        self.bench = Bench(self.chip, 1)
        self.bench.now_ms = start_ms
        self.start_ms = start_ms
        self.lines = []
        self.facts = dict.fromkeys(self.bench.reader.status())
        self.levels = 0
        self.busy = None
        self.note("before the first step", self.changes())

    def note(self, *words):
        now_ms = self.bench.now_ms - self.start_ms
        self.lines.append(f"{now_ms:6d}  " + "; ".join(word for word in words if word))

    def changes(self):
        """Return which facts have changed, and whether an answer is due."""
        told = []
        status = self.bench.reader.status()
        for name, value in status.items():
            if value != self.facts[name]:
                told.append(f"{name} {value.hex() if isinstance(value, bytes) else value!r}")
        self.facts = status
        reader = self.bench.reader
        for name, value in (("busy", reader.busy()), ("missing", reader.missing())):
            if getattr(self, name, None) != value:
                told.append(f"{name} {value}")
                setattr(self, name, value)
        return ", ".join(told)

    def run(self, ms):
        for _ in range(ms):
            self.chip.said.clear()
            events = self.bench.run(1)
            self.bench.now_ms -= 1
            said = ["> " + one for one in self.chip.said]
            levels = self.bench.pin.levels
            said += [f"reset pin {level}" for level in levels[self.levels :]]
            self.levels = len(levels)
            for event in events:
                words = [one.hex() if isinstance(one, bytes) else str(one) for one in event]
                said.append("! " + " ".join(words))
            changed = self.changes()
            if said or changed:
                self.note(*said, f"({changed})" if changed else "")
            self.bench.now_ms += 1
        return self

    def does(self, what, *tags):
        """Write down what somebody does, and let the tags lie on the slot."""
        self.chip.tags = list(tags)
        return self.told(what)

    def told(self, what):
        self.lines.append(f"{self.bench.now_ms - self.start_ms:6d}  * {what}")
        return self

    def unplugged(self, ms):
        """Pull the reader's plug for a while."""
        self.bench.plug(False)
        self.told("unplugged").run(ms)
        self.bench.plug(True)
        return self.told("plugged in")


def tag_with(status, uid=UID, **more):
    tag = ours(uid, **more)
    tag.read_status = list(status)
    return tag


def scene_start_card_and_gone():
    d = Diary().run(40)
    d.run(1300)  # it asks anew whether the chip is there
    d.does("a card", ours()).run(420)
    d.does("taken away").run(700)
    return d.does("another", ours(OTHER, payload=_SECOND)).run(130)


def scene_other_tags():
    foreign = Tag(UID)
    foreign.put(b"\x03\x0b\xd1\x01\x07T\x02enabcd\xfe")
    d = Diary().run(40)
    for what, tag in (
        ("blank", Tag(UID)),
        ("foreign", foreign),
        ("no Type 2 tag", Tag(b"\x11\x22\x33\x44", sak=0x08)),
    ):
        d.does(what, tag).run(200)
        d.does("taken away").run(620)
    return d


def scene_answers_of_a_tag_are_damaged():
    d = Diary().run(40)
    d.does("a card, two answers damaged", tag_with([2, 3])).run(60)
    d.does("taken away").run(600)
    return d.does("three damaged, then one more", tag_with([2, 4, 5, 0, 6])).run(120)


def scene_answers_of_a_tag_stay_damaged():
    d = Diary().run(40)
    d.does("a card whose answers are all damaged", tag_with([0x0B] * 500)).run(620)
    return d.does("a sound one", ours(OTHER)).run(300)


def scene_a_tag_that_does_not_answer():
    d = Diary().run(40)
    return d.does("it times out, and refuses", tag_with([1, 0x14, 1, 0x13, 1])).run(400)


def scene_a_tag_that_never_answers_a_read():
    d = Diary().run(40)
    return d.does("a tag", tag_with([0x14] * 99)).run(420)


def scene_two_cards():
    d = Diary().run(40)
    d.does("two at once", ours(), ours(OTHER)).run(330)
    d.does("one is left", ours(OTHER)).run(560)
    d.does("two again", ours(OTHER), ours()).run(300)
    return d.does("both are gone").run(700)


def scene_one_card_for_another():
    d = Diary().run(40).does("a card", ours()).run(120)
    d.does("another in its place", ours(OTHER, payload=_SECOND)).run(500)
    tag = tag_with([1] * 3)
    d.does("the first again, which is hard to read", tag).run(260)
    return d.does("the other, before it was read", ours(OTHER)).run(400)


def scene_lists_that_cannot_be():
    d = Diary().run(40)
    d.chip.spoil = [lambda frame: answer(0x4B, 2, 1, 0, 0x44, 0, 7, *UID)]
    d.does("a card, and a list that ends too soon", ours()).run(150)
    d.chip.spoil = [None, None, lambda frame: answer(0x4B)]
    d.told("an empty list").run(400)
    return d


def scene_unplugged_while_it_waits():
    return Diary().run(40).unplugged(7000).run(1100)


def scene_unplugged_under_a_card():
    return Diary().run(40).does("a card", ours()).run(120).unplugged(3000).run(900)


def scene_a_short_fault():
    d = Diary().run(40).does("a card", ours()).run(120).unplugged(230).run(300)
    d.chip.lose_acks = 3
    d.told("three acknowledges are lost").run(400)
    d.does("taken away").run(600)
    d.chip.lose_acks = 3
    return d.told("three acknowledges are lost while it waits").run(1400)


def scene_lost_while_a_tag_is_read():
    d = Diary().run(40).does("a card", ours())
    d.run(2)
    d.chip.mute = True
    d.told("no answers any more").run(260)
    d.chip.mute = False
    return d.told("answers again").run(400)


def scene_answers_that_never_come():
    d = Diary().run(40).does("a card", ours()).run(120)
    d.chip.mute = True
    return d.told("no answers any more").run(4000)


def scene_another_chip():
    d = Diary()
    d.chip.ic = 7
    d.run(1300)
    d.chip.ic = 0x32
    d.told("the right one").run(700)
    return d


def scene_a_version_that_is_cut_short():
    d = Diary()
    d.chip.spoil = [None, lambda frame: answer(0x03, 0x32, 1)]
    return d.run(120)


def scene_setting_up_fails_in_every_place():
    d = Diary()
    for number in range(3):
        d.chip.spoil = [None] * number + [lambda frame: b""]
        d.told(f"answer {number + 1} is lost").run(260)
    return d.run(600)


def scene_a_damaged_answer_while_it_waits():
    d = Diary().run(40)
    d.run(1190)
    d.chip.out.extend(b"\x55\x66")
    d.told("two bytes that are nothing").run(60)
    d.run(1190)
    d.chip.out.extend(b"\x00\x00\xff\x03")
    return d.told("half a frame").run(1400)


def scene_a_card_is_written():
    d = Diary().run(40).does("a card", ours()).run(200)
    reader = d.bench.reader
    assert reader.write_payload(UID, _SECOND)
    assert reader.write_payload(UID, _SECOND) is False, "one at a time"
    d.told("it is to be written").run(320)
    assert reader.write_payload(OTHER, _SECOND)
    d.told("one that does not lie there is to be written").run(5)
    assert reader.lock_tag(UID, _SECOND)
    d.told("it is to be locked").run(320)
    assert reader.write_payload(UID, PAYLOAD)
    return d.told("what is locked is to be written").run(320)


def scene_a_foreign_card_is_written():
    foreign = Tag(UID)
    foreign.put(b"\x03\x0b\xd1\x01\x07T\x02enabcd\xfe")
    d = Diary().run(40).does("a foreign card", foreign).run(200)
    reader = d.bench.reader
    assert reader.write_payload(UID, PAYLOAD)
    d.told("it is to be written").run(250)
    assert reader.lock_tag(UID, PAYLOAD)
    d.told("it is to be locked").run(250)
    assert reader.write_payload(UID, PAYLOAD, True)
    return d.told("it is to be written whatever it holds").run(400)


def scene_a_job_ends_without_its_card():
    d = Diary().run(40).does("a card", ours()).run(100)
    assert d.bench.reader.write_payload(UID, _SECOND)
    d.does("it is to be written, and is taken away").run(800)
    d.does("a card that does not answer any more", ours()).run(100)
    d.chip.tags[0].read_status = [1] * 99
    assert d.bench.reader.write_payload(UID, _SECOND)
    d.told("it is to be written").run(500)
    d.chip.tags[0].read_status = []
    d.run(200)
    assert d.bench.reader.lock_tag(UID, PAYLOAD)
    d.bench.plug(False)
    return d.told("it is to be locked, and the reader is unplugged").run(2600)


def scene_the_clock_goes_round():
    d = Diary(0x3FFFFFFF - 900)
    d.run(40).does("a card", ours()).run(1500)
    return d.does("taken away").run(700)


SCENES = {
    name.removeprefix("scene_"): make for name, make in globals().items() if name[:6] == "scene_"
}


@pytest.mark.parametrize("name", SCENES)
def test_the_reader_does_what_its_diary_says(name):
    said = [f"# {name.replace('_', ' ')}", *SCENES[name]().lines]
    same_lines(FOLDER / f"{name}.txt", said)


def test_every_diary_has_its_scene():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(SCENES)
