# SPDX-License-Identifier: Apache-2.0
"""Computer players: pure, no clock, no chance of their own; see `load`.

A level is a module that is imported only when a seat needs it, and so is the judge of the
game that is played.
"""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from players.chance import Chance
    from players.normal import Player
    from players.observation import Observation
    from rules.game import Game

LEVELS = ("easy", "normal", "hard")


def judge_of(game: "Game") -> str:
    """Return the name of the module under `players/` that judges a game's positions: its own, or its family's.

    Raises:
        ValueError: nobody here plays this rulebook.
    """
    name = game.judge or game.family
    try:
        __import__("players." + name)
    except ImportError:
        raise ValueError("rulebook: no computer player knows %r" % game.rulebook) from None
    return name


def modules(level: str, game: "Game") -> list:
    """Return the names of the modules that a level needs for a game, each before those that need it.

    Raises:
        ValueError: nobody here plays this rulebook.
    """
    name = "players." + judge_of(game)
    names = ["players.judge", name, "players.observation", "players.normal"]
    if level == "hard":
        judge = __import__(name, None, None, ("Judge",)).Judge
        names += ["players.playout", judge.playout]
    if level != "normal":
        names.append("players." + level)
    return names


def new_judge(game: "Game") -> "Any":
    """Return a judge of a game. Raises ValueError: nobody here plays this rulebook."""
    return __import__("players." + judge_of(game), None, None, ("Judge",)).Judge(game)


def load(
    level: str,
    game: "Game",
    judge: "Any" = None,
    poll: "Callable[[], object] | None" = None,
) -> "Player":
    """Return a player of a level for a game.

    Args:
        level: one of `LEVELS`.
        game: the game of the table; the player keeps it, and no position.
        judge: the judge of another player of this game, who does not think at the same time.
        poll: called every few milliseconds while it makes the results of a card, which takes longer
            than what it does between two pauses.

    Raises:
        ValueError: no such level, or nobody plays this rulebook.
    """
    if level not in LEVELS:
        raise ValueError("level: unknown %r (known: %s)" % (level, ", ".join(LEVELS)))
    if judge is None:
        judge = new_judge(game)
    module = __import__("players." + level, None, None, ("Player",))
    return module.Player(game, judge, poll)


def decide(player: "Player", seen: "Observation", chance: "Chance") -> "Player":
    """Let a player think without a pause; return it, with its choice in `action`, `after`, `move`."""
    for _ in player.think(seen, chance):
        pass
    return player
