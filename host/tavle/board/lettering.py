# SPDX-License-Identifier: Apache-2.0
"""Letters of one stroke with round ends, for print, pen, laser and mill: no font has to be installed, no text can change.

Each glyph is a width and a path on a grid with the baseline at 0, capitals 7 and small letters 4.8 high, y upwards.
`M x y`, `L x y`, `C x1 y1 x2 y2 x y` as in SVG; `E cx cy rx ry from to` is an arc of an ellipse, in degrees counter-clockwise from
the right.
"""

from collections.abc import Iterator

from tavle.board.drawing import Look, Path, Step, arc_steps
from tavle.board.shapes import Point

CAPITAL = 7.0
_SPACE = 2.6
_GAP = 1.7
_BOWL = "E 2 2.4 2 2.4 0 360"

_GLYPHS: dict[str, tuple[float, str]] = {
    "0": (4.4, "E 2.2 3.5 2.2 3.5 0 360"),
    "1": (2.2, "M 0 5.5 L 1.9 7 L 1.9 0"),
    "2": (4.3, "E 2.1 4.9 2.1 2.1 170 -40 L 0 0 L 4.3 0"),
    "3": (4.2, "E 2 5.15 1.85 1.85 150 -90 E 2 1.65 2.15 1.65 90 -155"),
    "4": (4.6, "M 3.4 0 L 3.4 7 L 0 2 L 4.6 2"),
    "5": (4.3, "M 3.9 7 L 0.9 7 L 0.6 3.9 E 2.1 2.25 2.15 2.25 130 -150"),
    "6": (4.4, "M 3.3 7 C 1.6 5.6 0 3.9 0 2.2 E 2.2 2.2 2.2 2.2 180 540"),
    "7": (4.3, "M 0 7 L 4.3 7 L 1.4 0"),
    "8": (4.4, "E 2.2 5.3 1.8 1.7 0 360 M 2.2 3.6 E 2.2 1.8 2.2 1.8 90 450"),
    "9": (4.4, "M 1.1 0 C 2.8 1.4 4.4 3.1 4.4 4.8 E 2.2 4.8 2.2 2.2 0 360"),
    "A": (5.4, "M 0 0 L 2.7 7 L 5.4 0 M 1 2.4 L 4.4 2.4"),
    "B": (
        4.4,
        "M 0 0 L 0 7 L 2.3 7 E 2.3 5.3 1.7 1.7 90 -90 L 0 3.6 M 2.3 3.6 E 2.5 1.8 1.9 1.8 90 -90 L 0 0",
    ),
    "C": (5.2, "E 3.3 3.5 3.3 3.5 50 310"),
    "D": (5.0, "M 0 0 L 0 7 L 1.8 7 E 1.8 3.5 3.2 3.5 90 -90 L 0 0"),
    "E": (4.0, "M 4 7 L 0 7 L 0 0 L 4 0 M 0 3.6 L 3.4 3.6"),
    "F": (3.9, "M 3.9 7 L 0 7 L 0 0 M 0 3.6 L 3.3 3.6"),
    "G": (5.6, "E 3.3 3.5 3.3 3.5 50 340 L 6.4 3.3 L 3.8 3.3"),
    "H": (5.0, "M 0 0 L 0 7 M 5 0 L 5 7 M 0 3.6 L 5 3.6"),
    "I": (0.0, "M 0 0 L 0 7"),
    "J": (3.4, "M 3.4 7 L 3.4 2 E 1.7 2 1.7 2 0 -150"),
    "K": (4.6, "M 0 0 L 0 7 M 4.4 7 L 0 2.8 M 1.5 4.2 L 4.6 0"),
    "L": (3.7, "M 0 7 L 0 0 L 3.7 0"),
    "M": (6.0, "M 0 0 L 0 7 L 3 2.4 L 6 7 L 6 0"),
    "N": (5.0, "M 0 0 L 0 7 L 5 0 L 5 7"),
    "O": (6.6, "E 3.3 3.5 3.3 3.5 0 360"),
    "P": (4.3, "M 0 0 L 0 7 L 2.3 7 E 2.3 5.1 2 1.9 90 -90 L 0 3.2"),
    "Q": (6.6, "E 3.3 3.5 3.3 3.5 0 360 M 4.3 1.8 L 6.4 -0.5"),
    "R": (4.5, "M 0 0 L 0 7 L 2.3 7 E 2.3 5.1 2 1.9 90 -90 L 0 3.2 M 2.2 3.2 L 4.5 0"),
    "S": (4.3, "E 2.15 5.25 1.9 1.75 35 270 E 2.15 1.75 2.1 1.75 90 -145"),
    "T": (5.0, "M 0 7 L 5 7 M 2.5 7 L 2.5 0"),
    "U": (5.0, "M 0 7 L 0 2.5 E 2.5 2.5 2.5 2.5 180 360 L 5 7"),
    "V": (5.2, "M 0 7 L 2.6 0 L 5.2 7"),
    "W": (7.6, "M 0 7 L 1.9 0 L 3.8 6 L 5.7 0 L 7.6 7"),
    "X": (4.8, "M 0 0 L 4.8 7 M 0 7 L 4.8 0"),
    "Y": (5.0, "M 0 7 L 2.5 3.3 L 5 7 M 2.5 3.3 L 2.5 0"),
    "Z": (4.6, "M 0 7 L 4.6 7 L 0 0 L 4.6 0"),
    "a": (4.0, _BOWL + " M 4 4.8 L 4 0"),
    "b": (4.0, "M 0 7.2 L 0 0 M 4 2.4 " + _BOWL),
    "c": (3.5, "E 2 2.4 2 2.4 50 310"),
    "d": (4.0, _BOWL + " M 4 7.2 L 4 0"),
    "e": (4.0, "M 0 2.4 L 4 2.4 E 2 2.4 2 2.4 0 310"),
    "f": (2.5, "M 2.5 7 C 1.3 7.4 0.9 6.7 0.9 5.8 L 0.9 0 M 0 4.7 L 2.3 4.7"),
    "g": (4.0, _BOWL + " M 4 4.8 L 4 -0.5 E 2 -0.5 2 1.7 0 -150"),
    "h": (3.8, "M 0 7.2 L 0 0 M 0 2.9 E 1.9 2.9 1.9 1.9 180 0 L 3.8 0"),
    "i": (0.0, "M 0 4.8 L 0 0 M 0 6.8 L 0 6.9"),
    "j": (1.2, "M 1.2 4.8 L 1.2 -0.9 E -0.1 -0.9 1.3 1.3 0 -90 M 1.2 6.8 L 1.2 6.9"),
    "k": (3.5, "M 0 7.2 L 0 0 M 3.3 4.8 L 0 1.8 M 1.2 2.9 L 3.5 0"),
    "l": (0.0, "M 0 7.2 L 0 0"),
    "m": (
        6.0,
        "M 0 4.8 L 0 0 M 0 3.2 E 1.5 3.2 1.5 1.6 180 0 L 3 0 M 3 3.2 E 4.5 3.2 1.5 1.6 180 0 L 6 0",
    ),
    "n": (3.8, "M 0 4.8 L 0 0 M 0 2.9 E 1.9 2.9 1.9 1.9 180 0 L 3.8 0"),
    "o": (4.0, _BOWL),
    "p": (4.0, "M 0 4.8 L 0 -2.2 M 4 2.4 " + _BOWL),
    "q": (4.0, _BOWL + " M 4 4.8 L 4 -2.2"),
    "r": (2.8, "M 0 4.8 L 0 0 M 0 2.9 E 1.9 2.9 1.9 1.9 180 65"),
    "s": (3.2, "E 1.6 3.6 1.4 1.2 40 270 E 1.6 1.2 1.6 1.2 90 -140"),
    "t": (2.6, "M 1 6.6 L 1 1.3 C 1 0.2 1.7 -0.1 2.6 0.1 M 0 4.8 L 2.4 4.8"),
    "u": (3.8, "M 0 4.8 L 0 1.9 E 1.9 1.9 1.9 1.9 180 360 L 3.8 4.8 M 3.8 1.9 L 3.8 0"),
    "v": (4.0, "M 0 4.8 L 2 0 L 4 4.8"),
    "w": (6.0, "M 0 4.8 L 1.5 0 L 3 4.2 L 4.5 0 L 6 4.8"),
    "x": (3.8, "M 0 0 L 3.8 4.8 M 0 4.8 L 3.8 0"),
    "y": (4.0, "M 0 4.8 L 2.1 0 M 4 4.8 L 1.6 -1 C 1.2 -1.9 0.8 -2.2 0 -2.2"),
    "z": (3.7, "M 0 4.8 L 3.7 4.8 L 0 0 L 3.7 0"),
    ".": (0.0, "M 0 0 L 0 0.1"),
    ",": (0.5, "M 0.5 0.2 L 0 -1.3"),
    ":": (0.0, "M 0 0 L 0 0.1 M 0 3.8 L 0 3.9"),
    ";": (0.5, "M 0.5 0.2 L 0 -1.3 M 0.5 3.8 L 0.5 3.9"),
    "!": (0.0, "M 0 7 L 0 2.2 M 0 0 L 0 0.1"),
    "-": (2.6, "M 0 2.9 L 2.6 2.9"),
    "+": (3.6, "M 0 2.9 L 3.6 2.9 M 1.8 1.1 L 1.8 4.7"),
    "/": (3.0, "M 0 -0.6 L 3 7.4"),
    "=": (3.6, "M 0 2 L 3.6 2 M 0 4 L 3.6 4"),
    "(": (1.6, "M 1.6 7.6 C -0.5 5 -0.5 1.5 1.6 -1.2"),
    ")": (1.6, "M 0 7.6 C 2.1 5 2.1 1.5 0 -1.2"),
    "'": (0.0, "M 0 7.2 L 0 5.6"),
    "%": (5.6, "M 0.6 0 L 5 7 E 1.2 5.6 1.2 1.3 0 360 E 4.4 1.4 1.2 1.3 0 360"),
}


def _steps_of(path: str) -> Iterator[Step]:
    """Yield the steps of a glyph, y downwards; an arc goes on from where the pen is, or begins anew."""
    words = path.split()
    pen: Point | None = None
    counts = {"M": 2, "L": 2, "C": 6, "E": 6}
    while words:
        letter, numbers = words[0], [float(n) for n in words[1 : 1 + counts[words[0]]]]
        words = words[1 + len(numbers) :]
        if letter != "E":
            numbers = [-n if k % 2 else n for k, n in enumerate(numbers)]
            steps: list[Step] = [(letter, *numbers)]
        else:
            cx, cy, rx, ry, begin, end = numbers
            steps = arc_steps((cx, -cy), (rx, ry), -begin, -end)
            x, y = (float(n) for n in steps[0][1:])
            near = pen is not None and abs(pen[0] - x) + abs(pen[1] - y) < 0.6
            steps = [("L", x, y), *steps[1:]] if near else steps
        yield from steps
        pen = (float(steps[-1][-2]), float(steps[-1][-1]))


def width_of(text: str, height: float) -> float:
    """Return how wide a text is, in the unit of its capitals' height. Raises KeyError for a letter that is not here."""
    widths = [_SPACE if letter == " " else _GLYPHS[letter][0] for letter in text]
    return (sum(widths) + _GAP * (len(text) - 1)) * height / CAPITAL if text else 0.0


def lettering(
    text: str,
    place: Point,
    height: float,
    colour: str,
    anchor: str = "middle",
    angle_deg: float = 0.0,
    layer: str = "text",
    weight: float = 0.13,
) -> Path:
    """Return a text as one path of strokes.

    Args:
        text: letters, figures and some signs.
        place: the baseline's point.
        height: of capitals, in mm.
        colour: of the stroke.
        anchor: which part of the text stands at the point: start, middle or end.
        angle_deg: turned clockwise about the point.
        layer: the layer of the path.
        weight: the stroke's width as a share of the height.
    """
    scale = height / CAPITAL
    x = -width_of(text, height) * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] / scale
    steps: list[Step] = []
    for letter in text:
        if letter == " ":
            x += _SPACE + _GAP
            continue
        wide, path = _GLYPHS[letter]
        for word, *numbers in _steps_of(path):
            steps.append((word, *(float(n) + (0 if k % 2 else x) for k, n in enumerate(numbers))))
        x += wide + _GAP
    look = Look(stroke=colour, width=weight * height)
    return Path(tuple(steps), look, layer=layer).placed(*place, angle_deg, scale)
