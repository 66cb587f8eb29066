# SPDX-License-Identifier: Apache-2.0
"""Time and memory of a computer's decision in many positions: median, 99 %, worst; its longest slice.

`make bench`, or alone: `python tests/bench/bench_players.py --rulebook sorry`. What seats see is taken from
games of `normal` players, and from the worst positions that are known (`tests/rules/worst`) with a hand
of the cards that take longest. Times are those of the model of computing time, see
`tavle.sim.computing`, which `bench_pico.py` compares with the emulated Pico's. Collections of garbage are not
in these times: how many bytes there are to collect stands beside them.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bench_path
import figures
import pico_figures
from deals import Hands, four, through

from players.chance import Chance
from players.observation import Observation
from rules import RULEBOOKS, load
from rules.game import NOBODY, TURN
from rules.parse import parse_position
from tavle import paths
from tavle.sim.prepare import prepare_flash
from tavle.sim.target import Setting
from tavle.sim.target_unix import UnixTarget
from tavle.sim.world import World

LEVELS = ("easy", "normal", "hard")
# Cards whose results take longest.
SLOW = {"partners": ("7", "swap", "1/14", "13s"), "tock": ("7", "J", "joker", "A")}
SCRIPT = Path(__file__).with_name("pico_main_players.py")

Case = tuple[Any, ...]
"""Name, state, seat, hand, counts, seen, given: see `players.observation`."""


def packed(name: str, seen: Observation) -> Case:
    state = bytearray(seen.state)
    state[TURN] = seen.seat
    return (
        name, bytes(state), seen.seat, bytes(seen.hand), bytes(seen.counts), bytes(seen.seen), seen.given,
    )  # fmt: skip


def ordinary(game: Any, count: int, seed: int) -> Iterator[Case]:
    """Yield what seats see in games of normal players, at every third decision."""
    made = 0
    while True:
        seed += 1
        chance = Chance(seed)
        players = four(game, "normal")
        table = Hands(game, players, seed) if game.hand else None
        state = bytes(game.new())
        for turn in range(300):
            if made == count:
                return
            if table is not None:
                seen = table.seen(table.round.turn)
            else:
                seen = Observation(state, state[TURN], bytes((chance(len(game.actions)),)))
            if turn % 3 == seed % 3:
                yield packed(f"game-{made}", seen)
                made += 1
            if table is not None:
                table.turn()
                state = bytes(table.state)
            else:
                through(players[0].think(seen, chance))
                state = players[0].after if players[0].action != NOBODY else game.skip(state)
            if state[TURN] == NOBODY:
                break


def worst(game: Any) -> Iterator[Case]:
    """Yield the worst positions that are known, where cards are held with the slowest hand."""
    for n, (line, card, *_) in enumerate(bench_path.worst_known(game.rulebook)):
        state = bytes(parse_position(line)[1])
        hand = bytes([game.actions.index(card)])
        counts = bytes(4)
        if game.hand:
            slow = SLOW[game.rulebook.partition("-")[0]]
            hand = bytes([game.actions.index(name) for name in slow])
            counts = b"\4\4\4\4"
        yield packed(
            f"worst-{n}", Observation(state, state[TURN], hand, counts, bytes(len(game.actions)))
        )


def script(rulebook: str, cases: list[Case], levels: tuple[str, ...]) -> str:
    """Return the program that thinks about these cases; the model must know when it collects."""
    text = SCRIPT.read_text(encoding="utf-8")
    text = text.replace('RULEBOOK = ""\n', f"RULEBOOK = {rulebook!r}\n")
    text = text.replace("CASES: list = []\n", f"CASES = {cases!r}\n")
    text = text.replace("LEVELS: tuple = ()\n", f"LEVELS = {levels!r}\n")
    return text.replace("from gc ", "from tavle.sim.device_side.computing ")


def run(rulebook: str, cases: list[Case], levels: tuple[str, ...]) -> dict[str, int]:
    """Return what the program prints, by the model."""
    line = f"{rulebook} {pico_figures.POSITIONS[rulebook]}"
    with tempfile.TemporaryDirectory(prefix="tavle-players-") as folder:
        path = Path(folder, "pico_main_players.py")
        path.write_text(script(rulebook, cases, levels))
        game, state = parse_position(line)
        name = paths.layout_of(game.rulebook)
        layout = paths.board_file(name)
        setting = Setting(name, main=str(path), computing=True)
        target = UnixTarget(setting, layout.N_CHIPS + 1)
        World(game, layout, target, 1, bytes(state[:16]))
        target.write_flash(prepare_flash(game, bytes(state)))
        return pico_figures.printed(target, 36_000)


def row(name: str, found: dict[str, int], names: list[str]) -> None:
    """Print the distribution of some cases."""
    if not names:
        return

    def part(ending: str, share: float) -> float:
        values = sorted(found[case + ending] for case in names)
        return values[min(len(values) - 1, int(len(values) * share))] / 1000

    print(
        f"{name:32}{len(names):5}"
        + "".join(f"{part('', share):8.0f}" for share in (0.5, 0.99, 1))
        + "".join(f"{part('-slice', share):8.1f}" for share in (0.5, 0.99, 1))
        + f"{part('-bytes', 0.5):8.0f}{part('-bytes', 1):6.0f}",
        flush=True,
    )


HEAD = (
    f"{'':32}cases  median    99 %   worst  slice: median 99 % worst   KB to collect, most   (ms)"
)


def report(title: str, found: dict[str, int]) -> None:
    """Print one table row for each kind of case, and the longest of each."""
    for level in LEVELS:
        for kind in ("game", "worst", "pass-game", "pass-worst"):
            names = [
                name for name in found
                if name.startswith(f"{level}-{kind}-") and name + "-slice" in found
            ]  # fmt: skip
            row(f"{title} {level} {kind}", found, names)


def write_row(rulebook: str, found: dict[str, int]) -> None:
    """Write the row of one rulebook into the page of figures: decisions in games, at any level."""
    for level in LEVELS:
        took = sorted(
            us / 1000 for name, us in found.items()
            if name.startswith((f"{level}-game-", f"{level}-pass-game-")) and name + "-slice" in found
        )  # fmt: skip
        if took:
            figures.write(
                f"a computer's decision, computing modelled, {rulebook}, {level}",
                f"p99 {took[len(took) * 99 // 100]:.0f} ms, longest {took[-1]:.0f} ms of {len(took)}",
                "p99 2,000 ms",
                "make bench",
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", help="only this one")
    parser.add_argument("--level", help="only this one")
    parser.add_argument("--cases", type=int, default=60, help="positions of games")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    levels = (wish.level,) if wish.level else LEVELS
    print(HEAD)
    for rulebook in [wish.rulebook] if wish.rulebook else RULEBOOKS:
        game = load(rulebook)
        cases = [*ordinary(game, wish.cases, wish.seed), *worst(game)]
        found = run(rulebook, cases, levels)
        report(rulebook, found)
        write_row(rulebook, found)


if __name__ == "__main__":
    main()
