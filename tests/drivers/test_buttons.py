# SPDX-License-Identifier: Apache-2.0
"""Buttons as tables: time, the button's level, what is reported."""

from helpers_noalloc import no_alloc

from drivers import buttons

WORDS = {0x10: "press", 0x20: "release", 0x30: "hold", 0x40: "hold end"}
IDLE = 0xBF  # the check bits 1, 0, 1 and nothing pressed


def heard(waves, until_ms, every_ms=5, start_ms=0, **limits):
    """Return [(ms, word, button), ...] for {button: [ms of each change, down first, ...]}."""
    keys = buttons.Buttons(**limits)
    events = []
    for ms in range(0, until_ms, every_ms):
        byte = IDLE
        for button in waves:
            if sum(1 for change in waves[button] if change <= ms) & 1:
                byte &= ~(1 << button)
        keys.step(byte, (start_ms + ms) & 0x3FFFFFFF)
        while True:
            event = keys.take()
            if not event:
                break
            events.append((ms, WORDS[buttons.kind(event)], buttons.number(event)))
    return events


WAVES = (
    # what it shows, when each button goes down and up, until, how it is looked at, what is heard
    ("a tap", {1: [100, 300]}, 600, {}, [(115, "press", 1), (340, "release", 1)]),
    ("too short to count", {1: [100, 110]}, 600, {}, []),
    ("bounce on both edges is one press and one release",
     {2: [100, 105, 110, 115, 120, 300, 305, 310, 315, 330]}, 600, {}, [(135, "press", 2), (370, "release", 2)]),
    ("a short break does not end a hold",
     {0: [0, 500, 530, 1600]}, 2000, {}, [(15, "press", 0), (1000, "hold", 0), (1640, "hold end", 0)]),
    ("seat and table hold at their own times", {3: [0, 2500], 4: [0, 2500]}, 3000, {},
     [(15, "press", 3), (15, "press", 4), (1000, "hold", 3), (2000, "hold", 4), (2540, "hold end", 3), (2540, "hold end", 4)]),
    ("just too short a hold is a tap", {4: [0, 1940]}, 2500, {}, [(15, "press", 4), (1980, "release", 4)]),
    ("just a hold", {4: [0, 2005]}, 2500, {}, [(15, "press", 4), (2000, "hold", 4), (2045, "hold end", 4)]),
    ("a late scan counts the time that passed", {4: [100, 5000]}, 8000, {"every_ms": 700},
     [(1400, "press", 4), (2800, "hold", 4), (6300, "hold end", 4)]),
    ("limits are settable", {0: [0, 900]}, 1200, {"press_ms": 5, "release_ms": 5, "seat_hold_ms": 300},
     [(5, "press", 0), (300, "hold", 0), (905, "hold end", 0)]),
)  # fmt: skip


def test_what_is_heard_of_buttons():
    assert buttons.TABLE == 4
    for about, waves, until_ms, how, wanted in WAVES:
        assert heard(waves, until_ms, **how) == wanted, about


def test_the_clock_may_wrap_in_a_hold():
    wave = {4: [100, 3000]}
    assert heard(wave, 4000, 5, 0x3FFFFFFF - 1000) == heard(wave, 4000)


def test_the_check_bits_are_no_buttons():
    keys = buttons.Buttons()
    for now_ms in range(0, 500, 5):
        keys.step(0x1F, now_ms)
    assert keys.take() == 0 and keys.down == 0


def test_a_full_queue_drops_the_oldest():
    keys = buttons.Buttons(press_ms=0, release_ms=0)
    for now_ms in range(20):
        keys.step(IDLE if now_ms & 1 else IDLE & ~1, now_ms)
    events = []
    while True:
        event = keys.take()
        if not event:
            break
        events.append(event)
    assert len(events) == 16 and events[-1] == buttons.RELEASE


def test_step_and_take_do_not_allocate():
    keys = buttons.Buttons()
    now = [0]

    def step():
        now[0] += 1500
        keys.step(0xA0, now[0])
        return keys.take()

    for _ in range(4):
        no_alloc(step)
    assert keys.down == 0x1F
