# SPDX-License-Identifier: Apache-2.0
"""Requests that change what is played and how: `new`, `config` and `restart`; imported for them."""

from app.newgame import begin, next_game
from app.requests import RequestError, text
from app.table.match import Match
from rules import load
from rules.game import WINNER
from store.config import BadSetting, Config
from store.files import NotSaved

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from typing import Any

    from app.system import System
    from rules.game import Game


def do_restart(system: "System", request: dict, now_ms: int) -> dict:
    """Reset the controller when the answer has gone out."""
    system.restart()
    return {}


def do_new(system: "System", request: dict, now_ms: int) -> dict:
    """Start a new game: {"position": line}, or the settings' with {"rulebook":, "seats":, "options":} for this one."""
    state = None
    try:
        if "position" in request:
            from rules.parse import parse_position

            game, state = parse_position(text(request, "position"))
            if state[WINNER]:
                raise RequestError("position: this game is won; give one in which somebody moves")
        else:
            game = _wanted(system.config, request)
    except ValueError as error:
        raise RequestError(str(error)) from None
    match = Match(game, system.journal)
    if state is None:
        begin(match)
    else:
        match.start(None, state)
    # Another rulebook needs other maps: the simplest way there is a restart.
    system.restart()
    if match.waiting:  # with the restart it is gone
        raise RequestError("%s; the game before it continues" % match.trouble)
    return {}


def _checked(name: str, value: object) -> "Any":
    """Return a value that the setting of that name may have, as `new` takes the same. BadSetting."""
    problem = Config("").point(name).problem(value)
    if problem:
        raise BadSetting("%s: %s" % (name, problem))
    return value


def _wanted(settings: dict, request: dict) -> "Game":
    """Return the game of a request; what it does not say is the settings', of another rulebook that one's own.

    Raises:
        ValueError: there is no such game.
    """
    rulebook = _checked("rulebook", request.get("rulebook", settings["rulebook"]))
    same = rulebook == settings["rulebook"]
    seats = _checked("seats", request.get("seats", settings["seats"] if same else []))
    options = _checked("options", request.get("options", settings["options"] if same else {}))
    return load(rulebook, tuple(seats) or None, options)


def do_config(system: "System", request: dict, now_ms: int) -> dict:
    """Read every setting, or set {"name":, "value":}; it is in force after the next start.

    Also says which game is on and which comes next; in safe mode there is none.
    """
    config = Config(system.data + "/config.json")
    config.load()
    if "name" in request:
        try:
            config.set(text(request, "name"), request.get("value"))
            config.save()
        except (BadSetting, NotSaved) as error:
            raise RequestError(str(error)) from None
        system.config.update(config.items())
        if request["name"] == "players":
            _sit_down(system, now_ms)
    answer = {"settings": dict(config.items())}
    match = getattr(system, "match", None)
    if match is not None:
        answer["game"] = _told(match.game)
        answer["next"] = _told(next_game(answer["settings"], []))
    return answer


def _told(game: "Game") -> dict:
    seats = [game.colours[seat] for seat in game.seats]
    return {"rulebook": game.rulebook, "seats": seats, "options": game.options}


def _sit_down(system: "System", now_ms: int) -> None:
    """Let the game being played follow a change of the setting."""
    words = system.config["players"]
    if not words and system.table.computers is None:
        return
    computers = system.table.players()
    if computers is not None:
        from app.table.seats import LEVELS

        try:
            for seat in system.match.game.seats:
                computers.seat(seat, LEVELS.index(words[seat]) if words else 0, now_ms)
        except ValueError as error:  # nobody plays this game; the next one, perhaps
            raise RequestError(str(error)) from None


def do_seats(system: "System", request: dict, now_ms: int) -> dict:
    """Tell who plays, or set {"seats": {"blue": "normal"}}, at once and for this game."""
    wanted = request.get("seats", {})
    if not isinstance(wanted, dict):
        raise RequestError("seats must be colours with human, easy, normal or hard")
    computers = system.table.players()
    if computers is None:
        raise RequestError("this table has no computers")
    from app.table.seats import LEVELS

    game = system.match.game
    chosen = []
    for colour in wanted:
        if colour not in game.colours or game.colours.index(colour) not in game.seats:
            raise RequestError("there is no seat %s in this game" % colour)
        if wanted[colour] not in LEVELS:
            raise RequestError("a seat is one of %s" % ", ".join(LEVELS))
        chosen.append((game.colours.index(colour), LEVELS.index(wanted[colour])))
    try:
        for seat, level in chosen:
            computers.seat(seat, level, now_ms)
    except ValueError as error:  # nobody plays this game
        raise RequestError(str(error)) from None
    return {"seats": computers.seats.names()}
