# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What `tavle flash` begins with by its options: which device, installed before or not, and how patient; what flashes is made up."""

from pathlib import Path

import pytest

from tavle import cli
from tavle.commands import flash
from tavle.device import find, repl


@pytest.fixture
def did(monkeypatch):
    """Note what is begun."""
    noted = []

    class Device:
        def __init__(self, port, slow=1.0):
            noted.append(("opened", port, slow))

        def close(self):
            noted.append(("closed",))

    def installed(path, port):
        noted.append(("installed", path, port))
        return "/dev/new"

    monkeypatch.setattr(repl, "ReplDevice", Device)
    monkeypatch.setattr(find, "choose", lambda port: port or "/dev/found")
    monkeypatch.setattr(flash, "_micropython", installed)
    monkeypatch.setattr(flash, "_flash", lambda device, *given: noted.append(("flashed", *given)))
    monkeypatch.setattr(flash, "_image", lambda *given: noted.append(("image", *given)))
    return noted


UF2 = Path("a.uf2")


@pytest.mark.parametrize(
    ("words", "begun", "flashed"),
    [
        ("", [("opened", "/dev/found", 1.0)], (None, None, False, False, 25.0)),
        ("--port /dev/x", [("opened", "/dev/x", 1.0)], (None, None, False, False, 25.0)),
        ("--uf2 a.uf2", [("installed", UF2, None), ("opened", "/dev/new", 1.0)], (None, None, False, False, 25.0)),
        ("--uf2 a.uf2 --port /dev/x", [("installed", UF2, "/dev/x"), ("opened", "/dev/new", 1.0)], (None, None, False, False, 25.0)),
        ("--download", [("installed", None, None), ("opened", "/dev/new", 1.0)], (None, None, False, False, 25.0)),
        ("--download --dry-run", [("opened", "/dev/found", 1.0)], (None, None, True, False, 25.0)),
        ("--uf2 a.uf2 --dry-run --port /dev/x", [("opened", "/dev/x", 1.0)], (None, None, True, False, 25.0)),
        ("--wait 50", [("opened", "/dev/found", 2.0)], (None, None, False, False, 50.0)),
        ("--wait 5", [("opened", "/dev/found", 1.0)], (None, None, False, False, 5.0)),
        ("--board r1-pico2 --game sorry --reset-settings", [("opened", "/dev/found", 1.0)], ("r1-pico2", "sorry", False, True, 25.0)),
    ],
)  # fmt: skip
def test_micropython_is_installed_first_where_that_is_wanted_and_something_is_to_be_done(
    did, words, begun, flashed
):
    assert cli.run(["flash", *words.split()]) == 0
    assert did == [*begun, ("flashed", *flashed), ("closed",)]


def test_an_image_is_written_and_no_device_touched(did):
    assert (
        cli.run(["flash", "--image", "b.uf2", "--uf2", "a.uf2", "--game", "sorry", "--download"])
        == 0
    )
    assert cli.run(["flash", "--image", "b.uf2"]) == 0
    assert did == [("image", Path("b.uf2"), UF2, "sorry"), ("image", Path("b.uf2"), None, None)]


def test_two_files_are_one_too_many_also_for_a_look(did, capsys):
    for more in ((), ("--dry-run",)):
        assert cli.run(["flash", "--uf2", "a.uf2", "--download", *more]) == 2
        assert (
            capsys.readouterr().err
            == "tavle: cannot choose: --uf2 and --download name two files; drop one\n"
        )
    assert did == []


def test_whatever_goes_wrong_the_port_is_given_back(did, monkeypatch):
    monkeypatch.setattr(flash, "_flash", lambda *given: 1 / 0)
    assert cli.run(["flash"]) == 1
    assert did == [("opened", "/dev/found", 1.0), ("closed",)]
