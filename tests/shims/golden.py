# SPDX-License-Identifier: Apache-2.0
"""Golden files: what is said line by line is what was kept of it."""

import os
from pathlib import Path

from rules import load
from rules.game import Game

# Name of a golden file -> the seats that are taken, None for all.
GAMES = {
    "partners-pawns": None, "partners-movers": None, "partners-nordic": None,
    "ludo-norsk": None, "ludo-norsk-2": (0, 2), "sorry": None, "sorry-3": (0, 1, 3),
}  # fmt: skip


def game_of(name: str) -> Game:
    """Return the game of one of `GAMES`."""
    seats = GAMES[name]
    return load(name.rpartition("-")[0] if seats else name, seats)


def same_lines(path: Path, said: list[str]) -> None:
    """Assert that a file holds just these lines; under `make accept` write them into it first."""
    if os.environ.get("TAVLE_ACCEPT"):
        path.write_text("\n".join(said) + "\n", encoding="utf-8")
    kept = path.read_text(encoding="utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip(said, kept, strict=False), 1):
        assert line == wanted, f"{path.name}:{number}: {line!r}, not {wanted!r}"
    assert len(said) == len(kept), f"{path.name}: {len(said)} lines, not {len(kept)}"
