# SPDX-License-Identifier: Apache-2.0
"""What the tests of the rulings share: positions and moves as text."""

from rules.game import BadPosition
from rules.notation import move_text, position_text
from rules.parse import parse_position


def results(line, action):
    """Return {move text: result line without the rulebook} of an action."""
    game, state = parse_position(line)
    before = bytes(state)
    found = game.results(state, game.actions.index(action))
    assert bytes(state) == before, "results changed the position"
    told = {}
    last = b""
    for after, move in found:
        text = position_text(game, after)
        assert bytes(parse_position(text)[1]) == after  # every result is a possible position
        assert last < after, "not sorted, or not distinct"
        last = after
        told[move_text(game, move)] = text.split(" ", 1)[1]
    assert len(told) == len(found), "one text for two results"
    return told


def gives(line, action, *expected):
    """Check all results of an action: each expected one is `move | result without rulebook`."""
    found = results(line, action)
    wanted = {}
    for entry in expected:
        move, _, result = entry.partition(" | ")
        wanted[move] = result
    assert found == wanted, "%s %s: %r" % (line, action, found)


def can(line, action, *moves):
    """Check the move texts of all results of an action."""
    found = sorted(results(line, action))
    assert found == sorted(moves), "%s %s: %r" % (line, action, found)


def _words(text):
    """Return a text as whole words: "9 is taken" is not in "-9 is taken"."""
    for mark in "':,":
        text = text.replace(mark, " ")
    return " %s " % " ".join(text.split()) if text else ""


def refused(line, field, word=""):
    """Check that a line is refused with an error that names the field."""
    try:
        parse_position(line)
    except BadPosition as error:
        assert error.field == field, "%s: field %r, reason %r" % (line, error.field, error.reason)
        assert _words(word) in _words(error.reason), (line, error.reason)
        assert str(error) == "%s: %s" % (error.field, error.reason)
        return
    raise AssertionError("accepted: " + line)


def all_refused(rulebook, table):
    """Check that every line of a table, `PAWNS AND KEYS | field | word`, is refused."""
    for row in table.strip().split("\n"):
        line, *why = [cell.strip() for cell in row.split("|")]
        refused(rulebook + " " + line, *why)


def goes_round(game, turn):
    """Check that the first seat begins and `turn(state)` hands the turn to one after the other."""
    state = game.new()
    assert state[16] == game.seats[0]
    for expected in game.seats[1:] + game.seats[:1]:
        state = turn(state)
        assert state[16] == expected


def reason(line, action, colour, place):
    """Return `word` or `word at place` why a pawn cannot move, None when it can."""
    from rules.game import NOBODY
    from rules.notation import place_text
    from rules.parse import parse_place

    game, state = parse_position(line)
    why = game.why(state, game.actions.index(action), game.colours.index(colour),
                   parse_place(game, place))  # fmt: skip
    if why is None:
        return None
    return why[0] if why[1] == NOBODY else "%s at %s" % (why[0], place_text(game, why[1]))


def reasons(line, table):
    """Check the rows of a table, `action colour place: reason`; without one the pawn can move."""
    for row in table.strip().split("\n"):
        asked, _, why = row.strip().partition(": ")
        assert reason(line, *asked.split(" ")) == (why or None), row


def card_reason(line, action):
    """Return `word` or `word at place` why an action moves nothing."""
    from rules.game import NOBODY
    from rules.notation import place_text

    game, state = parse_position(line)
    word, place = game.why_card(state, game.actions.index(action))
    return word if place == NOBODY else "%s at %s" % (word, place_text(game, place))


def told(line, action, move):
    """Return the trace of a move as text, one line per moved pawn."""
    from movetext import parse_move
    from movetrace import trace

    from rules.notation import place_text

    game, state = parse_position(line)
    lines = []
    for seat, start, end, way, bumped, walls in trace(
        game, state, parse_move(game, move), game.actions.index(action)
    ):
        text = "%s %s>%s" % (game.colours[seat], place_text(game, start), place_text(game, end))
        text += " over " + ",".join([place_text(game, place) for place in way])
        for other, place in bumped:
            text += " x%s:%s" % (game.colours[other], place_text(game, place))
        for place in walls:
            text += " before " + place_text(game, place)
        lines.append(text)
    return lines
