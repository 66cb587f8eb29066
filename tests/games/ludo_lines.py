# SPDX-License-Identifier: Apache-2.0
"""Lines of the Ludos as plain dicts, for second readings: no code of the engine."""

ORDER = ("red", "yellow", "blue", "green")
STARTS = {"red": 0, "yellow": 13, "blue": 26, "green": 39}
RANK = {
    "h": -1,
    **{str(n): n for n in range(52)},
    **{f"z{n}": 51 + n for n in range(1, 6)},
    "f": 99,
}


def line(rulebook, pawns, turn="red", rest=""):
    """Return a position line: `red:3 blue:h,9`, pawns left out are at home."""
    told = dict(part.split(":") for part in pawns.split())
    places = {c: (["h"] * 4 + told.get(c, "").split(","))[-4:] for c in ORDER}
    rows = [f"{c}:{','.join(p or 'h' for p in places[c])}" for c in ORDER]
    return f"{rulebook} {' '.join(rows)} turn={turn}" + (f" {rest}" if rest else "")


def read(text):
    """Return a position line as (pawns of each colour, everything else)."""
    rulebook, *fields = text.split(" ")
    pawns, rest = {}, {"rulebook": rulebook, "tries": 0, "opt": ""}
    for field in fields:
        if ":" in field and "=" not in field:
            colour, _, places = field.partition(":")
            pawns[colour] = places.split(",")
        else:
            key, _, value = field.partition("=")
            rest[key] = int(value) if key == "tries" else value
    return pawns, rest


def write(pawns, turn, tries, rest):
    """Return the line of a position; whoever has four pawns in the goal has won."""
    text = rest["rulebook"]
    for colour in ORDER:
        if colour in pawns:
            text += f" {colour}:{','.join(sorted(pawns[colour], key=RANK.__getitem__))}"
    won = [colour for colour in pawns if pawns[colour] == ["f"] * 4]
    text += f" turn=none winner={won[0]}" if won else f" turn={turn}"
    if tries and not won:
        text += f" tries={tries}"
    return text + (f" opt={rest['opt']}" if rest["opt"] else "")


def following(pawns, turn):
    """Return the colour that throws next."""
    playing = [colour for colour in ORDER if colour in pawns]
    return playing[(playing.index(turn) + 1) % len(playing)]


def onward(colour, place):
    """Return the place one step on, None past the goal."""
    if place == "f":
        return None
    if place.startswith("z"):
        return "f" if place == "z5" else f"z{int(place[1]) + 1}"
    if int(place) == (STARTS[colour] + 50) % 52:
        return "z1"
    return str((int(place) + 1) % 52)


def perft(results, text, depth):
    """Count the sequences of (throw, distinct result) by a second reading."""
    if not depth:
        return 1
    return sum(
        perft(results, after, depth - 1)
        for throw in range(1, 7)
        for after in results(text, throw)
    )  # fmt: skip


def walk(results, start, chance):
    """Yield (position, what each throw leads to) of a game by chance, to its end."""
    text = start
    while "turn=none" not in text:
        every = [results(text, throw) for throw in range(1, 7)]
        yield text, every
        text = chance.choice(chance.choice(every))
