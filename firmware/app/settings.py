# SPDX-License-Identifier: Apache-2.0
"""Requests that change what is played and how: `new`, `config` and `restart`; imported for them."""

from app.link import RequestError
from app.match import Match
from rules import load
from store.config import BadSetting, Config
from store.files import NotSaved

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.parts import Parts


def request(parts: "Parts", word: str, request: dict, now_ms: int) -> dict:
    """Serve a request.

    Raises:
        RequestError: it cannot be served; the text says why.
    """
    del word, now_ms
    if request["cmd"] == "restart":
        parts.restart()
        return {}
    return _new(parts, request) if request["cmd"] == "new" else _config(parts, request)


def _new(parts: "Parts", request: dict) -> dict:
    """Start a new game: {"position": line} or {"rulebook":, "seats":, "options":}."""
    state = None
    try:
        if request.get("position"):
            from rules.parse import parse_position

            game, state = parse_position(request["position"])
        else:
            seats = request.get("seats")
            game = load(
                request.get("rulebook", parts.match.game.rulebook),
                tuple(seats) if seats else None,
                request.get("options") or {},
            )
    except ValueError as error:
        raise RequestError(str(error)) from None
    Match(game, parts.journal).start(None, state)
    # Another rulebook needs other maps: the simplest way there is a restart.
    parts.restart()
    return {}


def _config(parts: "Parts", request: dict) -> dict:
    """Read every setting, or set {"name":, "value":}; it is in force after the next start."""
    config = Config(parts.data + "/config.json")
    config.load()
    if "name" in request:
        try:
            config.set(request["name"], request["value"])
            config.save()
        except (BadSetting, NotSaved) as error:
            raise RequestError(str(error)) from None
        parts.config.update(config.items())
    return {"settings": dict(config.items())}
