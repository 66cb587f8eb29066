# SPDX-License-Identifier: Apache-2.0
"""`make page`: a folder of static files in which the page plays alone, for any web server.

The tool runs in Pyodide, the firmware in MicroPython's WebAssembly; npm brings both, in pinned versions.

"""

import argparse
import functools
import gzip
import hashlib
import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from babel.messages.pofile import read_po

from tavle import paths
from tavle.device import build, image
from tavle.errors import TavleError
from tavle.words import catalogue

# Package -> SHA-256 of what npm brings, files of it.
PACKAGES = {
    "pyodide@314.0.7": (
        "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0",
        ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"),
    ),
    "@micropython/micropython-webassembly-pyscript@1.27.0": (
        "303919763c8ebfe5923b9da66226c20dce44ad72b604b225fb39338ea15367af",
        ("micropython.mjs", "micropython.wasm"),
    ),
}  # fmt: skip
# What the worker unpacks itself: few servers send these compressed.
_PACKED = ("pyodide.asm.mjs", "pyodide.asm.wasm", "micropython.wasm", "python_stdlib.zip", "tool", "device")  # fmt: skip
_CONTROLLER = "pico2"  # whose files the page offers
_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say: the same files make the same zip
_json = functools.partial(json.dumps, separators=(",", ":"))
_HOST = Path(__file__).resolve().parent
_TOOL = _HOST / "tavle"

# Of the tool, what a page needs.
_MODULES = ("*.py", "board/*.py", "device/__init__.py", "device/settings.py", "device/shapes.py", "field/*.py",
            "live/*.py", "players/*", "shim/*.py", "sim/*.py", "sim/chips/*.py", "web/*.py", "words/*.py",
            "words/events.toml")  # fmt: skip
_DATA = (*(f"firmware/{folder}/**/*.py" for folder in ("boards", "light", "players", "rules", "store")),
         "firmware/*.py", "firmware/app/__init__.py", "firmware/app/table/*.py", "hardware/build.toml", "hardware/*/geometry.csv", "hardware/*/fittings.csv",
         "hardware/magnetics/*.csv", "hardware/magnetics/parts.toml")  # fmt: skip
# Of Python's library, how the names of files begin that nothing here imports, and the encodings that are used.
_UNUSED = (
    "_ast_unparse.", "_pydatetime.", "_pydecimal.", "_pyio.", "_pyrepl/", "asyncio/windows", "bdb.", "cmd.", "compileall.",
    "concurrent/futures/interpreter", "concurrent/futures/process", "concurrent/interpreters", "configparser.", "ctypes/", "curses/",
    "dbm/", "doctest.", "email/_header_value", "email/headerreg", "email/mime/", "email/contentm", "email/policy.", "ensurepip/",
    "fileinput.", "fractions.", "ftplib.", "html/", "http/cookie", "http/server", "idlelib/", "imaplib.", "importlib/resources/",
    "lib2to3/", "logging/config", "logging/handlers", "mailbox.", "mimetypes.", "modulefinder.", "multiprocessing/", "optparse.",
    "pdb.", "pickletools.", "plistlib.", "poplib.", "profile.", "pstats.", "pyclbr.", "pydoc", "smtplib.", "socketserver.", "sqlite3/",
    "statistics.", "symtable.", "tabnanny.", "tarfile.", "timeit.", "tkinter/", "trace.", "tracemalloc.", "turtle", "unittest/", "uuid.",
    "venv/", "wave.", "wsgiref/", "xml/dom/", "xml/etree/", "xmlrpc/", "zipapp.", "zoneinfo/",
)  # fmt: skip
_ENCODINGS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8")


def fetch(cache: Path) -> dict[str, bytes]:
    """Return the files of the packages by name; npm brings those that are not there yet.

    Raises:
        TavleError: npm does not bring them, or others.
    """
    found = {}
    cache.mkdir(parents=True, exist_ok=True)
    for package, (wanted_sum, names) in PACKAGES.items():
        file = cache / (package.replace("@", "-").replace("/", "-").strip("-") + ".tgz")
        if not file.exists():
            _npm(package, file)
        if hashlib.sha256(file.read_bytes()).hexdigest() != wanted_sum:
            raise TavleError(f"cannot use {file}", "it is not the package that is pinned", "delete it and try again")  # fmt: skip
        with tarfile.open(file) as archive:
            for name in names:
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                found[name] = member.read()
    return found


def _npm(package: str, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        order = ["npm", "pack", "--silent", "--pack-destination", folder, package]
        try:
            subprocess.run(order, check=True, stdout=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError) as error:
            raise TavleError(f"cannot get {package}", str(error), "install npm, or connect to the internet") from None  # fmt: skip
        shutil.move(next(Path(folder).iterdir()), file)


def zipped(files: dict[str, bytes]) -> bytes:
    """Return files as a zip that is not compressed."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        for name, content in sorted(files.items()):
            made.writestr(zipfile.ZipInfo(name, _WHEN), content)
    return data.getvalue()


def joined(files: dict[str, bytes]) -> bytes:
    """Return files as a line of JSON, name -> size, and one after the other."""
    sizes = {name: len(data) for name, data in sorted(files.items())}
    return b"\n".join([_json(sizes).encode(), b"".join(map(files.get, sizes))])


def library(whole: bytes) -> dict[str, bytes]:
    """Return the files of Python's library without what nothing here imports."""
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        names = [name for name in archive.namelist() if not name.startswith(_UNUSED) and not name.endswith("/")]  # fmt: skip
        unused = {name for name in names if name.startswith("encodings/") and Path(name).stem not in _ENCODINGS}  # fmt: skip
        return {name: archive.read(name) for name in names if name not in unused}


def bytecode(files: dict[str, bytes], brought: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with Python's compiled by the Python of the page, so that it compiles none when it starts.

    Raises:
        TavleError: there is no Node, which comes with npm, or a file does not compile.
    """
    with tempfile.TemporaryDirectory() as work:
        top = Path(work)
        for name, data in brought.items():
            (top / name).write_bytes(data)
        given = {name: data for name, data in files.items() if name.endswith(".py")}
        (top / "sources.zip").write_bytes(zipped(given))
        shutil.copy(_HOST / "bytecode.mjs", top)
        try:
            subprocess.run(["node", "bytecode.mjs"], cwd=top, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise TavleError("cannot compile for the page", str(error), "install npm, with Node 20 or newer") from None  # fmt: skip
        with zipfile.ZipFile(top / "compiled.zip") as made:
            found = {name: made.read(name) for name in made.namelist()}
    return {name: data for name, data in files.items() if name not in given} | found


def tool() -> dict[str, bytes]:
    """Return the files of the tool and of what it reads, as an installed package has them."""
    found = {}
    for pattern in _MODULES:
        for path in _TOOL.glob(pattern):
            if path.is_file():
                found[f"tavle/{path.relative_to(_TOOL).as_posix()}"] = path.read_bytes()
    for pattern in _DATA:
        for path in paths.ROOT.glob(pattern):
            found[f"tavle/_data/{path.relative_to(paths.ROOT).as_posix()}"] = path.read_bytes()
    for path in (_TOOL / "words" / "tool").glob("*.po"):
        with path.open("rb") as file:
            said = read_po(file, locale=path.stem)
        told = {str(message.id): str(message.string) for message in said if message.id}
        found[f"tavle/words/tool/{path.stem}.json"] = json.dumps(told).encode()
    found["tavle/words/en.json"] = json.dumps(catalogue.Words("en").sentences).encode()
    return found


def device() -> dict[str, bytes]:
    """Return what MicroPython finds in its file system: the firmware as it goes to a table, the shims, the chips."""
    files = {f"/firmware{name}": data for name, data in build.compiled(build.BYTECODE).items()}  # fmt: skip
    with tempfile.TemporaryDirectory() as work:
        top = Path(work)
        sim = _TOOL / "sim"
        for name, folder in {
            "shim": "shim", "shim_wasm": "shim", "chips": "host/tavle/sim/chips", "device_side": "host/tavle/sim/device_side",
        }.items():  # fmt: skip
            shutil.copytree(sim / name, top / folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
        for name in ("main.py", "host/tavle/__init__.py", "host/tavle/sim/__init__.py"):
            (top / name).write_text("", encoding="utf-8")
        made = build.compiled(build.BYTECODE, top)
    del made[build.MAIN]
    return files | made


def tables() -> dict[str, bytes]:
    """Return the files that bring a rulebook to a new table."""
    paths.add_firmware()
    from rules import RULEBOOKS

    return {
        f"tavle-{rulebook}-{_CONTROLLER}.uf2": image.make(image.files(rulebook), _CONTROLLER)
        for rulebook in RULEBOOKS
    }


def contents(cache: Path) -> dict[str, bytes]:
    """Return the files of the page by name, but for the two that name them all. Raises TavleError."""
    found = {
        path.name: path.read_bytes()
        for folder in ("page", "alone")
        for path in sorted((_TOOL / "web" / folder).iterdir())
    }
    brought = fetch(cache)
    python = bytecode(library(brought["python_stdlib.zip"]) | tool(), brought)
    own = {name: data for name, data in python.items() if name.startswith("tavle/")}
    brought["python_stdlib.zip"] = zipped(
        {name: data for name, data in python.items() if name not in own}
    )
    brought |= {"tool": joined(own), "device": joined(device())}
    for name in _PACKED:
        found[f"{name}.packed"] = gzip.compress(brought.pop(name), mtime=0)
    lock = {**json.loads(brought.pop("pyodide-lock.json")), "packages": {}}
    found["lock.js"] = f"export const LOCK = {_json(_json(lock))};\n".encode()
    found |= brought
    for language in catalogue.NAMES:
        found[f"words-{language}.json"] = _json(catalogue.for_page(language, "", "")).encode()
    return found | tables()


def whole(made: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with the two that name all others: one for the page, one for the service worker."""
    found = dict(made)
    worker = found.pop("sw.js").decode()

    def table() -> str:
        return _json({
            name: {
                "size": len(data), "sum": hashlib.sha256(data).hexdigest(),
                "worker": name.endswith(".packed"), "late": name.endswith(".uf2"),
            }
            for name, data in sorted(found.items())
        })  # fmt: skip

    found["files.js"] = f"export const FILES = {table()};\n".encode()
    version = hashlib.sha256(table().encode()).hexdigest()[:16]
    found["sw.js"] = f'const FILES = {table()};\nconst VERSION = "{version}";\n{worker}'.encode()
    return found


def write(out: Path, made: dict[str, bytes]) -> None:
    """Write the folder of these files."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for name, data in whole(made).items():
        (out / name).write_bytes(data)


def main() -> None:
    """Make the page."""
    parser = argparse.ArgumentParser(prog="make page", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    try:
        write(given.folder, contents(paths.kept() / "npm"))
    except TavleError as error:
        sys.exit(f"make page: {error}")
    size = sum(path.stat().st_size for path in given.folder.iterdir())
    sys.stdout.write(f"{given.folder}: {size / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
