# SPDX-License-Identifier: Apache-2.0
"""House rules of a game: as `--options rest=must,first=red` names them, and in words."""

from typing import Any

from tavle.paths import add_firmware
from tavle.words.catalogue import Words
from tavle.words.terminal import tr


def read(text: str) -> dict[str, str]:
    """Return name -> value of `name=value,name=value`. Raises ValueError when it is nothing of the kind."""
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not (name and equals and value):
            raise ValueError(tr("{part} is not name=value", part=repr(part)))
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


def told(words: Words, game: dict[str, Any]) -> str:
    """Return a game as a table tells it (`config`), in a line: rulebook, seats, what differs from the rulebook.

    Args:
        words: the language.
        game: rulebook, seats by colour and options.
    """
    add_firmware()
    from rules import RULEBOOKS, load

    rulebook = game["rulebook"]
    rules = load(rulebook).defaults if rulebook in RULEBOOKS else {}
    other = [
        f"{name}={value}"
        for name, value in sorted(game["options"].items())
        if value != rules.get(name)
    ]
    return words.say(
        "option.game" if other else "option.game-plain",
        game=words.named("game", rulebook),
        id=rulebook,
        seats=", ".join(words.named("colour", colour) for colour in game["seats"]),
        rules=", ".join(other),
    )


def table(words: Words, game: Any) -> list[str]:
    """Return the house rules of a game, a line for each and for every value; `*` marks those it is played by."""
    lines = []
    for name, _, _ in game.house:
        lines.append(f"{name:<12} {words.named('option', name)}")
        for value in game.choices(name):
            star = "*" if game.options[name] == value else " "
            text = value_text(words, name, value)
            if value == game.defaults[name]:
                text = words.say("option.default", text=text)
            lines.append(f"  {star} {value:<8} {text}")
    return lines


def value_text(words: Words, name: str, value: str) -> str:
    """Return what a value of a house rule means, in people's words."""
    key = f"option.{name}.{value}"
    return words.say(key) if key in words.sentences else words.named("colour", value)
