# SPDX-License-Identifier: Apache-2.0
"""The rules of a game in brief and what each card does: names of sentences, for page and terminal.

A sentence is `rules.<family>.<topic>` or `card.<family>.<action>`. One for a rulebook, `rules.<rulebook>.<topic>`,
goes before it, and one for a house rule, `...<topic>.<option>.<value>`, before both.
"""

from typing import Any, NamedTuple

from tavle.words.catalogue import Words

_ON_RING = 21  # a place code


class Told(NamedTuple):
    """A title, and what stands below it."""

    title: str
    lines: list[Any]


def told(words: Words, game: Any) -> tuple[Told, Told]:
    """Return the rules in brief, sentences, and what each card or throw does, (its name, sentence)."""
    sentences = [words.say(name) for name in rules(game)]
    does = [
        (words.named("cardname", action), words.say(name, **_steps(action, name)))
        for action, name in cards(game)
    ]
    title = words.say("help.throws" if game.die else "help.cards")
    brief = words.say("help.rules", game=words.named("game", game.rulebook))
    return Told(brief, sentences), Told(title, does)


def _steps(action: str, name: str) -> dict[str, int]:
    return {"n": int(action)} if name == "card.steps" else {}


def rules(game: Any) -> list[str]:
    """Return the names of the sentences of the rules in brief."""
    known = Words("en").sentences
    start = f"rules.{game.family}."
    topics = [name.removeprefix(start) for name in known if name.startswith(start)]
    return [_closest(game, known, "rules", topic) for topic in topics if "." not in topic]


def cards(game: Any) -> list[tuple[str, str]]:
    """Return (action, name of the sentence on what it does) of each card or throw; a plain number's is `card.steps`."""
    known = Words("en").sentences
    found = [(action, _closest(game, known, "card", action)) for action in game.actions]
    return [(action, name) for action, name in found if name]


def out(game: Any) -> list[str]:
    """Return the cards or throws that bring a pawn out of home; an opponent is on the ring, as Sorry! needs one."""
    from rules.game import replace
    from rules.moves import BUMP, parts

    own, other = game.seats[:2]
    state = game.new(own)
    replace(state, other, 0, min(_ON_RING, game.ring))
    return [
        name
        for action, name in enumerate(game.actions)
        if any(
            kind != BUMP and seat == own and start == 0
            for _, move in game.results(bytes(state), action)
            for kind, seat, start, *_ in parts(move)
        )
    ]


def _closest(game: Any, known: dict[str, Any], kind: str, name: str) -> str:
    names = [f"{kind}.{start}.{name}" for start in (game.rulebook, game.family)]
    for option, value in game.options.items():
        names[:0] = [
            one for one in (f"{own}.{option}.{value}" for own in list(names)) if one in known
        ]
    plain = "card.steps" if name.isdecimal() else ""
    return next((one for one in names if one in known), plain)
