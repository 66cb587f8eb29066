# SPDX-License-Identifier: Apache-2.0
"""A hand moves while the board is being judged: that judgement is thrown away, and the next one says the same."""

from rig import Rig

from sense.stirred import Stirred
from sense.tuning import SETTLE_MS

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,40,z4 yellow:h,h,h,10 turn=green"


class Alarm:
    """Raises `Stirred` at one of its calls."""

    def __init__(self):
        self.left = -1
        self.raised = 0

    def __call__(self):
        self.left -= 1
        if self.left == 0:
            self.raised += 1
            raise Stirred


def _told(doing, at):
    """Return what is said, and how often work was cut short: each time at its poll number `at`."""
    alarm = Alarm()
    rig = Rig(LINE, poll=alarm)
    rig.before(LINE.replace("20", "19"))
    rig.wait(SETTLE_MS)
    step = rig.scan

    def scan():
        before = alarm.raised
        alarm.left = at
        try:
            step()
        except Stirred:
            pass
        alarm.left = -1
        if alarm.raised > before:
            step()  # the hand was none: the reeds are as before

    rig.scan = scan
    doing(rig)
    return [(code, detail) for _, code, detail in rig.out], alarm.raised


def _moves(rig):
    rig.card("7").take(21).wait(300).put(25).wait(400).take(4).wait(300).put(7).wait(4 * SETTLE_MS)


def _exchanges(rig):
    rig.card("swap").take(21).wait(400).take(34).wait(400).put(21).wait(300).put(34)
    rig.wait(SETTLE_MS + 100)
    rig.press()


def _errs(rig):
    rig.card("5").take(21).wait(300).put(31).wait(4000).take(31).wait(300).put(26).wait(
        SETTLE_MS + 50
    )


def test_a_judgement_that_is_cut_short_is_made_anew():
    for doing in (_moves, _exchanges, _errs):
        whole, _ = _told(doing, -1)
        assert whole
        cut = 0
        for at in (1, 2, 3, 7, 20):
            said, raised = _told(doing, at)
            cut += raised
            assert said == whole, (doing, at)
        assert cut > 3, doing
