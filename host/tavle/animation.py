# SPDX-License-Identifier: Apache-2.0
"""SVG that moves by itself: the colours of lights over time, on a dark ground."""

from collections.abc import Iterable

GAMMA = 2.2
"""A screen's; a WS2812's brightness is linear in its number."""

DARK = "#16181c"
TEXT = "#d8d8d0"
FAINT = "#8a8d92"
FONT = 'font-family="sans-serif"'


def colour(grb: bytes) -> str:
    """Return a light as a colour of the screen, 16 levels a channel."""
    green, red, blue = (round(15 * (value / 255) ** (1 / GAMMA)) for value in grb)
    return f"#{red:x}{green:x}{blue:x}"


def animated(values: list[str], period_ms: int) -> str:
    """Return the element that lets a shape be filled with the colours one after another, forever."""
    if len(set(values)) == 1:
        return ""
    times = [f"{i / len(values):.3g}".lstrip("0") or "0" for i in range(len(values))]
    kept = [i for i in range(len(values)) if i == 0 or values[i] != values[i - 1]]
    return (
        f'<animate attributeName="fill" dur="{period_ms}ms" repeatCount="indefinite" '
        f'calcMode="discrete" keyTimes="{";".join(times[i] for i in kept)}" '
        f'values="{";".join(values[i] for i in kept)}"/>'
    )


def svg(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """Return a dark picture with these parts."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="{DARK}"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
