# SPDX-License-Identifier: Apache-2.0
"""House rules of a game, as `--options rest=must,first=red` and the page name them."""

from typing import Any

from tavle.paths import add_firmware
from tavle.words.terminal import tr


def read(text: str) -> dict[str, str]:
    """Return name -> value of `name=value,name=value`. Raises ValueError when it is nothing of the kind."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not (name and equals and value):
            raise ValueError(tr("{part} is no name=value", part=repr(part)))
        if found.setdefault(name, value) != value:
            raise ValueError(tr("{name} is named twice", name=name))
    return found


def played(game: Any, options: dict[str, str]) -> Any:
    """Return a game, such as a position line's, with house rules that people name besides.

    Raises:
        ValueError: the game has no such option or value, or its position says another one.
    """
    if not options:
        return game
    add_firmware()
    from rules import load

    wanted = load(game.rulebook, game.seats, {**game.options, **options})
    for name, value in game.options.items():
        if value not in (game.defaults[name], wanted.options[name]):
            raise ValueError(
                tr(
                    "opt: the position says {name}:{value}, --options {name}={other}",
                    name=name,
                    value=value,
                    other=wanted.options[name],
                )
            )
    return wanted


def gathers_always(game: Any) -> bool:
    """Return whether all cards are gathered and shuffled for every deal, not only for a new dealer's (H2)."""
    return game.options.get("shuffle") == "deal"
