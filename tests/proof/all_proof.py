# SPDX-License-Identifier: Apache-2.0
"""`make proof`: the fast tests, all pairs of power cuts, every part failing in every phase, long fuzzing, every story.

Writes tests/FIGURES.md.

make proof                    everything, hours
make proof ARGS="cuts fuzz"   only these
"""

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import figures  # noqa: E402

_MICROPYTHON = str(Path(sys.executable).with_name("micropython"))
_PYTEST = [sys.executable, "-m", "pytest", "-c", "host/pyproject.toml", "--rootdir=.", "-q", "-m", ""]  # fmt: skip


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


def suite() -> None:
    began = time.monotonic()
    said = _run(["make", "test"])
    passed = re.findall(r"(\d+) passed", said)[-1]
    figures.write(
        "make test", f"{time.monotonic() - began:.0f} s for {passed} tests on {os.cpu_count()} cores",
        "180 s on two idle cores", "make proof ARGS=suite",
    )  # fmt: skip


def cuts() -> None:
    """Cut the power everywhere once, and everywhere twice."""
    count = 0
    for path in sorted(ROOT.glob("tests/store/mpy_powercut*.py")):
        said = _run(
            [_MICROPYTHON, "-X", "heapsize=24m", "tests/mpy/run.py", str(path.relative_to(ROOT))],
            TAVLE_PAIRS="all",
        )
        count += sum(map(int, re.findall(r"(\d+) (?:cuts|tried|operations, each)", said)))
    said = _run([*_PYTEST, "-s", "tests/device/test_flash_cuts.py"], TAVLE_PAIRS="all")
    count += sum(map(int, re.findall(r"(\d+) pairs of cuts", said)))
    figures.write(
        "power cuts: accepted moves lost", f"0 in {count} cuts", "0", "make proof ARGS=cuts"
    )


def faults() -> None:
    _run([sys.executable, "tests/proof/faults.py"])


def fuzz() -> None:
    said = _run([*_PYTEST, "-n", "auto", "tests/fuzz"], TAVLE_LONG="1")
    passed = re.findall(r"(\d+) passed", said)[-1]
    figures.write(
        "fuzzing: crashes and wrong answers", f"0 of {passed} properties, up to 2000 inputs each", "0",
        "make proof ARGS=fuzz",
    )  # fmt: skip


def stories() -> None:
    _run([sys.executable, "tests/hands/prove.py"])


def games() -> None:
    """Play games of every rulebook: at the table, on the page, on phones, at two tables far apart."""
    files = ("sim/test_play_games.py", "sim/test_seated.py", "host/test_afar_tables.py", "web/test_web_games.py", "web/test_web_lan.py")  # fmt: skip
    _run([*_PYTEST, "-n", "auto", *(f"tests/{file}" for file in files)], TAVLE_LONG="1")


PARTS = {
    "suite": suite,
    "cuts": cuts,
    "faults": faults,
    "fuzz": fuzz,
    "games": games,
    "stories": stories,
}


def main() -> None:
    say = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    say.add_argument("parts", nargs="*", choices=[*PARTS, []], help="parts to run (default: all)")
    for name in say.parse_args().parts or PARTS:
        PARTS[name]()


if __name__ == "__main__":
    main()
