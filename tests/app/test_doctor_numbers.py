# SPDX-License-Identifier: Apache-2.0
"""What the doctor says of a table in numbers, and which switches its walk crosses off; the table is made up."""

import os

from instead import Instead
from tempdir import new_folder

from app.service import doctor


class Thing:
    """Has what it is given."""

    def __init__(self, **own):
        for name, value in own.items():
            setattr(self, name, value)


class Walked(doctor.Doctor):
    """A doctor of sixteen switches, of which 3 and 9 are still to be tried."""

    def __init__(self, **system):
        self.told, self.lit = [], []
        lights = Thing(
            show=lambda signal, light: self.lit.append(light), clear_led=lambda layer, light: self.lit.append(-light),
            ma=lambda: 120, limit_ma=500,
        )  # fmt: skip
        system.setdefault("lights", lights)
        self._system = Thing(link=Thing(emit=self.told.append), **system)
        self.bit_of = bytearray(range(16))
        self.bit_of[5] = 255
        self._stable = bytearray(2)
        self._masked = bytearray(2)
        self._order = None
        self._walk = Thing(todo=[3, 9], here=9, lead=lambda: self.lit.append("next"))

    def _light_at(self, bit):
        return 100 + bit


def test_a_switch_is_tried_when_it_closes_and_not_when_it_opens():
    one = Walked()
    one._changed(3, 0, 0)
    assert one._walk.todo == [3, 9] and one.lit == [-103]
    one._changed(3, 1, 0)
    assert one._walk.todo == [9] and one.lit.pop() == 103
    one._changed(9, 0, 1)
    assert one._walk.todo == [9] and one.lit.pop() == 109, "flaky, and open"
    one._changed(9, 1, 0)
    assert one._walk is None and one.lit.pop() == 109
    one._changed(5, 1, 0)
    switches = [event for event in one.told if event["event"] == "switch"]
    assert [(event["wire"], event["closed"], event["flaky"], event.get("bit")) for event in switches] == [
        (3, False, False, 3), (3, True, False, 3), (9, False, True, 9), (9, True, False, 9), (5, True, False, None),
    ]  # fmt: skip
    assert [event for event in one.told if event["event"] == "walked"] == [{"event": "walked"}]


def test_every_part_is_told_as_it_is():
    reader = {"uid": "aa", "online": True}
    chain = Thing(n_chips=13, text=lambda: "", good=True, bad_scans=4, buttons=0xEE)
    one = Walked(
        hardware=Thing(chain=chain, reader=Thing(status=lambda: dict(reader))),
        layout=Thing(N_LEDS=96),
        report=["odd"],
    )
    one._stable[:] = b"\x28\x02"  # 3, 5 which is no space, and 9
    with Instead(doctor, "gc", Thing(collect=lambda: None, mem_free=lambda: 70000)):
        said = one.status()
    assert said == {
        "heap_free": 70000,
        "chips": 13, "chain": "", "chain_good": True, "bad_scans": 4, "closed": [3, 9], "flaky": False, "learnt": False,
        "pressed": 0x11, "reader": {"online": True}, "leds": 96, "ma": 120, "limit_ma": 500, "report": ["odd"],
    }  # fmt: skip
    one._masked[1] = 4
    one._order = bytes(96)
    chain.buttons = 0x1F
    with Instead(doctor, "gc", Thing(collect=lambda: None, mem_free=lambda: 70000)):
        said = one.status()
    assert (said["flaky"], said["learnt"], said["pressed"]) == (True, True, 0)


def test_the_flash_is_told_in_bytes_and_its_test_leaves_nothing_behind():
    data = new_folder()
    one = Walked(data=data, journal=Thing(game=7, full=False, waiting=2))
    disk = Thing(remove=os.remove, statvfs=lambda path: (4096, 512, 352, 40, 9, 9, 9, 9, 0, 255))
    ticks = [100, 107]
    clock = Thing(ticks_ms=lambda: ticks.pop(0), ticks_diff=lambda one, other: one - other)
    with Instead(doctor, "os", disk), Instead(doctor, "time", clock):
        said = one.flash()
    assert said.pop("ms") == 7 and os.listdir(data) == []
    assert said == {
        "good": True,
        "free": 4096 * 40,
        "size": 4096 * 352,
        "game": 7,
        "full": False,
        "waiting": True,
    }
