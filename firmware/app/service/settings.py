# SPDX-License-Identifier: Apache-2.0
"""Requests that change what is played and how: `new`, `config` and `restart`; imported for them."""

from app.link import RequestError
from app.table.match import Match
from rules import load
from store.config import BadSetting, Config
from store.files import NotSaved

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System


def request(system: "System", word: str, request: dict, now_ms: int) -> dict:
    """Serve a request.

    Raises:
        RequestError: it cannot be served; the text says why.
    """
    del word, now_ms
    if request["cmd"] == "restart":
        system.restart()
        return {}
    return _new(system, request) if request["cmd"] == "new" else _config(system, request)


def _new(system: "System", request: dict) -> dict:
    """Start a new game: {"position": line} or {"rulebook":, "seats":, "options":}."""
    state = None
    try:
        if request.get("position"):
            from rules.parse import parse_position

            game, state = parse_position(request["position"])
        else:
            seats = request.get("seats")
            game = load(
                request.get("rulebook", system.match.game.rulebook),
                tuple(seats) if seats else None,
                request.get("options") or {},
            )
    except ValueError as error:
        raise RequestError(str(error)) from None
    Match(game, system.journal).start(None, state)
    # Another rulebook needs other maps: the simplest way there is a restart.
    system.restart()
    return {}


def _config(system: "System", request: dict) -> dict:
    """Read every setting, or set {"name":, "value":}; it is in force after the next start."""
    config = Config(system.data + "/config.json")
    config.load()
    if "name" in request:
        try:
            config.set(request["name"], request["value"])
            config.save()
        except (BadSetting, NotSaved) as error:
            raise RequestError(str(error)) from None
        system.config.update(config.items())
    return {"settings": dict(config.items())}
