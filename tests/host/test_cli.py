# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The tool's frame: commands found by file, failures told in one line."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import click
import pytest

import tavle
from tavle import cli, paths
from tavle.errors import TavleError


@pytest.fixture
def command(monkeypatch):
    """Put one command `probe` in place of the real ones; what it does is set by the test."""

    def install(function):
        made = click.command("probe")(click.argument("word", default="")(function))
        monkeypatch.setattr(cli._Commands, "list_commands", lambda *_: ["probe"])
        monkeypatch.setattr(cli._Commands, "get_command", lambda *_: made)

    return install


def lines(capsys):
    captured = capsys.readouterr()
    return captured.out.splitlines(), captured.err.splitlines()


def test_version(capsys):
    assert cli.run(["--version"]) == 0
    assert lines(capsys) == ([f"tavle {tavle.__version__}"], [])


def test_no_words_show_the_help(capsys):
    assert cli.run([]) == 0
    out, err = lines(capsys)
    assert out[0].startswith("Usage: tavle") and err == []


def test_every_command_file_is_a_command_with_help():
    context = click.Context(cli.cli)
    names = cli.cli.list_commands(context)
    files = (paths.ROOT / "host" / "tavle" / "commands").glob("[a-z]*.py")
    assert sorted(names) == sorted(file.stem.replace("_", "-") for file in files)
    for name in names:
        found = cli.cli.get_command(context, name)
        assert found is not None and found.get_short_help_str(), name


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["nope"], "tavle: No such command 'nope'; see `tavle --help`"),
        (["--nope"], "tavle: No such option '--nope'; see `tavle --help`"),
        (["board"], "tavle: Missing command; see `tavle board --help`"),
        (["config"], "tavle: Missing command; see `tavle config --help`"),
    ],
)
def test_a_wrong_command_line_is_one_line_and_status_2(words, line, capsys):
    assert cli.run(words) == 2
    out, err = lines(capsys)
    assert (out, err) == ([], [line])


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (TavleError("cannot open the table", "no port\nx", "plug it in", code=3), 3,
         "tavle: cannot open the table: no port x; plug it in"),
        (KeyError("x"), 1,
         "tavle: internal error: KeyError: 'x'; this is a bug: please report it with the output "
         "of the same command and --debug"),
        (KeyboardInterrupt(), 130, "tavle: interrupted"),
    ],
)  # fmt: skip
def test_a_failure_is_one_line_with_its_status(error, status, line, command, capsys):
    def fail(word):
        raise error

    command(fail)
    assert cli.run(["probe", "x"]) == status
    out, err = lines(capsys)
    assert out == [] and [one for one in err if one] == [line]  # click ends the line of ^C


@pytest.mark.parametrize("words", [["--debug", "probe", "x"], ["probe", "--debug", "x"]])
def test_debug_shows_the_traceback_before_the_line(words, command, capsys):
    def fail(word):
        raise TavleError("a", "b")

    command(fail)
    assert cli.run(words) == 1
    _, err = lines(capsys)
    assert err[0].startswith("Traceback") and err[-1] == "tavle: a: b"


def test_a_closed_pipe_is_quiet():
    code = (
        "import sys; from tavle import cli; cli.cli.callback = None; sys.exit(cli.run(['--help']))"
    )
    tool = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    tool.stdout.close()
    assert tool.stderr.read() == ""
    tool.stderr.close()
    assert tool.wait(20) in (0, 1)


def test_micropython_is_found_beside_this_python_or_on_path(monkeypatch, tmp_path):
    assert tavle.micropython_bin().endswith("micropython")
    fake = tmp_path / "micropython"
    fake.write_text("#!/bin/sh\n")
    fake.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none" / "python"))
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path / "none"))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert paths.micropython_bin() == str(fake)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(TavleError, match=r"cannot find MicroPython.*run `make setup`"):
        paths.micropython_bin()


def test_outside_a_checkout_the_folders_are_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    with pytest.raises(TavleError, match="is not a checkout of Tavle"):
        paths.firmware()


TOOL = [sys.executable, "-m", "tavle"]


def test_a_full_disk_under_the_output_is_one_line():
    if not Path("/dev/full").exists():
        return  # only Linux has a disk that is always full
    with Path("/dev/full").open("w") as full:
        tool = subprocess.run(
            [*TOOL, "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert tool.returncode == 1
    assert tool.stderr.startswith("tavle: cannot write the output: ")
    assert tool.stderr.count("\n") == 1


def test_letters_that_the_output_has_not_are_numbers():
    words = ["--lang", "da", "play", "--rulebook", "sorry", "--turns", "2"]
    tool = subprocess.run(
        [*TOOL, *words], capture_output=True, text=True, timeout=600, check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (tool.returncode, tool.stderr) == (0, "")
    assert ": ud p\\xe5 " in tool.stdout  # not "på"


@pytest.mark.parametrize("words", [["sim", "--stdio"], ["moves", "--batch"]])
def test_a_closed_standard_input_is_an_empty_one(words):
    line = " ".join([*TOOL, *words, "<&-"])
    tool = subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, timeout=600, check=False
    )
    assert (tool.returncode, tool.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["sim", "--stdio", "--board", "nope"],
            "no board file 'nope': firmware/boards/nope.py is missing",
        ),
        (
            ["sim", "--stdio", "--speed", "nan"],
            "Invalid value for '--speed': 'nan' is not a valid",
        ),
        (["play", "--speed", "nan"], "Invalid value for '--speed': 'nan' is not a valid"),
        (["watch", "--port", "/dev/null"], "cannot open /dev/null: it is not a serial port"),
        (["watch", "--port", "/"], "cannot open /: it is not a serial port"),
    ],
)
def test_an_option_that_cannot_be_is_told_with_its_cause(capsys, words, line):
    assert cli.run(words) in (1, 2)
    out, err = lines(capsys)
    assert out == [] and len(err) == 1
    assert err[0].startswith("tavle: " + line)


def test_ctrl_c_while_the_tool_is_being_read_is_one_line():
    code = """
import sys
class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == "tavle.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Impatient())
from tavle.__main__ import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "tavle: interrupted\n")
