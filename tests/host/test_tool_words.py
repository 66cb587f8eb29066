# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The tool speaks six languages: whole sentences, none missing, none left in English, none without a mark."""

import ast
import re
from pathlib import Path

import click
import pytest

from tavle import cli
from tavle.device import settings
from tavle.device.checks import FAIL, Result, report
from tavle.words import LANGUAGES, terminal
from tavle.words.terminal import catalogue, english, joined, tr

HOST = Path(cli.__file__).parent
OTHERS = [name for name in LANGUAGES if name != "en"]
HOLE = re.compile(r"\{(\w+(?:!r)?)\}")
# What click itself says to whoever types a command; the rest of its sentences are for programmers.
CLICK = {
    "Usage:", "Options", "Commands", "default: {default}", "required", "Show this message and exit.",
    "Missing command.", "Missing argument", "Missing option", "No such option {name!r}.", "No such command {name!r}.",
    "Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)",
    "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})",
    "Invalid value for {param_hint}: {message}", "Option {name!r} requires an argument.", "Option {name!r} does not take a value.",
    "{value!r} is not {choice}.", "{value!r} is not one of {choices}.", "{value!r} is not a valid {number_type}.",
    "{value} is not in the range {range}.", "{name} {filename!r} is a file.", "{name} {filename!r} is a directory.",
    "file", "directory", "path",
}  # fmt: skip
# Who says something to people, and in these files says all of it in their language.
COVERED = [
    *sorted((HOST / "commands").glob("[a-z]*.py")),
    *(HOST / "device" / f"{name}.py" for name in (
        "find", "diagnostics", "flash", "link", "doctor", "checks", "walk", "uf2", "download", "build", "repl",
        "reconnect", "serial_port", "settings", "plan", "joints",
    )),
    *(HOST / "afar" / f"{name}.py" for name in ("joined", "kept", "side", "wire")),
    *(HOST / "live" / f"{name}.py" for name in ("learn", "tags", "deck", "picture")),
    *(HOST / "web" / f"{name}.py" for name in ("dealing", "live", "saves", "server", "shown")),
    *(HOST / "sim" / f"{name}.py" for name in ("session", "snapshot", "emulator", "target_unix", "tidy_hands", "prompt", "built")),
    *(HOST / "field" / f"{name}.py" for name in ("model", "parts", "potential")),
    *(HOST / "board" / f"{name}.py" for name in ("sheets", "template")),
    *(HOST / f"{name}.py" for name in ("paths", "games", "compiled", "ratings", "review/game")),
]  # fmt: skip
SAYS = {"TavleError", "NotDealt", "Refused", "NoAnswer", "DeviceError", "FlashFull", "Result", "echo", "print", "_say", "say",
        "yes", "told", "step", "_confirm", "confirm", "prompt", "UsageError", "Malformed",
        "TargetError"}  # fmt: skip


@pytest.fixture
def norwegian():
    terminal.use("nb")
    yield
    terminal.use("")


def name_of(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def calls(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def helps(command):
    """Return what a command, and each of a group's, says of itself and its options."""
    found = {
        part
        for one in (command, *command.params)
        for text in (getattr(one, "help", ""), getattr(one, "short_help", ""))
        for part in cli.paragraphs(english(text or ""))
        if part and not part.startswith("\b")
    }
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            found |= helps(command.get_command(click.Context(command), name))
    return found


def said():
    """Return every English sentence that is looked up."""
    found = {one.help for one in settings.points()} | helps(cli.cli) | CLICK
    for path in HOST.rglob("*.py"):
        for call in calls(path):
            if name_of(call) in ("tr", "mark") and isinstance(call.args[0], ast.Constant):
                found.add(call.args[0].value)
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_in_every_language_with_the_same_holes(language):
    own, wanted = catalogue(language), said()
    assert wanted - own.keys() == set()
    assert own.keys() - wanted == set()
    for text, told in own.items():
        assert told.strip(), text
        assert set(HOLE.findall(text)) == set(HOLE.findall(told)), (text, told)
    same = [
        text for text, told in own.items() if told == text and len(HOLE.sub("", text).split()) > 2
    ]
    assert same == [] or language == "da", same


def words(node):
    """Return the letters of a text that stands in the code as it is."""
    if isinstance(node, ast.Constant):
        return str(node.value) if isinstance(node.value, str) else ""
    parts = [part.value for part in node.values if isinstance(part, ast.Constant)]
    return " ".join(parts)


@pytest.mark.parametrize("path", COVERED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_nothing_is_said_without_a_mark(path):
    loose = []
    for call in calls(path):
        if name_of(call) not in SAYS:
            continue
        args = call.args[1:] if name_of(call) == "Result" else call.args
        for arg in args:
            if isinstance(arg, ast.Constant | ast.JoinedStr) and re.search(
                "[a-z]{2} [a-z]{2}", words(arg)
            ):
                loose.append(ast.unparse(arg))
    assert loose == []


def test_every_hole_of_a_sentence_is_filled_and_nothing_else_is_given():
    wrong = []
    for path in sorted(HOST.rglob("*.py")):
        for call in calls(path):
            if name_of(call) == "tr" and isinstance(call.args[0], ast.Constant):
                given = {keyword.arg for keyword in call.keywords}
                holes = {hole.removesuffix("!r") for hole in HOLE.findall(call.args[0].value)}
                if given != holes and None not in given:
                    wrong.append((path.name, call.args[0].value, given))
    assert wrong == []


@pytest.mark.parametrize("path", COVERED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_sentence_is_glued(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = [node.left, node.right]
        if isinstance(node, ast.AugAssign):
            parts = [node.value, node.target]
        looked_up = [
            part for part in parts if isinstance(part, ast.Call) and name_of(part) == "tr"
        ]
        blank = [
            part
            for part in parts
            if isinstance(part, ast.Constant) and not str(part.value).strip()
        ]
        assert not looked_up or blank, ast.unparse(node)


def test_a_sentence_is_said_in_the_language_that_was_chosen(norwegian):
    told = tr("cannot open {port}", port="/dev/x")
    assert told == "kan ikke åpne /dev/x" and english(told) == "cannot open /dev/x"
    both = joined([told, tr("there is no such port")], ": ")
    assert both == "kan ikke åpne /dev/x: det finnes ingen slik port"
    assert english(both) == "cannot open /dev/x: there is no such port"
    nested = tr("it is used by {holder}", holder=tr("another program"))
    assert (nested, english(nested)) == (
        "den brukes av et annet program",
        "it is used by another program",
    )
    assert tr("{name} is {wanted} already", name="{wanted}", wanted=3) == "{wanted} er allerede 3"


def test_a_finding_is_told_here_and_reported_in_english(norwegian):
    one = Result("chain", FAIL, tr("this scan failed its check"), tr("check its two wires"))
    assert (
        one.line.split()
        == "FAIL kjede denne avlesningen besto ikke prøven; sjekk de to ledningene".split()
    )
    assert "FAIL  chain        this scan failed its check; check its two wires" in report([one])


@pytest.mark.parametrize(
    "args,language,words",
    [
        (("--lang", "nb", "config", "get", "colour"), "", "ingen innstilling 'colour': den finnes ikke; det finnes: rulebook"),
        (("config", "get", "--lang", "de", "colour"), "", "keine Einstellung 'colour': es gibt sie nicht"),
        (("doctor", "--lang", "fi", "--quick", "--port", "/dev/nowhere"), "", "sellaista porttia ei ole"),
        (("learn", "--port", "/dev/nowhere"), "sv_SE.UTF-8", "kan inte öppna /dev/nowhere: det finns ingen sådan port"),
        (("tags", "--lock", "--learn"), "da", "kan ikke låse: --learn skriver intet på klistermærkerne"),
        (("flash", "--uf2", "/nowhere.uf2", "--download"), "nb", "kan ikke velge: --uf2 og --download nevner to filer"),
        (("config", "get", "colour"), "C", "no setting 'colour': it does not exist; there are: rulebook"),
    ],
)  # fmt: skip
def test_commands_and_errors_speak_the_language_of_the_option_or_the_system(
    args, language, words, capsys, monkeypatch
):
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", language)
    assert cli.run(args) != 0
    captured = capsys.readouterr()
    assert words in captured.out + captured.err
