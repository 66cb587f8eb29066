# SPDX-License-Identifier: Apache-2.0
"""The Pico carrier: supply, Pico socket, drivers of the sensor chain and of the lights, reader, buttons, buzzer.

Supply: terminal -> fuse -> Schottky (reverse polarity, and nothing flows back into a dead supply)
-> +5V with TVS and 1000 uF -> two PTCs to the lights. USB feeds +5V through a current-limited
switch that the external supply turns off. EXT_OK, before the Schottky, is what tells them apart.
"""

from kit.design import Box, Design, Note, Part, Wire, Zone

from designs import chain
from designs.lying import along, capacitor, resistor, shifted

_XH2 = "Connector_JST:JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical"
_XH6 = "Connector_JST:JST_XH_B6B-XH-A_1x06_P2.50mm_Vertical"
_DIP14 = "Package_DIP:DIP-14_W7.62mm_Socket_LongPads"
_TERMINAL = (
    "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-{0}-5.08_1x0{0}_P5.08mm_Horizontal"
)


def _d(ref, symbol, value, footprint, at, pcb, nets, stock, pitch, beside) -> Part:
    """Return a diode: reference beside it, the value inside a body that has room, else beside too."""
    middle, side = along(pcb, pitch / 2 + 0.7, 0), along(pcb, pitch / 2, beside)
    inside = pitch > 15
    return Part(
        ref, symbol, value, footprint, at, pcb, nets, stock=stock, silk_mm=0.8 if pitch < 12 else 1.0,
        silk_at=side if inside else shifted(side, -1.8 if pitch < 12 else -3.8),
        silk_value_at=middle if inside else shifted(side, 1.6),
    )  # fmt: skip


def _supply() -> list[Part]:
    return [
        Part("J1", "Connector:Screw_Terminal_01x02", "5V IN", _TERMINAL.format(2),
             (33.02, 50.8, 180), (93.98, 17.78, 90), {"1": "EXT_IN", "2": "GND"}, stock="terminal-2",
             silk_at=(89.8, 22.9, 0), silk_value=False, ref_at=(-5.08, -5.08), value_at=(-5.08, 3.81)),
        Part("F1", "Device:Fuse", "T4A", "Fuse:Fuseholder_Cylinder-5x20mm_Stelvio-Kontek_PTF78_Horizontal_Open",
             (58.42, 50.8, 90), (84.455, 7.62, 180), {"1": "EXT_IN", "2": "EXT_RAW"}, stock="fuse-4a",
             silk_at=(73.2, 6.9, 0)),
        _d("D1", "Device:D_Schottky", "SB540", "Diode_THT:D_DO-201AD_P15.24mm_Horizontal",
               (93.98, 50.8, 180), (77.47, 17.145, 180), {"1": "+5V", "2": "EXT_RAW"}, "sb540", 15.24, 3.7),
        resistor("R1", "150", (66.04, 62.23, 0), (59.69, 21.59, 270), {"1": "EXT_RAW", "2": "GND"}, "r-150"),
        _d("D3", "Device:D_Schottky", "BAT85", "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal",
               (78.74, 60.96, 90), (49.53, 19.05, 0), {"1": "EXT_OK", "2": "EXT_RAW"}, "bat85", 7.62, 1.9),
        resistor("R2", "5.6k", (78.74, 76.2, 0), (48.26, 22.86, 0), {"1": "EXT_OK", "2": "SENSE"}, "r-5k6"),
        resistor("R3", "8.2k", (78.74, 91.44, 0), (48.26, 26.67, 0), {"1": "SENSE", "2": "GND"}, "r-8k2"),
        capacitor("C2", (91.44, 91.44, 0), (48.26, 30.48, 0), {"1": "SENSE", "2": "GND"}),
        _d("D2", "Device:D_Zener", "P6KE6.8A", "Diode_THT:D_DO-15_P12.70mm_Horizontal",
               (106.68, 62.23, 270), (75.565, 22.86, 180), {"1": "+5V", "2": "GND"}, "p6ke6v8", 12.7, -2.9),
        Part("C1", "Device:C_Polarized", "1000u", "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm",
             (121.92, 62.23, 0), (80.01, 26.67, 0), {"1": "+5V", "2": "GND"}, stock="cp-1000u",
             silk_at=(74.2, 28.4, 0)),
        resistor("R21", "1k", (139.7, 60.96, 0), (74.93, 34.29, 180), {"1": "+5V", "2": "POWER_LED"}, "r-1k"),
        Part("D6", "Device:LED", "green", "LED_THT:LED_D3.0mm", (139.7, 76.2, 90), (66.04, 29.21, 0),
             {"1": "GND", "2": "POWER_LED"}, stock="led-3mm", silk_at=(63.6, 29.2, 0), silk_value=False),
        # USB
        Part("U4", "Power_Management:TPS2041B", "TPS2041B", "Package_TO_SOT_SMD:SOT-23-5_HandSoldering",
             (58.42, 142.24, 0), (52.705, 8.575, 180), {"1": "+5V", "2": "GND", "4": "EXT_OK", "5": "VBUS"},
             stock="tps2041b", ref_at=(-8.89, -11.43), value_at=(8.89, -11.43), silk_at=(53.2, 4.2, 0), silk_value=False),
        capacitor("C3", (96.52, 142.24, 0), (47.625, 4.445, 270), {"1": "VBUS", "2": "GND"}),
        _d("D4", "Device:D_Schottky", "1N5819", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal",
               (116.84, 154.94, 180), (48.26, 13.97, 0), {"1": "VSYS", "2": "+5V"}, "1n5819", 10.16, 2.3),
    ]  # fmt: skip


def _pico() -> list[Part]:
    nets = {
        "4": "SDA", "5": "SCL", "6": "READER_TX", "7": "READER_RX", "9": "READER_RST", "10": "READER_IRQ",
        "20": "BUZZER", "21": "MISO", "22": "LOAD", "24": "SCK", "29": "PIX", "31": "SENSE",
        "36": "+3V3", "39": "VSYS", "40": "VBUS",
        **dict.fromkeys(("3", "8", "13", "18", "23", "28", "38"), "GND"),
    }  # fmt: skip
    return [
        Part("U1", "MCU_Module:RaspberryPi_Pico", "Pico or Pico 2", "Module:RaspberryPi_Pico_Common_THT",
             (218.44, 83.82, 0), (25.4, 5.08, 0), nets, stock="pico", ref_at=(-13.97, -33.02),
             value_at=(-9.53, 29.21), silk_at=(34.3, 27.0, 0))
    ]  # fmt: skip


def _chain() -> list[Part]:
    x, y = 307.34, 45.72
    u2 = Part("U2", "74xx:74LVC125", "74AHC125", _DIP14,
              ((x, y, 0), (x, y + 20.32, 0), (x, y + 40.64, 0), (x + 27.94, y + 40.64, 0), (x + 53.34, y + 40.64, 0)),
              (52.07, 57.15, 0),
              {"1": "GND", "2": "SCK", "3": "CLK_DRV", "4": "GND", "5": "LOAD", "6": "LATCH_DRV", "7": "GND",
               "9": "GND", "10": "+3V3", "12": "GND", "13": "+3V3", "14": "+3V3"},
              stock="74ahc125", silk_at=(55.2, 64.0, 90), silk_mm=0.9)  # fmt: skip
    return [
        u2,
        resistor("R4", "47", (x + 25.4, y, 90), (64.77, 59.69, 0), {"1": "CLK_DRV", "2": "CLK"}, "r-47"),
        resistor("R5", "47", (x + 25.4, y + 20.32, 90), (64.77, 63.5, 0), {"1": "LATCH_DRV", "2": "LATCH"}, "r-47"),
        resistor("R6", "100", (x - 5.08, y + 71.12, 90), (64.77, 67.31, 0), {"1": "MISO", "2": "DATA"}, "r-100"),
        resistor("R7", "100k", (x + 17.78, y + 58.42, 0), (48.26, 57.15, 270), {"1": "+3V3", "2": "MISO"}, "r-100k"),
        capacitor("C4", (x + 76.2, y + 40.64, 0), (64.77, 55.245, 0), {"1": "+3V3", "2": "GND"}),
        Part("J4", chain.SYMBOL, "CHAIN", chain.FOOTPRINT, (x + 60.96, y + 5.08, 0), (91.44, 64.77, 0),
             chain.IN, stock="idc-10", silk_at=(86.6, 70.0, 90), silk_value=False),
    ]  # fmt: skip


def _lights() -> list[Part]:
    x, y = 307.34, 142.24
    u3 = Part("U3", "74xx:74AHCT125", "74AHCT125", _DIP14,
              ((x, y, 0), (x, y + 40.64, 0), (x + 25.4, y + 40.64, 0), (x + 50.8, y + 40.64, 0), (x + 66.04, y + 38.1, 0)),
              (52.07, 36.83, 0),
              {"1": "GND", "2": "PIX", "3": "LED_DRV", "4": "+5V", "5": "GND", "7": "GND",
               "9": "GND", "10": "+5V", "12": "GND", "13": "+5V", "14": "+5V"},
              stock="74ahct125", silk_at=(55.2, 44.0, 90), silk_mm=0.9)  # fmt: skip
    return [
        u3,
        resistor("R8", "330", (x + 25.4, y, 90), (64.77, 39.37, 0), {"1": "LED_DRV", "2": "LED_DATA"}, "r-330"),
        resistor("R9", "10k", (x - 17.78, y + 8.89, 0), (48.26, 36.83, 270), {"1": "PIX", "2": "GND"}, "r-10k"),
        capacitor("C5", (x + 86.36, y + 38.1, 0), (64.77, 43.815, 0), {"1": "+5V", "2": "GND"}),
        Part("F2", "Device:Polyfuse", "2.5A hold", "Fuse:Fuse_Bourns_MF-RHT300", (x + 53.34, y - 7.62, 90),
               (78.74, 34.19, 0), {"1": "+5V", "2": "LEDS_A"}, stock="ptc-2a5", silk_at=(80.9, 38.0, 0)),
        Part("F3", "Device:Polyfuse", "2.5A hold", "Fuse:Fuse_Bourns_MF-RHT300", (x + 53.34, y + 12.7, 90),
               (78.74, 50.8, 0), {"1": "+5V", "2": "LEDS_B"}, stock="ptc-2a5", silk_at=(80.9, 47.2, 0)),
        Part("J2", "Connector:Screw_Terminal_01x03", "LIGHTS A", _TERMINAL.format(3), (x + 83.82, y - 5.08, 0),
             (93.98, 39.37, 90), {"1": "LEDS_A", "2": "LED_DATA", "3": "GND"}, stock="terminal-3",
             silk_at=(89.9, 24.9, 0), silk_value=False, ref_at=(7.62, -1.27), value_at=(8.89, 1.27)),
        Part("J3", "Connector:Screw_Terminal_01x02", "LIGHTS B", _TERMINAL.format(2), (x + 83.82, y + 12.7, 0),
             (93.98, 53.34, 90), {"1": "LEDS_B", "2": "GND"}, stock="terminal-2",
             silk_at=(89.9, 43.9, 0), silk_value=False, ref_at=(7.62, 0), value_at=(8.89, 2.54)),
    ]  # fmt: skip


def _buttons() -> list[Part]:
    parts: list[Part] = []
    names = ("SEAT 1", "SEAT 2", "SEAT 3", "SEAT 4", "TABLE")
    for n, name in enumerate(names):
        x, y = round(13.97 + 8.89 * n, 3), round(205.74 + 15.24 * n, 2)
        parts += [
            Part(f"J{n + 6}", "Connector_Generic:Conn_01x02", name, _XH2, (35.56, y, 180), (x + 2.5, 94.615, 180),
                 {"1": f"BUTTON_W{n}", "2": "GND"}, stock="xh-2", silk_value=False,
                 ref_at=(-10.16, -2.54), value_at=(-10.16, 0), silk_at=(x + 1.25, 89.5, 0)),
            resistor(f"R{n + 11}", "1k", (68.58, y, 90), (x, 86.995, 90), {"1": f"BUTTON_W{n}", "2": f"BUTTON_{n}"}, "r-1k"),
            capacitor(f"C{n + 7}", (81.28, y + 3.81, 0), (x + 3.81, 86.995, 90), {"1": f"BUTTON_{n}", "2": "GND"}),
        ]  # fmt: skip
    u5 = Part("U5", "74xx:74HC165", "74HC165", "Package_DIP:DIP-16_W7.62mm_Socket_LongPads",
              (162.56, 236.22, 0), (63.5, 82.55, 90),
              {"11": "BUTTON_0", "12": "BUTTON_1", "13": "BUTTON_2", "14": "BUTTON_3", "3": "BUTTON_4",
               "4": "+3V3", "5": "GND", "6": "+3V3", "1": "LATCH_END", "2": "CLK_END", "15": "GND",
               "10": "+3V3", "9": "DATA_END", "16": "+3V3", "8": "GND"},
              stock="74hc165", silk_at=(72.4, 78.1, 0))  # fmt: skip
    return [
        *parts,
        u5,
        Part("RN1", "Device:R_Network08", "8x10k", "Resistor_THT:R_Array_SIP9", (124.46, 213.36, 0), (19.05, 76.2, 0),
             {"1": "+3V3", **{str(n + 2): f"BUTTON_{n}" for n in range(5)}}, stock="sip9-10k",
             silk_at=(43.6, 75.5, 0), ref_at=(-15.24, -1.27), value_at=(-15.24, 1.27)),
        capacitor("C6", (124.46, 256.54, 0), (58.42, 77.47, 270), {"1": "+3V3", "2": "GND"}),
        Part("J5", chain.SYMBOL, "END", chain.FOOTPRINT, (208.28, 236.22, 0), (73.66, 92.71, 90),
             {**chain.IN, "3": "CLK_END", "5": "LATCH_END", "7": "DATA_END"}, stock="idc-10",
             silk_at=(66.0, 87.2, 0), silk_value=False),
    ]  # fmt: skip


def _reader() -> list[Part]:
    x, y = 177.8, 149.86
    common = {"1": "+3V3", "2": "GND", "5": "READER_RST", "6": "READER_IRQ"}
    return [
        Part("J11", "Connector_Generic:Conn_01x06", "PN532 UART", _XH6, (x, y, 180), (6.35, 11.43, 270),
             {**common, "3": "READER_TX", "4": "READER_RX"}, stock="xh-6", silk_value=False, silk_at=(11.8, 8.0, 0),
             ref_at=(-8.89, -1.27), value_at=(-8.89, 1.27)),
        Part("J12", "Connector_Generic:Conn_01x06", "PN532 I2C", _XH6, (x, y + 22.86, 180), (6.35, 33.02, 270),
             {**common, "3": "SDA", "4": "SCL"}, stock="xh-6", silk_value=False, silk_at=(11.2, 48.3, 0),
             ref_at=(-8.89, -1.27), value_at=(-8.89, 1.27)),
        resistor("R16", "4.7k", (x + 35.56, y + 10.16, 0), (14.605, 36.83, 270), {"1": "+3V3", "2": "SDA"}, "r-4k7"),
        resistor("R17", "4.7k", (x + 48.26, y + 10.16, 0), (19.05, 36.83, 270), {"1": "+3V3", "2": "SCL"}, "r-4k7"),
        Part("C12", "Device:C_Polarized", "10u", "Capacitor_THT:CP_Radial_D5.0mm_P2.50mm",
             (x + 63.5, y + 10.16, 0), (14.605, 29.21, 0), {"1": "+3V3", "2": "GND"}, stock="cp-10u",
             silk_at=(16.0, 25.0, 0), silk_value=False),
    ]  # fmt: skip


_BUZZER = (332.74, 231.14)


def _buzzer() -> list[Part]:
    x, y = _BUZZER
    return [
        Part("BZ1", "Device:Buzzer", "passive", "Buzzer_Beeper:Buzzer_12x9.5RM7.6", (x + 2.54, y - 10.16, 0), (5.08, 62.23, 0),
             {"1": "BUZZ_P", "2": "BUZZ_N"}, stock="buzzer", silk_at=(8.9, 62.0, 0), silk_value=False,
             ref_at=(7.62, -1.27), value_at=(10.16, 1.27)),
        Part("Q1", "Transistor_BJT:Q_NPN_CBE", "BC337", "Package_TO_SOT_THT:TO-92_Inline_Wide", (x - 2.54, y + 7.62, 0), (18.415, 62.865, 0),
             {"1": "BUZZ_N", "2": "BUZZ_B", "3": "GND"}, stock="bc337", silk_at=(26.6, 61.6, 0),
             ref_at=(6.35, -1.27), value_at=(7.62, 1.27)),
        resistor("R18", "1k", (x - 20.32, y + 7.62, 90), (16.51, 57.785, 0), {"1": "BUZZER", "2": "BUZZ_B"}, "r-1k"),
        _d("D5", "Device:D", "1N4148", "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal", (x - 12.7, y - 8.89, 270),
           (16.51, 68.58, 0), {"1": "BUZZ_P", "2": "BUZZ_N"}, "1n4148", 7.62, 1.9),
        resistor("R19", "100", (x - 38.1, y - 12.7, 90), (5.08, 72.39, 0), {"1": "+5V", "2": "BUZZ_P"}, "r-100"),
        resistor("R20", "1k", (x - 25.4, y - 8.89, 0), (29.21, 68.58, 0), {"1": "BUZZ_P", "2": "BUZZ_N"}, "r-1k"),
    ]  # fmt: skip


def _test_pads() -> list[Part]:
    return [
        Part(f"TP{n + 1}", "Connector:TestPoint", net, "TestPoint:TestPoint_THTPad_D2.0mm_Drill1.0mm",
             (149.86 + 10.16 * n, 95.25, 0), (63.5 + 4.445 * n, 49.53, 0), {"1": net}, silk_value=False,
             ref_at=(0, -5.08), value_at=(0, -7.62))
        for n, net in enumerate(("+5V", "+3V3", "GND"))
    ]  # fmt: skip


def _silk() -> list[Note]:
    notes = [
        Note(34.3, 10.2, "USB this way", 0.9, justify="center", bold=True),
        Note(34.3, 36.0, "TAVLE", 2.0, justify="center", bold=True),
        Note(34.3, 39.0, "CARRIER r1", 1.3, justify="center", bold=True),
        Note(34.3, 43.0, "not yet built", 0.9, justify="center"),
        Note(87.9, 18.2, "+5V", 1.0, justify="right", bold=True),
        Note(95.0, 22.9, "5V 4A IN", 1.0, justify="center", bold=True),
        Note(93.5, 8.8, "GND", 1.0, justify="center", bold=True),
        Note(95.0, 24.9, "LIGHTS A", 1.0, justify="center", bold=True),
        Note(95.0, 43.9, "LIGHTS B", 1.0, justify="center", bold=True),
        Note(92.3, 57.8, "CHAIN", 1.6, justify="center", bold=True),
        Note(92.3, 82.0, "to IN of", 0.9, justify="center"),
        Note(92.3, 83.5, "the first board", 0.9, justify="center"),
        Note(79.6, 85.3, "END: from OUT of the last board", 0.9, justify="center"),
        Note(6.2, 7.6, "UART", 0.9, justify="left"),
        Note(2.6, 28.3, "PN532 I2C", 0.9, justify="left"),
        Note(63.6, 30.7, "5V", 0.9, justify="center"),
        Note(78.0, 98.3, "all other C: 100n   CERN-OHL-P-2.0", 0.9, justify="center"),
        Note(34.3, 20.0, "TAVLE", 2.2, justify="center", layer="B.SilkS", bold=True),
        Note(34.3, 23.5, "CARRIER r1", 1.4, justify="center", layer="B.SilkS", bold=True),
        Note(34.3, 27.0, "chain: 3.3 V", 1.0, justify="center", layer="B.SilkS"),
        Note(34.3, 29.0, "in: 5 V 4 A", 1.0, justify="center", layer="B.SilkS"),
        Note(34.3, 31.0, "CERN-OHL-P-2.0", 0.9, justify="center", layer="B.SilkS"),
    ]
    for y, name in ((39.37, "5V"), (34.29, "DATA"), (29.21, "GND"), (53.34, "5V"), (48.26, "GND")):
        notes.append(Note(89.6, y, name, 0.8, justify="left", layer="B.SilkS"))
        notes.append(Note(87.7, 30.6 if y < 30 else y, name, 0.8, 90, justify="center"))
    for n, name in enumerate(("+5V", "3V3", "GND")):
        notes.append(Note(63.5 + 4.445 * n, 47.2, name, 0.9, justify="center"))
    for n, name in enumerate(("SEAT 1", "SEAT 2", "SEAT 3", "SEAT 4", "TABLE")):
        notes.append(Note(15.2 + 8.89 * n, 98.6, name, 1.0, justify="center", bold=True))
    pins = ("3V3", "GND", "{}", "{}", "RST", "IRQ")
    for y0, words in ((11.43, ("TX", "RX")), (33.02, ("SDA", "SCL"))):
        filled = [*pins[:2], *words, *pins[4:]]
        for n, name in enumerate(filled):
            notes.append(Note(9.8, y0 + 2.5 * n, name, 0.9))
            notes.append(Note(8.4, y0 + 2.5 * n, name, 0.9, layer="B.SilkS", justify="right"))
    for row, name in enumerate(("3V3", "CLK", "LATCH", "DATA", "3V3")):
        notes.append(Note(89.6, 64.77 + 2.54 * row, name, 0.9, layer="B.SilkS"))
    return notes


def _wires() -> list[Wire]:
    wires = [
        Wire(("J1.1", "F1.1"), "EXT_IN", label_mm=10.16), Wire(("F1.2", "D1.2"), "EXT_RAW"),
        Wire(("R1.1", (66.04, 50.8))), Wire(("D3.2", (78.74, 50.8))), Wire(("D3.1", "R2.1"), "EXT_OK"),
        Wire(("R2.2", "R3.1"), "SENSE"), Wire(("C2.1", "R3.1")),
        Wire(("D1.1", (152.4, 50.8)), "+5V"), Wire(("D2.1", (106.68, 50.8))), Wire(("C1.1", (121.92, 50.8))),
        Wire(("R21.1", (139.7, 50.8))), Wire(("R21.2", "D6.2"), "POWER_LED"),
        Wire(("U2.3", "R4.1"), "CLK_DRV"), Wire(("U2.6", "R5.1"), "LATCH_DRV"), Wire(("U3.3", "R8.1"), "LED_DRV"),
        Wire(("F2.2", "J2.1"), "LEDS_A"), Wire(("F3.2", "J3.1"), "LEDS_B"),
        Wire(("R18.2", "Q1.2"), "BUZZ_B"), Wire(("R19.2", "R20.1"), "BUZZ_P"), Wire(("R20.1", "BZ1.1")),
        Wire(("BZ1.2", "Q1.1"), "BUZZ_N"), Wire(("R20.2", (_BUZZER[0], _BUZZER[1] - 5.08))),
        Wire(("D5.1", "R20.1")), Wire(("D5.2", "R20.2")),
    ]  # fmt: skip
    for n in range(5):
        wires += [
            Wire((f"J{n + 6}.1", f"R{n + 11}.1"), f"BUTTON_W{n}", label_mm=11.43),
            Wire((f"R{n + 11}.2", f"C{n + 7}.1")),
        ]
        wires.append(
            Wire(
                (f"C{n + 7}.1", (91.44, round(205.74 + 15.24 * n, 2))),
                f"BUTTON_{n}",
                open_end=True,
            )
        )
    return wires


def design() -> Design:
    """Return the board."""
    power = 0.8
    return Design(
        name="carrier",
        title="Tavle carrier for Pico or Pico 2",
        revision="1",
        date="2026-11-22",
        paper="A3",
        comments=[
            "Not yet built. Checked by ERC, DRC and a test of every net against the firmware's pins.",
            "External supply: 5 V, 4 A, current limited. CERN-OHL-P-2.0",
        ],
        size_mm=(100.0, 100.0),
        parts=[*_supply(), *_pico(), *_chain(), *_lights(), *_buttons(), *_reader(), *_buzzer(), *_test_pads()],
        wires=_wires(),
        boxes=[
            Box(15.24, 27.94, 175.26, 112.395, "External 5 V: fuse, no way back, sense, clamp"),
            Box(15.24, 115.57, 134.62, 185.42, "USB: feeds the lights only without external supply"),
            Box(177.8, 27.94, 266.7, 131.445, "Pico"),
            Box(271.78, 27.94, 406.4, 123.19, "Sensor chain: 3.3 V drivers, 47 ohm at the source"),
            Box(271.78, 127.0, 406.4, 201.93, "Lights: 5 V levels, two fused branches"),
            Box(15.24, 189.23, 266.7, 284.48, "Buttons: the last chip of the chain, F G H = 1 0 1"),
            Box(139.7, 133.985, 266.7, 185.42, "Card reader PN532: use one connector"),
            Box(271.78, 205.74, 406.4, 252.73, "Buzzer"),
        ],
        notes=[
            Note(17.78, 104.78, "EXT_OK is taken before D1: it is there only when the supply is.", 1.27),
            Note(17.78, 107.32, "R1 drains what D1 leaks when the supply is unplugged.", 1.27),
            Note(17.78, 109.86, "SENSE: 1 = external supply; bottom 8.2k also for the RP2350 (E9).", 1.27),
            Note(182.88, 129.54, "GP19 stays free. AGND and ADC_VREF are not used.", 1.27),
            Note(144.78, 182.88, "3 = Pico sends (module RXD), 4 = Pico receives (module TXD).", 1.27),
        ],
        flags=[("VSYS", 114.3, 137.16)],
        silk=_silk(),
        zones=[
            Zone("EXT_IN", "F.Cu", [(82.4, 5.6), (88.5, 5.6), (91.0, 15.6), (96.2, 15.6), (96.2, 20.0), (88.0, 20.0), (82.4, 11.0)]),
            Zone("EXT_RAW", "F.Cu", [(59.8, 5.4), (64.4, 5.4), (64.4, 19.4), (59.8, 19.4)]),
            Zone("+5V", "F.Cu", [(74.6, 15.0), (82.3, 15.0), (82.3, 28.0), (81.0, 30.0), (81.0, 53.0), (76.4, 53.0), (76.4, 25.5), (74.6, 25.0)]),
            Zone("LEDS_A", "F.Cu", [(82.2, 33.8), (86.0, 33.8), (89.0, 37.2), (96.2, 37.2), (96.2, 41.6), (88.0, 41.6), (82.2, 37.5)]),
            Zone("LEDS_B", "F.Cu", [(82.2, 50.2), (88.0, 51.0), (96.2, 51.0), (96.2, 55.6), (82.2, 54.2)]),
        ],
        holes=[(4.0, 4.0), (96.0, 4.0), (4.0, 96.0), (96.0, 96.0)],
        widths_mm={"+5V": power, "EXT_RAW": power, "EXT_IN": power, "LEDS_A": power, "LEDS_B": power,
                   "VSYS": 0.6, "VBUS": 0.6, "+3V3": 0.5},
    )  # fmt: skip
