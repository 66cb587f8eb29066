# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Read where things lie on a PDF page, by interpreting its operators: an independent measure of what was drawn."""

from dataclasses import dataclass

from pypdf import PdfReader
from pypdf.generic import ContentStream

MM = 25.4 / 72


@dataclass
class Drawn:
    """One painted path: the ends of its curves and lines on the page, mm from the top left corner, and its line's width."""

    points: list[tuple[float, float]]
    width: float

    @property
    def box(self):
        xs, ys = zip(*self.points)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def middle(self):
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


def pages(file):
    """Return (width_mm, height_mm, [Drawn, ...]) for each page."""
    reader = PdfReader(file)
    found = []
    for page in reader.pages:
        box = page.mediabox
        height = float(box.height) * MM
        drawn = []
        _run(reader, page.get_contents(), page["/Resources"], (1, 0, 0, 1, 0, 0), drawn, height)
        found.append((float(box.width) * MM, height, drawn))
    return found


def _times(one, other):
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def _run(reader, stream, resources, matrix, drawn, height):
    stack, path, width = [], [], 1.0

    def at(x, y):
        a, b, c, d, e, f = matrix
        return (float(a * x + c * y + e) * MM, height - float(b * x + d * y + f) * MM)

    for numbers, word in ContentStream(stream, reader).operations:
        numbers = [
            float(n) if isinstance(n, (int, float)) or hasattr(n, "as_numeric") else n
            for n in numbers
        ]
        if word == b"q":
            stack.append((matrix, width))
        elif word == b"Q":
            matrix, width = stack.pop()
        elif word == b"cm":
            matrix = _times(numbers, matrix)
        elif word == b"w":
            width = numbers[0]
        elif word in (b"m", b"l"):
            path.append(at(*numbers))
        elif word == b"c":
            path.append(at(*numbers[4:]))
        elif word == b"re":
            x, y, wide, tall = numbers
            path += [at(x, y), at(x + wide, y + tall)]
        elif word in (b"S", b"s", b"f", b"f*", b"F", b"B", b"B*", b"b", b"b*"):
            drawn.append(Drawn(path, width * MM))
            path = []
        elif word == b"n":
            path = []
        elif word == b"Do":
            form = resources["/XObject"][numbers[0]].get_object()
            own = [float(n) for n in form.get("/Matrix", (1, 0, 0, 1, 0, 0))]
            _run(
                reader, form, form.get("/Resources", resources), _times(own, matrix), drawn, height
            )
