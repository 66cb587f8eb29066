# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every option and argument of every command, with its kind, limits and default: `options.txt`, kept by `make accept`.

Scripts are written by these; whoever changes one reads which.
"""

import importlib
from pathlib import Path

import click
from golden import same_lines

from tavle import cli
from tavle.words import LANGUAGES

_LATER = ("games", "lang")  # of these, what every command gets from `cli` is not its own


def kind(one):
    """Return a type with its limits or choices."""
    if isinstance(one, click.Choice):
        return (
            "language"
            if tuple(one.choices) == tuple(LANGUAGES)
            else "|".join(map(str, one.choices))
        )
    if isinstance(one, (click.IntRange, click.FloatRange)):
        return f"{type(one).__name__} {one.min} to {one.max}"
    if isinstance(one, click.Path):
        words = [
            word
            for word in ("exists", "file_okay", "dir_okay", "writable", "allow_dash")
            if getattr(one, word)
        ]
        return f"path ({' '.join(words)}) {getattr(one.type, '__name__', one.type)}"
    return one.name


def told(one):
    """Return an option or argument in a line."""
    names = " ".join([*one.opts, *(f"/ {name}" for name in one.secondary_opts)])
    more = [
        word
        for word in (
            "required",
            "multiple",
            "is_flag",
            "count",
            "show_default",
            "hidden",
            "is_eager",
        )
        if getattr(one, word, False)
    ]
    if one.nargs != 1:
        more.append(f"nargs={one.nargs}")
    if one.metavar:
        more.append(f"metavar={one.metavar}")
    if isinstance(one, click.Option) and not one.is_flag and isinstance(one.flag_value, str):
        more.append(f"flag_value={one.flag_value}")
    default = one.to_info_dict()["default"]
    default = str(default) if isinstance(default, Path) else default
    return f"  {one.name}: {names}, {kind(one.type)}, {default!r}{', ' if more else ''}{' '.join(more)}"


def lines_of(name, command):
    settings = dict(command.context_settings or {})
    alone = " alone" if isinstance(command, click.Group) and command.invoke_without_command else ""
    yield f"{name}{alone} {settings or ''}".rstrip()
    for one in command.params:
        if one.name not in _LATER or (one.name == "lang" and one.expose_value):
            yield told(one)
    for sub, found in sorted(getattr(command, "commands", {}).items()):
        yield from lines_of(f"{name} {sub}", found)


def test_every_option_is_what_was_kept_of_it():
    said = []
    for name in cli.cli.list_commands(click.Context(cli.cli)):
        module = importlib.import_module("tavle.commands." + name.replace("-", "_"))
        said += lines_of(name, module.command)
    same_lines(Path(__file__).parent / "options.txt", said)
