# SPDX-License-Identifier: Apache-2.0
"""Figures of the whole firmware on the emulated Pico, for the benchmark and the tests."""

import contextlib
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "host"))

from tavle import paths  # noqa: E402

paths.add_firmware()

from rules import load  # noqa: E402
from rules.notation import place_text  # noqa: E402
from rules.parse import parse_position  # noqa: E402
from tavle.device import build  # noqa: E402
from tavle.sim.contract import Contract  # noqa: E402
from tavle.sim.player import Players  # noqa: E402
from tavle.sim.prepare import files_of, image, prepare_flash  # noqa: E402
from tavle.sim.seated import Seated  # noqa: E402
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

CONSTRUCTS = Path(__file__).with_name("pico_main_constructs.py")
_LONGEST_S = 60


def measured(line: str, script: Path, longest_s: int = _LONGEST_S) -> dict[str, int]:
    """Return what a script prints that runs with the firmware at this position, times in us."""
    game, state = parse_position(line)
    name = paths.layout_of(game.rulebook)
    layout = paths.board_file(name)
    target = PicoTarget(Setting(name, seed=1), layout.N_CHIPS + 1)
    World(game, layout, target, 1, bytes(state[:16]))
    target.write_flash(prepare_flash(game, bytes(state)))
    files = {**files_of(target.flash), **_with_script(script)}
    files["main.py"] = b"import app.figures"
    target.flash = image(files)
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


def constructs() -> dict[str, int]:
    """Return what the constructs of the language cost on the emulated Pico, in ns."""
    target = PicoTarget(Setting("partners"), 13)
    target.flash = image({"main.py": CONSTRUCTS.read_bytes()})
    found = printed(target, 120)
    del found["end"]
    return found


def table(rulebook: str, line: str = "", where: str = "pico", **settings: Any) -> Session:
    """Return a table on the emulated Pico, or in the unix port by the model of computing time."""
    spec = TableSpec(rulebook, line, 3, target=where, settings=settings, computing=where == "unix")
    return Session(spec)


def resumed(rulebook: str, where: str = "pico") -> dict[str, float]:
    """Resume a game, lay a card, lift a pawn; return the times and then the free heap."""
    line = f"{rulebook} {POSITIONS[rulebook]}"
    with contextlib.closing(table(rulebook, line, where)) as session:
        start_ms = ready_ms(session)
        session.run_ms(1500)  # the reader begins to look
        told_ms = card_ms(session)
        lifted_ms = lift_ms(session, line)
        return {"ready_ms": start_ms, "card_ms": told_ms, "lift_ms": lifted_ms, **heap(session)}


def played(rulebook: str, turns: int, where: str = "pico") -> dict[str, float]:
    """Play a game's first turns; return the time to `ready`, and the least free heap between them."""
    with contextlib.closing(table(rulebook, "", where)) as session:
        start_ms = ready_ms(session)
        free = [heap(session)]
        players = Players(session, 3)
        for _ in players.play(turns):
            free.append(heap(session))
        return {"ready_ms": start_ms, "turns": players.turns, **_least(free)}


def seated(rulebook: str, turns: int, where: str = "pico") -> dict[str, float]:
    """Let three `hard` computers and a person play some turns; return the least free heap between them."""
    game = load(rulebook)
    levels = dict.fromkeys(game.colours[1:], "hard")
    seats = ["human", *["hard"] * (len(game.colours) - 1)]
    with contextlib.closing(table(rulebook, "", where, players=seats)) as session:
        ready_ms(session)
        hands = Seated(session, {game.colours[0]: "human", **levels}, 3)
        free = [heap(session) for _ in hands.play(turns)]
        return {"turns": hands.turns, **_least(free)}


def _least(looks: list[dict[str, int]]) -> dict[str, int]:
    return {name: min(look[name] for look in looks) for name in looks[0]}
