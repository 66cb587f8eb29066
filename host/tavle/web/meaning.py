# SPDX-License-Identifier: Apache-2.0
"""What a light says: its rhythm and colour on the wire, compared with the light language."""

from typing import Any

from tavle.sim.chips.ws2812 import rgb

_SLOTS = 32
_SLOT_US = 50_000
_KINDS = {"ring": "SPACE", "row": "SPACE", "fin": "HOME", "home": "HOME", "seat": "SEAT"}
# Part of a period that must have passed since a light changed its mind, and how near is near.
_FAR = 0.30
_OTHER_COLOUR = 0.5

Frames = list[tuple[int, bytes]]


def levels(frames: Frames, light: int, now_us: int) -> tuple[list[float], tuple[float, ...]]:
    """Return how bright a light was in each slot of the last period, and its colour (sum 1)."""
    seen: list[tuple[int, int, int]] = []
    at = 0
    for slot in range(_SLOTS):
        t = now_us - (_SLOTS - slot) * _SLOT_US + _SLOT_US // 2
        while at + 1 < len(frames) and frames[at + 1][0] <= t:
            at += 1
        seen.append(rgb(frames[at][1], light))
    sums = [sum(value) for value in seen]
    peak = max(sums)
    if not peak:
        return [0.0] * _SLOTS, (0.0, 0.0, 0.0)
    brightest = seen[sums.index(peak)]
    return [value / peak for value in sums], tuple(c / peak for c in brightest)


def tell(frames: Frames, light: int, kind: str, now_us: int) -> str:
    """Return the name of the signal a light shows, "dark" or "unknown".

    Args:
        frames: (latched at, GRB bytes) of at least one period, oldest first.
        light: its place in the chain.
        kind: kind of the space in the board's geometry, "seat" for a seat's light.
        now_us: time of the look.
    """
    from light import language, patterns

    if not frames:
        return "dark"
    bright, colour = levels(frames, light, now_us)
    if not any(bright):
        return "dark"
    here = getattr(language, _KINDS[kind])
    best, least = "unknown", _FAR
    for signal in language.SIGNALS:
        if signal.mode != language.PLAY or not signal.where & here or signal.pattern >= 22:
            continue
        table = patterns.TABLE[_SLOTS * signal.pattern : _SLOTS * (signal.pattern + 1)]
        far = _distance(bright, table) + _OTHER_COLOUR * _hue(colour, signal.rgb)
        if far < least:
            best, least = signal.name, far
    return best


def _distance(bright: list[float], table: bytes) -> float:
    """Return how far two rhythms are from each other, 0 to 1, whenever they began."""
    wanted = [value / 255 for value in table]
    peak = max(wanted) or 1.0
    wanted = [value / peak for value in wanted]
    return min(
        sum(abs(bright[i] - wanted[(i + shift) % _SLOTS]) for i in range(_SLOTS)) / _SLOTS
        for shift in range(_SLOTS)
    )


def _hue(colour: tuple[float, ...], wanted: Any) -> float:
    """Return how far a colour is from the one of a signal; a seat's own colour fits any."""
    if wanted is None:
        return 0.1
    total = sum(wanted) or 1
    return sum(abs(c - w / total) for c, w in zip(colour, wanted, strict=True)) / 2
