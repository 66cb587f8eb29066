# SPDX-License-Identifier: Apache-2.0
"""Figures of the whole firmware on the emulated Pico, for the benchmark and the tests."""

import contextlib
import random
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
from tavle.sim.prepare import files_of, image, prepare_flash  # noqa: E402
from tavle.sim.session import Session, TableSpec  # noqa: E402
from tavle.sim.target import Setting, Target  # noqa: E402
from tavle.sim.target_pico import PicoTarget  # noqa: E402
from tavle.sim.world import World  # noqa: E402

_PARTNERS = "green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
# rulebook -> what follows it in the line of a game to resume
_LUDO = "red:h,h,h,5 yellow:h,h,h,20 blue:h,h,h,33 green:h,h,h,40 turn=red"
POSITIONS = {
    "partners-movers": _PARTNERS,
    "partners-nordic": _PARTNERS,
    "partners-pawns": _PARTNERS,
    "tock": _PARTNERS,
    "ludo-norsk": _LUDO,
    "ludo-dansk": _LUDO,
    "ludo-world": _LUDO,
    "sorry": "red:h,h,3,20 blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red",
}
CARD = "5"

CONSTRUCTS = Path(__file__).with_name("pico_main_constructs.py")
SCANS = Path(__file__).with_name("pico_main_scans.py")
_LOAD = paths.board_file("r1_pico2").PIN_CHAIN_LOAD


def scan_bytes(rulebook: str) -> int:
    """Return what 300 looks at still switches, each after a new scan, take from the heap of a whole table."""
    game, state = parse_position(f"{rulebook} {POSITIONS[rulebook]}")
    name = paths.layout_of(game.rulebook)
    layout = paths.board_file(name)
    target = PicoTarget(Setting(name, seed=1), layout.N_CHIPS + 1)
    World(game, layout, target, 1, bytes(state[:16]))
    target.write_flash(prepare_flash(game, bytes(state)))
    files = {**files_of(target.flash), **_with_script(SCANS)}
    files["main.py"] = b"import app.figures"
    target.flash = image(files)
    return printed(target, 60)["bytes"]


def printed(target: Target, longest_s: int) -> dict[str, int]:
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


class Scans:
    """When the switches of a table on the emulated Pico were read, from now on.

    Attributes:
        longest_ms: the longest gap between two scans.
    """

    def __init__(self, session: Session):
        self.longest_ms = 0.0
        self._last_ns = 0.0
        chip = session.target.pico.mcu  # type: ignore[attr-defined]
        self._clock = chip.clock
        chip.gpio[_LOAD].add_listener(self._edge)

    def _edge(self, new: Any, _old: Any) -> None:
        if new.name == "HIGH":  # the inputs are taken
            now_ns = self._clock.nanos
            if self._last_ns:
                self.longest_ms = max(self.longest_ms, (now_ns - self._last_ns) / 1e6)
            self._last_ns = now_ns


class Stack:
    """How deep MicroPython's stack becomes, from now on.

    It has 8 KB at the end of a Pico's memory, also of a Pico 2's, whose frames are a little larger: it saves numbers with fractions too.
    Where it is full, a call of Python's raises RuntimeError; one of C's writes over the heap.

    Args:
        session: a table that has just got its power.
    """

    _AT, _SIZE = 256 * 1024, 8192  # from the start of the memory (RP2040 data sheet 2.6.2)
    _UNTOUCHED = 0xA5

    def __init__(self, session: Session):
        self._memory = session.target.pico.mcu.enlarged  # type: ignore[attr-defined]
        new = self._SIZE - 512  # the start itself stands above it
        self._memory[self._AT : self._AT + new] = bytes((self._UNTOUCHED,)) * new

    def used(self) -> int:
        whole = bytes(self._memory[self._AT : self._AT + self._SIZE])
        return len(whole.lstrip(bytes((self._UNTOUCHED,))))


def ready_ms(session: Session) -> float:
    """Let the table start; return the ms from power-on to `ready`."""
    if not session.until_ready():
        raise RuntimeError(f"not ready: {session.noise[-5:]}")
    return session.now_ms - session.target.boot_us / 1000


def heap(session: Session) -> dict[str, int]:
    said = session.request("memory")
    return {"free": said["free"], "largest": said["largest"]}


def until(session: Session, *names: str, longest_ms: int = 12_000) -> dict[str, Any]:
    """Let time pass until the table tells one of these events, and return it; what came before is forgotten."""
    for _ in range(longest_ms // 20):
        while session.events:
            event = session.events.pop(0)
            if event["event"] in names:
                return event
        session.run_ms(20)
    raise RuntimeError(f"the table tells none of {names}")


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


def turn(session: Session, line: str, card: str = CARD) -> dict[str, Any]:
    """Play a card at a table that is ready, with hands; return the times in ms, and the position that was accepted.

    Returns:
        `card_ms` from its laying to its event, `lift_ms` to other lights, `accepted_ms` from the pawn's placing.
    """
    handle = Contract(session).handle
    game, state = parse_position(line)
    move = game.results(state, game.actions.index(card))[0][1]
    pawn = {"colour": game.colours[move[1]]}
    session.run_ms(1500)  # the reader begins to look
    laid_ms = handle({"do": "card", "card": card})["t"]
    told = until(session, "card")
    session.run_ms(1000)
    before = session.target.frames(session.target.now_us)[-1][1]
    lifted_us = session.target.now_us
    handle({"do": "lift", **pawn, "at": place_text(game, move[2])})
    session.run_ms(300)
    new = [t_us for t_us, frame in session.target.frames(lifted_us) if frame != before]
    placed_ms = handle({"do": "place", **pawn, "at": place_text(game, move[3])})["t"]
    accepted = until(session, "accepted")
    return {
        "card_ms": told["t"] - laid_ms,
        "lift_ms": (new[0] - lifted_us) / 1000,
        "accepted_ms": accepted["t"] - placed_ms,
        "position": accepted["position"],
    }


def resumed(rulebook: str, where: str = "pico") -> dict[str, Any]:
    """Resume a game and play a turn; return times, free heap, the longest gap between two scans and the stack used."""
    line = f"{rulebook} {POSITIONS[rulebook]}"
    with contextlib.closing(table(rulebook, line, where)) as session:
        stack = Stack(session) if where == "pico" else None
        start_ms = ready_ms(session)
        began = heap(session)
        scans = Scans(session) if where == "pico" else None
        seen = turn(session, line)
        return {
            "ready_ms": start_ms,
            **began,
            **seen,
            "free_later": heap(session)["free"],
            "gap_ms": scans.longest_ms if scans else 0.0,
            "stack": stack.used() if stack else 0,
        }


def seated(rulebook: str) -> dict[str, int]:
    """Let three `hard` computers choose a card each for their partners; return the least free heap and largest block.

    Their first hands are laid on the slot as the table asks for them. Looked at is when they sit, think and have chosen.
    """
    game = load(rulebook)
    seats = ["human", "hard", "hard", "hard"]
    deck = [(name, copy + 1) for name, n in zip(game.actions, game.deck, strict=True) for copy in range(n)]  # fmt: skip
    random.Random(1).shuffle(deck)
    with contextlib.closing(table(rulebook, players=seats)) as session:
        ready_ms(session)
        looks = [heap(session)]
        until(session, "lay")
        for _ in range(game.hand[0] * seats.count("hard")):
            name, copy = deck.pop()
            Contract(session).handle({"do": "card", "card": name, "copy": copy})
            until(session, "laid")
        session.run_ms(100)
        looks.append(heap(session))
        while until(session, "lay", longest_ms=60_000)["what"] != "pass":
            pass
        looks.append(heap(session))
        return {name: min(look[name] for look in looks) for name in looks[0]}
