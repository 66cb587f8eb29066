# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Runs every test file that is meant for both interpreters again, in MicroPython's unix port.

A file is left out when a line near its top says `# runs on: cpython`.
A line `# heap: 512k` near the top gives the file that much heap instead of 8 MB.
"""

import re
import subprocess
from pathlib import Path

import pytest

from tavle.paths import micropython_bin

TESTS = Path(__file__).resolve().parents[1]
HEAD_LINES = 20
DEFAULT_HEAP = "8m"
LIMIT_S = 900


def head(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return "".join(line for _, line in zip(range(HEAD_LINES), file, strict=False))


def dual_files() -> list[str]:
    both = [p for p in TESTS.rglob("test_*.py") if "\n# runs on: cpython\n" not in head(p)]
    only = list(TESTS.rglob("mpy_*.py"))
    return sorted(str(p.relative_to(TESTS)) for p in both + only)


def run_in_unix_port(path: Path) -> subprocess.CompletedProcess[str]:
    heap = re.search(r"^# heap: (\w+)$", head(path), re.MULTILINE)
    command = [micropython_bin(), "-X", "heapsize=" + (heap[1] if heap else DEFAULT_HEAP)]
    return subprocess.run(
        [*command, str(TESTS / "mpy" / "run.py"), str(path)],
        capture_output=True, text=True, timeout=LIMIT_S, check=False,
    )  # fmt: skip


# These take long in MicroPython too; `make test` runs them in CPython alone.
LONG = {
    "app/test_learning.py", "app/test_services.py", "app/test_system.py",
    "drivers/test_reader_damage.py", "sense/test_dark_guide.py", "store/mpy_powercut_pairs.py", "store/mpy_wear.py",
}  # fmt: skip


def each(names: list[str]) -> list:
    return [pytest.param(name, marks=pytest.mark.long if name in LONG else ()) for name in names]


@pytest.mark.parametrize("name", each(dual_files()))
def test_file_passes_in_the_unix_port(name):
    done = run_in_unix_port(TESTS / name)
    assert done.returncode == 0, f"{name} in MicroPython:\n{done.stdout}{done.stderr}"
    assert re.search(r"^[1-9]\d* passed, 0 failed$", done.stdout, re.MULTILINE), done.stdout


def test_runner_counts_failures_and_finds_empty_files(tmp_path):
    bad = tmp_path / "test_bad.py"
    bad.write_text("def test_a():\n    assert 1 == 2\ndef test_b():\n    pass\n")
    done = run_in_unix_port(bad)
    assert done.returncode == 1 and done.stdout.splitlines()[-1] == "1 passed, 1 failed"
    assert "AssertionError" in done.stdout + done.stderr
    empty = tmp_path / "test_empty.py"
    empty.write_text("")
    assert run_in_unix_port(empty).returncode == 1
