# SPDX-License-Identifier: Apache-2.0
"""How strong the people of this table are, over all games and teams: a file beside the kept games, a line for each game.

A line is JSON: {"game": fingerprint, "rulebook": ..., "sides": [[name, ...], ...], "won": number of the side that has won}. A computer's
name is its level behind a colon. Ratings are made anew of all lines each time, by openskill (Plackett and Luce).
"""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from tavle import paths
from tavle.errors import TavleError, writing
from tavle.players.thinker import LEVELS
from tavle.review.game import Played
from tavle.web import saves
from tavle.words.terminal import tr

COMPUTER = ":"


class Rating(NamedTuple):
    """Somebody's rating: between `rating - doubt` and `rating + doubt` in two of three cases."""

    name: str
    rating: float
    doubt: float
    games: int


def file() -> Path:
    """Return where results are kept."""
    return saves.folder() / "ratings.jsonl"


def results() -> list[dict[str, Any]]:
    """Return the results so far. Raises TavleError when they cannot be read."""
    try:
        lines = file().read_text("utf-8").splitlines()
        found = [json.loads(line) for line in lines]
        good = all(
            isinstance(one["game"], str)
            and one["won"] in range(len(one["sides"]))
            and all(side and all(isinstance(name, str) for name in side) for side in one["sides"])
            for one in found
        )
    except FileNotFoundError:
        return []
    except (OSError, ValueError, LookupError, TypeError):
        good = False
    if not good:
        raise TavleError(
            tr("cannot read {file}", file=file()), tr("it is damaged"), tr("correct or delete it")
        )
    return found


def add(played: Played, names: dict[str, str]) -> None:
    """Keep the result of a game. Raises TavleError when it has none, is there, or people are missing.

    Args:
        played: the game.
        names: colour -> who played it; computers need not be named.
    """
    game, what = played.game, tr("cannot rate this game")
    colours = [game.colours[seat] for seat in game.seats]
    known = {c: COMPUTER + who for c, who in played.who.items() if who in LEVELS} | names
    missing = [colour for colour in colours if not known.get(colour)]
    example = " ".join(f"{colour}=Anna" for colour in missing)
    if set(names) - set(colours):
        raise TavleError(what, tr("colours in it: {colours}", colours=" ".join(colours)), code=2)
    if missing:
        raise TavleError(what, tr("somebody has no name"), tr("add {example}", example=example), 2)
    if not played.winners:
        raise TavleError(what, tr("it is not over"))
    sides = sorted({game.side(seat) for seat in game.seats}, key=lambda side: side & -side)
    teams = [
        list(dict.fromkeys(known[c] for c in colours if side >> game.colours.index(c) & 1))
        for side in sides
    ]
    people = [name for team in teams for name in team if not name.startswith(COMPUTER)]
    if len(people) > len(set(people)):
        raise TavleError(what, tr("somebody sits on two sides"), code=2)
    mark = hashlib.sha256(b"".join(turn.after for turn in played.turns)).hexdigest()[:16]
    before = results()
    if any(one["game"] == mark for one in before):
        raise TavleError(what, tr("it is rated already"))
    won = next(i for i, side in enumerate(sides) if side & played.winners)
    line = {"game": mark, "rulebook": game.rulebook, "sides": teams, "won": won}
    with writing(file()):
        file().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with file().open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def ratings() -> list[Rating]:
    """Return everybody's rating, the surest of the strong first. Raises TavleError."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise TavleError(
            tr("cannot rate this game"), tr("openskill is not installed"),
            tr("run `{command}`", command=paths.getting("openskill")),
        ) from None  # fmt: skip
    model = PlackettLuce()
    now: dict[str, Any] = {}
    games: dict[str, int] = {}
    for one in results():
        teams = [[now.setdefault(name, model.rating()) for name in side] for side in one["sides"]]
        ranks = [float(i != one["won"]) for i in range(len(teams))]
        for side, rated in zip(one["sides"], model.rate(teams, ranks=ranks), strict=True):
            for name, rating in zip(side, rated, strict=True):
                now[name] = rating
                games[name] = games.get(name, 0) + 1
    found = sorted(now, key=lambda name: -now[name].ordinal())
    return [Rating(name, now[name].mu, now[name].sigma, games[name]) for name in found]
