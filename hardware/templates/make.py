# SPDX-License-Identifier: Apache-2.0
"""Write the drill and laser templates: DXF from above and below, the same on one sheet and in tiles as PDF."""

from pathlib import Path

from tavle.board import geometry, sheets, template

HERE = Path(__file__).parent


def main() -> None:
    """Write everything beside this file."""
    for board in geometry.boards():
        loaded = geometry.load(board)
        for side in template.SIDES:
            drawn = template.drawing_of(loaded, side)
            faults = template.write_dxf(drawn, HERE / f"{board}-{side}.dxf")
            if faults:
                raise SystemExit(f"{board}-{side}.dxf: {faults[0]}")
            for paper in ("sheet", *sheets.PAPERS) if side == "above" else ("sheet",):
                sheets.write(drawn, paper, HERE / f"{board}-{side}-{paper}.pdf", sheets.NOTE)


if __name__ == "__main__":
    main()
