# SPDX-License-Identifier: Apache-2.0
"""What every CPython test has: import paths, hypothesis profiles, the switches of what a PC may lack."""

import gc
import importlib.util
import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"

sys.path.insert(0, str(ROOT / "host"))
from tavle.paths import firmware  # noqa: E402

# The firmware comes first: a folder tests/rules must not hide firmware/rules.
for _folder in (
    TESTS,
    TESTS / "shims",
    ROOT / "host" / "tavle" / "shim",
    ROOT / "host",
    firmware(),
):
    sys.path.insert(0, str(_folder))
from tavle import compiled  # noqa: E402

if compiled.wanted():
    sys.path.insert(0, str(compiled.checked(ROOT)))

# Sentences are compared in English, whatever the language of this PC.
os.environ["LANGUAGE"] = "en"

from tavle.words import terminal  # noqa: E402

_filled = terminal._filled


def _whole(own: str, text: str, args: dict[str, object]) -> str:
    """Fill in a sentence, and see that it leaves nothing open, whatever a test asks of it; click fills in its own."""
    left = set(terminal._HOLE.findall(text)) - set(args)
    asked = sys._getframe(2).f_globals["__name__"]
    assert not left or asked.startswith(("click.", "tavle.cli")), (
        f"{text!r} is told without {left}"
    )
    return _filled(own, text, args)


terminal._filled = _whole

# The same examples in every run: a red test is red for everybody. `make test-long` looks further.
_PACE = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
}  # a busy PC is no fault
settings.register_profile("quick", max_examples=50, derandomize=True, **_PACE)
settings.register_profile("long", max_examples=2000, **_PACE)
settings.load_profile("long" if os.environ.get("TAVLE_LONG") else "quick")


sys.path.insert(0, str(TESTS / "web"))
from browsers import find as _browser  # noqa: E402
from browsers import find_firefox as _firefox  # noqa: E402

# What a PC may lack: marker of the tests that need it -> (where it is, how to get it). In CI the
# browser's tests run in any case: a missing browser is an error there.
_NEEDS = {
    "pico": (os.environ.get("TAVLE_UF2", ""), "set TAVLE_UF2 to a MicroPython RPI_PICO .uf2"),
    "browser": (
        _browser() or (os.environ.get("CI", "") and "MISSING"),
        "install Chromium, or name a browser of its kind with TAVLE_BROWSER",
    ),
    "firefox": (
        _firefox() or (os.environ.get("CI", "") and "MISSING"),
        "install Firefox, or name one with TAVLE_FIREFOX",
    ),
    "magpylib": (
        (importlib.util.find_spec("magpylib") and "installed")
        or (os.environ.get("CI", "") and "MISSING"),
        ".venv/bin/pip install -c host/constraints.txt -e 'host[hardware]'",
    ),
    "drawing": (
        (
            all(
                map(
                    importlib.util.find_spec,
                    ("reportlab", "ezdxf", "build123d", "trimesh", "pypdf"),
                )
            )
            and "installed"
        )
        or (os.environ.get("CI", "") and "MISSING"),
        "run `make hardware` (it installs host[hardware])",
    ),
    "cython": (
        (importlib.util.find_spec("Cython") and shutil.which("cc") and "installed")
        or (os.environ.get("CI", "") and "MISSING"),
        "install a C compiler and .venv/bin/pip install -c host/constraints.txt -e 'host[fast]'",
    ),
    "kicad": (
        shutil.which("kicad-cli") or (os.environ.get("CI", "") and "MISSING"),
        "run hardware/setup.sh",
    ),
    "ngspice": (
        shutil.which("ngspice") or (os.environ.get("CI", "") and "MISSING"),
        "run hardware/setup.sh",
    ),
}
_NAMES = {
    "cython": "Cython and a C compiler",
    "kicad": "KiCad",
    "ngspice": "ngspice",
    "pico": "emulated Pico",
    "browser": "browser",
    "firefox": "Firefox",
    "magpylib": "magpylib",
    "drawing": "packages for drawing",
}


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say what the tests run on, and what does not run for the lack of it."""
    return [
        f"{_NAMES[mark]}: {where or f'NOT RUN, {how} to run it'}"
        for mark, (where, how) in _NEEDS.items()
    ]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests out whose needs this PC lacks; they count as deselected."""
    lacking = [mark for mark, (where, _) in _NEEDS.items() if not where]
    left_out = [item for item in items if any(map(item.get_closest_marker, lacking))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


_file = ""  # of the last test that ended


def _pass_over_what_stays() -> None:
    """Let collections of garbage pass over what is there now: the firmware asks for hundreds of them.

    A PC has all modules of all tests in memory, and what tests keep (tables of games, pictures) is there
    until the end; going through them took most of the time of the tests that let a table load and forget things.
    """
    gc.collect()
    gc.freeze()


def pytest_collection_finish() -> None:
    """Pass over the modules of all tests."""
    _pass_over_what_stays()


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Pass over what the files of tests before this one have kept."""
    global _file
    file = nodeid.partition("::")[0]
    if file != _file:
        _file = file
        _pass_over_what_stays()
