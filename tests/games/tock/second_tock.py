# SPDX-License-Identifier: Apache-2.0
"""Tock read a second time: plain dicts, every pawn walked space by space, every order of a 7 tried.

It shares no code with the engine and was written from the README of the game alone.
"""

ORDER = ("green", "blue", "red", "yellow")
START = {"green": 0, "blue": 15, "red": 30, "yellow": 45}
PARTNER = {"green": "red", "red": "green", "blue": "yellow", "yellow": "blue"}
GOAL = ["z1", "z2", "z3", "z4"]
RANK = {"h": -1, **{str(n): n for n in range(60)}, **{z: 60 + n for n, z in enumerate(GOAL)}}
FORWARD = {"2": 2, "3": 3, "6": 6, "8": 8, "9": 9, "10": 10, "Q": 12}
CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker")


def read(line):
    """Return a position line as (pawns of each colour, whose turn, options, the options' text)."""
    rulebook, *fields = line.split(" ")
    assert rulebook == "tock"
    pawns = {f.partition(":")[0]: tuple(f.partition(":")[2].split(",")) for f in fields[:4]}
    rest = dict(field.split("=") for field in fields[4:])
    options = dict(one.split(":") for one in rest.get("opt", "").split(",") if one)
    return pawns, rest["turn"], options, f" opt={rest['opt']}" if options else ""


def write(pawns, turn, opt):
    """Return the line of a position; the pair whose eight pawns are in has won (T11)."""
    text = " ".join(f"{c}:{','.join(sorted(pawns[c], key=RANK.get))}" for c in ORDER)
    for pair in (("green", "red"), ("blue", "yellow")):
        if all(sorted(pawns[colour]) == GOAL for colour in pair):
            return f"tock {text} turn=none winner={'+'.join(pair)}{opt}"
    return f"tock {text} turn={turn}{opt}"


def ring(place):
    return place.isdecimal()


def wall(pawns, colour, place):
    """Tell whether another colour's pawn on its own start bars a space (T4)."""
    return any(c != colour and place == str(START[c]) and place in pawns[c] for c in ORDER)


def onward(colour, place):
    """Return the next space of a pawn's way, None behind the last one (T3)."""
    if not ring(place):
        return None if place == "z4" else GOAL[GOAL.index(place) + 1]
    return "z1" if int(place) == (START[colour] - 1) % 60 else str((int(place) + 1) % 60)


def walk(pawns, colour, place, steps):
    """Return where steps forward or back lead, None where they are not allowed (T4, T5)."""
    if place == "h" or (steps < 0 and not ring(place)):
        return None
    for _ in range(abs(steps)):
        place = onward(colour, place) if steps > 0 else str((int(place) - 1) % 60)
        if place is None or wall(pawns, colour, place):
            return None
        if not ring(place) and place in pawns[colour]:
            return None
    return None if place in pawns[colour] else place


def moved(pawns, colour, place, to):
    """Return the pawns after one of them has landed, and sent home whom it met (T4)."""
    after = {}
    for c in ORDER:
        own = list(pawns[c])
        if c == colour:
            own[own.index(place)] = to
        elif ring(to) and to in own:
            own[own.index(to)] = "h"
        after[c] = tuple(own)
    return after


def one(pawns, colour, steps):
    """Return the pawns after each way to move one pawn of a colour."""
    ways = [(place, walk(pawns, colour, place, steps)) for place in set(pawns[colour])]
    return [moved(pawns, colour, place, to) for place, to in ways if to]


def out(pawns, colour):
    """Return the pawns after one has come out of home, if one can (T6)."""
    start = str(START[colour])
    if "h" not in pawns[colour] or start in pawns[colour]:
        return []
    return [moved(pawns, colour, "h", start)]


def free(pawns, colour):
    """Return the places of a colour's pawns that others may touch: on the ring, not on their start."""
    return [place for place in pawns[colour] if ring(place) and int(place) != START[colour]]


def others(pawns, colour, steps):
    """Return the pawns after each way to move a pawn of another colour (T8)."""
    found = []
    for c in ORDER:
        ways = [(place, walk(pawns, c, place, steps)) for place in free(pawns, c) if c != colour]
        found += [moved(pawns, c, place, to) for place, to in ways if to]
    return found


def swaps(pawns, colour):
    """Return the pawns after each exchange of an own pawn with one of another colour (T9)."""
    found = []
    for c in ORDER:
        for mine in free(pawns, colour):
            for other in free(pawns, c) if c != colour else ():
                after = dict(pawns)
                after[colour] = tuple(other if p == mine else p for p in pawns[colour])
                after[c] = tuple(mine if p == other else p for p in pawns[c])
                found.append(after)
    return found


def shared(pawns, colour, steps):
    """Return the pawns after each way to share steps among a colour's pawns (T7)."""
    ends, seen = [], set()

    def go(now, waiting, left):
        mark = (tuple(now.items()), waiting, left)
        if mark in seen:
            return
        seen.add(mark)
        if not left:
            ends.append(now)
        for number in waiting:
            for part in range(1, left + 1):
                to = walk(now, colour, now[colour][number], part)
                if to:
                    after = moved(now, colour, now[colour][number], to)
                    go(after, tuple(n for n in waiting if n != number), left - part)

    go(pawns, (0, 1, 2, 3), steps)
    return ends


def seven(pawns, turn, colour, rest):
    """Return the pawns after each way to use a 7 (T7)."""
    found = shared(pawns, colour, 7)
    if colour == turn and {"z2", "z3", "z4"} <= set(pawns[colour]):
        (last,) = set(pawns[colour]) - {"z2", "z3", "z4"}
        for part in range(1, 7):
            if walk(pawns, colour, last, part) == "z1":
                home = moved(pawns, colour, last, "z1")
                with_rest = shared(home, PARTNER[colour], 7 - part)
                found += with_rest
                if not with_rest or rest == "may":
                    found.append(home)
    return found


def plays(pawns, turn, card, options):
    """Return the pawns after each use of a card."""
    colour = PARTNER[turn] if sorted(pawns[turn]) == GOAL else turn  # T11
    if card == "joker":
        if options.get("joker") == "start":
            return out(pawns, colour)
        return [after for other in CARDS[:-1] for after in plays(pawns, turn, other, options)]
    found = []
    if card in ("A", "K"):
        found += out(pawns, colour) + one(pawns, colour, 1 if card == "A" else 13)
    if (card, options.get({"A": "ace", "J": "jack"}.get(card))) in (("A", "11"), ("J", "11")):
        found += one(pawns, colour, 11)
    if card in FORWARD:
        found += one(pawns, colour, FORWARD[card])
    if card == "4":
        found += one(pawns, colour, -4)
    if card == "5":
        found += others(pawns, colour, 5)
        if options.get("five") == "any":
            found += one(pawns, colour, 5)
    if card == "7":
        found += seven(pawns, turn, colour, options.get("rest", "must"))
    if card == "J":
        found += swaps(pawns, colour)
    return found


def results(line, card):
    """Return the lines that a card may lead to, sorted."""
    pawns, turn, options, opt = read(line)
    if turn == "none":
        return []
    following = ORDER[(ORDER.index(turn) + 1) % 4]
    return sorted({write(after, following, opt) for after in plays(pawns, turn, card, options)})


def perft(line, depth):
    """Count the sequences of (card, distinct result)."""
    if not depth:
        return 1
    return sum(perft(after, depth - 1) for card in CARDS for after in results(line, card))
