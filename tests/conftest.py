# SPDX-License-Identifier: Apache-2.0
"""What every CPython test has: import paths, hypothesis profiles, the switches of what a PC may lack."""

import contextlib
import fcntl
import gc
import importlib.util
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
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

# What a shell starts in the background ignores Ctrl-C, and so would every program that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run: a red test is red for everybody. `make proof` looks further.
_PACE = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
}  # a busy PC is no fault
settings.register_profile("quick", max_examples=12, derandomize=True, **_PACE)
settings.register_profile("long", max_examples=2000, **_PACE)
settings.load_profile("long" if os.environ.get("TAVLE_LONG") else "quick")


sys.path.insert(0, str(TESTS / "web"))
from browsers import find as _browser  # noqa: E402
from browsers import find_firefox as _firefox  # noqa: E402


def _have(*packages: str) -> bool:
    return all(map(importlib.util.find_spec, packages))


def _network() -> bool:
    """Tell whether we may make networks of our own: CAP_NET_ADMIN and CAP_SYS_ADMIN, and iproute2."""
    status = Path("/proc/self/status")
    lines = status.read_text("utf-8").splitlines() if status.exists() else []
    rights = next((int(line.split()[1], 16) for line in lines if line.startswith("CapEff")), 0)
    return bool(shutil.which("ip")) and bool(rights >> 12 & rights >> 21 & 1)


# What a PC may lack: marker of the tests that need it -> (is it there, how to get it). A test whose tool
# is missing is skipped with that line; in CI it fails. The image of the emulated Pico is nobody's to
# install, and the right to make networks nobody's to take, so they are skipped there too.
_NEEDS = {
    "pico": (os.environ.get("TAVLE_UF2"), "set TAVLE_UF2 to a MicroPython RPI_PICO .uf2"),
    "browser": (_browser(), "install Chromium, or name a browser of its kind with TAVLE_BROWSER"),
    "firefox": (_firefox(), "install Firefox, or name one with TAVLE_FIREFOX"),
    "axe": (
        os.environ.get("TAVLE_AXE") or shutil.which("npm"),
        "install npm, which brings axe-core, or name axe.min.js with TAVLE_AXE",
    ),
    "npm": (
        shutil.which("npm"),
        "install npm, which brings Pyodide and MicroPython's WebAssembly",
    ),
    "magpylib": (_have("magpylib"), "run hardware/setup.sh"),
    "drawing": (
        _have("reportlab", "ezdxf", "build123d", "trimesh", "pypdf"),
        "run hardware/setup.sh",
    ),
    "cython": (_have("Cython") and shutil.which("cc"), "install a C compiler and run make fast"),
    "kicad": (shutil.which("kicad-cli"), "run hardware/setup.sh"),
    # Debian installs it where users do not look.
    "mosquitto": (
        _have("paho")
        and shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin"),
        "install mosquitto (apt install mosquitto) and run make setup",
    ),
    "ngspice": (shutil.which("ngspice"), "run hardware/setup.sh"),
    "network": (_network(), "let root run this test, with iproute2"),
}
_ALWAYS_OPTIONAL = {"pico", "network"}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose tool is missing; fail it in CI."""
    for mark, (there, how) in _NEEDS.items():
        if not there and item.get_closest_marker(mark):
            if os.environ.get("CI") and mark not in _ALWAYS_OPTIONAL:
                pytest.fail(f"{mark} is missing: {how}", pytrace=False)
            pytest.skip(f"{mark} is missing: {how}")


# An edition of Partners differs by its cards, and Tock does too; tests/rules, games, players, app, stories and reference
# try them: elsewhere the fast tests play one edition of a game.
_SAME_TABLE = {"sim", "web", "host", "hands", "device", "fuzz"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the other editions as long ones."""
    for item in items:
        values = getattr(item, "callspec", None) and item.callspec.params.values()
        if values and item.path.parent.name in _SAME_TABLE:
            others = {"partners-movers", "partners-nordic", "tock"}
            if others & {v for v in values if isinstance(v, str)}:
                item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    """Let collections of garbage pass over the modules of all tests: the firmware asks for many."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _kept(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let what the tool remembers go to a folder of the tests."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("kept"))


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], AbstractContextManager]:
    """Let one worker at a time into a context of a name."""
    # Workers have folders beside each other.
    folder = tmp_path_factory.getbasetemp().parent

    @contextlib.contextmanager
    def enter(name: str) -> Iterator[None]:
        with (folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    return enter
