# SPDX-License-Identifier: Apache-2.0
"""The three Partners editions, walked step by step (rulings P1 to P20).

Readings chosen where a ruling leaves room:
* P13: locked is judged on the board as it is when the part is made.
* P14: a pawn keeps its identity during the card, also one that is sent home:
  it is at home and has no part any more.
* P15: the finishing part is made first, the partner's parts follow. Giving up
  the rest is a result of its own; with `rest:may` (H1) it stands beside those that
  use it, with `rest:must` only where nothing uses it in full.
* P15, P19: whether the partner's pawns are used is decided when the card is
  laid: either exactly one own pawn is unlocked (P15) or none is (P19).
* P16: a single own pawn on its own start space may be swapped in movers and
  nordic.
* P20: winning is looked at once, when the whole card has been used.
"""

from .notation import SEATS, copy, on_ring, step_text, swap_text
from .partners_walk import start_of, walk_backward, walk_forward
from .possible import has_won

START_IS_PROTECTED = {"partners-movers": False, "partners-nordic": False, "partners-pawns": True}
PARTNER = {"green": "red", "red": "green", "blue": "yellow", "yellow": "blue"}
PLAIN = {"8s": [8], "13s": [13], "1/14": [1, 14]}


def locked(pawns, colour, place):
    """P13: in a circle, with every deeper circle filled."""
    if not place.startswith("z"):
        return False
    for deeper in range(int(place[1]) + 1, 5):
        if "z%d" % deeper not in pawns[colour]:
            return False
    return True


def all_locked(pawns, colour):
    """P19: four locked pawns fill the four circles."""
    return has_won("partners", pawns, colour)


def land(pawns, colour, number, place):
    """Put pawn `number` of a colour on a place (P10).

    Returns:
        (pawns, [(colour, place) sent home], True where it is itself sent home).
    """
    after = copy(pawns)
    after[colour][number] = place
    if not on_ring(place):
        return after, [], False
    for other in SEATS["partners"]:
        if other == colour:
            continue
        count = pawns[other].count(place)
        if count >= 2:
            after[colour][number] = "h"
            return after, [], True
        if count == 1:
            after[other][after[other].index(place)] = "h"
            return after, [(other, place)], False
    return after, [], False


def move_pawn(rulebook, pawns, colour, number, steps):
    """Move one pawn: steps forward, or backward where negative (P8, P13).

    Returns:
        (text, pawns), or None where this pawn cannot make the move.
    """
    place = pawns[colour][number]
    if place == "h" or locked(pawns, colour, place):
        return None
    others = copy(pawns)
    others[colour].pop(number)
    if steps > 0:
        end = walk_forward(rulebook, others, colour, place, steps)
    elif on_ring(place):
        end = walk_backward(rulebook, others, colour, place, -steps)
    else:
        end = None
    if end is None:
        return None
    after, sent_home, itself = land(pawns, colour, number, end)
    return step_text(colour, place, end, sent_home, itself), after


def start_moves(pawns, colour):
    """Every way to bring a pawn from home to its own start (P8, P10)."""
    found = []
    for number in range(4):
        if pawns[colour][number] == "h":
            end = str(start_of(colour))
            after, sent_home, itself = land(pawns, colour, number, end)
            found.append((step_text(colour, "h", end, sent_home, itself), after))
    return found


def parts(rulebook, pawns, colour, left, used):
    """Every way to walk `left` steps with pawns not `used` yet (P14).

    Yields:
        ([texts in order], pawns), with the steps used in full.
    """
    if left == 0:
        yield [], pawns
        return
    for number in range(4):
        if number in used:
            continue
        for steps in range(1, left + 1):
            made = move_pawn(rulebook, pawns, colour, number, steps)
            if made is None:
                continue
            text, after = made
            for texts, end in parts(rulebook, after, colour, left - steps, used + [number]):
                yield [text] + texts, end


def seven_moves(rulebook, options, pawns, colour, helping):
    """Every use of the 7 by the pawns of `colour` (P14), with P15 unless helping (P19)."""
    found = []
    for texts, after in parts(rulebook, pawns, colour, 7, []):
        found.append(("+".join(texts), after))
    if not helping:
        found += finishing_sevens(rulebook, options, pawns, colour)
    return found


def finishing_sevens(rulebook, options, pawns, colour):
    """Every 7 of which a part locks the last own pawn (P15)."""
    found = []
    unlocked = []
    for number in range(4):
        if not locked(pawns, colour, pawns[colour][number]):
            unlocked.append(number)
    if len(unlocked) != 1:
        return []
    for steps in range(1, 7):
        made = move_pawn(rulebook, pawns, colour, unlocked[0], steps)
        if made is None:
            continue
        text, after = made
        if not locked(after, colour, after[colour][unlocked[0]]):
            continue
        usable = False
        for texts, end in parts(rulebook, after, PARTNER[colour], 7 - steps, []):
            usable = True
            found.append(("+".join([text] + texts), end))
        if gives_up(options, usable):
            found.append((text, after))
    return found


def gives_up(options, usable):
    """Tell whether the rest of a 7 that finishes may be given up (P15, H1).

    Args:
        usable: whether the partner's pawns can use the rest in full.
    """
    if "rest" not in options:
        return False  # the pawns edition
    return options["rest"] == "may" or not usable


def swappable(rulebook, pawns):
    """Every (colour, number) that may be swapped (P16)."""
    found = []
    for colour in SEATS["partners"]:
        for number in range(4):
            place = pawns[colour][number]
            if not on_ring(place) or pawns[colour].count(place) > 1:
                continue
            if START_IS_PROTECTED[rulebook] and int(place) == start_of(colour):
                continue
            found.append((colour, number))
    return found


def swap_moves(rulebook, pawns):
    """Every change of places of two pawns on different ring spaces (P16, P17)."""
    found = []
    for one, first in swappable(rulebook, pawns):
        for two, second in swappable(rulebook, pawns):
            here, there = pawns[one][first], pawns[two][second]
            if int(here) >= int(there):
                continue
            after = copy(pawns)
            after[one][first] = there
            after[two][second] = here
            found.append((swap_text(one, here, two, there), after))
    return found


def card_moves(rulebook, options, pawns, colour, action, helping):
    """Every use of one card by the pawns of `colour` (P8).

    Args:
        helping: True where they are the pawns of the player's partner (P19).
    """
    if action == "swap":
        return swap_moves(rulebook, pawns)
    if action == "7":
        return seven_moves(rulebook, options, pawns, colour, helping)
    found = []
    if action in ("start", "8s", "13s"):
        found = start_moves(pawns, colour)
    if action == "start":
        return found
    for steps in PLAIN.get(action) or [int(action)]:
        for number in range(4):
            made = move_pawn(rulebook, pawns, colour, number, steps)
            if made is not None:
                found.append(made)
    return found


def moves(position, action):
    """Return [(move text, position after it)], results may repeat (1.5)."""
    pawns = position["pawns"]
    player = position["turn"]
    helping = all_locked(pawns, player)
    mover = PARTNER[player] if helping else player
    found = []
    rules = position["rulebook"], position["options"]
    for text, after in card_moves(*rules, pawns, mover, action, helping):
        found.append((text, finish(position, after)))
    return found


def finish(position, pawns):
    """Give the turn to the next seat, or end the game (1.5, P20)."""
    seats = SEATS["partners"]
    player = position["turn"]
    after = dict(position, pawns=pawns)
    if all_locked(pawns, player) and all_locked(pawns, PARTNER[player]):
        after["turn"] = None
        after["winner"] = [seat for seat in seats if seat in (player, PARTNER[player])]
    else:
        after["turn"] = seats[(seats.index(player) + 1) % 4]
    return after
