# SPDX-License-Identifier: Apache-2.0
"""The text notation of moves, read back; the firmware and the tool only write it."""

from rules.moves import bump, lost, step, swap
from rules.parse import parse_place


class BadMove(ValueError):
    """A text that is no move of the game."""


def _pawn(game, text):
    for seat in game.seats:
        if game.colours[seat][0] == text[:1]:
            return seat, parse_place(game, text[1:])
    raise BadMove("no colour in play: %r" % text)


def parse_move(game, text):
    """Return the move bytes of a text.

    Raises:
        BadMove: not a move text of this game.
    """
    if text == "-":
        return b""
    ops = bytearray()
    try:
        for part in text.split("+"):
            pieces = part.split("x")
            head = pieces[0]
            if "<>" in head:
                left, _, right = head.partition("<>")
                seat, a = _pawn(game, left)
                seat2, b = _pawn(game, right)
                ops.extend(swap(seat, a, seat2, b))
            else:
                made = lost if head[-1:] == "!" else step
                if made is lost:
                    head = head[:-1]
                left, arrow, right = head.partition(">")
                if not arrow:
                    raise BadMove("no '>' in %r" % part)
                seat, a = _pawn(game, left)
                ops.extend(made(seat, a, parse_place(game, right)))
            for bumped in pieces[1:]:
                seat, a = _pawn(game, bumped)
                ops.extend(bump(seat, a))
    except BadMove:
        raise
    except ValueError as error:
        raise BadMove("%s in %r" % (error, text)) from None
    return bytes(ops)
