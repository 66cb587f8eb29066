# SPDX-License-Identifier: Apache-2.0
"""The two text notations, written: positions (one canonical line) and moves.

Reading them is in `parse.py`, which a table in play does not need in its memory.
"""

from rules.game import MOVED, NOBODY, TRIES, TURN, WINNER, Game
from rules.moves import BUMP, SELF, SWAP, parts


def place_text(game: Game, code: int) -> str:
    """Return a place's token: `h`, a ring index, `z1`.. or `f`."""
    if code == 0:
        return "h"
    if code <= game.ring:
        return str(code - 1)
    if code == game.fin:
        return "f"
    return "z%d" % (code - game.ring)


def pawns_text(game: Game, state: "bytes | bytearray") -> str:
    """Return how the canonical line of a state begins: the rulebook and where the pawns stand."""
    fields = [game.rulebook]
    for seat in game.seats:
        pawns = ",".join([place_text(game, state[4 * seat + i]) for i in range(4)])
        fields.append("%s:%s" % (game.colours[seat], pawns))
    return " ".join(fields)


def position_text(game: Game, state: "bytes | bytearray", pawns: str = "") -> str:
    """Return the canonical line of a state; `pawns`: its `pawns_text`, if that is known."""
    fields = [pawns or pawns_text(game, state)]
    turn = state[TURN]
    fields.append("turn=%s" % ("none" if turn == NOBODY else game.colours[turn]))
    if state[WINNER]:
        names = [game.colours[seat] for seat in range(4) if state[WINNER] >> seat & 1]
        fields.append("winner=" + "+".join(names))
    else:
        if state[TRIES]:
            fields.append("tries=%d" % state[TRIES])
        if state[MOVED] != NOBODY:
            fields.append("moved=%d" % state[MOVED])
    changed = options_text(game)
    if changed is not None:
        fields.append("opt=" + changed)
    return " ".join(fields)


def options_text(game: Game) -> "str | None":
    """Return the value of `opt=`: the options that differ from the defaults; None for none."""
    names = sorted([name for name in game.options if game.options[name] != game.defaults[name]])
    return ",".join(["%s:%s" % (n, game.options[n]) for n in names]) if names else None


def move_text(game: Game, move: bytes) -> str:
    """Return a move's text; a move without a step is `-`."""
    text = ""
    bumps = ""
    for kind, seat, a, b, other in parts(move):
        pawn = game.colours[seat][0] + place_text(game, a)
        if kind == BUMP:
            if text:
                text += "x" + pawn
            else:
                bumps += "x" + pawn
            continue
        if text:
            text += "+"
        end = place_text(game, b)
        if kind == SWAP:
            text += "%s<>%s%s" % (pawn, game.colours[other][0], end)
        else:
            text += "%s>%s%s" % (pawn, end, "!" if kind == SELF else "")
        text += bumps
        bumps = ""
    return text or "-"
