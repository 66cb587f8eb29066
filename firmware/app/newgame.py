# SPDX-License-Identifier: Apache-2.0
"""The next game: which one the settings want, and how it begins."""

from app.chance import drawn
from app.phases.phase import SETUP
from app.table.match import Match
from rules import load

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System
    from rules.game import Game


def next_game(settings: dict, report: list) -> "Game":
    """Return the game that the settings want; what they cannot have is reported and left out."""
    try:
        return load(settings["rulebook"], tuple(settings["seats"]) or None, settings["options"])
    except ValueError as error:
        report.append("config: %s; the rulebook's own are taken" % error)
        return load(settings["rulebook"])


def begin(match: Match) -> None:
    """Begin a match whose table comes with the next start: its pawns are to be set up."""
    match.start(match.game.first_seat(drawn))
    match.keep(-1, SETUP, None)


def begin_elsewhere(system: "System") -> bool:
    """Begin the next game with a restart, where the settings want another one than is on; return whether."""
    game = next_game(system.config, [])
    now = system.match.game
    if (game.rulebook, game.seats, game.options) == (now.rulebook, now.seats, now.options):
        return False
    begin(Match(game, system.journal))
    system.restart()
    return True
