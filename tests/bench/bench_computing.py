# SPDX-License-Identifier: Apache-2.0
"""How well the model of computing time fits: functions of the firmware, model and emulated Pico.

`--constructs` prints what the constructs of the language cost there instead.
"""

import argparse
import os
import sys
from pathlib import Path

import pico_figures

from rules.parse import parse_position
from tavle import paths
from tavle.sim.prepare import image, prepare_flash
from tavle.sim.target import Setting
from tavle.sim.target_pico import PicoTarget
from tavle.sim.target_unix import UnixTarget
from tavle.sim.world import World

LINES = (
    pico_figures.LINE,
    "partners-pawns green:31,47,z1,z2 blue:1,49,50,57 red:32,35,58,59 yellow:33,34,36,48 turn=green",
    "sorry red:h,7,23,40 blue:h,h,18,33 yellow:h,h,12,55 green:h,h,3,28 turn=red",
)
_CONSTRUCTS = Path(__file__).with_name("pico_main_constructs.py")
_LONGEST_S = 120


def modelled(line: str) -> dict[str, int]:
    """Return the figures of `pico_main_table.py` by the model, times in us."""
    game, state = parse_position(line)
    name = paths.layout_of(game.rulebook)
    layout = paths.board_file(name)
    setting = Setting(name, main=str(pico_figures._SCRIPT), computing=True)
    target = UnixTarget(setting, layout.N_CHIPS + 1)
    World(game, layout, target, 1, bytes(state[:16]))
    target.write_flash(prepare_flash(game, bytes(state)))
    return pico_figures.printed(target, _LONGEST_S)


def constructs() -> None:
    """Print what the constructs cost, in us."""
    target = PicoTarget(Setting("partners"), 13)
    target._flash = image({"main.py": _CONSTRUCTS.read_bytes()})
    for name, ns in pico_figures.printed(target, _LONGEST_S).items():
        if name != "end":
            print(f"{name:20} {ns / 1000:7.2f} us")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--constructs", action="store_true")
    if not os.environ.get("TAVLE_UF2"):
        print("emulated Pico: set TAVLE_UF2 to a MicroPython RPI_PICO .uf2")
        return 0
    if parser.parse_args().constructs:
        constructs()
        return 0
    ratios = []
    for line in LINES:
        print(line)
        pico = pico_figures.measured(line)
        model = modelled(line)
        for name, us in pico.items():
            if us > 300 and not name.startswith("heap") and name in model:
                ratios.append(model[name] / us)
                print(f"  {name:18} Pico {us:8} us   model {model[name]:8} us   {ratios[-1]:.2f}")
    ratios.sort()
    middle = ratios[len(ratios) // 2]
    print(f"model / Pico: {ratios[0]:.2f} .. median {middle:.2f} .. {ratios[-1]:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
