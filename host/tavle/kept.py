# SPDX-License-Identifier: Apache-2.0
"""What the tool remembers on this PC until work that was interrupted is done."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

from tavle.errors import writing


def folder() -> Path:
    """Return where it remembers."""
    # Source: the XDG base directory specification.
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "tavle"


def _file(name: str) -> Path:
    return folder() / f"{name}.json"


def load(name: str) -> Any:
    """Return what was kept under a name, None when there is nothing that can be read."""
    try:
        return json.loads(_file(name).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def save(name: str, what: Any) -> None:
    """Keep something until `forget`. Raises TavleError."""
    path = _file(name)
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(what), "utf-8")


def forget(name: str) -> None:
    """Forget what was kept under a name."""
    with contextlib.suppress(OSError):
        _file(name).unlink()
