# SPDX-License-Identifier: Apache-2.0
"""The command-line contract of the rulings (1.5), as functions."""

from . import ludo, partners, sorry
from .notation import ACTIONS, GAME, BadLine, read, write
from .possible import check

MOVES = {"partners": partners.moves, "ludo": ludo.moves, "sorry": sorry.moves}


def parse(line):
    """Read a line and check that the position is possible (1.2, 1.6).

    Raises:
        BadLine: naming the field and the reason.
    """
    return check(read(line))


def actions(line):
    """Return the actions of a line's rulebook in the order of 1.3."""
    return ACTIONS[GAME[read(line)["rulebook"]]]


def distinct(position, action):
    """Return {result line: (move text, position)} of a position dict."""
    game = GAME[position["rulebook"]]
    if action not in ACTIONS[game]:
        raise BadLine("action", "%r is no action of this game" % action)
    found = {}
    if position["turn"] is None:
        return found
    for text, after in MOVES[game](position, action):
        found.setdefault(write(after), (text, after))
    return found


def moves(line, action):
    """Return [(move text, result line)], one per distinct result (1.5).

    Sorted by the bytes of the result; the text is one of those that lead there.

    Raises:
        BadLine: for a malformed or impossible line or an unknown action.
    """
    found = distinct(parse(line), action)
    return [(found[result][0], result) for result in sorted(found, key=str.encode)]


def results(line, action):
    """Return only the sorted result lines of `moves`."""
    return [result for _, result in moves(line, action)]


def perft(line, depth):
    """Count the sequences of (action, distinct result) of a length (1.5)."""
    return count(parse(line), depth)


def count(position, depth):
    """Count as `perft` does, from a position dict."""
    if depth == 0:
        return 1
    total = 0
    for action in ACTIONS[GAME[position["rulebook"]]]:
        for _, after in distinct(position, action).values():
            total += count(after, depth - 1)
    return total
