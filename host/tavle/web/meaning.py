# SPDX-License-Identifier: Apache-2.0
"""What a light says: its rhythm and colour on the wire, compared with the light language."""

from typing import Any

from tavle.sim.chips.ws2812 import rgb

_SLOT_US = 50_000
_KINDS = {"ring": "SPACE", "row": "SPACE", "fin": "HOME", "home": "HOME", "seat": "SEAT"}
# Part of a period that must have passed since a light changed its mind, and how near is near.
_FAR = 0.30
_NEAR = 0.12  # where two periods are known
_OTHER_COLOUR = 0.5

Frames = list[tuple[int, bytes]]


def levels(
    frames: Frames, light: int, now_us: int, slots: int
) -> tuple[list[float], tuple[float, ...]]:
    """Return how bright a light was in each of the last so many slots, and its colour (sum 1)."""
    seen: list[tuple[int, int, int]] = []
    at = 0
    for slot in range(slots):
        t = now_us - (slots - slot) * _SLOT_US + _SLOT_US // 2
        while at + 1 < len(frames) and frames[at + 1][0] <= t:
            at += 1
        seen.append(rgb(frames[at][1], light))
    sums = [sum(value) for value in seen]
    peak = max(sums)
    if not peak:
        return [0.0] * slots, (0.0, 0.0, 0.0)
    brightest = seen[sums.index(peak)]
    return [value / peak for value in sums], tuple(c / peak for c in brightest)


def tell(frames: Frames, light: int, kind: str, now_us: int) -> str:
    """Return the name of the signal a light shows, "dark" or "unknown".

    Args:
        frames: (latched at, GRB bytes) of the last 3.2 s, oldest first.
        light: its place in the chain.
        kind: kind of the space in the board's geometry, "seat" for a seat's light.
        now_us: time of the look.
    """
    from light import patterns

    if not frames:
        return "dark"
    # A light that has kept its rhythm for long is told by all of it: five flashes and a pause are in part one flash.
    for slots, near in ((patterns.SLOTS, _NEAR), (patterns.SLOTS // 2, _FAR)):
        bright, colour = levels(frames, light, now_us, slots)
        name = _nearest(bright, colour, kind, near) if any(bright) else "dark"
        if name not in ("dark", "unknown"):
            break
    return name


def _nearest(bright: list[float], colour: tuple[float, ...], kind: str, near: float) -> str:
    """Return the name of the signal that is nearest to what was seen, "unknown" when none is near."""
    from light import patterns, signals

    here = getattr(signals, _KINDS[kind])
    best, least = "unknown", near
    for signal in signals.SIGNALS:
        if signal.builder or not signal.where & here or signal.pattern == patterns.EFFECT:
            continue
        begins = patterns.SLOTS * signal.pattern
        far = _distance(bright, patterns.TABLE[begins : begins + patterns.SLOTS])
        far += _OTHER_COLOUR * _hue(colour, signal.rgb)
        if far < least:
            best, least = signal.name, far
    return best


def _distance(bright: list[float], table: bytes) -> float:
    """Return how far two rhythms are from each other, 0 to 1, whenever they began."""
    wanted = [value / 255 for value in table]
    peak = max(wanted) or 1.0
    wanted = [value / peak for value in wanted]
    n, turn = len(bright), len(wanted)
    return min(
        sum(abs(bright[i] - wanted[(i + shift) % turn]) for i in range(n)) / n
        for shift in range(turn)
    )


def _hue(colour: tuple[float, ...], wanted: Any) -> float:
    """Return how far a colour is from the one of a signal; a seat's own colour fits any."""
    if wanted is None:
        return 0.1
    total = sum(wanted) or 1
    return sum(abs(c - w / total) for c, w in zip(colour, wanted, strict=True)) / 2
