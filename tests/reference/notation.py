# SPDX-License-Identifier: Apache-2.0
"""Position lines and move texts of the rulings, sections 1.1 to 1.6.

A position is a plain dict:
    {"rulebook": "ludo-norsk", "pawns": {"red": ["h", "h", "3", "z1"], ...},
     "turn": "red" or None, "winner": [colours], "tries": 0,
     "moved": None or "17", "options": {"forced": "yes"}}
Places stay the strings of section 1.1 everywhere.
"""

GAME = {
    "partners-movers": "partners",
    "partners-nordic": "partners",
    "partners-pawns": "partners",
    "ludo-norsk": "ludo",
    "sorry": "sorry",
}
SEATS = {
    "partners": ["green", "blue", "red", "yellow"],
    "ludo": ["red", "yellow", "blue", "green"],
    "sorry": ["red", "blue", "yellow", "green"],
}
ACTIONS = {
    "partners": "start 8s 13s -4 1/14 7 swap 2 3 5 6 9 10 12".split(),
    "ludo": "1 2 3 4 5 6".split(),
    "sorry": "1 2 3 4 5 7 8 10 11 12 sorry".split(),
}
OPTIONS = {  # of each rulebook, the default first (section 5)
    "partners-movers": {"rest": ["may", "must"]},
    "partners-nordic": {"rest": ["must", "may"]},
    "partners-pawns": {},
    "ludo-norsk": {"forced": ["yes", "no"]},
    "sorry": {"own_landing": ["illegal", "bump"]},
}
RING_SIZE = {"partners": 60, "ludo": 52, "sorry": 60}
CIRCLES = {"partners": 4, "ludo": 5, "sorry": 5}
KEY_ORDER = ["turn", "winner", "tries", "moved", "opt"]


class BadLine(ValueError):
    """A position line, action or position that the rulings refuse.

    Attributes:
        field: the field of the line that is wrong, such as `turn` or `red`.
        reason: what is wrong with it, one sentence without a full stop.
    """

    def __init__(self, field, reason):
        super().__init__("%s: %s" % (field, reason))
        self.field = field
        self.reason = reason


def places(game):
    """Return every place token of a game in canonical order (1.1, 1.2)."""
    tokens = ["h"]
    for index in range(RING_SIZE[game]):
        tokens.append(str(index))
    for circle in range(1, CIRCLES[game] + 1):
        tokens.append("z%d" % circle)
    if game != "partners":
        tokens.append("f")
    return tokens


PLACES = {game: places(game) for game in SEATS}
RANK = {game: {token: rank for rank, token in enumerate(PLACES[game])} for game in SEATS}


def on_ring(place):
    """Tell whether a place is a ring index."""
    return place.isdigit()


def onward(place, ring, last):
    """Return the place after one short of the goal, in games with five row spaces; `last` is on the ring before `z1`."""
    if place.startswith("z"):
        return "f" if place == "z5" else "z%d" % (int(place[1]) + 1)
    return "z1" if place == last else str((int(place) + 1) % ring)


def copy(pawns):
    """Return a copy of the pawns that can be changed."""
    return {colour: list(pawns[colour]) for colour in pawns}


def in_order(game, tokens):
    """Return place tokens sorted as a position line lists them."""
    return sorted(tokens, key=lambda token: RANK[game][token])


def default_options(rulebook):
    """Return the rulebook's own options, the first value of each."""
    return {name: values[0] for name, values in OPTIONS[rulebook].items()}


def write(position):
    """Return the canonical line of a position."""
    game = GAME[position["rulebook"]]
    fields = [position["rulebook"]]
    for colour in SEATS[game]:
        if colour in position["pawns"]:
            pawns = in_order(game, position["pawns"][colour])
            fields.append("%s:%s" % (colour, ",".join(pawns)))
    if position["winner"]:
        fields.append("turn=none")
        fields.append("winner=" + "+".join(position["winner"]))
    else:
        fields.append("turn=" + position["turn"])
        if position["tries"]:
            fields.append("tries=%d" % position["tries"])
        if position["moved"] is not None:
            fields.append("moved=" + position["moved"])
    different = []
    for name in sorted(position["options"]):
        if position["options"][name] != OPTIONS[position["rulebook"]][name][0]:
            different.append("%s:%s" % (name, position["options"][name]))
    if different:
        fields.append("opt=" + ",".join(different))
    return " ".join(fields)


def read(line):
    """Read a position line, refusing every one that is not canonical (1.2).

    The position may still be impossible; `reference.possible` judges that.

    Raises:
        BadLine: naming the field and the reason.
    """
    tokens = line.split(" ")
    if "" in tokens:
        raise BadLine("line", "fields are separated by exactly one space")
    rulebook = tokens.pop(0)
    if rulebook not in GAME:
        raise BadLine("rulebook", "there is no rulebook %r" % rulebook)
    game = GAME[rulebook]
    pawns = {}
    while tokens and "=" not in tokens[0]:
        read_colour(game, pawns, tokens.pop(0))
    read_seats(game, pawns)
    position = {
        "rulebook": rulebook,
        "pawns": pawns,
        "turn": None,
        "winner": [],
        "tries": 0,
        "moved": None,
        "options": default_options(rulebook),
    }
    read_keys(game, position, tokens)
    if write(position) != line:
        raise BadLine("line", "is not canonical, it should be: " + write(position))
    return position


def read_colour(game, pawns, token):
    """Read one `colour:place,place,place,place` field into `pawns`."""
    colour, colon, listed = token.partition(":")
    if not colon:
        raise BadLine(token, "is neither colour:places nor key=value")
    if colour not in SEATS[game]:
        raise BadLine(colour, "is no colour of this game")
    if colour in pawns:
        raise BadLine(colour, "is listed twice")
    if pawns and SEATS[game].index(colour) < SEATS[game].index(list(pawns)[-1]):
        raise BadLine(colour, "is not in seat order")
    found = listed.split(",")
    for place in found:
        if place not in RANK[game]:
            raise BadLine(colour, "%r is no place of this game" % place)
    if len(found) != 4:
        raise BadLine(colour, "has %d pawns, not four" % len(found))
    if found != in_order(game, found):
        raise BadLine(colour, "pawns are not sorted")
    pawns[colour] = found


def read_seats(game, pawns):
    """Check which colours are listed (1.2): all four, or 2-4 in Ludo and Sorry!."""
    if game == "partners" and len(pawns) != 4:
        missing = [colour for colour in SEATS[game] if colour not in pawns]
        raise BadLine(missing[0], "is missing, all four colours are listed")
    if len(pawns) < 2:
        raise BadLine("colours", "at least two are needed")


def read_keys(game, position, tokens):
    """Read the `key=value` fields, which come in the order of KEY_ORDER."""
    seen = []
    for token in tokens:
        key, equals, value = token.partition("=")
        if not equals or key not in KEY_ORDER:
            raise BadLine(key, "is no field of a position line")
        if key in seen:
            raise BadLine(key, "is given twice")
        if seen and KEY_ORDER.index(key) < KEY_ORDER.index(seen[-1]):
            raise BadLine(key, "stands after " + seen[-1])
        seen.append(key)
        read_key(game, position, key, value)
    if "turn" not in seen:
        raise BadLine("turn", "is missing")
    if position["turn"] is None and "winner" not in seen:
        raise BadLine("winner", "is missing although turn=none")
    if position["turn"] is not None and "winner" in seen:
        raise BadLine("winner", "is given although the turn is not none")
    for key in ("tries", "moved"):
        if key in seen and position["turn"] is None:
            raise BadLine(key, "does not belong to a finished position")


def read_key(game, position, key, value):
    """Read one value; each key is canonical only where it says something."""
    if key == "turn":
        if value != "none" and value not in position["pawns"]:
            raise BadLine("turn", "%r is not in play" % value)
        position["turn"] = None if value == "none" else value
    elif key == "winner":
        position["winner"] = read_winner(game, position, value)
    elif key == "tries":
        if game != "ludo" or value not in ("1", "2"):
            raise BadLine("tries", "only Ludo has it, as 1 or 2, not %r" % value)
        position["tries"] = int(value)
    elif key == "moved":
        if game != "ludo" or value not in RANK[game] or not on_ring(value):
            raise BadLine("moved", "only Ludo has it, as a ring index, not %r" % value)
        position["moved"] = value
    else:
        position["options"].update(read_options(position["rulebook"], value))


def read_winner(game, position, value):
    """Read `red`, or in Partners a pair in seat order such as `green+red`."""
    if game == "partners":
        if value not in ("green+red", "blue+yellow"):
            raise BadLine("winner", "%r is not green+red or blue+yellow" % value)
        return value.split("+")
    if value not in position["pawns"]:
        raise BadLine("winner", "%r is not in play" % value)
    return [value]


def read_options(rulebook, value):
    """Read `name:value,name:value`, sorted and different from the defaults."""
    found = {}
    for entry in value.split(","):
        name, _, setting = entry.partition(":")
        if name not in OPTIONS[rulebook]:
            raise BadLine("opt", "%r is no option of this rulebook" % name)
        if setting not in OPTIONS[rulebook][name]:
            raise BadLine("opt", "%s cannot be %r" % (name, setting))
        if setting == OPTIONS[rulebook][name][0]:
            raise BadLine("opt", "%s:%s is the default and is not written" % (name, setting))
        if name in found:
            raise BadLine("opt", "%s is given twice" % name)
        found[name] = setting
    return found


def step_text(colour, start, end, sent_home, itself=False):
    """Return the move text of one part (1.4).

    Args:
        colour: whose pawn moves.
        start: where it stood.
        end: where it landed.
        sent_home: list of (colour, place) that it sends home.
        itself: True where the moving pawn itself is sent home.
    """
    text = "%s%s>%s" % (colour[0], start, end)
    if itself:
        text += "!"
    for victim, place in sent_home:
        text += "x%s%s" % (victim[0], place)
    return text


def swap_text(colour, place, other, other_place):
    """Return the move text of a change of places (1.4)."""
    return "%s%s<>%s%s" % (colour[0], place, other[0], other_place)
