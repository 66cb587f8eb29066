# SPDX-License-Identifier: Apache-2.0
"""International Ludo read a second time: plain dicts, every pawn walked space by space.

It shares no code with the engine and was written from the README of the game alone.
"""

ORDER = ("red", "yellow", "blue", "green")
STARTS = {"red": 0, "yellow": 13, "blue": 26, "green": 39}
SAFE = {0, 8, 13, 21, 26, 34, 39, 47}
RANK = {
    "h": -1,
    **{str(n): n for n in range(52)},
    **{f"z{n}": 51 + n for n in range(1, 6)},
    "f": 99,
}


def read(line):
    """Return a position line as (pawns of each colour, everything else)."""
    pawns, rest = {}, {"tries": 0, "opt": ""}
    rulebook, *fields = line.split(" ")
    assert rulebook == "ludo-world"
    for field in fields:
        if ":" in field and "=" not in field:
            colour, _, places = field.partition(":")
            pawns[colour] = places.split(",")
        else:
            key, _, value = field.partition("=")
            rest[key] = int(value) if key == "tries" else value
    return pawns, rest


def write(pawns, turn, tries, option):
    """Return the line of a position; whoever has four pawns in the goal has won."""
    line = "ludo-world"
    for colour in ORDER:
        if colour in pawns:
            line += f" {colour}:{','.join(sorted(pawns[colour], key=RANK.__getitem__))}"
    won = [colour for colour in pawns if pawns[colour] == ["f"] * 4]
    line += f" turn=none winner={won[0]}" if won else f" turn={turn}"
    if tries and not won:
        line += f" tries={tries}"
    return line + (f" opt={option}" if option else "")


def onward(colour, place):
    """Return the place one step on, None past the goal (W2)."""
    if place == "f":
        return None
    if place.startswith("z"):
        return "f" if place == "z5" else f"z{int(place[1]) + 1}"
    if int(place) == (STARTS[colour] + 50) % 52:
        return "z1"
    return str((int(place) + 1) % 52)


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


def results(line, throw):
    """Return the lines a throw may lead to, sorted."""
    pawns, rest = read(line)
    turn, tries, option = rest["turn"], rest["tries"], rest["opt"]
    if turn == "none":
        return []
    playing = [colour for colour in ORDER if colour in pawns]
    following = playing[(playing.index(turn) + 1) % len(playing)]
    if throw == 6 and tries == 2:  # W4
        return [write(pawns, following, 0, option)]
    found = set()
    for number, place in enumerate(pawns[turn]):
        to = walk(pawns, turn, place, throw, option)
        if to is None:
            continue
        after = {colour: list(places) for colour, places in pawns.items()}
        after[turn][number] = to
        again = throw == 6 or to == "f"  # W3, W8
        for other in playing:
            if other != turn and not open_to_all(to) and to in after[other]:  # W7
                after[other][after[other].index(to)] = "h"
                again = True
        sixes = tries + 1 if throw == 6 else 0
        found.add(write(after, turn if again else following, sixes, option))
    if not found:  # W9
        stays = throw == 6
        found.add(write(pawns, turn if stays else following, tries + 1 if stays else 0, option))
    return sorted(found)


def perft(line, depth):
    """Count the sequences of (throw, distinct result)."""
    if not depth:
        return 1
    return sum(perft(after, depth - 1) for throw in range(1, 7) for after in results(line, throw))
