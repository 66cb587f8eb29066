# SPDX-License-Identifier: Apache-2.0
"""Plays one case of tests/sense/cases: timed hands in, what the recogniser said out.

The format is described in tests/sense/README.md.
"""

from rig import Rig

_TOUCH_MS = 15


def _number(word):
    return int(word[1:] if word[0] == "+" else word)


class Case:
    """A parsed events.txt."""

    def __init__(self, text):
        self.position = ""
        self.previous = ""
        self.steps = []  # (time in ms, order, verb, words)
        now_ms = 0
        for line in text.split("\n"):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] in ("position", "previous"):
                setattr(self, words[0], " ".join(words[1:]))
                continue
            now_ms = now_ms + _number(words[0]) if words[0][0] == "+" else _number(words[0])
            now_ms = self._expand(now_ms, words[1], words[2:])
        self.end_ms = now_ms
        self.steps.sort()

    def _add(self, at_ms, verb, words):
        self.steps.append((at_ms, len(self.steps), verb, words))

    def _expand(self, now_ms, verb, words):
        """Add one line's steps and return the time it ends."""
        if verb == "walk":  # SPOT SPOT... DWELL HOP: tap every space, stay on the last
            spots, dwell, hop = words[:-2], int(words[-2]), int(words[-1])
            self._add(now_ms, "lift", spots[:1])
            for spot in spots[1:]:
                now_ms += hop
                self._add(now_ms, "place", [spot])
                if spot != spots[-1]:
                    now_ms += dwell
                    self._add(now_ms, "lift", [spot])
        elif verb == "touch":
            self._add(now_ms, "open", words[:1])
            self._add(now_ms + _TOUCH_MS, "close", words[:1])
        elif verb == "ghost":
            self._add(now_ms, "place", words[:1])
            self._add(now_ms + int(words[1]), "lift", words[:1])
        elif verb in ("chatter", "flicker"):  # SPOT MS PERIOD: dips or ghosts, then as before
            flips = ("open", "close") if verb == "chatter" else ("place", "lift")
            half = int(words[2]) // 2
            for k in range(0, int(words[1]) // half, 2):
                self._add(now_ms + k * half, flips[0], words[:1])
                self._add(now_ms + (k + 1) * half, flips[1], words[:1])
        elif verb != "end":
            self._add(now_ms, verb, words)
        return now_ms


def _do(rig, verb, words):
    if verb in ("lift", "place", "open", "close"):
        spot = rig.spot(words[0])
        (rig.take if verb in ("lift", "open") else rig.put)(spot)
    elif verb == "reed":
        rig.reed(words[0], words[1] == "1")
    elif verb == "card":
        rig.card(words[0])
    elif verb == "next":
        rig.settle(False)
        rig.note(rig.recogniser.hurry())
    elif verb == "done":
        rig.done()
    elif verb == "press":
        rig.press()
    elif verb == "expect":
        rig.recogniser.expect(rig.state, rig.now_ms, rig.previous)
    elif verb == "undo":
        rig.state, rig.previous = rig.previous, None
        rig.recogniser.expect(rig.state, rig.now_ms)
        rig.recogniser.insist()
    elif verb == "takecard":
        rig.results = []
        rig.recogniser.withdraw()
    elif verb == "override":
        rig.out.append((rig.now_ms, "ignored", ",".join(rig.recogniser.override())))
        rig.recogniser.refresh(rig.debounce)
    else:
        raise ValueError("unknown verb " + verb)


def play(text):
    """Play a case and return what was said, one line per event: `<ms> <code> <detail>`."""
    case = Case(text)
    rig = Rig(case.position)
    if case.previous:
        rig.before(case.previous)
    start_ms = rig.now_ms
    for at_ms, _, verb, words in case.steps:
        rig.wait(start_ms + at_ms - rig.now_ms)
        _do(rig, verb, words)
    rig.wait(start_ms + case.end_ms - rig.now_ms)
    lines = []
    for at_ms, code, detail in rig.out:
        lines.append(("%5d %s %s" % (at_ms - start_ms, code, detail)).rstrip())
    return "\n".join(lines) + "\n"
