# SPDX-License-Identifier: Apache-2.0
"""What the benches share: the path to the tool, the firmware and the tests, and the worst positions that are known."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
sys.path[:0] = [str(ROOT / "host"), *(str(TESTS / name) for name in ("", "shims", "web", "host"))]

from tavle.paths import add_firmware  # noqa: E402

add_firmware()


def worst_known(rulebook: str) -> list[list[str]]:
    """Return [position, card, ...] of the cards that take most work."""
    lines = (TESTS / "rules" / "worst" / f"{rulebook}.txt").read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]
