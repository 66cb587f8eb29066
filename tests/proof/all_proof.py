# SPDX-License-Identifier: Apache-2.0
"""`make proof`: all pairs of power cuts, the fault matrix, long fuzzing; writes PROOF.md.

    tests/proof/all_proof.py                      everything, hours
    tests/proof/all_proof.py cuts fuzz            only these

Each part writes its own section of tests/PROOF.md when it has ended, so it can be run alone.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import page

ROOT = page.ROOT
_PYTHON = sys.executable
_MICROPYTHON = str(Path(sys.executable).with_name("micropython"))
_EXAMPLES = 2000  # of each property, by the profile `long` of tests/conftest.py


def _run(command: list[str], **env: str) -> str:
    """Run a command, show what it says, and return it. Raises SystemExit when it fails."""
    print("+", " ".join(command), flush=True)
    said = []
    with subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **env}, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            said.append(line)
    if process.returncode:
        raise SystemExit(f"not as it should be: {' '.join(command)}")
    return "".join(said)


def cuts() -> None:
    """Cut the power everywhere once, and everywhere twice."""
    lines = []
    for path in (
        "store/mpy_powercut.py",
        "store/mpy_powercut_files.py",
        "store/mpy_powercut_pairs.py",
        "app/mpy_card_cut.py",
    ):
        said = _run(
            [_MICROPYTHON, "-X", "heapsize=24m", "tests/mpy/run.py", f"tests/{path}"],
            TAVLE_PAIRS="all",
        )
        told = [one for one in said.splitlines() if "cut" in one and "FAILED" not in one]
        lines += [f"* `tests/{path}`: {one}" for one in [*told, said.splitlines()[-1]]]
    said = _run(_pytest("-s", "-m", "", "tests/device/test_flash_cuts.py"))
    pairs = re.findall(r"\d+ pairs of cuts", said)
    lines.append(f"* `tests/device/test_flash_cuts.py`: {pairs[-1]}, {_counted(said)}")
    page.write("cuts", "\n".join([*lines, "", page.stamp()]))


def faults() -> None:
    """Let every part fail in every phase of play."""
    _run([_PYTHON, "tests/proof/faults.py"])


def fuzz() -> None:
    """Fuzz every input for long."""
    said = _run(_pytest("-m", "", "tests/fuzz"), TAVLE_LONG="1")
    kept = sum(
        len([line for line in path.read_text().splitlines() if line and line[0] != "#"])
        for path in (ROOT / "tests" / "fuzz" / "corpus").glob("*.txt")
    )
    page.write(
        "fuzz",
        f"{_counted(said)}: {_EXAMPLES} made-up inputs for each property (fewer of those that put up tables), {kept} kept ones. {page.stamp()}",
    )


def _pytest(*args: str) -> list[str]:
    return [_PYTHON, "-m", "pytest", "-c", "host/pyproject.toml", "--rootdir=.", "-q", *args]


def _counted(said: str) -> str:
    found = re.findall(r"\d+ passed(?:, \d+ \w+)*", said)
    return found[-1] if found else "?"


PARTS = {"cuts": cuts, "faults": faults, "fuzz": fuzz}


def main() -> int:
    """Run the parts that are named, or all."""
    say = argparse.ArgumentParser(description="Proves what PROOF.md says, and writes it.")
    say.add_argument("parts", nargs="*", choices=[*PARTS, []], help="parts to run (default: all)")
    wish = say.parse_args()
    for name in wish.parts or PARTS:
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
