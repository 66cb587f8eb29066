# SPDX-License-Identifier: Apache-2.0
"""The rules engine: pure, no hardware, no clock, no randomness.

`load` makes the one `Game` a table plays; only its folder under `rules/games` is
imported, so the games not chosen take no memory.
"""

from rules.games import FOLDERS

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from rules.game import Game

RULEBOOKS = tuple([rulebook for rulebook, _, _ in FOLDERS])


class UnknownRulebook(ValueError):
    """The rulebook id is none of `RULEBOOKS`."""


def family(rulebook: str) -> str:
    """Return the name of the board that a rulebook is played on.

    Raises:
        UnknownRulebook: no such rulebook.
    """
    return _entry(rulebook)[2]


def _entry(rulebook: str) -> tuple:
    for entry in FOLDERS:
        if entry[0] == rulebook:
            return entry
    raise UnknownRulebook("rulebook: unknown %r (known: %s)" % (rulebook, ", ".join(RULEBOOKS)))


def load(rulebook: str, seats: "tuple | None" = None, options: "dict | None" = None) -> "Game":
    """Return the `Game` of a rulebook.

    Args:
        rulebook: one of `RULEBOOKS`.
        seats: seat numbers 0..3 in play, ascending; None means all four.
        options: option name -> value; missing ones take the rulebook's default.

    Raises:
        UnknownRulebook: no such rulebook.
        ValueError: seats or options the rulebook does not know.
    """
    package = __import__("rules.games." + _entry(rulebook)[1], None, None, ("make",))
    return package.make(rulebook, seats, options or {})
