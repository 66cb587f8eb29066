# SPDX-License-Identifier: Apache-2.0
"""The firmware on the emulated Pico with the memory of a Pico 2: start, card, lift, heap.

`make bench`, or alone: `python tests/bench/bench_pico.py`. Needs a MicroPython image: TAVLE_UF2.
Times are virtual ones of an RP2040 at 125 MHz, upper bounds for a Pico 2. Beside them what the model of
computing time says, which `tavle sim` uses (`--constructs`: what its figures are made of).
"""

import argparse
import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[k]) for k in (0, 1)]
from figures import write  # noqa: E402

FAMILIES = ("partners-pawns", "ludo-norsk", "sorry")
ROWS = (
    ("played", "ready_ms", "power to ready, new game", "ms", "<= 2500"),
    ("resumed", "ready_ms", "power to ready, resumed game", "ms", "<= 2500"),
    ("resumed", "card_ms", "card laid -> its event", "ms", ""),
    ("resumed", "lift_ms", "lift -> other lights", "ms", "<= 80"),
    ("resumed", "free", "free heap, card laid, pawn lifted", "KB", ">= 160"),
    ("played", "free", "free heap after some turns, people", "KB", ">= 160"),
    ("seated", "free", "free heap, three hard computers", "KB", ">= 160"),
)


def show(rulebook: str, turns: int) -> None:
    """Measure one rulebook and print its table."""
    import pico_figures as figures

    print(f"{rulebook:42}{'emulated':>10}{'model':>10}     budget")
    found = {}
    for where in ("pico", "unix"):
        found[where] = {
            "resumed": figures.resumed(rulebook, where),
            "played": figures.played(rulebook, turns, where),
            "seated": figures.seated(rulebook, turns, where),
        }
    for kind, name, text, unit, budget in ROWS:
        values = [found[where][kind][name] for where in ("pico", "unix")]
        told = [f"{value / (1000 if unit == 'KB' else 1):10.1f}" for value in values]
        if unit == "KB":  # objects of the unix port are twice as large
            told[1] = f"{'':10}"
        print(f"  {text:40}{''.join(told)} {unit}  {budget}", flush=True)
        write(
            f"{rulebook}: {text}",
            f"{told[0].strip()} {unit}",
            f"{budget} {unit}" if budget else "",
            "make bench",
        )


def main() -> None:
    """Print the figures of every family of games, or of one rulebook."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", help="only this one, any of the five")
    parser.add_argument("--turns", type=int, default=4, help="turns played while the heap is read")
    parser.add_argument("--constructs", action="store_true", help="what the language costs")
    arguments = parser.parse_args()
    if not os.environ.get("TAVLE_UF2"):
        print("emulated Pico: NOT RUN, set TAVLE_UF2 to a MicroPython RPI_PICO .uf2 to run it")
        return
    if arguments.constructs:
        import pico_figures

        for name, ns in pico_figures.constructs().items():
            print(f"{name:20} {ns / 1000:7.2f} us")
        return
    for rulebook in [arguments.rulebook] if arguments.rulebook else FAMILIES:
        show(rulebook, arguments.turns)


if __name__ == "__main__":
    main()
