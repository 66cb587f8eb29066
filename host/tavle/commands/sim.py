# SPDX-License-Identifier: Apache-2.0
"""`tavle sim`: the virtual table, for people and for programs."""

import contextlib
import signal
import sys
from types import FrameType

import click

from tavle import paths
from tavle.commands import _options
from tavle.sim.plane import CORNERS
from tavle.sim.session import TICKS_PERIOD, Session, TableSpec
from tavle.web import saves
from tavle.words.terminal import tr


def _ended(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


@click.command(short_help="Play on a virtual table in the browser; --stdio is for programs.")
@_options.rulebook()
@click.option("--position", default="", help="Position line to resume; default: a new game.")
@_options.house_rules()
@click.option("--seed", default=1, show_default=True, help="Random seed.")
@click.option("--state", "state_file", default="", help="Keep flash and world in this file.")
@click.option(
    "--target",
    type=click.Choice(["unix", "pico"]),
    default="unix",
    show_default=True,
    help="MicroPython's unix port, or an emulated Pico.",
)
@click.option("--board", default="r1_pico2", show_default=True, help="Board file.")
@click.option(
    "--parts",
    type=click.Choice(CORNERS),
    default="scattered",
    show_default=True,
    help="Which magnets and reeds were bought: any within tolerances, or all at one end.",
)
@click.option(
    "--wiring",
    multiple=True,
    metavar="HOW",
    help="How it was soldered: shuffled, lights (in any order), swap:22,23, boards:3,4 or row:3; may be repeated.",
)
@click.option(
    "--faults",
    default="",
    metavar="FAULT,...",
    help="What is broken: dead:17, weak:17, stuck:17, flicker:17, pullup:yellow:h3, dark:33, dark:40-, button:red, "
    "reader, reader:crossed, supply.",
)
@click.option(
    "--computing/--no-computing",
    default=False,
    show_default=True,
    help="Let computing take the time it takes on a Pico (--target unix).",
)
@click.option("--stdio", "for_programs", is_flag=True, help="JSON lines on stdin and stdout.")
@click.option("--prompt", "typed", is_flag=True, help="Type commands in this terminal instead.")
@_options.page("--port")
@_options.lan("Let phones sit down: at this computer's address in the network, or at ADDRESS.")
@click.option("--cable", "cabled", is_flag=True, help="Make a USB port for other commands.")
@click.option("--bench", is_flag=True, help="Begin at the workbench: an open deck, for makers.")
@_options.language("Language of the page and here; default: the browser's, the system's.")
@click.option("--bare", is_flag=True, help="With --target pico: no firmware yet, to be flashed.")
@click.option(
    "--clock",
    "clock_ms",
    default=0,
    metavar="MS",
    type=click.IntRange(0, TICKS_PERIOD - 1),
    help="Where the controller's millisecond counter starts; it wraps at 2^30.",
)
@click.option(
    "--speed",
    default=1.0,
    show_default=True,
    type=_options.Amount(0.1, 100),
    help="Simulation speed in the browser; the page can change it.",
)
def command(
    rulebook: str,
    position: str,
    options: dict[str, str],
    seed: int,
    state_file: str,
    target: str,
    board: str,
    parts: str,
    wiring: tuple[str, ...],
    faults: str,
    computing: bool,
    for_programs: bool,
    typed: bool,
    browser: bool,
    port: int | None,
    shared: str,
    cabled: bool,
    bench: bool,
    lang: str,
    bare: bool,
    clock_ms: int,
    speed: float,
) -> None:
    """Run the real firmware on a virtual table and open it in the browser.

    Lift pawns with the mouse, lay cards, press buttons; Ctrl-C in the terminal ends it. With
    --prompt or --stdio time passes only as commands say.
    """
    paths.micropython_bin()  # says at once that this PC has none
    spec = TableSpec(
        rulebook,
        position,
        seed,
        state_file,
        target,
        board,
        options,
        parts=parts,
        bare=bare,
        clock_ms=clock_ms,
        computing=computing,
        built=(*wiring, *filter(None, faults.split(","))),
    )
    if for_programs and typed:
        raise click.UsageError(tr("--stdio and --prompt exclude each other"))
    if bare and target != "pico":
        raise click.UsageError(tr("--bare is a Pico: give --target pico"))
    if clock_ms and target == "pico":
        raise click.UsageError(
            tr("--clock: the emulated Pico's counter starts at 0, as a real one")
        )
    if not for_programs and not typed:
        from tavle.web.roles import BENCH, LOBBY

        made = bench or bare or cabled or bool(position or state_file or spec.built)
        _in_browser(spec, port, speed, browser, cabled, BENCH if made else LOBBY, lang, shared)
        return
    if shared:
        raise click.UsageError(tr("--lan belongs to the table in the browser"))
    if cabled:
        raise click.UsageError(tr("--cable belongs to the table in the browser"))
    # A killed simulator is a pulled plug: the state file is still written.
    signal.signal(signal.SIGTERM, _ended)
    with contextlib.ExitStack() as until_end:
        if state_file:
            until_end.callback(saves.Lock(state_file).free)
        session = until_end.enter_context(contextlib.closing(Session(spec)))
        if for_programs:
            from tavle.sim import stdio

            stdio.serve(session)
        else:
            from tavle.sim import prompt

            prompt.run(session)


def _in_browser(
    spec: TableSpec,
    port: int | None,
    speed: float,
    browser: bool,
    cabled: bool,
    mode: str,
    language: str,
    shared: str,
) -> None:
    from tavle.web.browser import show
    from tavle.web.server import elsewhere, serve
    from tavle.words.catalogue import for_tool

    say = for_tool(language).say

    def ready(address: str, cable: str) -> None:
        click.echo(say("tool.served", address=address))
        if moved := elsewhere(address, port):
            click.echo(moved)
        if cable:
            click.echo(tr("Its USB cable is {cable}: tavle doctor --port {cable}", cable=cable))
        if browser and not show(address):
            click.echo(say("tool.no-browser"))
        if shared:
            click.echo(say("tool.open"))
        click.echo(say("tool.ends"))

    if spec.target == "pico":
        click.echo(tr("The emulated Pico starts; that takes about a minute ..."))
    seats = _options.codes(say) if shared else None
    number = serve(spec, port, speed, cabled, mode, language, ready, shared, seats)
    if number not in (0, signal.SIGINT):
        sys.exit(128 + number)
    click.echo("\n" + tr("The table is closed."))
