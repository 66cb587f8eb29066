# SPDX-License-Identifier: Apache-2.0
"""The first files of a table that shall start in a given position."""

import tempfile
from pathlib import Path
from typing import Any


def device_files(game: Any, state: bytes | None, settings: dict[str, Any]) -> dict[str, bytes]:
    """Return the files of the device's data folder: settings, and a game to resume.

    Args:
        game: the rules' `Game`.
        state: the position the firmware shall resume; None: it starts a new game.
        settings: more settings of `store.config`, by name.
    """
    from app.table.match import Match
    from store.config import Config
    from store.journal import Journal

    with tempfile.TemporaryDirectory(prefix="tavle-flash-") as folder:
        config = Config(folder + "/config.json")
        config.set("rulebook", game.rulebook)
        if len(game.seats) < len(game.colours):
            config.set("seats", list(game.seats))
        changed = {k: v for k, v in game.options.items() if v != game.defaults[k]}
        config.set("options", changed)
        for name, value in settings.items():
            config.set(name, value)
        config.save()
        if state is not None:
            journal = Journal(folder)
            journal.open()
            Match(game, journal).start(None, state)
        root = Path(folder)
        return {
            str(path.relative_to(root)): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }
