# SPDX-License-Identifier: Apache-2.0
"""What a person sees: lights that are steady, pulse or blink, told from the frames on the wire."""

from tavle.sim.chips.ws2812 import milliamps, rgb

WINDOW_US = 2_600_000
"""How far back a look goes: the slowest effect shows its shape within it."""

# No change for this long: the light has come to rest (the longest pause of an effect is 1.5 s).
_QUIET_US = 1_600_000
_STEPS = 4  # levels that make a pulse
# A shallower change is the power limit scaling the frame, not an effect.
_SHALLOW = 0.6

Frames = list[tuple[int, bytes]]
Seen = tuple[int, int, int, str]


def look(frames: Frames, now_us: int) -> dict[int, Seen]:
    """Return light index -> (red, green, blue, how) of every light that is not dark.

    A pulse changes through several levels, a blink jumps between two; both are given with the
    brightest colour they had lately. A light that was lit and is now dark for good is left out.

    Args:
        frames: (latched at, GRB bytes), the oldest lit at the start of the window.
        now_us: the time of the look.
    """
    frames = [item for item in frames if item[0] <= now_us] or frames[:1]
    seen: dict[int, Seen] = {}
    for light in range(len(frames[0][1]) // 3):
        told = _tell([(t, rgb(data, light)) for t, data in frames], now_us)
        if told is not None:
            seen[light] = told
    return seen


def _tell(history: list[tuple[int, tuple[int, int, int]]], now_us: int) -> Seen | None:
    changes = [history[0]]
    for item in history[1:]:
        if item[1] != changes[-1][1]:
            changes.append(item)
    colour = changes[-1][1]
    recent = [item for item in changes[1:] if item[0] > now_us - WINDOW_US]
    how = "steady"
    if len(recent) >= 2 and now_us - recent[-1][0] < _QUIET_US:
        # The value before the first change counts too: a blink has it between its flashes.
        values = [changes[-len(recent) - 1][1], *(item[1] for item in recent)]
        # A hint that replaced another one is two colours, once each: no pattern yet.
        levels = len(set(values))
        sums = [sum(value) for value in values]
        if min(sums) > _SHALLOW * max(sums):
            pass
        elif levels >= _STEPS:
            how = "pulse"
        elif len(values) > levels:
            how = "blink"
        if how != "steady":
            colour = max(values, key=sum)
    return (*colour, how) if any(colour) else None


def milliamps_now(frames: Frames, now_us: int) -> int:
    """Return the calculated current of the frame that is lit."""
    lit = frames[0][1]
    for t, data in frames:
        if t <= now_us:
            lit = data
    return milliamps(lit)
