# SPDX-License-Identifier: Apache-2.0
"""`make release`: what is published of a version, in the folder in which `make wheel` has put the wheel.

tavle-<version>-py3-none-any.whl        the tool, with simulator and firmware
tavle-<rulebook>-<controller>.uf2       the files of a new table, for a controller that has MicroPython
tavle-<rulebook>-<controller>-all.uf2   the same with MicroPython, whose file --micropython names
tavle-hardware.zip                      faces, templates, circuit boards, parts, wiring, guide: what is made, not the makers
tavle-page.zip                          the page that plays alone, see `page.py`
SHA256SUMS                              of all of them: sha256sum --check SHA256SUMS
"""

import argparse
import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import page

from tavle import paths
from tavle.device import image
from tavle.errors import TavleError

_MAKERS = (".py", ".sh", ".toml", "manifest.txt")
_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say: the same files make the same zip


def tables(out: Path, micropython: Path | None) -> None:
    """Write the .uf2 files. Raises TavleError: `micropython` is none for a table's controller."""
    paths.add_firmware()
    from rules import RULEBOOKS

    own, program = image.program_of(micropython) if micropython else ("", ())
    for rulebook in RULEBOOKS:
        held = image.files(rulebook)
        for controller in image.PLACES:
            name = f"tavle-{rulebook}-{controller}"
            (out / f"{name}.uf2").write_bytes(image.make(held, controller))
            if controller == own:
                (out / f"{name}-all.uf2").write_bytes(image.make(held, controller, program))


def hardware(out: Path) -> None:
    """Write the zip of what builders need."""
    listed = subprocess.run(
        ["git", "ls-files", "hardware", "LICENSES/CERN-OHL-P-2.0.txt"],
        cwd=paths.ROOT, check=True, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    with zipfile.ZipFile(out / "tavle-hardware.zip", "w") as made:
        for name in listed:
            if not name.endswith(_MAKERS):
                info = zipfile.ZipInfo(name, _WHEN)
                info.compress_type = zipfile.ZIP_DEFLATED
                made.writestr(info, (paths.ROOT / name).read_bytes())


def sums(out: Path) -> None:
    """Write the check sums of all that is there."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(out.iterdir())
        if path.name != "SHA256SUMS"
    ]
    (out / "SHA256SUMS").write_text("".join(lines), encoding="ascii")


def main() -> None:
    """Make a release."""
    parser = argparse.ArgumentParser(prog="make release", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--micropython", type=Path, help="stock MicroPython's .uf2, RPI_PICO2 or RPI_PICO2_W")  # fmt: skip
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    try:
        tables(given.folder, given.micropython)
        alone = page.whole(page.contents(paths.kept() / "npm"))
    except TavleError as error:
        sys.exit(f"make release: {error}")
    (given.folder / "tavle-page.zip").write_bytes(page.zipped(alone))
    hardware(given.folder)
    sums(given.folder)
    sys.stdout.write(f"{given.folder}: {len(list(given.folder.iterdir()))} files\n")


if __name__ == "__main__":
    main()
