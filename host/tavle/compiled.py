# SPDX-License-Identifier: Apache-2.0
"""The rules and the players compiled for this PC: the firmware's own files, some three times as fast.

`make fast` copies `firmware/rules` and `firmware/players` to `build/fast`, lays the C types of `host/fast`
beside them and lets Cython compile the modules that have types there. Nothing needs it. With `TAVLE_FAST=1` in the
environment the tool, the benchmarks and the tests take `rules` and `players` from there, and refuse
to when the sources have changed since.

Source: Cython documentation, "Pure Python Mode", augmenting .pxd files.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tavle.errors import TavleError
from tavle.words.terminal import tr

PACKAGES = ("rules", "players")
_STAMP = "stamp"
_SETUP = """\
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup

modules = [
    Extension(name[:-3].replace("/", "."), [name], extra_compile_args=["-O2", "-w"])
    for name in sys.argv[1:]
]
directives = {"language_level": 3, "annotation_typing": False, "cdivision": False}
setup(
    name="tavle-fast",
    ext_modules=cythonize(modules, compiler_directives=directives, quiet=True),
    script_args=["--quiet", "build_ext", "--inplace"],
)
"""


def folder(root: Path) -> Path:
    """Return where the compiled packages of a checkout are, or would be."""
    return root / "build" / "fast"


def stamp(root: Path) -> str:
    """Return a hash of everything the compiled packages are made from."""
    digest = hashlib.sha256(sys.version.encode())
    for top in (*(root / "firmware" / name for name in PACKAGES), root / "host" / "fast"):
        for path in sorted(top.rglob("*.p*")):
            if path.suffix in (".py", ".pxd"):
                digest.update(path.relative_to(root).as_posix().encode() + b"\0")
                digest.update(path.read_bytes())
    return digest.hexdigest()


def wanted() -> bool:
    """Tell whether the environment asks for the compiled packages."""
    return os.environ.get("TAVLE_FAST", "") not in ("", "0")


def fresh(root: Path) -> bool:
    """Tell whether the compiled packages are made from the files of today by this Python."""
    path = folder(root) / _STAMP
    return path.is_file() and path.read_text(encoding="ascii") == stamp(root)


def checked(root: Path) -> Path:
    """Return the folder of the compiled packages.

    Raises:
        TavleError: there are none, or the sources have changed since.
    """
    if not fresh(root):
        raise TavleError(
            tr("the compiled rules and players are missing or of other sources"),
            tr("TAVLE_FAST=1 asks for them"),
            tr("run `make fast`, or do without: unset TAVLE_FAST"),
        )
    return folder(root)


def _lay(target: Path, files: dict[str, bytes]) -> None:
    """Write what differs, so that only that is compiled again; remove what there is too much.

    Types are laid out in other modules too, and Cython does not follow `from package cimport module`: with one
    of them changed everything is compiled again.
    """
    for path in sorted(target.rglob("*.p*")):
        if path.suffix in (".py", ".pxd") and path.relative_to(target).as_posix() not in files:
            path.unlink()
    for name in PACKAGES:
        for path in sorted((target / name).rglob("*.so")):
            if not path.with_name(path.name.partition(".")[0] + ".pxd").exists():
                path.unlink()
    for name, data in files.items():
        path = target / name
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            if path.suffix == ".pxd":
                for made in target.rglob("*.c"):
                    made.unlink()


def make(root: Path) -> int:
    """Compile, unless it has been done; return how many modules that are.

    Raises:
        TavleError: Cython or a C compiler is missing, or a module does not compile.
    """
    if fresh(root):
        return 0
    target = folder(root)
    (target / _STAMP).unlink(missing_ok=True)
    types = root / "host" / "fast"
    files = {"setup.py": _SETUP.encode()}
    modules = []
    for top in (root / "firmware", types):
        for name in PACKAGES:
            for path in sorted((top / name).rglob("*.p*")):
                module = path.relative_to(top)
                if path.suffix == ".py":
                    files[module.as_posix()] = path.read_bytes()
                    # Cython looks for types in packages only.
                    files.setdefault((module.parent / "__init__.pxd").as_posix(), b"")
                elif path.suffix == ".pxd":
                    files[module.as_posix()] = path.read_bytes()
                    modules.append(module.with_suffix(".py").as_posix())
    _lay(target, files)
    shim = root / "host" / "tavle" / "shim"
    done = subprocess.run(
        [sys.executable, "setup.py", *modules],
        cwd=target,
        env={**os.environ, "PYTHONPATH": str(shim)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no output"]
        raise TavleError(
            tr("the rules and players do not compile: {error}", error=lines[-1]),
            tr(
                "Cython, or a C compiler with Python's headers, is missing, or a type in host/fast is wrong"
            ),
            tr(
                "on Debian: apt install gcc python3-dev; or do without: nothing needs the compiled files"
            ),
        )
    (target / _STAMP).write_text(stamp(root), encoding="ascii")
    return len(modules)


def main() -> None:
    """Compile for `make fast`."""
    from tavle.paths import ROOT

    try:
        count = make(ROOT)
    except TavleError as error:
        sys.exit(str(error))
    said = f"{count} modules compiled" if count else "nothing has changed"
    sys.stdout.write(f"{folder(ROOT)}: {said}; TAVLE_FAST=1 in the environment uses them\n")


if __name__ == "__main__":
    main()
