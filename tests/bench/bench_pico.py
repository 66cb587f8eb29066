# SPDX-License-Identifier: Apache-2.0
"""The firmware on the emulated Pico with the memory of a Pico 2: start, a turn, scans, heap.

`make bench`, or alone: `python tests/bench/bench_pico.py`. Needs a MicroPython image: TAVLE_UF2.
Times are virtual ones of an RP2040 at 125 MHz, upper bounds for a Pico 2. Beside them what the model of
computing time says, which `tavle sim` uses (`--constructs`: what its figures are made of). The worst known cards
are timed by `bench_rules.py`.
"""

import argparse
import os

import bench_path  # noqa: F401
from figures import write

FAMILIES = ("partners-pawns", "ludo-norsk", "sorry")
# What `pico_figures.resumed` returns: its name, what it is, the budget.
ROWS = (
    ("ready_ms", "power to ready, resumed game", "<= 2,500 ms"),
    ("free", "free heap, started", ">= 160 KB"),
    ("largest", "largest free block, started", ""),
    ("card_ms", "card laid to its event, with the reader's time", ""),
    ("lift_ms", "lift to other lights", "<= 80 ms"),
    ("accepted_ms", "pawn down to accepted", "600 + 250 ms"),
    ("free_later", "free heap after a turn", ">= 160 KB"),
    ("gap_ms", "longest gap between two scans, in a turn that is saved", "<= 5 ms"),
    ("stack", "stack used by the start and a turn that is saved, of 8.2 KB", "<= 6.8 KB"),
)


def row(rulebook: str, what: str, measured: str, budget: str) -> None:
    write(f"emulated Pico, {rulebook}: {what}", measured, budget, "make bench")


def show(rulebook: str) -> None:
    """Measure a resumed game of one rulebook, and print the model's times beside it."""
    import pico_figures

    seen = pico_figures.resumed(rulebook)
    model = pico_figures.resumed(rulebook, "unix")
    for name, what, budget in ROWS:
        if name.endswith("_ms"):
            row(rulebook, what, f"{seen[name]:,.1f} ms", budget)
            print(f"  by the model of computing time: {model[name]:.1f} ms", flush=True)
        else:
            digits = 1 if name == "stack" else 0
            row(rulebook, what, f"{seen[name] / 1000:.{digits}f} KB", budget)


def seats(rulebook: str) -> None:
    """Measure the room that three hard computers leave."""
    import pico_figures

    seen = pico_figures.seated(rulebook)
    for name, what, budget in (
        ("free", "least free heap", ">= 160 KB"),
        ("largest", "least largest block", ""),
    ):
        row(rulebook, f"{what}, three hard computers", f"{seen[name] / 1000:.0f} KB", budget)


def scans(rulebook: str) -> None:
    """Measure what looking at switches allocates."""
    import pico_figures

    what = "taken from the heap by 300 scans"
    row(rulebook, what, f"{pico_figures.scan_bytes(rulebook)} bytes", "0 bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rulebook", help="only this one, any of the five")
    parser.add_argument("--constructs", action="store_true", help="what the language costs")
    arguments = parser.parse_args()
    if not os.environ.get("TAVLE_UF2"):
        print("emulated Pico: NOT RUN, set TAVLE_UF2 to a MicroPython RPI_PICO .uf2 to run it")
        return
    import pico_figures

    if arguments.constructs:
        for name, ns in pico_figures.constructs().items():
            print(f"{name:20} {ns / 1000:7.2f} us")
        return
    for rulebook in [arguments.rulebook] if arguments.rulebook else FAMILIES:
        show(rulebook)
    if not arguments.rulebook:
        seats(FAMILIES[0])
        scans(FAMILIES[0])


if __name__ == "__main__":
    main()
