# SPDX-License-Identifier: Apache-2.0
"""What every CPython test has: import paths, hypothesis profiles, the emulated Pico's switch."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"

# The firmware comes first: a folder tests/rules must not hide firmware/rules.
for _folder in (TESTS, TESTS / "shims", ROOT / "host" / "tavle" / "shim", ROOT / "host",
                ROOT / "firmware"):  # fmt: skip
    sys.path.insert(0, str(_folder))

# The same examples in every run: a red test is red for everybody. `make test-long` looks further.
settings.register_profile("quick", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("long", max_examples=2000, deadline=None)
settings.load_profile("long" if os.environ.get("TAVLE_LONG") else "quick")


def pytest_report_header(config: pytest.Config) -> str:
    """Say which Pico image is emulated, or that none is."""
    image = os.environ.get("TAVLE_UF2")
    if image:
        return f"emulated Pico: {image}"
    return "emulated Pico: NOT RUN, set TAVLE_UF2 to a MicroPython RPI_PICO .uf2 to run it"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests marked `pico` out where no image is named; they count as deselected."""
    if os.environ.get("TAVLE_UF2"):
        return
    left_out = [item for item in items if item.get_closest_marker("pico")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("pico")]
