# SPDX-License-Identifier: Apache-2.0
"""Games of others: a folder with rules, a board and words, named by `--games` or `TAVLE_GAMES`.

    <name>/game.toml       what the game is called and how its board is, see `Shape`
    <name>/rules/          the package that becomes `rules.games.<name>` on the table
    <name>/geometry.csv    where its spaces lie, as `hardware/<board>/geometry.csv`
    <name>/judge.py        what a position is worth to a computer player, see `firmware/players`; without it only people play
    <name>/fittings.csv    buttons and screws; only for faces and templates
    <name>/places.csv      circuit boards; only for templates
    <name>/words/<language>.po    its names and sentences; what is missing is told in English

The name of the folder is the name of the game and of its board. `firmware()` adds the games to the firmware: everything else
(simulator, page, flashing) takes them from there, as it takes the games of this checkout. Only the standard library is needed.
"""

import atexit
import functools
import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from tavle.board.shapes import SHAPES, Shape
from tavle.errors import TavleError
from tavle.words.terminal import mark, tr

ENVIRONMENT = "TAVLE_GAMES"
"""Folders of games, separated as those of PATH."""

UNKNOWN = mark(
    "name the folder of a game of your own with --games, or bring the table to this tool's firmware with `tavle flash`"
)
"""What to do about a table that plays what is not known here."""

FILE = "game.toml"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,15}")
_RULEBOOK = re.compile(r"[a-z][a-z0-9-]{0,23}")
_TABLE = Path("rules") / "games" / "__init__.py"


@dataclass(frozen=True)
class GameFolder:
    """One game of others.

    Attributes:
        folder: where it is; its last part is the game's name.
        rulebooks: the ids it plays.
        shape: the facts of its board.
    """

    folder: Path
    rulebooks: tuple[str, ...]
    shape: Shape

    @property
    def name(self) -> str:
        """Return the name of the game and of its board."""
        return self.folder.name


def name_folders(folders: Sequence[str | Path]) -> None:
    """Let this program and those it starts know folders of games, besides those it knows.

    Raises:
        TavleError: one of them holds no game.
    """
    known = [part for part in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if part]
    known += [str(Path(folder).resolve()) for folder in folders]
    os.environ[ENVIRONMENT] = os.pathsep.join(dict.fromkeys(known))
    found()


def found() -> tuple[GameFolder, ...]:
    """Return the games of others, in the order they were named. Raises TavleError for a bad one."""
    return _read_all(os.environ.get(ENVIRONMENT, ""))


def of(board: str) -> GameFolder | None:
    """Return the game of others that has this board, None when it is none of theirs."""
    return next((game for game in found() if game.name == board), None)


def shapes() -> dict[str, Shape]:
    """Return the facts of every board by its name: ours, then those of others."""
    return {**SHAPES, **{game.name: game.shape for game in found()}}


@functools.cache
def _read_all(names: str) -> tuple[GameFolder, ...]:
    games: list[GameFolder] = []
    taken = set(SHAPES)
    for name in filter(None, names.split(os.pathsep)):
        game = _read(Path(name).resolve())
        for one in (game.name, *game.rulebooks):
            if one in taken and one != game.name:
                raise _bad(
                    game.folder,
                    tr("there is a rulebook {one} already", one=repr(one)),
                    tr("rename it"),
                )
        if game.name in taken:
            raise _bad(
                game.folder,
                tr("there is a game {name} already", name=repr(game.name)),
                tr("rename the folder"),
            )
        taken |= {game.name, *game.rulebooks}
        games.append(game)
    return tuple(games)


def _bad(folder: Path, why: str, next_step: str = "") -> TavleError:
    return TavleError(
        tr("game {folder}", folder=folder),
        why,
        next_step or tr("see {file} in {page}", file=FILE, page="firmware/rules/README.md"),
        2,
    )


def _read(folder: Path) -> GameFolder:
    """Read one folder's `game.toml`. Raises TavleError with the key that is wrong."""
    if not _NAME.fullmatch(folder.name):
        raise _bad(
            folder, tr("a game's name is 1 to 16 of a-z, 0-9 and _"), tr("rename the folder")
        )
    try:
        facts = tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
    except OSError as error:
        raise _bad(folder, f"{FILE}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _bad(folder, f"{FILE}: {error}") from None
    for needed in ("rules/__init__.py", "geometry.csv"):
        if not (folder / needed).is_file():
            raise _bad(folder, tr("{needed} is missing", needed=needed))
    rulebooks = facts.pop("rulebooks", None)
    if not _words(rulebooks) or not all(map(_RULEBOOK.fullmatch, rulebooks)):
        raise _bad(
            folder, tr("{file}: rulebooks must be a list of ids of a-z, 0-9 and -", file=FILE)
        )
    return GameFolder(folder, tuple(rulebooks), _shape(folder, facts))


def _words(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def _shape(folder: Path, facts: dict[str, Any]) -> Shape:
    known = {field.name: field for field in fields(Shape)}
    for key in facts:
        if key not in known:
            raise _bad(folder, tr("{file}: unknown key {key}", file=FILE, key=repr(key)))
    checks = {
        "title": lambda v: isinstance(v, str) and v,
        "colours": lambda v: _words(v) and sorted(v) == sorted(SHAPES["ludo"].colours),
        "light": lambda v: isinstance(v, list) and len(v) == 4 and all(map(_rgb, v)),
        "ring": lambda v: type(v) is int and 4 <= v <= 120 and (v % 4 == 0 or facts.get("line")),
        "row": lambda v: type(v) is int and 0 <= v <= 8,
        "fin": lambda v: type(v) is bool,
        "start": lambda v: type(v) is int,
        "mouth": lambda v: type(v) is int,
        "seats": lambda v: (
            isinstance(v, list) and len(v) > 1 and v == [n for n in range(4) if n in v]
        ),
        "pawns": lambda v: type(v) is int and 1 <= v <= 4,
        "line": lambda v: type(v) is bool,
    }
    for key, good in checks.items():
        if key in facts and not good(facts[key]):
            raise _bad(
                folder,
                tr("{file}: {key} cannot be {value}", file=FILE, key=key, value=repr(facts[key])),
            )
    colours = facts.get("colours", [])
    if facts.get("line"):
        facts = {"start": 0, "mouth": 0, **facts}  # its ends say both
    facts.setdefault("light", [_light(colour) for colour in colours])
    try:
        facts = {**facts, "colours": tuple(colours), "light": tuple(map(tuple, facts["light"]))}
        facts["seats"] = tuple(facts.get("seats", range(len(colours))))
        return Shape(**facts)
    except TypeError as error:
        raise _bad(folder, f"{FILE}: {str(error).partition('__init__() ')[2]}") from None


def _rgb(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(type(n) is int and 0 <= n <= 255 for n in value)
    )


def _light(colour: str) -> tuple[int, int, int]:
    """Return how the boards of this checkout light a colour."""
    one = SHAPES["ludo"]
    return one.light[one.colours.index(colour)]


def firmware(own: Path) -> Path:
    """Return a copy of the firmware with the games of others in it; the folder itself without any.

    Args:
        own: the firmware's folder in the checkout.
    """
    games = found()
    return _merged(own, games) if games else own


@functools.cache
def _merged(own: Path, games: tuple[GameFolder, ...]) -> Path:
    from tavle.board import geometry, maps

    top = Path(tempfile.mkdtemp(prefix="tavle-firmware-"))
    atexit.register(shutil.rmtree, top, ignore_errors=True)
    junk = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(own, top, dirs_exist_ok=True, ignore=junk)
    table = top / _TABLE
    lines = [table.read_text(encoding="utf-8")]
    for game in games:
        shutil.copytree(game.folder / "rules", table.parent / game.name, ignore=junk)
        text = maps.text_of(geometry.load(game.name))
        board = top / "boards" / f"{game.name}.py"
        judge = top / "players" / f"{game.name}.py"
        if board.exists() or judge.exists():
            raise _bad(
                game.folder, tr("the firmware has a module of that name"), tr("rename the folder")
            )
        board.write_text(text, encoding="utf-8")
        if (game.folder / "judge.py").is_file():
            shutil.copy(game.folder / "judge.py", judge)
        lines += [
            f"FOLDERS += (({rulebook!r}, {game.name!r}, {game.name!r}),)\n"
            for rulebook in game.rulebooks
        ]
    table.write_text("".join(lines), encoding="utf-8")
    return top


def check_rules() -> None:
    """Raise TavleError when the rules of a named game say other things than its board, or take another game's cards.

    The firmware must be importable. Without games of others nothing is loaded.
    """
    games = found()
    if not games:
        return
    from rules import RULEBOOKS, family, load

    mine = {game.name: game for game in games}
    decks: dict[int, Any] = {}
    for rulebook in RULEBOOKS:
        game = mine.get(family(rulebook))
        try:
            rules = load(rulebook)
            if game is not None:
                _check(game, rules)
            other = decks.setdefault(rules.deck_id, rules)
            if other.actions != rules.actions:
                raise ValueError(
                    f"deck_id {rules.deck_id} is written on the cards of {other.rulebook}"
                )
        except Exception as error:
            if game is None:
                raise
            why = (
                str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
            )
            raise _bad(
                game.folder,
                tr("rules of {rulebook}: {why}", rulebook=rulebook, why=why),
                tr("correct the rules"),
            ) from error


def _check(game: GameFolder, rules: Any) -> None:
    """Raise ValueError with the first thing in which the rules and the board differ."""
    shape = game.shape
    for name, told, wanted in (
        ("family", rules.family, game.name),
        ("colours", tuple(rules.colours), shape.colours),
        ("ring", rules.ring, shape.ring),
        ("row", rules.row, shape.row),
        ("fin", rules.fin != 255, shape.fin),
        ("pawns", rules.pawns, shape.pawns),
    ):
        if told != wanted:
            raise ValueError(f"{name} is {told!r}, {FILE} says {wanted!r}")
    if not set(rules.seats) <= set(shape.seats):
        raise ValueError(f"seats {list(rules.seats)} play, {FILE} has {list(shape.seats)}")
    if not 1 <= rules.deck_id <= 255:
        raise ValueError("deck_id must be a number from 1 to 255 of its own")
    if rules.deck and len(rules.deck) != len(rules.actions):
        raise ValueError("deck must have a number for each of the actions")
