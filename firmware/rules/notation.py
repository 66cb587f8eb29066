# SPDX-License-Identifier: Apache-2.0
"""The two text notations, written: positions (one canonical line) and moves.

Reading them is in `parse.py`, which a table in play does not need in its memory.
"""

from rules.game import MOVED, NOBODY, TRIES, TURN, WINNER, Game
from rules.moves import BUMP, SELF, SWAP, parts


def place_text(game: Game, code: int) -> str:
    """Return a place's token: `h`, a ring index, `z1`.. or `f`."""
    line = bytearray()
    _put_place(line, game, code)
    return str(line, "utf-8")


def position_text(game: Game, state: "bytes | bytearray") -> str:
    """Return the canonical line of a state."""
    line = _pawns(game, state)
    turn = state[TURN]
    line += b" turn="
    line += b"none" if turn == NOBODY else game.colours[turn].encode()
    if state[WINNER]:
        names = [game.colours[seat] for seat in range(4) if state[WINNER] >> seat & 1]
        line += (" winner=" + "+".join(names)).encode()
    else:
        if state[TRIES]:
            line += b" tries=%d" % state[TRIES]
        if state[MOVED] != NOBODY:
            line += b" moved=%d" % state[MOVED]
    changed = options_text(game)
    if changed is not None:
        line += (" opt=" + changed).encode()
    return str(line, "utf-8")


def _pawns(game: Game, state: "bytes | bytearray") -> bytearray:
    """Return how a line begins: the rulebook and where the pawns stand."""
    line = bytearray(game.rulebook.encode())
    for seat in game.seats:
        line.append(0x20)
        line += game.colours[seat].encode()
        for i in range(4 * seat, 4 * seat + game.pawns):
            line.append(0x2C if i & 3 else 0x3A)
            _put_place(line, game, state[i])
    return line


def _put_place(line: bytearray, game: Game, code: int) -> None:
    if code == 0:
        line.append(0x68)
    elif code <= game.ring:
        code -= 1
        if code > 9:
            line.append(0x30 + code // 10)
        line.append(0x30 + code % 10)
    elif code == game.fin:
        line.append(0x66)
    else:
        line.append(0x7A)
        line.append(0x30 + code - game.ring)


def options_text(game: Game) -> "str | None":
    """Return the value of `opt=`: what differs from the defaults and changes what a card may do; None for none."""
    return _options(game, True)


def round_options_text(game: Game) -> "str | None":
    """Return the options that differ from the defaults and stand in no position line, as `options_text`."""
    return _options(game, False)


def _options(game: Game, in_line: bool) -> "str | None":
    names = []
    for name, values, carried in game.house:
        if carried == in_line and game.options[name] != values[0]:
            names.append(name)
    return ",".join(["%s:%s" % (n, game.options[n]) for n in sorted(names)]) if names else None


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
