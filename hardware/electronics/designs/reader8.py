# SPDX-License-Identifier: Apache-2.0
"""Reader-8: eight reed switches into one 74HC165, through-hole, for any board of the table."""

from kit.design import Box, Design, Note, Part

from designs import chain
from designs.lying import capacitor, resistor

REEDS = "ABCDEFGH"
_INPUT_PIN = dict(zip(REEDS, ("11", "12", "13", "14", "3", "4", "5", "6"), strict=True))
"""Input -> pin of the 74HC165 (TI SCLS116, pin functions)."""
_XH = "Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical"
# Where pin 1 of each connector stands: the order along the edges is the order of the chip's pins.
_REED_X = {
    name: 17.78 + 8.89 * place for edge in ("DCBA", "EFGH") for place, name in enumerate(edge)
}
_ROWS = ("3V3", "CLK", "LATCH", "DATA", "3V3")


def _reeds() -> list[Part]:
    parts = []
    for number, name in enumerate(REEDS):
        top = name in "ABCD"
        x = _REED_X[name]
        parts.append(
            Part(
                f"J{number + 3}", "Connector_Generic:Conn_01x02", f"REED {name}", _XH,
                (50.8, round(55.88 + 10.16 * number, 2), 180),
                (x, 5.08, 0) if top else (x + 2.5, 36.83, 180),
                {"1": f"REED_{name}", "2": "GND"},
                stock="xh-2", silk_value=False, ref_at=(-8.89, -2.54), value_at=(-8.89, 0),
                silk_at=(x + 1.25, 11.2, 0) if top else (x + 1.25, 30.7, 0),
            )
        )  # fmt: skip
    return parts


def _silk() -> list[Note]:
    notes = [
        Note(32.0, 24.1, "TAVLE READER-8  r1", 1.3, justify="center", bold=True),
        Note(50.0, 30.6, "220p", 0.8, justify="center"),
        Note(32.0, 17.2, "TAVLE READER-8  r1", 1.6, justify="center", layer="B.SilkS", bold=True),
        Note(32.0, 24.0, "3.3 V only. CERN-OHL-P-2.0", 1.0, justify="center", layer="B.SilkS"),
    ]
    for number, name in enumerate(REEDS):
        x, y = _REED_X[name] + 1.25, 9.7 if name in "ABCD" else 32.2
        notes.append(Note(x, y, f"{name} bit {number}", 1.1, justify="center", bold=True))
        y = 8.0 if name in "ABCD" else 34.0
        notes.append(Note(x, y, name, 1.2, justify="center", layer="B.SilkS", bold=True))
    for x, name, hint in ((7.62, "IN", "controller"), (56.38, "OUT", "next board")):
        notes.append(Note(x, 9.3, name, 1.8, justify="center", bold=True))
        notes.append(Note(x, 32.7, hint, 0.9, justify="center"))
        notes.append(Note(x, 9.3, name, 1.8, justify="center", layer="B.SilkS", bold=True))
        notes.append(Note(x, 32.7, hint, 0.9, justify="center", layer="B.SilkS"))
    for row, name in enumerate(_ROWS):
        y = 15.875 + 2.54 * row
        notes.append(Note(4.9, y, name, 0.8, justify="left", layer="B.SilkS"))
        notes.append(Note(53.5, y, name, 0.8, justify="left", layer="B.SilkS"))
    return notes


def design() -> Design:
    """Return the board."""
    u1 = Part(
        "U1", "74xx:74HC165", "74HC165", "Package_DIP:DIP-16_W7.62mm_Socket_LongPads",
        (152.4, 99.06, 0), (22.86, 20.955, 90),
        {"1": "LATCH", "2": "CLK", "8": "GND", "9": "DATA", "10": "SER", "15": "GND", "16": "+3V3",
         **{pin: f"REED_{name}" for name, pin in _INPUT_PIN.items()}},
        stock="74hc165", silk_at=(31.75, 16.5, 0),
    )  # fmt: skip
    # Pin 1 of the array is the common one; which element serves which input is free.
    order = "DCBAEFGH"
    rn1 = Part(
        "RN1", "Device:R_Network08", "8x10k", "Resistor_THT:R_Array_SIP9",
        (101.6, 60.96, 0), (20.32, 27.305, 0),
        {"1": "+3V3", **{str(n + 2): f"REED_{name}" for n, name in enumerate(order)}},
        stock="sip9-10k", silk_at=(15.7, 26.6, 0), ref_at=(-16.0, -1.27), value_at=(-16.0, 1.27),
    )  # fmt: skip
    parts = [
        Part("J1", chain.SYMBOL, "IN", chain.FOOTPRINT, (220.98, 71.12, 0), (6.35, 15.875, 0),
             chain.IN, stock="idc-10", silk_value=False, silk_at=(11.4, 9.4, 0)),
        Part("J2", chain.SYMBOL, "OUT", chain.FOOTPRINT, (220.98, 114.3, 0), (55.245, 15.875, 0),
             chain.OUT, stock="idc-10", silk_value=False, silk_at=(52.2, 9.4, 0)),
        u1,
        rn1,
        resistor("R1", "100k", (99.06, 91.44, 0), (48.895, 15.24, 270), {"1": "+3V3", "2": "DATA_FAR"}, "r-100k"),
        resistor("R2", "1k", (111.76, 91.44, 0), (45.72, 16.51, 270), {"1": "SER", "2": "DATA_FAR"}, "r-1k"),
        capacitor("C1", (99.06, 125.73, 0), (17.78, 15.24, 270), {"1": "+3V3", "2": "GND"}),
        capacitor("C2", (111.76, 125.73, 0), (45.085, 28.575, 0), {"1": "SER", "2": "GND"}, "220p", "c-220p"),
        *_reeds(),
    ]  # fmt: skip
    return Design(
        name="reader8",
        title="Reader-8: eight reed switches",
        revision="1",
        date="2026-11-22",
        paper="A4",
        comments=[
            "Not yet built. Checked by ERC, DRC and a test of every net.",
            "A closed reed reads 0. Input A is bit 0.",
            "CERN-OHL-P-2.0",
        ],
        size_mm=(64.0, 42.0),
        parts=parts,
        boxes=[
            Box(25.4, 40.64, 76.2, 142.24, "Reeds: closed = 0"),
            Box(78.74, 40.64, 124.46, 142.24, "Pull-ups, supply"),
            Box(127.0, 40.64, 182.88, 142.24, "Shift register"),
            Box(185.42, 40.64, 266.7, 88.9, "IN: from the controller"),
            Box(185.42, 93.98, 266.7, 142.24, "OUT: to the next board"),
        ],
        notes=[
            Note(25.4, 152.4, "Reed cables up to 30 cm; beyond that 4.7k in RN1."),
            Note(25.4, 156.21, "R1 holds the end of the chain at 1: the byte behind the last chip must read FF."),
            Note(25.4, 160.02, "/CE is grounded: the clock always counts. 3.3 V only: at 5 V the Pico's input would be hurt."),
            Note(25.4, 163.83, "R2 and C2 delay the data by some 150 ns: on a long ribbon a near chip may see the clock 60 ns after a far one."),
            Note(187.96, 85.09, "QH of this board is DATA towards the controller.", 1.27),
            Note(187.96, 138.43, "DATA of the next board enters at SER, through R2.", 1.27),
        ],
        flags=[("+3V3", 88.9, 109.22), ("GND", 88.9, 119.38)],
        silk=_silk(),
        holes=[(4.0, 4.0), (60.0, 4.0), (4.0, 38.0), (60.0, 38.0)],
    )  # fmt: skip
