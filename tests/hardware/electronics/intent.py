# SPDX-License-Identifier: Apache-2.0
"""What every net of the boards must be, from the firmware's facts and the parts' datasheets.

Knows nothing of the generator: pins of the parts and of the cable stand here again, from the
datasheets and the cable table of hardware/electronics/README.md. GPIOs and bit order come from the
firmware.
"""

import importlib
import re
import sys
from pathlib import Path

from tavle.board import pins as controller

ROOT = Path(__file__).resolve().parents[3]
ELECTRONICS = ROOT / "hardware/electronics"
BOARDS = ("reader8", "carrier")
sys.path.append(str(ELECTRONICS))

# Raspberry Pi Pico datasheet, pinout: GPIO -> pin of the module. The Pico 2's is the same.
PICO_PIN = dict(
    zip((*range(23), 26, 27, 28), (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34), strict=True)
)  # fmt: skip
PICO_GROUNDS = (3, 8, 13, 18, 23, 28, 38)
PICO_3V3, PICO_VSYS, PICO_VBUS = 36, 39, 40
# TI SCLS116: inputs A..H, and the other pins.
HC165_INPUT = dict(zip("ABCDEFGH", (11, 12, 13, 14, 3, 4, 5, 6), strict=True))
HC165 = {"LOAD": 1, "CLK": 2, "GND": 8, "QH": 9, "SER": 10, "INH": 15, "VCC": 16}
# Cable: pin of the header -> signal.
CABLE = {1: "3V3", 2: "GND", 3: "CLK", 4: "GND", 5: "LATCH", 6: "GND", 7: "DATA", 8: "GND", 9: "3V3", 10: "GND"}  # fmt: skip
BUTTONS = ("SEAT 1", "SEAT 2", "SEAT 3", "SEAT 4", "TABLE")

Partition = dict[str, frozenset[str]]


def firmware_pins() -> dict[str, int]:
    """Return every GPIO of the controller to buy. TavleError names two facts that claim one GPIO, with their rows."""
    return {pin.name: pin.gpio for pin in controller.load(controller.CONTROLLERS[-1])}


def _pico(gpio: int) -> str:
    return f"U1.{PICO_PIN[gpio]}"


def reader8() -> Partition:
    """Return every net of the Reader-8."""
    nets: dict[str, set[str]] = {"GND": set(), "3V3": set()}
    for pin, signal in CABLE.items():
        for header, names in (("J1", {"DATA": "QH"}), ("J2", {"DATA": "FAR"})):
            nets.setdefault(names.get(signal, signal), set()).add(f"{header}.{pin}")
    nets["CLK"].add(f"U1.{HC165['CLK']}")
    nets["LATCH"].add(f"U1.{HC165['LOAD']}")
    nets["QH"].add(f"U1.{HC165['QH']}")
    nets["FAR"] |= {"R1.2", "R2.2"}
    nets["SER"] = {f"U1.{HC165['SER']}", "R2.1", "C2.1"}
    nets["GND"] |= {f"U1.{HC165['GND']}", f"U1.{HC165['INH']}", "C1.2", "C2.2"}
    nets["3V3"] |= {f"U1.{HC165['VCC']}", "R1.1", "C1.1", "RN1.1"}
    # Connector J3 is bit 0 = input A (firmware/drivers/hc165.py), and so on; each has a pull-up.
    elements = {"D": 2, "C": 3, "B": 4, "A": 5, "E": 6, "F": 7, "G": 8, "H": 9}
    for bit, letter in enumerate("ABCDEFGH"):
        nets[f"bit{bit}"] = {
            f"J{bit + 3}.1", f"U1.{HC165_INPUT[letter]}", f"RN1.{elements[letter]}",
        }  # fmt: skip
        nets["GND"].add(f"J{bit + 3}.2")
    return {name: frozenset(pins) for name, pins in nets.items()}


def carrier() -> Partition:
    """Return every net of the carrier."""
    gpio = firmware_pins()
    nets: dict[str, set[str]] = {
        "GND": {f"U1.{pin}" for pin in PICO_GROUNDS},
        "3V3": {f"U1.{PICO_3V3}"},
        "VBUS": {f"U1.{PICO_VBUS}", "U4.5", "C3.1"},
        "VSYS": {f"U1.{PICO_VSYS}", "D4.1"},
        # terminal - fuse - Schottky - rail; TVS and 1000 uF behind it, the sense path before it
        "IN": {"J1.1", "F1.1"},
        "RAW": {"F1.2", "D1.2", "R1.1", "D3.2"},
        "OK": {"D3.1", "R2.1", "U4.4"},
        "SENSE": {"R2.2", "R3.1", "C2.1", _pico(gpio["PIN_SUPPLY"])},
        "5V": {"D1.1", "D2.1", "C1.1", "R21.1", "U4.1", "D4.2", "F2.1", "F3.1", "U3.14", "C5.1", "R19.1", "TP1.1",
               "U3.4", "U3.10", "U3.13"},
        "POWER_LED": {"R21.2", "D6.2"},
        # chain: SCK and load through a 3.3 V buffer and 47 ohm
        "SCK": {_pico(gpio["PIN_CHAIN_SCK"]), "U2.2"}, "CLK_DRV": {"U2.3", "R4.1"}, "CLK": {"R4.2", "J4.3"},
        "LOAD": {_pico(gpio["PIN_CHAIN_LOAD"]), "U2.5"}, "LATCH_DRV": {"U2.6", "R5.1"}, "LATCH": {"R5.2", "J4.5"},
        "MISO": {_pico(gpio["PIN_CHAIN_MISO"]), "R6.1", "R7.2"}, "DATA": {"R6.2", "J4.7"},
        # lights: 5 V buffer, 330 ohm; two branches
        "PIX": {_pico(gpio["PIN_LED"]), "U3.2", "R9.1"}, "LED_DRV": {"U3.3", "R8.1"}, "LED_DATA": {"R8.2", "J2.2"},
        "A": {"F2.2", "J2.1"}, "B": {"F3.2", "J3.1"},
        # reader
        "TX": {_pico(gpio["PIN_READER_TX"]), "J11.3"}, "RX": {_pico(gpio["PIN_READER_RX"]), "J11.4"},
        "SDA": {_pico(gpio["PIN_READER_SDA"]), "J12.3", "R16.2"}, "SCL": {_pico(gpio["PIN_READER_SCL"]), "J12.4", "R17.2"},
        "RST": {_pico(gpio["PIN_READER_RESET"]), "J11.5", "J12.5"}, "IRQ": {_pico(gpio["PIN_READER_IRQ"]), "J11.6", "J12.6"},
        # buzzer
        "BUZZER": {_pico(gpio["PIN_BUZZER"]), "R18.1"}, "BASE": {"R18.2", "Q1.2"},
        "BUZZ_P": {"R19.2", "BZ1.1", "D5.1", "R20.1"}, "BUZZ_N": {"Q1.1", "BZ1.2", "D5.2", "R20.2"},
        # the last chip of the chain, on the cable that comes back
        "CLK_END": {"J5.3", f"U5.{HC165['CLK']}"}, "LATCH_END": {"J5.5", f"U5.{HC165['LOAD']}"},
        "DATA_END": {"J5.7", f"U5.{HC165['QH']}"},
    }  # fmt: skip
    nets["3V3"] |= {"U2.14", "U2.10", "U2.13", "C4.1", "R7.1", "R16.1", "R17.1", "C12.1", "J11.1", "J12.1", "TP2.1",
                    "RN1.1", "C6.1", f"U5.{HC165['VCC']}", f"U5.{HC165['SER']}"}  # fmt: skip
    nets["GND"] |= {"J1.2", "R1.2", "R3.2", "C2.2", "D2.2", "C1.2", "D6.1", "U4.2", "C3.2", "U2.7", "U2.1", "U2.4", "U2.9",
                    "U2.12", "C4.2", "U3.7", "U3.1", "U3.5", "U3.9", "U3.12", "C5.2", "R9.2", "J2.3", "J3.2", "J11.2",
                    "J12.2", "C12.2", "Q1.3", "TP3.1", "C6.2", f"U5.{HC165['GND']}", f"U5.{HC165['INH']}"}  # fmt: skip
    for pin, signal in CABLE.items():
        if signal in ("3V3", "GND"):
            nets[signal] |= {f"J4.{pin}", f"J5.{pin}"}
    # Buttons are bits 0.. of the last chip, constants on the bits the firmware checks.
    hc165 = importlib.import_module("drivers.hc165")
    for bit, letter in enumerate("ABCDEFGH"):
        pin = f"U5.{HC165_INPUT[letter]}"
        if hc165._CHECK_MASK >> bit & 1:
            nets["3V3" if hc165._CHECK_BITS >> bit & 1 else "GND"].add(pin)
        else:
            nets[f"button{bit}"] = {pin, f"RN1.{bit + 2}", f"R{bit + 11}.2", f"C{bit + 7}.1"}
            nets[f"button{bit} wire"] = {f"J{bit + 6}.1", f"R{bit + 11}.1"}
            nets["GND"] |= {f"J{bit + 6}.2", f"C{bit + 7}.2"}
    return {name: frozenset(pins) for name, pins in nets.items()}


INTENT = {"reader8": reader8, "carrier": carrier}

# What a part must be for the calculations to hold: reference -> value.
VALUES = {
    "reader8": {
        "U1": "74HC165", "RN1": "8x10k", "R1": "100k", "R2": "1k", "C1": "100n", "C2": "220p", "J1": "IN", "J2": "OUT",
        **{f"J{n + 3}": f"REED {letter}" for n, letter in enumerate("ABCDEFGH")},
    },
    "carrier": {
        "F1": "T4A", "D1": "SB540", "R1": "150", "D3": "BAT85", "R2": "5.6k", "R3": "8.2k", "D2": "P6KE6.8A",
        "C1": "1000u", "U4": "TPS2041B", "D4": "1N5819", "U2": "74AHC125", "R4": "47", "R5": "47", "R6": "100",
        "R7": "100k", "U3": "74AHCT125", "R8": "330", "R9": "10k", "F2": "2.5A hold", "F3": "2.5A hold", "RN1": "8x10k",
        "U5": "74HC165", "R16": "4.7k", "R17": "4.7k", "R18": "1k", "R19": "100", "R20": "1k", "Q1": "BC337", "D5": "1N4148",
        **{f"R{n}": "1k" for n in range(11, 16)}, "R21": "1k", "C12": "10u",
        **{f"C{n}": "100n" for n in range(2, 12)},
        "J1": "5V IN", "J2": "LIGHTS A", "J3": "LIGHTS B", "J4": "CHAIN", "J5": "END", "J11": "PN532 UART", "J12": "PN532 I2C",
        **{f"J{n + 6}": label for n, label in enumerate(BUTTONS)},
    },
}  # fmt: skip


# What a part's pads must be for its pins to meet their holes (data sheets of the parts): pattern of references -> footprint.
# A header of another row order, a diode or a transistor of another body is a fault that no rule check sees.
_COMMON = (
    (r"RN\d+", "R_Array_SIP9"),
    (r"R\d+", "R_Axial_DIN0207_L6.3mm_D2.5mm_P7.62mm_Horizontal"),
    (r"TP\d+", "TestPoint_THTPad"),
)
FOOTPRINTS = {
    "reader8": (
        ("U1", "DIP-16_W7.62mm_Socket"), ("J[12]", "IDC-Header_2x05_P2.54mm_Vertical"),
        (r"J([3-9]|10)", "JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical"), ("C[12]", "C_Disc_D5.0mm_W2.5mm_P5.00mm"), *_COMMON,
    ),
    "carrier": (
        ("U1", "RaspberryPi_Pico_Common_THT"), ("U[23]", "DIP-14_W7.62mm_Socket"), ("U4", "SOT-23-5"), ("U5", "DIP-16_W7.62mm_Socket"),
        ("J[13]", "MKDS-1,5-2-5.08_1x02"), ("J2", "MKDS-1,5-3-5.08_1x03"), ("J[45]", "IDC-Header_2x05_P2.54mm_Vertical"),
        (r"J([6-9]|10)", "JST_XH_B2B-XH-A_1x02_P2.50mm_Vertical"), (r"J1[12]", "JST_XH_B6B-XH-A_1x06_P2.50mm_Vertical"),
        ("D1", "D_DO-201AD"), ("D2", "D_DO-15"), ("D[35]", "D_DO-35"), ("D4", "D_DO-41"), ("D6", "LED_D3.0mm"),
        ("C1", "CP_Radial_D10.0mm_P5.00mm"), ("C12", "CP_Radial_D5.0mm_P2.50mm"), (r"C\d+", "C_Disc_D5.0mm_W2.5mm_P5.00mm"),
        ("F1", "5x20mm"), ("F[23]", "MF-RHT300"), ("Q1", "TO-92_Inline"), ("BZ1", "Buzzer_12x9.5RM7.6"), *_COMMON,
    ),
}  # fmt: skip


def complaints(
    name: str,
    nets: dict[str, set[str]],
    values: dict[str, str],
    footprints: dict[str, str],
) -> list[str]:
    """Return every difference between a netlist and the intent, one sentence each.

    Args:
        name: board.
        nets: net -> pins as "REF.PIN".
        values: reference -> value.
        footprints: reference -> footprint.
    """
    found = []
    wanted = INTENT[name]()
    net_of = {pin: net for net, pins in nets.items() for pin in pins}
    known: set[str] = set()
    for intent, pins in wanted.items():
        known |= pins
        there = {net_of.get(pin, f"nothing ({pin})") for pin in pins}
        if len(there) > 1:
            found.append(
                f"{intent}: {', '.join(sorted(pins))} should be one net but are {', '.join(sorted(there))}"
            )
        for net in there & set(nets):
            if extra := nets[net] - pins:
                found.append(f"{intent}: {', '.join(sorted(extra))} should not be on it")
    for pin, net in sorted(net_of.items()):
        if pin not in known and not net.startswith("unconnected-"):
            found.append(f"{pin} should be left free but is on {net}")
    for ref, value in VALUES[name].items():
        if values.get(ref) != value:
            found.append(f"{ref} should be {value} but is {values.get(ref, 'missing')}")
    for ref in sorted(set(values) | set(footprints)):
        footprint = footprints.get(ref, "nothing")
        wanted_one = next((f for pattern, f in FOOTPRINTS[name] if re.fullmatch(pattern, ref)), "")
        if wanted_one not in footprint or not wanted_one:
            found.append(f"{ref} should lie on {wanted_one or 'nothing'} but lies on {footprint}")
    return found


def read_netlist(path: Path) -> tuple[dict[str, set[str]], dict[str, str], dict[str, str]]:
    """Return (net -> pins, reference -> value, reference -> footprint) of a netlist that KiCad exported."""
    sexpr = importlib.import_module("kit.sexpr")
    tree = sexpr.parse(path.read_text(encoding="utf-8"))
    nets = {
        sexpr.value(net, "name"): {
            f"{sexpr.value(node, 'ref')}.{sexpr.value(node, 'pin')}"
            for node in sexpr.every(net, "node")
        }
        for net in sexpr.every(sexpr.first(tree, "nets"), "net")
    }
    parts = list(sexpr.every(sexpr.first(tree, "components"), "comp"))
    values, footprints = (
        {sexpr.value(comp, "ref"): sexpr.value(comp, fact) for comp in parts}
        for fact in ("value", "footprint")
    )
    return nets, values, footprints
