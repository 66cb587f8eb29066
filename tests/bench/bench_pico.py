# SPDX-License-Identifier: Apache-2.0
"""The firmware on the emulated Pico: heap, start, scan, frames, cards and a lift.

`make bench`, or alone: `python tests/bench/bench_pico.py`. Needs a MicroPython image: TAVLE_UF2.
The times are the emulator's virtual ones; a real Pico is expected to take 1.0 to 1.4 times as long.
"""

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

FAMILIES = ("partners-pawns", "ludo-norsk", "sorry")


def row(name: str, value: str, budget: str = "") -> None:
    """Print one line of the table."""
    print(f"  {name:34} {value:>12}  {budget}")


def show(rulebook: str, turns: int) -> None:
    """Measure one rulebook and print its table."""
    import pico_figures

    line = f"{rulebook} {pico_figures.POSITIONS[rulebook]}"
    us = pico_figures.measured(line)
    game = pico_figures.played(rulebook, turns)
    print(rulebook)
    row("power to ready, new game", f"{game['ready_ms']:.0f} ms", "<= 2000 ms")
    row("  of which import", f"{(us['import'] + us['make']) / 1000:.0f} ms")
    row("heap of MicroPython", f"{us['heap-at-boot'] / 1000:.1f} KB")
    row("heap free when ready", f"{game['free_before'] / 1000:.1f} KB", ">= 64 KB")
    row(f"heap free after {game['turns']} turns", f"{game['free'] / 1000:.1f} KB", ">= 64 KB")
    heap = pico_figures.measured(script=pico_figures.HEAP, line=line)
    for name, what in (
        ("people", "a table made, its tasks not begun"),
        ("people-asked", "and all that asks and guides"),
        ("computers", "and the computers' part"),
        ("computers-hard", "and one that thinks hard"),
    ):
        row(f"heap free, {what}", f"{heap[name] / 1000:.1f} KB", ">= 64 KB")
    for name, what in (("scan", "no card"), ("scan-waiting", "card laid")):
        row(
            f"scan, nothing changes, {what}",
            f"{us[name]} us",
            f"<= 1000 us; most {us[name + '-most']} us, {us[name + '-bytes']} bytes",
        )
    row("first frame after power-on", f"{us['render-first'] / 1000:.0f} ms")
    row("frame, nothing to draw", f"{us['render-nothing']} us")
    row("frame, patterns move", f"{us['render-moving']} us", f"most {us['render-most']} us")
    row("frame, sending", f"{us['send-frame']} us")
    cards = {name: us[name] / 1000 for name in us if name.startswith("card-")}
    laid = cards.pop("card-laid")
    worst = max(cards, key=lambda name: cards[name])
    for name in sorted(cards, key=lambda name: -cards[name])[:4]:
        row(f"results of {name.removeprefix('card-')}", f"{cards[name]:.1f} ms")
    row("results of any card, most", f"{cards[worst]:.1f} ms", "<= 150 ms")
    row("card read -> lights chosen", f"{laid:.1f} ms")
    game = pico_figures.resumed(rulebook)
    row("power to ready, resumed game", f"{game['ready_ms']:.0f} ms", "<= 2000 ms")
    row("card laid -> its event", f"{game['card_ms']} ms", "<= 150 ms")
    row("lift -> other lights", f"{game['lift_ms']:.1f} ms", "<= 25 ms")
    row("heap free, card laid, pawn lifted", f"{game['free'] / 1000:.1f} KB", ">= 64 KB")
    row("largest block then", f"{game['largest'] / 1000:.1f} KB", ">= 16 KB")


def main() -> None:
    """Print the figures of every family of games, or of one rulebook."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", help="only this one, any of the five")
    parser.add_argument(
        "--turns", type=int, default=4, help="turns played before the heap is read"
    )
    arguments = parser.parse_args()
    if not os.environ.get("TAVLE_UF2"):
        print("emulated Pico: NOT RUN, set TAVLE_UF2 to a MicroPython RPI_PICO .uf2 to run it")
        return
    for rulebook in [arguments.rulebook] if arguments.rulebook else FAMILIES:
        show(rulebook, arguments.turns)


if __name__ == "__main__":
    main()
