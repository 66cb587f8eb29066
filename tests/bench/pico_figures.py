# SPDX-License-Identifier: Apache-2.0
"""Figures of the whole firmware on the emulated Pico, for the benchmark and the tests."""

import contextlib
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host"))

from tavle import paths  # noqa: E402

paths.add_firmware()

from rules.notation import place_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402
from tavle.device import build  # noqa: E402
from tavle.sim.contract import Contract  # noqa: E402
from tavle.sim.player import Players  # noqa: E402
from tavle.sim.prepare import files_of, image, prepare_flash  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402
from tavle.sim.target import Setting, Target  # noqa: E402
from tavle.sim.target_pico import PicoTarget  # noqa: E402
from tavle.sim.world import World  # noqa: E402

_PARTNERS = "green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
# rulebook -> what follows it in the line of a game to resume
POSITIONS = {
    "partners-movers": _PARTNERS,
    "partners-nordic": _PARTNERS,
    "partners-pawns": _PARTNERS,
    "ludo-norsk": "red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red",
    "sorry": "red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red",
}
LINE = "partners-pawns " + _PARTNERS
CARD = "5"

_SCRIPT = Path(__file__).with_name("pico_main_table.py")
HEAP = Path(__file__).with_name("pico_main_heap.py")
_LONGEST_S = 60


def measured(
    line: str = LINE, script: Path = _SCRIPT, longest_s: int = _LONGEST_S
) -> dict[str, int]:
    """Return what a script prints that runs with the firmware at this position, times in us."""
    game, state = parse_position(line)
    name = paths.layout_of(game.rulebook)
    layout = paths.board_file(name)
    target = PicoTarget(Setting(name, "r1_pico", 1), layout.N_CHIPS + 1)
    World(game, layout, target, 1, bytes(state[:16]))
    target.write_flash(prepare_flash(game, bytes(state)))
    files = {**files_of(target._flash), **_with_script(script)}
    files["main.py"] = b"import app.figures"
    target._flash = image(files)
    return printed(target, longest_s)


def printed(target: Target, longest_s: int = _LONGEST_S) -> dict[str, int]:
    """Let a target run until its script says `end`; return what it printed.

    Raises:
        RuntimeError: it did not come to its end; with all that it said.
    """
    said: list[str] = []
    with contextlib.closing(target):
        target.power_on()
        while not any(text.startswith(("end 0", "Traceback")) for text in said):
            if target.now_us > longest_s * 1_000_000:
                break
            target.run(target.now_us + 100_000)
            said += [text for _, text in target.take_usb()]
    words = [text.split() for text in said]
    found = {w[0]: int(w[1]) for w in words if len(w) == 2 and w[1].lstrip("-").isdigit()}
    pools = [text for text in said if text.startswith("qstr pool:")]  # of micropython.qstr_info
    found |= {
        name: int(number) for text in pools for name, number in re.findall(r"(\w+)=(\d+)", text)
    }
    if "end" not in found:
        raise RuntimeError("\n".join(said))
    return found


def _with_script(script: Path) -> dict[str, bytes]:
    """Return the compiled firmware with the script as a module of it."""
    with tempfile.TemporaryDirectory(prefix="tavle-figures-") as folder:
        shutil.copytree(paths.firmware(), folder, dirs_exist_ok=True)
        shutil.copy(script, Path(folder, "app", "figures.py"))
        files = build.compiled(build.BYTECODE, Path(folder))
    return {name.lstrip("/"): content for name, content in files.items()}


def card_ms(session: Session, card: str = CARD) -> int:
    """Lay a card and return the ms until its event."""
    laid_ms = Contract(session).handle({"do": "card", "card": card})["t"]
    heard = len(session.events)
    session.run_ms(1500)
    told = next(e for e in session.events[heard:] if e["event"] == "card")
    return int(told["t"] - laid_ms)


def lift_ms(session: Session, line: str = LINE, card: str = CARD) -> float:
    """Lift a pawn that the card on the table moves and return the ms until the lights show something else."""
    handle = Contract(session).handle
    game, state = parse_position(line)
    move = game.results(state, game.actions.index(card))[0][1]
    before = session.target.frames(session.target.now_us)[-1][1]
    lifted_us = session.target.now_us
    handle({"do": "lift", "colour": game.colours[move[1]], "at": place_text(game, move[2])})
    session.run_ms(300)
    for t_us, frame in session.target.frames(lifted_us):
        if t_us > lifted_us and frame != before:
            return (t_us - lifted_us) / 1000
    raise RuntimeError("no light changed after a lift")


def ready_ms(session: Session) -> float:
    """Let the table start; return the ms from power-on to `ready`."""
    if not session.until_ready():
        raise RuntimeError(f"not ready: {session.noise[-5:]}")
    return session.now_ms - session.target.boot_us / 1000


def heap(session: Session) -> dict[str, int]:
    """Return the free bytes and the largest free block."""
    said = session.request("memory")
    return {"free": said["free"], "largest": said["largest"]}


def resumed(rulebook: str) -> dict[str, Any]:
    """Resume a game, lay a card, lift a pawn; return the times and then the free heap."""
    line = f"{rulebook} {POSITIONS[rulebook]}"
    with contextlib.closing(Session(TableSpec(rulebook, line, target="pico"))) as session:
        start_ms = ready_ms(session)
        session.run_ms(1500)  # the reader begins to look
        told_ms = card_ms(session)
        lifted_ms = lift_ms(session, line)
        return {"ready_ms": start_ms, "card_ms": told_ms, "lift_ms": lifted_ms, **heap(session)}


def played(rulebook: str, turns: int, seed: int = 3) -> dict[str, Any]:
    """Play a game's first turns; return free heap before and after, and the time to `ready`."""
    with contextlib.closing(Session(TableSpec(rulebook, seed=seed, target="pico"))) as session:
        start_ms = ready_ms(session)
        before = heap(session)["free"]
        players = Players(session, seed)
        for _ in players.play(turns):
            pass
        session.run_ms(1000)
        return {
            "ready_ms": start_ms, "free_before": before, **heap(session), "turns": players.turns,
        }  # fmt: skip
