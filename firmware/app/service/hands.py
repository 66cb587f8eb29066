# SPDX-License-Identifier: Apache-2.0
"""Requests that do what hands do at the slot and at the buttons, for cards that are on phones: `card` and `press`."""

from app.requests import RequestError, flag, text, whole
from drivers import buttons

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System


def do_card(system: "System", request: dict, now_ms: int) -> dict:
    """Take a card as if it had been laid on the slot: {"card": "8", "copy": 1}."""
    _playing(system)
    game = system.match.game
    name = text(request, "card")
    if name not in game.actions:
        raise RequestError("there is no card %s in this game" % name)
    action = game.actions.index(name)
    copy = whole(request, "copy", 1, game.deck[action] if game.deck else 1)
    system.idle.touch()
    system.table.lay(now_ms, action, copy)
    return {}


def do_press(system: "System", request: dict, now_ms: int) -> dict:
    """Press a button as a finger does, {"button": "red"} or "table", and let it go; with "hold" after a while."""
    _playing(system)
    name = text(request, "button")
    colours = system.match.game.colours
    if name != "table" and name not in colours:
        raise RequestError("there is no button %s" % name)
    number = buttons.TABLE if name == "table" else colours.index(name)
    held = flag(request, "hold")
    system.idle.touch()
    after = (buttons.HOLD, buttons.HOLD_END) if held else (buttons.RELEASE,)
    for kind in (buttons.PRESS,) + after:
        system.table.button(now_ms, kind | number)
    return {}


def _playing(system: "System") -> None:
    if system.mode is not None:
        raise RequestError("the table is busy with %s: end that first" % system.mode.name)
