# SPDX-License-Identifier: Apache-2.0
"""Position lines that are none, each refused in its own words, and their neighbours that are (section 1.6)."""

from refusal import refusal

from rules import RULEBOOKS, load
from rules.game import BadPosition
from rules.parse import parse_place, parse_position

# (line, what is said of it; "" where it is a position)
_LINES = (
    ("chess", "rulebook: unknown 'chess' (known: %s)" % ", ".join(RULEBOOKS)),
    ("", "rulebook: unknown '' (known: %s)" % ", ".join(RULEBOOKS)),
    ("sorry  turn=red", "field '': neither colour:places nor key=value"),
    ("sorry :h turn=red", "field ':h': neither colour:places nor key=value"),
    ("sorry =h turn=red", "field '=h': neither colour:places nor key=value"),
    ("sorry red turn=red", "field 'red': neither colour:places nor key=value"),
    ("sorry red:h,h,h,h blue:h,h,h,h speed=1", "speed: unknown key"),
    ("sorry red:h,h,h,h blue:h,h,h,h \nurn=red", "position: it is one line"),
    (
        "sorry red:h,h,h,h blue:h,h,h,h turn=red turn=red",
        "turn: repeated or out of order (order: turn winner tries moved opt)",
    ),
    (
        "sorry red:h,h,h,h blue:h,h,h,h winner=red turn=none",
        "turn: repeated or out of order (order: turn winner tries moved opt)",
    ),
    (
        "sorry red:h,h,h,h blue:h,h,h,h turn=red yellow:h,h,h,h",
        "yellow: colours come before the keys",
    ),
    ("sorry red:h,h,h,h blue:h,h,h,h turn=green", "turn: 'green' is no colour in play"),
    ("sorry red:h,h,h,h blue:h,h,h,h ", "field '': neither colour:places nor key=value"),
    ("sorry red:h,h,h,h blue:h,h,h,h turn=none", "winner: missing with turn=none"),
    ("sorry red:h,h,h,h blue:h,h,h,h turn=none winner=red", "winner: red has not won"),
    ("sorry red:f,f,f,f blue:h,h,h,h turn=red winner=red", "winner: only with turn=none"),
    ("sorry red:f,f,f,f blue:h,h,h,h turn=red", "turn: red has won: turn=none expected"),
    ("sorry red:f,f,f,f blue:f,f,f,f turn=none winner=blue+red", "winner: not in seat order"),
    ("sorry red:f,f,f,f blue:f,f,f,f turn=none winner=red+red", "winner: not in seat order"),
    ("sorry red:h,h,h blue:h,h,h,h turn=red", "red: 3 pawns, 4 expected"),
    ("sorry red:h,h,h,h,h blue:h,h,h,h turn=red", "red: 5 pawns, 4 expected"),
    ("sorry red:5,h,h,h blue:h,h,h,h turn=red", "red: pawns are not in canonical order"),
    ("sorry red:z5,4,h,h blue:h,h,h,h turn=red", "red: pawns are not in canonical order"),
    ("sorry red:h,h,h,60 blue:h,h,h,h turn=red", "red: no such place '60'"),
    ("sorry red:h,h,h,059 blue:h,h,h,h turn=red", "red: no such place '059'"),
    ("sorry red:h,h,h,05 blue:h,h,h,h turn=red", "red: no such place '05'"),
    ("sorry red:h,h,h,z6 blue:h,h,h,h turn=red", "red: no such place 'z6'"),
    ("sorry red:h,h,h,z0 blue:h,h,h,h turn=red", "red: no such place 'z0'"),
    ("sorry red:h,h,h,z blue:h,h,h,h turn=red", "red: no such place 'z'"),
    ("sorry red:h,h,h, blue:h,h,h,h turn=red", "red: no such place ''"),
    ("sorry red:h,h,h,x blue:h,h,h,h turn=red", "red: no such place 'x'"),
    ("sorry red:h,h,h,1000 blue:h,h,h,h turn=red", "red: no such place '1000'"),
    ("sorry red:h,h,h,-1 blue:h,h,h,h turn=red", "red: no such place '-1'"),
    ("sorry red:h,h,h,+1 blue:h,h,h,h turn=red", "red: no such place '+1'"),
    ("sorry red:h,h,h,f1 blue:h,h,h,h turn=red", "red: no such place 'f1'"),
    ("sorry blue:h,h,h,h red:h,h,h,h turn=red", "red: colours are not in seat order"),
    ("sorry red:h,h,h,h red:h,h,h,h turn=red", "red: colours are not in seat order"),
    ("sorry red:h,h,h,h turn=red", "seats: Sorry! is for 2 to 4 players"),
    ("sorry pink:h,h,h,h red:h,h,h,h turn=red", "pink: 'pink' is no colour in play"),
    ("sorry red:h,h,h,h blue:h,h,h,h turn=red tries=1", "tries: not possible here"),
    ("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red tries=0", "tries: no number above 0: '0'"),
    (
        "ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red tries=3",
        "tries: at most 2 are spent before a throw (L4)",
    ),
    ("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red tries=x", "tries: no number above 0: 'x'"),
    ("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red tries=256", "tries: no number above 0: '256'"),
    ("ludo-norsk red:h,h,h,5 blue:h,h,h,h turn=red tries=1", "tries: red has a pawn in play (L4)"),
    ("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red moved=52", "moved: no ring index '52'"),
    ("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red moved=5", "moved: red has no pawn there (L9)"),
    (
        "ludo-norsk red:h,h,h,5 blue:h,h,h,9 turn=red moved=5",
        "moved: no pawn to capture there (L9)",
    ),
    (
        "ludo-norsk red:h,h,h,5 blue:h,h,5,5 turn=red moved=5",
        "moved: blue has a barrier there (L7)",
    ),
    (
        "ludo-norsk red:h,h,h,0 blue:h,h,h,0 turn=red moved=0",
        "moved: the own frifelt captures at once (L10)",
    ),
    (
        "ludo-norsk red:h,h,h,51 blue:h,h,h,h turn=red",
        "red: 51 is past the way into its own row (L2)",
    ),
    ("ludo-norsk red:h,h,h,5 blue:h,h,h,5 turn=red", "blue: 5 is taken by red"),
    ("ludo-norsk red:h,h,h,5 blue:h,h,h,12 turn=red", ""),
    ("sorry red:h,h,h,h blue:h,h,h,h turn=red opt=x", "opt: malformed 'x'"),
    ("sorry red:h,h,h,h blue:h,h,h,h turn=red opt=a:1,a:2", "opt: malformed 'a:2'"),
    (
        "sorry red:h,h,h,h blue:h,h,h,h turn=red opt=speed:fast",
        "opt: sorry has no option 'speed' (it has first, out, own_landing)",
    ),
    (
        "ludo-norsk red:h,h,h,h blue:h,h,h,h turn=red opt=b:1",
        "opt: ludo-norsk has no option 'b' (it has first, forced)",
    ),
    (
        "partners-pawns green:h,h,z1,z1 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
        "green: two pawns in z1",
    ),
    (
        "partners-pawns green:h,h,h,5 blue:h,h,h,5 red:h,h,h,h yellow:h,h,h,h turn=green",
        "blue: two colours on 5",
    ),
    (
        "partners-pawns green:h,h,h,15 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
        "green: on a foreign start space, 15",
    ),
    (
        "partners-pawns green:h,h,h,30 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
        "green: on a foreign start space, 30",
    ),
    (
        "partners-pawns green:h,h,z4,z4 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
        "green: two pawns in z4",
    ),
    (
        "partners-pawns green:h,h,z1,z5 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
        "green: no such place 'z5'",
    ),
    (
        "partners-movers green:h,h,15,15 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green",
        "green: two on a foreign start, 15",
    ),
    ("partners-nordic green:h,h,15,15 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green", ""),
    (
        "partners-pawns green:h,h,h,h blue:h,h,h,h turn=green",
        "seats: Partners needs all four colours",
    ),
    (
        "ludo-norsk red:h,h,h,26 blue:h,h,h,26 turn=red moved=26",
        "moved: no pawn to capture there (L9)",
    ),
    ("ludo-norsk red:h,h,h,5 blue:h,h,h,5 turn=red moved=5", ""),
    ("ludo-norsk red:h,h,h,13 blue:h,h,h,13 turn=red", ""),
    ("ludo-norsk red:h,h,h,20 blue:h,h,h,20 turn=blue", "blue: 20 is taken by red"),
    ("ludo-norsk red:h,h,h,20 blue:h,h,h,20 turn=blue moved=20", ""),
    (
        "ludo-norsk red:h,h,h,h blue:h,h,h,25 turn=red",
        "blue: 25 is past the way into its own row (L2)",
    ),
    ("ludo-norsk red:h,h,h,25 blue:h,h,h,51 turn=red", ""),
    ("ludo-norsk red:h,h,h,h blue:h,h,h,h turn=blue tries=2", ""),
    (
        "ludo-norsk red:h,h,h,h blue:h,h,h,h turn=none winner=red tries=1",
        "winner: red has not won",
    ),
    ("ludo-norsk red:h,h,h,5 yellow:h,h,h,5 blue:h,h,h,5 turn=red moved=5", ""),
    (
        "ludo-norsk red:h,h,h,5 yellow:h,h,h,5 blue:h,h,5,5 turn=red moved=5",
        "moved: blue has a barrier there (L7)",
    ),
    ("ludo-norsk red:h,h,h,13 yellow:h,h,h,13 blue:h,h,h,13 turn=red moved=13", ""),
    (
        "ludo-norsk red:h,h,h,26 yellow:h,h,h,h blue:h,h,h,26 turn=red moved=26",
        "moved: no pawn to capture there (L9)",
    ),
    ("ludo-norsk red:h,h,h,26 yellow:h,h,h,26 blue:h,h,h,26 turn=red moved=26", ""),
    ("ludo-norsk red:h,h,5,5 yellow:h,h,h,5 blue:h,h,h,h turn=red", "yellow: 5 is taken by red"),
    (
        "partners-pawns green:h,h,h,h blue:h,h,h,0 red:h,h,h,h yellow:h,h,h,h turn=green",
        "blue: on a foreign start space, 0",
    ),
    ("partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,h yellow:h,h,h,h turn=green", ""),
    ("partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,h,h yellow:h,h,h,45 turn=green", ""),
    (
        "partners-pawns green:h,h,h,h blue:h,h,h,h red:h,h,15,15 yellow:h,h,h,h turn=green",
        "red: on a foreign start space, 15",
    ),
    ("partners-pawns green:h,h,16,16 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green", ""),
    ("partners-movers green:h,h,h,15 blue:h,h,h,h red:h,h,h,h yellow:h,h,h,h turn=green", ""),
)


def test_every_line_is_refused_in_its_words_or_read_as_it_stands():
    games = {}
    for line, wanted in _LINES:
        for kept in (None, games):
            if wanted:
                assert refusal(BadPosition, parse_position, line, kept) == wanted, line
            else:
                game, state = parse_position(line, kept)
                assert game.rulebook == line.split(" ")[0] and len(state) == 20


def test_the_first_and_the_last_place_of_every_kind():
    for rulebook, ring, row, fin in (
        ("partners-pawns", 60, 4, 0),
        ("ludo-norsk", 52, 5, 1),
        ("sorry", 60, 5, 1),
    ):
        game = load(rulebook)
        good = {"h": 0, "0": 1, "9": 10, "10": 11, "%d" % (ring - 1): ring, "z1": ring + 1}
        good["z%d" % row] = ring + row
        if fin:
            good["f"] = game.fin
        for text, value in good.items():
            assert parse_place(game, text) == value, (rulebook, text)
        for text in (
            "%d" % ring,
            "z%d" % (row + 1),
            "z0",
            "z",
            "",
            "00",
            "01",
            "1a",
            "a1",
            "-1",
            "F",
            "H",
            "zz1",
        ):
            assert "no such place" in refusal(ValueError, parse_place, game, text), (
                rulebook,
                text,
            )
        if not fin:
            assert refusal(ValueError, parse_place, game, "f") == "no such place 'f'"
