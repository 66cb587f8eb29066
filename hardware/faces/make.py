# SPDX-License-Identifier: Apache-2.0
"""Write the boards' faces: SVG, PDF on one sheet and in tiles, a small picture of each; and the backs, one for each rulebook."""

import subprocess
from pathlib import Path

from tavle.board import back, drawing, face, geometry, sheets
from tavle.paths import add_firmware

add_firmware()
from rules import RULEBOOKS  # noqa: E402

HERE = Path(__file__).parent
PREVIEW_PX = 1000


def main() -> None:
    """Write everything beside this file."""
    for board in geometry.boards():
        shown = face.drawing_of(geometry.load(board))
        about = f"Tavle: the face of the {board} board, 1:1. Not yet built. CERN-OHL-P-2.0."
        (HERE / f"{board}.svg").write_text(drawing.svg_of(shown, about), encoding="utf-8")
        pages = {
            paper: sheets.write(shown, paper, HERE / f"{board}-{paper}.pdf", sheets.NOTE)
            for paper in ("sheet", *sheets.PAPERS)
        }
        _preview(board)
        counts = ", ".join(f"{count} of {paper}" for paper, count in pages.items())
        print(f"{board}: {counts}")
    pages = [back.write(rulebook, HERE / f"{rulebook}-back.pdf") for rulebook in RULEBOOKS]
    print(f"backs: {sum(pages)} pages")


def _preview(board: str) -> None:
    """Write a picture of the one-sheet PDF, so that it shows what is printed."""
    subprocess.run(
        [
            "pdftoppm",
            "-png",
            "-singlefile",
            "-scale-to",
            str(PREVIEW_PX),
            f"{board}-sheet.pdf",
            board,
        ],
        cwd=HERE,
        check=True,
    )


if __name__ == "__main__":
    main()
