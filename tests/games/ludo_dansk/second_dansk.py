# SPDX-License-Identifier: Apache-2.0
"""Danish Ludo read a second time: plain dicts, every pawn walked space by space.

It shares no code with the engine and was written from the README of the game alone.
"""

from ludo_lines import STARTS, following, onward, read, write

STARS = (5, 11, 18, 24, 31, 37, 44, 50)
GLOBES = (8, 21, 34, 47)


def end_of(colour, place, throw):
    """Return where a throw brings a pawn, None when it stays at home (D2, D9)."""
    if place == "h":
        return str(STARTS[colour]) if throw == 6 else None
    for left in range(throw, 0, -1):
        if place == "f":
            return f"z{6 - left}"  # from the goal back
        place = onward(colour, place)
    return place


def beyond(colour, place, option):
    """Return where a pawn goes on to from a star, None from any other place (D7, D8)."""
    if not place.isdecimal() or int(place) not in STARS:
        return None
    if int(place) == (STARTS[colour] + 50) % 52:
        return "f" if option != "last_star:stay" else None
    return str(STARS[(STARS.index(int(place)) + 1) % len(STARS)])


def safe(pawns, colour, place):
    """Tell whether a colour's pawns on a ring space send home the one that lands (D4, D5, D6)."""
    for owner, start in STARTS.items():
        if int(place) == start:
            return owner == colour
    return int(place) in GLOBES or pawns[colour].count(place) > 1


def land(pawns, colour, place):
    """Send home who is not safe; tell whether the pawn that lands may stay (D4)."""
    if not place.isdecimal():
        return True
    there = [other for other in pawns if other != colour and place in pawns[other]]
    if any(safe(pawns, other, place) for other in there):
        return False
    for other in there:
        pawns[other] = ["h" if one == place else one for one in pawns[other]]
    return True


def results(text, throw):
    """Return the lines a throw may lead to, sorted."""
    before, rest = read(text)
    turn, tries, option = rest["turn"], rest["tries"], rest["opt"]
    if turn == "none":
        return []
    then = turn if throw == 6 else following(before, turn)
    found = set()
    for number, place in enumerate(before[turn]):
        to = None if place == "f" else end_of(turn, place, throw)
        if to is None:
            continue
        pawns = {colour: list(places) for colour, places in before.items()}
        pawns[turn][number] = "h"  # in the hand
        stays = to == place or land(pawns, turn, to)
        star = beyond(turn, to, option)
        if stays and star:
            to, stays = star, land(pawns, turn, star)
        pawns[turn][number] = to if stays else "h"
        found.add(write(pawns, then, 0, rest))
    if not found:  # D3: only pawns at home and in the goal
        last = tries == 2
        found.add(write(before, following(before, turn) if last else turn, 0 if last else tries + 1, rest))  # fmt: skip
    return sorted(found)
