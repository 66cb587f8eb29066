# SPDX-License-Identifier: Apache-2.0
"""Parts that lie on the board between two holes, with what is printed in or beside them."""

from kit.design import Part

_R = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal"
_C = "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm"
# Which way a part's second pin lies on the board, by its angle.
_WAY = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}


def along(
    pcb: tuple[float, float, float], along: float, across: float
) -> tuple[float, float, float]:
    """Return a place relative to a part's pin 1: along its axis and to the left of it, read along."""
    x, y, angle = pcb
    dx, dy = _WAY[angle]
    sx, sy = (abs(dx), 0) if dx else (0, -1)  # text reads to the right, or upwards
    middle = (x + dx * along, y + dy * along)
    return middle[0] + across * sy, middle[1] - across * sx, 0 if dx else 90


def shifted(place: tuple[float, float, float], by: float) -> tuple[float, float, float]:
    """Return a place moved along its text."""
    x, y, angle = place
    return (x + by, y, angle) if angle == 0 else (x, y - by, angle)


def resistor(ref, value, at, pcb, nets, stock) -> Part:
    """Return a resistor with reference and value printed inside its body."""
    middle = along(pcb, 3.81, 0)
    return Part(
        ref, "Device:R", value, _R, at, pcb, nets, stock=stock, silk_mm=0.8,
        silk_at=shifted(middle, -1.55), silk_value_at=shifted(middle, 1.5),
    )  # fmt: skip


def capacitor(ref, at, pcb, nets, value="100n", stock="c-100n") -> Part:
    """Return a disc capacitor; its reference is printed inside."""
    return Part(
        ref, "Device:C", value, _C, at, pcb, nets, stock=stock, silk_mm=0.8,
        silk_at=along(pcb, 2.5, 0), silk_value=False,
    )  # fmt: skip
