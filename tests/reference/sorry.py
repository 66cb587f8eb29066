# SPDX-License-Identifier: Apache-2.0
"""Sorry!, walked step by step (rulings S1 to S12).

Readings chosen where a ruling leaves room:
* S4: the 10 may go one back also where ten forward is possible.
* S5: the change of places may be declined only where the 11 moves no pawn
  forward; the 2 lists `-` only where it moves nothing.
* S6: `own_landing` decides about the space where the counted move ends, on the
  track, on the start circle and in the safety zone. HOME takes any number.
* S7: a slide sends own pawns to START in both settings of `own_landing`. The
  triangle is judged first, so its pawn is bumped (or the move is illegal)
  before the slide.
* S7: with a change of places the own pawn stands on the triangle after both
  pawns have changed, so the other pawn may be swept from its new space.
* S10: the two pawns are different pawns. The parts are tried in both orders,
  1+6 to 6+1; a pawn that was swept to START is out, the 7 does not start.
* S12: a game is won when the whole card has been used.
"""

from .notation import SEATS, copy, on_ring, onward, step_text, swap_text
from .possible import has_won

OFFSET = {"red": 0, "blue": 15, "yellow": 30, "green": 45}
FORWARD = {"1": 1, "2": 2, "3": 3, "5": 5, "7": 7, "8": 8, "10": 10, "11": 11, "12": 12}
BACKWARD = {"4": 4, "10": 1}


def start_circle(colour):
    """Return the track space where a colour starts (S1)."""
    return str(OFFSET[colour] + 4)


def safety_entry(colour):
    """Return the track space before `z1` of a colour (S1)."""
    return str(OFFSET[colour] + 2)


def walk_forward(colour, place, steps):
    """Walk forward, any pawn in the way is jumped; None past HOME (S1, S9)."""
    for _ in range(steps):
        if place == "f":
            return None
        place = onward(place, 60, safety_entry(colour))
    return place


def walk_backward(colour, place, steps):
    """Walk backward, out of the safety zone but never into it (S8, S9)."""
    for _ in range(steps):
        if place == "z1":
            place = safety_entry(colour)
        elif place.startswith("z"):
            place = "z%d" % (int(place[1]) - 1)
        else:
            place = str((int(place) - 1) % 60)
    return place


def slide_from(colour, place):
    """Return the other spaces of the slide that begins here (S1, S7).

    An empty list where there is no slide, or it is of the pawn's own colour.
    """
    for owner, offset in OFFSET.items():
        if owner == colour:
            continue
        if place == str(offset + 1):
            return [str(offset + 2), str(offset + 3), str(offset + 4)]
        if place == str(offset + 9):
            return [str(offset + 10), str(offset + 11), str(offset + 12), str(offset + 13)]
    return []


def send_to_start(pawns, place):
    """Send whoever stands on a track space to START; return who that was."""
    for colour in pawns:
        for number in range(4):
            if pawns[colour][number] == place:
                pawns[colour][number] = "h"
                return [(colour, place)]
    return []


def slide(pawns, colour, number):
    """Slide the pawn if it stands on a foreign triangle, in place (S7).

    Returns:
        [(colour, place) sent to START].
    """
    sent = []
    for place in slide_from(colour, pawns[colour][number]):
        sent += send_to_start(pawns, place)
        pawns[colour][number] = place
    return sent


def land(pawns, colour, number, place, own_landing):
    """Put a pawn on the space where its counted move ends (S6, S7, S8).

    Returns:
        (end place, pawns, [(colour, place) sent]), or None where it is illegal.
    """
    after = copy(pawns)
    after[colour][number] = "lifted"
    sent = []
    if place != "f" and place in after[colour]:
        if own_landing == "illegal":
            return None
        after[colour][after[colour].index(place)] = "h"
        sent.append((colour, place))
    if on_ring(place):
        sent += send_to_start(after, place)
    after[colour][number] = place
    sent += slide(after, colour, number)
    return after[colour][number], after, sent


def move_pawn(pawns, colour, number, steps, own_landing):
    """Move one pawn on the board, backward where `steps` is negative (S4).

    Returns:
        (text, pawns), or None where this pawn cannot make the move.
    """
    place = pawns[colour][number]
    if place in ("h", "f"):
        return None
    if steps > 0:
        target = walk_forward(colour, place, steps)
    else:
        target = walk_backward(colour, place, -steps)
    if target is None:
        return None
    return landed_text(colour, place, land(pawns, colour, number, target, own_landing))


def landed_text(colour, place, landed):
    """Turn the outcome of `land` into (text, pawns), None stays None."""
    if landed is None:
        return None
    end, after, sent = landed
    return step_text(colour, place, end, sent), after


def start_pawn(pawns, colour, number, own_landing):
    """Bring one pawn from START onto its start circle (S4, S6)."""
    if pawns[colour][number] != "h":
        return None
    landed = land(pawns, colour, number, start_circle(colour), own_landing)
    return landed_text(colour, "h", landed)


def split_moves(pawns, colour, own_landing):
    """Every 7 shared by two different pawns, in both orders (S4, S10)."""
    found = []
    for first in range(4):
        for second in range(4):
            if first == second:
                continue
            for steps in range(1, 7):
                one = move_pawn(pawns, colour, first, steps, own_landing)
                if one is None:
                    continue
                two = move_pawn(one[1], colour, second, 7 - steps, own_landing)
                if two is not None:
                    found.append((one[0] + "+" + two[0], two[1]))
    return found


def targets(pawns, colour):
    """Every (colour, number) of an opponent's pawn on the track (S11)."""
    found = []
    for other in pawns:
        for number in range(4):
            if other != colour and on_ring(pawns[other][number]):
                found.append((other, number))
    return found


def swap_moves(pawns, colour):
    """Every change of places of the 11 (S4, S7, S11)."""
    found = []
    for number in range(4):
        here = pawns[colour][number]
        if not on_ring(here):
            continue
        for other, target in targets(pawns, colour):
            there = pawns[other][target]
            after = copy(pawns)
            after[colour][number] = there
            after[other][target] = here
            text = swap_text(colour, here, other, there)
            sent = slide(after, colour, number)
            if after[colour][number] != there:
                text += "+" + step_text(colour, there, after[colour][number], sent)
            found.append((text, after))
    return found


def sorry_moves(pawns, colour):
    """Every use of the Sorry! card (S4, S7, S11)."""
    found = []
    for number in range(4):
        if pawns[colour][number] != "h":
            continue
        for other, target in targets(pawns, colour):
            landed = land(pawns, colour, number, pawns[other][target], "illegal")
            found.append(landed_text(colour, "h", landed))
    return found


def card_moves(pawns, colour, action, own_landing):
    """Every use of a card that moves a pawn, without the 11's exchange (S4)."""
    if action == "sorry":
        return sorry_moves(pawns, colour)
    tried = []
    for number in range(4):
        if action in ("1", "2"):
            tried.append(start_pawn(pawns, colour, number, own_landing))
        if action in FORWARD:
            tried.append(move_pawn(pawns, colour, number, FORWARD[action], own_landing))
        if action in BACKWARD:
            tried.append(move_pawn(pawns, colour, number, -BACKWARD[action], own_landing))
    found = [made for made in tried if made is not None]
    if action == "7":
        found += split_moves(pawns, colour, own_landing)
    return found


def moves(position, action):
    """Return [(move text, position after it)], results may repeat (1.5, S5)."""
    pawns = position["pawns"]
    player = position["turn"]
    made = card_moves(pawns, player, action, position["options"]["own_landing"])
    if action == "11":
        swaps = swap_moves(pawns, player)
        if swaps and not made:
            swaps.append(("-", copy(pawns)))
        made += swaps
    elif action == "2" and not made:
        made.append(("-", copy(pawns)))
    return [(text, finish(position, after, action)) for text, after in made]


def finish(position, pawns, action):
    """Give the turn on, keep it after a 2, or end the game (S4, S12)."""
    player = position["turn"]
    after = dict(position, pawns=pawns)
    playing = [colour for colour in SEATS["sorry"] if colour in pawns]
    if has_won("sorry", pawns, player):
        after.update(turn=None, winner=[player])
    elif action != "2":
        after["turn"] = playing[(playing.index(player) + 1) % len(playing)]
    return after
