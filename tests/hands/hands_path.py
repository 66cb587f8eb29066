# SPDX-License-Identifier: Apache-2.0
"""Puts on the path what the campaigns import when they are started alone: the tool, the firmware, and what tests share."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [
    str(ROOT / "host"), *(str(ROOT / "tests" / name) for name in ("", "shims", "sim", "sense")),
]  # fmt: skip

from tavle.paths import add_firmware  # noqa: E402

add_firmware()
