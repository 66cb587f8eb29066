# SPDX-License-Identifier: Apache-2.0
"""Requests of a game with another table (`tavle link`): its throws, cards, moves and take-backs; imported for them."""

from app.phases.move import Move
from app.phases.turn import Turn
from app.requests import RequestError, text, whole
from rules.game import TURN

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System
    from app.table.computers import Computers


def do_play(system: "System", request: dict, now_ms: int) -> dict:
    """Put a throw or card in force for the seat to act: {"card": "4"}, of a hand with its {"copy": 2}.

    With {"position": line} another table plays that seat and has moved so: the lights lead hands to it. Asked
    again it changes nothing.
    """
    computers = _linked(system)
    table = system.table
    match = system.match
    game = match.game
    name = text(request, "card")
    if name not in game.actions:
        raise RequestError("there is no card %s in this game" % name)
    action = game.actions.index(name)
    copy = whole(request, "copy", 1, game.deck[action]) if game.hand else 0
    phase = table.phase
    if isinstance(phase, Move):
        if phase.action != action:
            raise RequestError("%s is in force" % game.actions[phase.action])
    elif (
        not isinstance(phase, Turn)
        or table.recogniser.question.choices
        or match.seen(action, copy)
    ):
        raise RequestError("the table cannot take it now (%s)" % table.phase_name)
    if "position" in request:
        if not computers.remote(match.state[TURN]):
            raise RequestError("a person of this table is to act")
        _wish(system, computers, action, text(request, "position"))
    elif computers.remote(match.state[TURN]):
        raise RequestError("another table is to act")
    system.idle.touch()
    if not isinstance(phase, Move):
        if game.die:
            table.roll(now_ms, action + 1)
        else:
            table.play(action, copy, now_ms)
    elif phase.thinks:
        computers.lead(phase, now_ms)
    return {}


def _wish(system: "System", computers: "Computers", action: int, line: str) -> None:
    """Let the computers' seats wish for a result. Raises RequestError when it is none of this card."""
    from rules.parse import parse_position

    match = system.match
    try:
        after = bytes(parse_position(line)[1])
    except ValueError as error:
        raise RequestError(str(error)) from None
    legal = match.results(action)
    if not legal:
        return  # the turn passes
    i = legal.find(after)
    for k in range(len(legal) if match.round is not None else 0):
        if legal.state(k)[:TURN] == after[:TURN]:
            i = k  # who is to act next is the deal's to say
    if i < 0:
        raise RequestError("this card does not lead there")
    computers.seats.want(action, legal.state(i), legal.move(i))


def do_fold(system: "System", request: dict, now_ms: int) -> dict:
    """Fold the hand of the seat to act, none of which can be played: {"cards": [["12", 2], ...]}."""
    _linked(system)
    table = system.table
    game = system.match.game
    if not game.hand or not isinstance(table.phase, Turn) or table.recogniser.question.choices:
        raise RequestError("the table cannot take it now (%s)" % table.phase_name)
    cards = request.get("cards")
    if not isinstance(cards, list):
        raise RequestError("cards must be a list of names and copies")
    shown = []
    for card in cards:
        if not isinstance(card, list) or len(card) != 2 or card[0] not in game.actions:
            raise RequestError("cards must be a list of names and copies")
        action = game.actions.index(card[0])
        shown.append((action, whole({"copy": card[1]}, "copy", 1, game.deck[action])))
    system.idle.touch()
    table.folded(shown, now_ms)
    return {}


def do_back(system: "System", request: dict, now_ms: int) -> dict:
    """Take the last move back: both tables want it."""
    _linked(system)
    table = system.table
    if not system.match.can_undo:
        raise RequestError("there is no move to take back")
    if isinstance(table.phase, Move):
        table.rest()
    if not isinstance(table.phase, Turn):
        raise RequestError("the table cannot take it now (%s)" % table.phase_name)
    table.phase.take_back(now_ms)
    return {}


def _linked(system: "System") -> "Computers":
    """Return who plays, of a table of which another one plays a seat. Raises RequestError."""
    if system.mode is not None:
        raise RequestError("the table is busy with %s: end that first" % system.mode.name)
    if system.table.faults:
        raise RequestError("the table has a fault: see what it says")
    computers = system.table.computers
    if computers is None or not computers.seats.linked:
        raise RequestError("no other table plays at this one")
    return computers
