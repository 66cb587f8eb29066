# SPDX-License-Identifier: Apache-2.0
"""The `tavle` command: finds the commands, and reports every failure in one line.

A command is a file in `commands/` that exports a click command named `command`;
there is no list to edit. `_` in a file name is `-` on the command line.
"""

import difflib
import errno
import importlib
import inspect
import io
import itertools
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TextIO

import click

from tavle import __version__, games
from tavle.errors import TavleError
from tavle.words import LANGUAGES, terminal
from tavle.words.terminal import english, joined, tr

_COMMANDS = Path(__file__).parent / "commands"
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def _name_games(_ctx: click.Context, _option: click.Parameter, folders: tuple[str, ...]) -> None:
    if folders:
        games.name_folders(folders)


_GAMES = click.option(
    "--games",
    metavar="FOLDER",
    multiple=True,
    expose_value=False,
    is_eager=True,
    callback=_name_games,
    help="Folder with a game of your own; may be repeated. TAVLE_GAMES names such folders for good.",
)


def _speak(_ctx: click.Context, _option: click.Parameter, language: str | None) -> None:
    if language:
        terminal.use(language)


_LANG = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_speak,
    help="Language; default: the system's.",
)


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, each as one line; an example after click's mark stays as it is."""
    found = inspect.cleandoc(text).split("\n\n")
    return [one if one.startswith("\b") else " ".join(one.split()) for one in found]


def _in_language(command: click.Command) -> None:
    """Let a command, and each of a group's, be told its language, and explain itself in it."""
    if not any(option.name == "lang" for option in command.params):
        _LANG(command)
    for one in (command, *command.params):
        for name in ("help", "short_help"):
            if text := getattr(one, name, None):
                setattr(one, name, joined(map(tr, paragraphs(english(text))), "\n\n"))
    if isinstance(command, click.Group) and not isinstance(command, _Commands):
        # Without a word after it a group would fail with the whole of its help on one line.
        command.no_args_is_help = False
        for one in command.commands.values():
            _in_language(one)


def _one_or_many(one: str, many: str, n: int) -> str:
    return tr(one if n == 1 else many)


# click looks its own sentences up by their English text, as we do: they are in the same catalogues.
for _module in (
    click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types
):  # fmt: skip
    for _name, _own in (("_", tr), ("ngettext", _one_or_many)):
        if hasattr(_module, _name):
            setattr(_module, _name, _own)


class Ended(BaseException):
    """Somebody ends the tool: the terminal was closed, or another program asks for it.

    Attributes:
        number: the signal.
    """

    def __init__(self, number: int):
        super().__init__(number)
        self.number = number


def _end(number: int, _frame: FrameType | None) -> None:
    """End as Ctrl-C does: what was begun at a table is ended there."""
    if number != signal.SIGTERM:  # the terminal is gone, and writing to it would fail
        for stream in (sys.stdout, sys.stderr):
            _give_up(stream)
    raise Ended(number)


class _Commands(click.Group):
    """A group whose commands are the files in `commands/`, imported when used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, sorted."""
        files = (path.stem for path in _COMMANDS.glob("*.py"))
        return sorted(name.replace("_", "-") for name in files if not name.startswith("_"))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; of one that does not exist, say which is nearest."""
        names = self.list_commands(ctx)
        near = difflib.get_close_matches(args[0], names, 1)
        if args[0] not in names and near:
            text = tr(
                "there is no command {name}; did you mean {near}?", name=args[0], near=near[0]
            )
            raise click.UsageError(text, ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command; None when there is no such file."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module("tavle.commands." + cmd_name.replace("-", "_"))
        command = module.command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module.__name__}.command is not a click command")
        if not any(option.name == "games" for option in command.params):
            _GAMES(command)
        _in_language(command)
        return command


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    __version__,
    prog_name="tavle",
    message="%(prog)s %(version)s",
    help="Show the version and exit.",
)
@_GAMES
@_LANG
@click.option("--debug", is_flag=True, help="Show the traceback when something fails.")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """Build, flash, simulate and talk to a Tavle board-game table."""
    # `run` has looked for the flag already: it must also work when importing a command fails.
    del debug
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _line_of(error: click.ClickException) -> str:
    """Return click's complaint as one line that ends with the next step."""
    message = error.format_message().rstrip(".")
    ctx = getattr(error, "ctx", None)
    path = ctx.command_path if ctx else "tavle"
    return " ".join(tr("{message}; see `{command} --help`", message=message, command=path).split())


def _fail(line: str, code: int, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    print(f"tavle: {line}", file=sys.stderr)  # noqa: T201 - the tool's one way to fail
    return code


def _games_first(args: list[str]) -> list[str]:
    """Return the arguments with every `--games FOLDER` in front, wherever it stood.

    The commands offer games and boards as choices, which they make when they are imported.
    """
    found: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            rest += [word, *words]
        elif word == "--games" and (folder := next(words, "")):
            found += [word, folder]
        else:
            (found if word.startswith("--games=") else rest).append(word)
    return found + rest


def _language_of(args: list[str]) -> str:
    """Return the language that is asked for, wherever: `--help` before it speaks it too."""
    for word, following in itertools.pairwise([*args, ""]):
        one = following if word == "--lang" else word.removeprefix("--lang=")
        if one in LANGUAGES and word.startswith("--lang"):
            return one
    return ""


def run(args: Sequence[str]) -> int:
    """Run one command line and return its exit status.

    0 done, 1 failed, 2 malformed command line or input, 130 interrupted, 128 and more ended by a signal.
    """
    own = list(args)
    debug = "--debug" in own
    if debug:
        own.remove("--debug")
    own = _games_first(own)
    terminal.use(_language_of(own))
    _in_language(cli)
    try:
        result = cli.main(own, prog_name="tavle", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except TavleError as error:
        return _fail(str(error), error.code, debug)
    except click.ClickException as error:
        return _fail(_line_of(error), error.exit_code, debug)
    except (KeyboardInterrupt, click.Abort):
        return _fail(tr("interrupted"), 130, debug)
    except Ended as end:
        return 128 + end.number
    except BrokenPipeError:
        # The reader (`| head`) has gone: nobody is left to tell. Keep the exit quiet too.
        _give_up(sys.stdout)
        return 1
    except OSError as error:
        if error.errno not in _FULL:
            return _internal(error, debug)
        why = error.strerror or str(error)
        _give_up(sys.stdout)
        line = str(
            TavleError(tr("cannot write the output"), why, tr("make room there, then try again"))
        )
        return _fail(line, 1, debug)
    except Exception as error:
        return _internal(error, debug)


def _give_up(stream: TextIO) -> None:
    """Send what is still in an output's buffer nowhere, so that ending does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _internal(error: Exception, debug: bool) -> int:
    text = tr(
        "internal error: {error}; this is a bug: please report it with the output of the same "
        "command and --debug",
        error=f"{type(error).__name__}: {error}",
    )
    return _fail(" ".join(text.split()), 1, debug)


def _open_closed() -> None:
    """Give closed standard streams (`<&-`) a place, in order: else the next pipe would be one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))


def _spell_out() -> None:
    """Let the output have letters that its encoding lacks as numbers: no word is worth ending for."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main() -> None:
    """Entry point of the installed `tavle` script."""
    _open_closed()
    _spell_out()
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has one of them
            signal.signal(getattr(signal, name), _end)
    sys.exit(run(sys.argv[1:]))
