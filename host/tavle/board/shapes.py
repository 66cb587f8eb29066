# SPDX-License-Identifier: Apache-2.0
"""What each board must have, whatever it looks like: the numbers of `firmware/rules`, by board."""

from dataclasses import dataclass

Point = tuple[float, float]
"""x, y in mm."""
PITCH_MM = 24.0
"""Least distance between two reeds; closer, a magnet can close its neighbour's (a model, not measured)."""

CARD_MM = (62.0, 92.0)
"""Play slot: a card of up to 59 x 89 mm with room for fingers."""


@dataclass(frozen=True)
class Shape:
    """The places of one board.

    Attributes:
        title: the game's name.
        colours: seats clockwise, as the game's rules order them.
        light: colour of each seat's lights, (red, green, blue) of 255.
        ring: number of ring spaces.
        row: spaces of a goal lane, coloured row or safety zone.
        fin: whether there are four slots per seat for finished pawns.
        start: a seat's start space, counted from the first ring space of its quarter.
        mouth: the ring space before `z1`, counted the same way.
        seats: the seats that the board has, as numbers of `colours`.
        pawns: pawns of a seat, and slots of its home.
        line: whether the ring does not close: its first seat starts at one end, its last seat at the other.
    """

    title: str
    colours: tuple[str, str, str, str]
    light: tuple[tuple[int, int, int], ...]
    ring: int
    row: int
    fin: bool
    start: int
    mouth: int
    seats: tuple[int, ...] = (0, 1, 2, 3)
    pawns: int = 4
    line: bool = False

    @property
    def seated(self) -> list[str]:
        """Return the colours of the board's seats."""
        return [self.colours[seat] for seat in self.seats]

    @property
    def quarter(self) -> int:
        """Return how many ring spaces lie between one seat and the next."""
        return self.ring // 4

    def start_of(self, seat: int) -> int:
        """Return the ring index of a seat's start space."""
        if self.line:
            return 0 if seat == self.seats[0] else self.ring - 1
        return (seat * self.quarter + self.start) % self.ring

    def mouth_of(self, seat: int) -> int:
        """Return the ring index from which the seat's pawns turn in; on a line the last they come to."""
        if self.line:
            return self.ring - 1 - self.start_of(seat)
        return (seat * self.quarter + self.mouth) % self.ring


# As lights, (red, green, blue) of a WS2812, whose brightness is linear in the number. Green leans to
# blue and yellow is by far the brightest, so that the four stay apart for protan, deutan and tritan
# eyes (tests/light/test_palette.py). The hues follow Okabe and Ito's "Color Universal Design", 2008.
_RED = (255, 0, 10)
_GREEN = (0, 200, 90)
_BLUE = (0, 30, 255)
_YELLOW = (255, 170, 0)

SHAPES = {  # of this checkout's boards; `tavle.games.shapes()` has those of others too
    "partners": Shape(
        title="Partners",
        colours=("green", "blue", "red", "yellow"),
        light=(_GREEN, _BLUE, _RED, _YELLOW),
        ring=60,
        row=4,
        fin=False,
        start=0,
        mouth=-1,
    ),
    "ludo": Shape(
        title="Ludo",
        colours=("red", "yellow", "blue", "green"),
        light=(_RED, _YELLOW, _BLUE, _GREEN),
        ring=52,
        row=5,
        fin=True,
        start=0,
        mouth=-2,
    ),
    "sorry": Shape(
        title="Sorry!",
        colours=("red", "blue", "yellow", "green"),
        light=(_RED, _BLUE, _YELLOW, _GREEN),
        ring=60,
        row=5,
        fin=True,
        start=4,
        mouth=2,
    ),
}
