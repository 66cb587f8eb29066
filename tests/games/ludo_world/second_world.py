# SPDX-License-Identifier: Apache-2.0
"""International Ludo read a second time: plain dicts, every pawn walked space by space.

It shares no code with the engine and was written from the README of the game alone.
"""

from ludo_lines import STARTS, following, onward, read, write

SAFE = {0, 8, 13, 21, 26, 34, 39, 47}


def open_to_all(place):
    """Tell whether pairs and captures do not exist on a place: home, goal, row, entry, star (W5)."""
    return not place.isdecimal() or int(place) in SAFE


def pair(pawns, colour, place):
    """Tell whether another colour has two pawns there that count (W6)."""
    return not open_to_all(place) and any(
        pawns[other].count(place) > 1 for other in pawns if other != colour
    )


def walk(pawns, colour, place, throw, option):
    """Return where a pawn comes to, None when it cannot go (W2, W3, W6)."""
    if place == "h":
        return str(STARTS[colour]) if throw == 6 else None
    for left in reversed(range(throw)):
        place = onward(colour, place)
        if place is None:
            return None
        if pair(pawns, colour, place) and (left == 0 or option != "pairs:pass"):
            return None
    return place


def results(text, throw):
    """Return the lines a throw may lead to, sorted."""
    pawns, rest = read(text)
    turn, tries, option = rest["turn"], rest["tries"], rest["opt"]
    if turn == "none":
        return []
    then = following(pawns, turn)
    if throw == 6 and tries == 2:  # W4
        return [write(pawns, then, 0, rest)]
    found = set()
    for number, place in enumerate(pawns[turn]):
        to = walk(pawns, turn, place, throw, option)
        if to is None:
            continue
        after = {colour: list(places) for colour, places in pawns.items()}
        after[turn][number] = to
        again = throw == 6 or to == "f"  # W3, W8
        for other in pawns:
            if other != turn and not open_to_all(to) and to in after[other]:  # W7
                after[other][after[other].index(to)] = "h"
                again = True
        sixes = tries + 1 if throw == 6 else 0
        found.add(write(after, turn if again else then, sixes, rest))
    if not found:  # W9
        stays = throw == 6
        found.add(write(pawns, turn if stays else then, tries + 1 if stays else 0, rest))
    return sorted(found)
