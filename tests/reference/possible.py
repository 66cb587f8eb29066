# SPDX-License-Identifier: Apache-2.0
"""Which positions are possible at all: section 1.6 of the rulings.

Readings chosen where the section leaves room:
* The four frifelt fields of Ludo are fields of the board: an absent colour's
  one is a frifelt too, where any mix is accepted.
* "Without a single capturable pawn there" means: not one colour stands there
  with exactly one pawn that may be captured. More than one is accepted (L8).
* `moved` is the letter of 1.6: any number of colours may stand there.
"""

from .notation import GAME, SEATS, BadLine, on_ring


def check(position):
    """Raise BadLine where a position breaks section 1.6, else return it."""
    game = GAME[position["rulebook"]]
    check_winner(game, position)
    if game == "partners":
        check_partners(position)
    elif game == "ludo":
        check_ludo(position)
    else:
        check_sorry(position)
    return position


def has_won(game, pawns, colour):
    """Tell whether a colour is through: four locked pawns, or four in `f`."""
    if game == "partners":
        return sorted(pawns[colour]) == ["z1", "z2", "z3", "z4"]
    return pawns[colour] == ["f", "f", "f", "f"]


def sides(game, pawns):
    """Return the lists of colours that win together."""
    if game == "partners":
        return [["green", "red"], ["blue", "yellow"]]
    return [[colour] for colour in pawns]


def check_winner(game, position):
    """Any game: a won game ends, and a winner has won (P20, L12, S12)."""
    for side in sides(game, position["pawns"]):
        won = all(has_won(game, position["pawns"], colour) for colour in side)
        if won and position["turn"] is not None:
            raise BadLine("turn", "the game is won by %s, so it is none" % "+".join(side))
        if side == position["winner"] and not won:
            raise BadLine("winner", "%s has not won" % "+".join(side))


def standing(pawns, place):
    """Return {colour: how many pawns} of one place."""
    found = {}
    for colour in pawns:
        count = pawns[colour].count(place)
        if count:
            found[colour] = count
    return found


def ring_places(pawns):
    """Return the ring places with a pawn on them, each once, lowest first."""
    found = set()
    for colour in pawns:
        found.update(place for place in pawns[colour] if on_ring(place))
    return sorted(found, key=int)


def check_partners(position):
    """P4, P10, P13, P16: one colour to a space, one pawn to a circle."""
    pawns = position["pawns"]
    for colour in pawns:
        for circle in ("z1", "z2", "z3", "z4"):
            if pawns[colour].count(circle) > 1:
                raise BadLine(colour, "has two pawns in circle " + circle)
    for place in ring_places(pawns):
        found = standing(pawns, place)
        if len(found) > 1:
            raise BadLine(list(found)[1], "stands on %s with another colour" % place)
    for seat, owner in enumerate(SEATS["partners"]):
        start = str(15 * seat)
        for colour, count in standing(pawns, start).items():
            if colour == owner:
                continue
            if position["rulebook"] == "partners-pawns":
                raise BadLine(colour, "stands on the start space %s of %s" % (start, owner))
            if position["rulebook"] == "partners-movers" and count > 1:
                raise BadLine(colour, "has two pawns on the start space %s of %s" % (start, owner))


def check_ludo(position):
    """L1, L2, L4, L7 to L10: seats, the skipped field, mixes, tries and moved."""
    pawns = position["pawns"]
    seats = SEATS["ludo"]
    if len(pawns) == 2 and list(pawns) != ["red", "blue"]:
        raise BadLine("colours", "two players are red and blue")
    for colour in pawns:
        skipped = str((13 * seats.index(colour) + 51) % 52)
        if skipped in pawns[colour]:
            raise BadLine(colour, "never stands on %s" % skipped)
    frifelt = ["0", "13", "26", "39"]
    for place in ring_places(pawns):
        found = standing(pawns, place)
        if len(found) > 1 and place not in frifelt and place != position["moved"]:
            raise BadLine(list(found)[1], "stands on %s with another colour" % place)
    if position["tries"]:
        for place in pawns[position["turn"]]:
            if place not in ("h", "f"):
                raise BadLine("tries", "%s has a pawn in play on %s" % (position["turn"], place))
    if position["moved"] is not None:
        check_moved(position)


def check_moved(position):
    """L9, L10: a pending capture has its attacker and somebody to capture."""
    seats = SEATS["ludo"]
    place = position["moved"]
    found = standing(position["pawns"], place)
    if position["turn"] not in found:
        raise BadLine("moved", "%s has no pawn on %s" % (position["turn"], place))
    if place == str(13 * seats.index(position["turn"])):
        raise BadLine("moved", "on the own frifelt a capture is never deferred")
    capturable = []
    for colour, count in found.items():
        if colour == position["turn"]:
            continue
        if count > 1:
            raise BadLine("moved", "%s has a barrier on %s" % (colour, place))
        if place != str(13 * seats.index(colour)):
            capturable.append(colour)
    if not capturable:
        raise BadLine("moved", "there is nobody to capture on %s" % place)


def check_sorry(position):
    """S6, S8: never two pawns on one track or safety space."""
    pawns = position["pawns"]
    for place in ring_places(pawns):
        found = standing(pawns, place)
        if sum(found.values()) > 1:
            raise BadLine(list(found)[-1], "two pawns stand on track space " + place)
    for colour in pawns:
        for place in ("z1", "z2", "z3", "z4", "z5"):
            if pawns[colour].count(place) > 1:
                raise BadLine(colour, "has two pawns on safety space " + place)
