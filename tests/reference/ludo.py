# SPDX-License-Identifier: Apache-2.0
"""Norwegian Ludo, walked step by step (rulings L1 to L12).

Readings chosen where a ruling leaves room:
* L3: a 6 may bring a pawn in or move one that is in play, as the player likes.
* L4: the tries belong to the turn: they start again at none whenever the turn
  passes or a 6 has been moved.
* L5, L6: a 6 without a legal move, or a declined one, gives no extra throw.
* L8: a pawn stands on its own frifelt only on the field of its own colour; on
  the frifelt of another colour it can be captured like anywhere.
* L9: a pending capture is judged pawn by pawn: if any own pawn other than the
  moving one stands on the field, the capture happens, before the move is
  walked. A pass is a use of the throw that moves nothing away.
* L9: what is captured then is every single pawn of another colour on that
  field which does not stand on its own frifelt (L8).
* L10: only the 6 that enters captures at once; it sets no `moved`.
* L11: a second 6 that lands on an opponent is pending again, on its own field.
"""

from .notation import SEATS, copy, on_ring, onward, step_text
from .possible import has_won


def frifelt(colour):
    """Return the field where a colour enters (L1)."""
    return str(13 * SEATS["ludo"].index(colour))


def below_row(colour):
    """Return the last ring field of a colour, below its row (L2)."""
    return str((int(frifelt(colour)) + 50) % 52)


def barrier(pawns, colour, place):
    """L7: do two or more pawns of one other colour stand there?"""
    for other in pawns:
        if other != colour and pawns[other].count(place) >= 2:
            return True
    return False


def walk(pawns, colour, place, steps):
    """Walk a pawn in play; None past the goal (L2) or at a barrier (L7)."""
    for _ in range(steps):
        if place == "f":
            return None
        place = onward(place, 52, below_row(colour))
        if on_ring(place):
            if barrier(pawns, colour, place):
                return None
    return place


def capturable(pawns, colour, place):
    """L8: the colours that `colour` captures on a field, each judged alone."""
    found = []
    for other in pawns:
        if other != colour and pawns[other].count(place) == 1 and place != frifelt(other):
            found.append(other)
    return found


def capture(pawns, colours, place):
    """Send the pawn of each of these colours on a field to its yard."""
    after = copy(pawns)
    for colour in colours:
        after[colour][after[colour].index(place)] = "h"
    return after


def resolve(position, number):
    """L9: settle the pending capture when pawn `number` moves, None for a pass.

    Returns:
        (pawns, [(colour, place) sent home]).
    """
    pawns = position["pawns"]
    player = position["turn"]
    place = position["moved"]
    if place is None:
        return copy(pawns), []
    staying = list(pawns[player])
    if number is not None:
        staying.pop(number)
    if place not in staying:
        return copy(pawns), []
    victims = capturable(pawns, player, place)
    return capture(pawns, victims, place), [(victim, place) for victim in victims]


def move_pawn(position, number, roll):
    """Move one pawn by a throw (L3, L7 to L11).

    Returns:
        (text, position), or None where this pawn cannot move.
    """
    player = position["turn"]
    place = position["pawns"][player][number]
    pawns, sent_home = resolve(position, number)
    if place == "h":
        end = frifelt(player)
        if roll != 6 or barrier(pawns, player, end):
            return None
    else:
        end = walk(pawns, player, place, roll)
        if end is None:
            return None
    moved = None
    victims = capturable(pawns, player, end) if on_ring(end) else []
    if victims and roll == 6 and place != "h":
        moved = end
    elif victims:
        pawns = capture(pawns, victims, end)
        sent_home = sent_home + [(victim, end) for victim in victims]
    pawns[player][number] = end
    after = dict(position, pawns=pawns, moved=moved, tries=0)
    if has_won("ludo", pawns, player):
        after.update(turn=None, winner=[player], moved=None)
    elif roll != 6:
        after["turn"] = next_player(position)
    return step_text(player, place, end, sent_home), after


def next_player(position):
    """Return the next colour in play, clockwise (L1)."""
    playing = [colour for colour in SEATS["ludo"] if colour in position["pawns"]]
    return playing[(playing.index(position["turn"]) + 1) % len(playing)]


def pass_throw(position, roll):
    """The throw moves nothing: no legal move, or declined (L4, L5, L6, L9)."""
    player = position["turn"]
    pawns, _ = resolve(position, None)
    after = dict(position, pawns=pawns, moved=None)
    in_play = [place for place in pawns[player] if place not in ("h", "f")]
    if not in_play and roll != 6 and position["tries"] < 2:
        after["tries"] = position["tries"] + 1
    else:
        after["tries"] = 0
        after["turn"] = next_player(position)
    return "-", after


def moves(position, action):
    """Return [(move text, position after it)], results may repeat (1.5, L6)."""
    roll = int(action)
    found = []
    for number in range(4):
        made = move_pawn(position, number, roll)
        if made is not None:
            found.append(made)
    if not found or position["options"]["forced"] == "no":
        found.append(pass_throw(position, roll))
    return found
