# SPDX-License-Identifier: Apache-2.0
"""Short spelling for hand-worked cases: name only the pawns that matter."""

from .contract import moves
from .notation import GAME, SEATS, in_order

RULEBOOK = {
    "movers": "partners-movers",
    "nordic": "partners-nordic",
    "pawns": "partners-pawns",
    "ludo": "ludo-norsk",
    "sorry": "sorry",
}
EDITIONS = ["movers", "nordic", "pawns"]


def line_of(rulebook, pawns, turn, keys="", players=None):
    """Return a canonical line; colours and pawns not named are at home.

    Args:
        rulebook: a key of RULEBOOK.
        pawns: such as `green:3,z4 red:0`.
        turn: whose turn it is.
        keys: fields after the turn, such as `moved=17`.
        players: the colours in play, all four where None.
    """
    game = GAME[RULEBOOK[rulebook]]
    given = dict(field.split(":") for field in pawns.split())
    fields = [RULEBOOK[rulebook]]
    for colour in players.split() if players else SEATS[game]:
        listed = given.pop(colour, "h").split(",")
        listed += ["h"] * (4 - len(listed))
        fields.append("%s:%s" % (colour, ",".join(in_order(game, listed))))
    assert not given, "not in play: %s" % given
    return " ".join([*fields, "turn=" + turn, *keys.split()])


def changes(line, action):
    """Return the set of changes an action can make, without a plain next turn.

    A change is told as `colour:` and the pawns of that colour that are not at
    home, and as the fields after the colours where they say more than that the
    next player has the turn.
    """
    before = line.split(" ")
    colours = [field.split(":")[0] for field in before if ":" in field and "=" not in field]
    turn = next(field[5:] for field in before if field.startswith("turn="))
    following = "turn=" + colours[(colours.index(turn) + 1) % len(colours)]
    found = set()
    for _, result in moves(line, action):
        told = []
        for field in result.split(" "):
            if field in (*before, following) and not field.startswith("turn=" + turn):
                continue
            colour, colon, listed = field.partition(":")
            if colon and "=" not in field:
                field = colour + ":" + ",".join(p for p in listed.split(",") if p != "h")
            told.append(field)
        found.add(" ".join(told))
    return found


def go(rulebook, pawns, turn, action, keys="", players=None):
    """Return `changes` of a position spelled as for `line_of`."""
    return changes(line_of(rulebook, pawns, turn, keys, players), action)
