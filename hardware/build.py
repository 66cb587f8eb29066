# SPDX-License-Identifier: Apache-2.0
"""Make what a builder needs, or check that what is committed is up to date: `make hardware`.

Every folder of hardware/ may have a `stages.toml`, a list of stages:

    [[stage]]
    name = "reader8"                  # one word, unique
    about = "the Reader-8 board"      # one line
    sources = ["hardware/x/*.py"]     # what it is made from: globs from the top of the repository
    outputs = ["hardware/x/out/**"]   # what it makes, all of it committed
    run = [["{python}", "hardware/x/make.py"]]   # commands, run one after the other from the top
    needs = ["kicad"]                 # tools, of TOOLS below; none when missing
    after = ["magnetics"]             # stages that must have run before; none when missing

`{python}` is the interpreter that runs this file, `{kicad_python}` the one that has KiCad's
`pcbnew`. A stage is run when a source or an output is not what the folder's `manifest.txt` says.
An output that differs from its former self in nothing but dates and random ids is put back, so
that building twice changes no file.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from alike import alike

TOP = Path(__file__).resolve().parents[1]
KICAD_PYTHON = os.environ.get("TAVLE_KICAD_PYTHON", "/usr/bin/python3")
# Tool of `needs` -> a command that fails when it is missing.
TOOLS = {
    "kicad": [KICAD_PYTHON, "-c", "import pcbnew"],
    "ngspice": ["ngspice", "--version"],
    "graphviz": ["dot", "-V"],
    "poppler": ["pdftoppm", "-v"],
}
_SAID = 2  # last lines of what a command says that are shown
_NEVER = {"__pycache__", ".git", ".venv", "build", ".mypy_cache", ".ruff_cache", ".pytest_cache"}


class HardwareError(Exception):
    """What stops the build, as one line: what, why, what to do next."""


@dataclass
class Stage:
    """One entry of a stages.toml; `folder` is where it stands, from the top."""

    folder: str
    name: str
    about: str
    sources: list[str]
    outputs: list[str]
    run: list[list[str]]
    needs: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)

    def files(self, top: Path, globs: list[str]) -> list[str]:
        """Return the files that globs name, as sorted paths from the top."""
        found: set[str] = set()
        for pattern in globs:
            for path in top.glob(pattern):
                parts = path.relative_to(top).parts
                if path.is_file() and not _NEVER.intersection(parts) and path.suffix != ".pyc":
                    found.add("/".join(parts))
        return sorted(found)

    def state(self, top: Path) -> list[str]:
        """Return the lines of the manifest for the files as they are now."""
        lines = []
        outputs = self.files(top, self.outputs)
        sources = self.files(top, self.sources)
        if both := set(outputs) & set(sources):
            raise HardwareError(
                f"stage {self.name}: {min(both)} is both source and output; mend {self.folder}/stages.toml"
            )
        for kind, paths in (("source", sources), ("output", outputs)):
            for path in paths:
                digest = hashlib.sha256((top / path).read_bytes()).hexdigest()
                lines.append(f"{self.name} {kind} {digest} {path}")
        return lines


def stages(top: Path) -> list[Stage]:
    """Read every stages.toml and return the stages in an order that honours `after`."""
    found: dict[str, Stage] = {}
    for path in sorted((top / "hardware").glob("**/stages.toml")):
        folder = path.parent.relative_to(top).as_posix()
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8")).get("stage", [])
            for entry in entries:
                stage = Stage(folder=folder, **entry)
                if stage.name in found:
                    raise HardwareError(f"{folder}/stages.toml: stage {stage.name} is there twice")
                if unknown := set(stage.needs) - set(TOOLS):
                    raise HardwareError(
                        f"{folder}/stages.toml: stage {stage.name} needs {min(unknown)}, "
                        f"known are {', '.join(TOOLS)}"
                    )
                found[stage.name] = stage
        except (tomllib.TOMLDecodeError, TypeError) as error:
            raise HardwareError(f"{folder}/stages.toml: {error}") from error
    ordered: list[Stage] = []
    waiting = dict(found)
    while waiting:
        ready = [s for s in waiting.values() if not set(s.after) & set(waiting)]
        if not ready:
            raise HardwareError(f"stages wait for each other: {', '.join(waiting)}")
        for stage in ready:
            if unknown := set(stage.after) - set(found):
                raise HardwareError(
                    f"stage {stage.name} comes after {min(unknown)}, which is none"
                )
            ordered.append(stage)
            del waiting[stage.name]
    return ordered


def recorded(top: Path, stage: Stage) -> list[str]:
    """Return the lines of the manifest that are about a stage."""
    path = top / stage.folder / "manifest.txt"
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.split(" ", 1)[0] == stage.name]


def record(top: Path, stage: Stage) -> None:
    """Write the state of a stage into its folder's manifest."""
    path = top / stage.folder / "manifest.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    kept = [line for line in lines if line.split(" ", 1)[0] != stage.name]
    path.write_text("\n".join(sorted(kept + stage.state(top))) + "\n", encoding="utf-8")


def differences(top: Path, stage: Stage) -> list[str]:
    """Return what is not as the manifest says, one phrase each."""
    was = {line.split(" ")[3]: line.split(" ")[1:3] for line in recorded(top, stage)}
    now = {line.split(" ")[3]: line.split(" ")[1:3] for line in stage.state(top)}
    phrases = [f"{path} is missing" for path in sorted(set(was) - set(now))]
    phrases += [f"{path} is new" for path in sorted(set(now) - set(was))]
    phrases += [f"{p} has changed" for p in sorted(set(was) & set(now)) if was[p] != now[p]]
    return phrases


def missing_tools(wanted: list[Stage]) -> list[str]:
    """Return the tools that these stages need and this machine lacks."""
    missing = []
    for tool in sorted({need for stage in wanted for need in stage.needs}):
        try:
            done = subprocess.run(TOOLS[tool], capture_output=True, check=False)
            if done.returncode != 0:
                missing.append(tool)
        except OSError:
            missing.append(tool)
    return missing


def run(top: Path, stage: Stage) -> None:
    """Run a stage: its former outputs are deleted first, and come back when it fails.

    A command that stops half-way must not leave an old file that then passes for a new one.
    """
    before = {path: (top / path).read_bytes() for path in stage.files(top, stage.outputs)}
    for path in before:
        (top / path).unlink()
    environment = dict(
        os.environ,
        PYTHONPATH=str(top / "host"),
        PYTHONHASHSEED="0",
        TAVLE_GAMES="",  # the committed files are of this checkout's boards
        TAVLE_SITE_PACKAGES=sysconfig.get_path("purelib"),
    )
    for words in stage.run:
        command = [word.format(python=sys.executable, kicad_python=KICAD_PYTHON) for word in words]
        done = subprocess.run(
            command, cwd=top, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            for path, content in before.items():
                (top / path).parent.mkdir(parents=True, exist_ok=True)
                (top / path).write_bytes(content)
            said = (done.stdout + done.stderr).strip()
            raise HardwareError(f"stage {stage.name}: `{' '.join(words)}` failed\n{said}")
        for line in done.stdout.strip().splitlines()[-_SAID:]:
            print("  " + line)
    _keep_unchanged(top, stage, before)


def _keep_unchanged(top: Path, stage: Stage, before: dict[str, bytes]) -> None:
    """Put back the outputs that differ from what they were in nothing but stamps.

    Pictures are compared coarsely, so they are put back only when nothing else has changed.
    """
    made = {path: (top / path).read_bytes() for path in stage.files(top, stage.outputs)}
    same = {path for path in made if path in before and alike(path, before[path], made[path])}
    others = {path for path in made if not path.endswith(".png")}
    for path in same:
        if not path.endswith(".png") or (others and others <= same):
            (top / path).write_bytes(before[path])


def build(top: Path, wanted: list[Stage], every: bool) -> None:
    """Run the stages that are not up to date, or every one."""
    for stage in wanted:
        if not every and not differences(top, stage):
            print(f"{stage.name}: up to date")
            continue
        if missing := missing_tools([stage]):
            raise HardwareError(
                f"stage {stage.name} needs {', '.join(missing)}; run `bash hardware/setup.sh`"
            )
        start = time.monotonic()
        run(top, stage)
        record(top, stage)
        print(f"{stage.name}: made in {time.monotonic() - start:.1f} s ({stage.about})")


def check(top: Path, wanted: list[Stage]) -> None:
    """Raise HardwareError when a committed file is not what was last built from its sources."""
    stale = [f"{stage.name}: {why}" for stage in wanted for why in differences(top, stage)]
    if stale:
        raise HardwareError(
            "hardware is out of date; run `make hardware` and commit what it made\n"
            + "\n".join(stale)
        )
    print(f"up to date: {', '.join(stage.name for stage in wanted)}")


def verify(top: Path, wanted: list[Stage]) -> None:
    """Build everything in a copy, and raise HardwareError when an output differs from the committed one."""
    check(top, wanted)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="tavle-hardware-") as folder:
        copy = Path(folder) / "tavle"
        shutil.copytree(top, copy, ignore=shutil.ignore_patterns(*_NEVER), symlinks=True)
        for stage in wanted:
            names = stage.files(copy, stage.outputs)
            for path in names:  # so that none can be taken for its own rebuild
                (copy / path).unlink()
        build(copy, wanted, every=True)
        for stage in wanted:
            here, there = (set(stage.files(t, stage.outputs)) for t in (top, copy))
            wrong += [f"{path} is not made any more" for path in sorted(here - there)]
            wrong += [f"{path} is not committed" for path in sorted(there - here)]
            wrong += [
                f"{path} comes out otherwise"
                for path in sorted(here & there)
                if not alike(path, (top / path).read_bytes(), (copy / path).read_bytes())
            ]
    if wrong:
        raise HardwareError("a fresh build differs from what is committed\n" + "\n".join(wrong))
    print("a fresh build is the same as what is committed")


def main() -> int:
    """Run from the command line; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="make hardware", description="Make the drawings, boards and tables of hardware/."
    )
    parser.add_argument("stage", nargs="*", help="only these stages")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="make also what is up to date")
    what.add_argument(
        "--check", action="store_true", help="make nothing; fail when something is out of date"
    )
    what.add_argument(
        "--verify",
        action="store_true",
        help="make everything in a copy; fail when it differs from what is committed",
    )
    what.add_argument("--list", action="store_true", help="show the stages")
    options = parser.parse_args()
    try:
        known = stages(TOP)
        if unknown := set(options.stage) - {stage.name for stage in known}:
            raise HardwareError(
                f"no stage {min(unknown)}; known are {', '.join(s.name for s in known)}"
            )
        wanted = [s for s in known if not options.stage or s.name in options.stage]
        if options.list:
            for stage in wanted:
                print(f"{stage.name:16} {stage.about} ({stage.folder})")
        elif options.check:
            check(TOP, wanted)
        elif options.verify:
            verify(TOP, wanted)
        else:
            build(TOP, wanted, options.all)
    except HardwareError as error:
        print(f"make hardware: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
