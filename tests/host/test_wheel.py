# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The tool without its checkout: a wheel in an empty environment, and what is left of it on Windows."""

import ast
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import aiohttp
import pytest

from tavle import __version__, paths
from tavle.cli import cli
from tavle.device import build

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 3_000_000
LINE = "ludo-norsk red:h,h,4,30 yellow:h,h,h,28 blue:h,h,h,h green:h,h,h,h turn=red"
SAYS = "import {0}; print(repr({1}))"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory, alone):
    """Build the wheel as `make wheel` does, twice; return the second."""
    found = []
    for _ in range(2):
        folder = tmp_path_factory.mktemp("wheel")
        words = ["make", "-s", "-o", ".venv/ready", "wheel", f"PY={sys.executable}"]
        with alone("wheel"):  # builds share the folder host/build
            done = subprocess.run(
                [*words, f"WHEELS={folder}"], cwd=ROOT, check=False, capture_output=True, text=True
            )
        assert done.returncode == 0, done.stderr
        found.append(folder / f"tavle-{__version__}-py3-none-any.whl")
    assert found[0].read_bytes() == found[1].read_bytes(), "two builds are the same file"
    return found[1]


class Installed:
    """The wheel in an environment that has what it asks for, and nothing of the checkout."""

    def __init__(self, wheel, folder):
        self.folder = folder / "elsewhere"
        self.folder.mkdir()
        self._env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "TAVLE"))
        } | {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        self._bin = folder / "venv" / "bin"
        pip = ["-m", "pip", "--disable-pip-version-check", "--python", self._bin / "python"]
        for words in (
            ["-m", "venv", "--without-pip", folder / "venv"],
            [*pip, "install", "--quiet", "--no-deps", "--no-index", wheel],
        ):
            subprocess.run([sys.executable, *words], cwd=self.folder, env=self._env, check=True)
        # The packages of this environment without their .pth files: `tavle` itself is not among them.
        (site,) = (folder / "venv").glob("lib/*/site-packages")
        (site / "deps.pth").write_text(str(Path(aiohttp.__file__).parents[1]))
        (self._bin / "micropython").symlink_to(paths.micropython_bin())

    def start(self, *words, **how):
        return subprocess.Popen(
            [self._bin / words[0], *words[1:]], cwd=self.folder, env=self._env, text=True, **how
        )

    def run(self, *words, status=0):
        process = self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate()
        assert process.returncode == status, (words, out, err)
        assert str(ROOT) not in out + err
        return out + err

    def value(self, module, expression):
        return ast.literal_eval(self.run("python", "-c", SAYS.format(module, expression)))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    return Installed(wheel, tmp_path_factory.mktemp("installed"))


@pytest.mark.long
def test_the_wheel_is_small_and_every_build_of_it_the_same(wheel):
    assert wheel.stat().st_size <= MOST_BYTES


@pytest.mark.long
def test_every_command_of_an_installed_tool_explains_itself(installed):
    assert __version__ in installed.run("tavle", "--version")
    names = cli.list_commands(None)
    helps = f"[cli.run([name, '--help']) for name in {names}]"
    said = installed.run("python", "-c", SAYS.format("tavle.cli as cli", helps))
    assert said.count("Usage: tavle ") == len(names)


@pytest.mark.long
def test_an_installed_tool_knows_rules_boards_and_firmware(installed):
    assert '"position"' in installed.run("tavle", "moves", LINE, "3")
    assert "husregler" in installed.run("tavle", "rules", "ludo-norsk", "--lang", "nb").lower()
    assert "Wrote below.svg" in installed.run(
        "tavle", "board", "template", "--side", "below", "ludo", "below.svg"
    )
    assert "</svg>" in installed.run("tavle", "board", "face", "sorry")
    assert "partners" in installed.run("tavle", "board", "field", "partners")
    sent = installed.value("tavle.device.build as build", "build.compiled(build.BYTECODE)")
    assert sent == build.compiled(build.BYTECODE)


@pytest.mark.long
def test_an_installed_tool_plays_and_serves_its_page(installed):
    assert installed.run("tavle", "play", "--rulebook", "sorry", "--turns", "3", "--speed", "0")
    process = installed.start(
        "tavle", "sim", "--no-browser", "--port", "0", "--cable", stdout=subprocess.PIPE
    )
    try:
        address = re.search(r"http://\S+", process.stdout.readline())[0].rstrip(".")
        cable = re.search(r"/dev/\S+", process.stdout.readline())[0].rstrip(":")
        with urllib.request.urlopen(address) as answer:
            assert b"<title>" in answer.read()
        # The table wakes while somebody looks; a program on its cable is somebody.
        said = installed.run("tavle", "config", "get", "rulebook", "--port", cable)
        assert "partners-pawns" in said
        sheet = installed.folder / "sheet.md"
        installed.run("tavle", "doctor", "--quick", "--port", cable, "--sheet", str(sheet))
        assert f"Tavle {__version__}" in sheet.read_text("utf-8")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()


@pytest.mark.long
def test_what_takes_a_checkout_says_so_in_one_line(installed):
    said = installed.run("tavle", "board", "maps", status=1)
    assert "installed without a checkout of Tavle" in said and said.count("\n") == 1


WINDOWS = """
import sys, sysconfig
import aiohttp, click, serial, mpremote.main  # chosen for this system while they load
sysconfig.get_config_vars()
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
sys.platform = "win32"
from tavle import cli
import tavle.web.server, tavle.web.shown, tavle.web.live, tavle.sim.prepare
for name in cli.cli.list_commands(None):
    cli.cli.get_command(None, name)
sys.exit(10 * cli.run(["moves", sys.argv[1], "3"]) + cli.run(["sim", "--target", "unix"]))
"""


def test_windows_has_every_command_and_is_told_that_it_has_no_virtual_table():
    """As far as Linux can tell: the modules that Python has on Unix only are missing."""
    done = subprocess.run(
        [sys.executable, "-c", WINDOWS, LINE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert '"position"' in done.stdout
    assert "does not run on Windows; use WSL 2" in done.stderr
