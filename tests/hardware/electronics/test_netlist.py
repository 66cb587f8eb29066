# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every net of the boards is what firmware and datasheets want, and every seeded fault of the source is noticed."""

import copy
import os
import subprocess
from pathlib import Path

import intent
import pytest
from intent import BOARDS, ELECTRONICS


def design_of(name):
    from importlib import import_module

    return import_module(f"designs.{name}").design()


def exported(design, folder: Path):
    """Return nets and values as KiCad reads them from the schematic of a design."""
    from kit.schematic import write

    sheet, netlist = folder / f"{design.name}.kicad_sch", folder / f"{design.name}.net"
    sheet.write_text(write(design), encoding="utf-8")
    words = ["sch", "export", "netlist", "--format", "kicadsexpr", "-o", str(netlist), str(sheet)]
    done = subprocess.run(
        ["kicad-cli", *words], capture_output=True, text=True, check=False,
        env=dict(os.environ, KICAD_CONFIG_HOME=str(folder)),
    )  # fmt: skip
    assert netlist.exists(), done.stdout + done.stderr
    return intent.read_netlist(netlist)


@pytest.mark.parametrize("name", BOARDS)
def test_the_committed_netlist_is_what_the_firmware_wants(name):
    assert intent.complaints(name, *intent.read_netlist(ELECTRONICS / name / f"{name}.net")) == []


@pytest.mark.kicad
@pytest.mark.parametrize("name", BOARDS)
def test_the_source_makes_the_committed_netlist(name, tmp_path):
    assert exported(design_of(name), tmp_path) == intent.read_netlist(
        ELECTRONICS / name / f"{name}.net"
    )


def test_a_pin_of_the_controller_to_buy_that_differs_is_seen(monkeypatch):
    """As if firmware/boards/r1_pico2.py had a line of its own."""
    found = intent.firmware_pins()
    monkeypatch.setattr(intent, "firmware_pins", lambda: {**found, "PIN_BUZZER": 28})
    nets = intent.read_netlist(ELECTRONICS / "carrier" / "carrier.net")
    assert intent.complaints("carrier", *nets) != []


# Faults, as changes of a board's source: pin "REF.PIN" -> net (None: left free).


def on(**changes):
    """Return a fault that puts pins on other nets; `U1_3="CLK"` is pin 3 of U1."""

    def change(design):
        touched = set()
        for key, net in changes.items():
            ref, pin = key.split("_")
            nets = design.part(ref).nets
            if net is None:
                del nets[pin]
            else:
                nets[pin] = net
            touched.add(f"{ref}.{pin}")
        # A drawn wire would join what the change parts: it goes, its net's name stays at the pins.
        design.wires = [w for w in design.wires if not touched.intersection(map(str, w.points))]

    return change


def swap(ref, one, other):
    """Return a fault that exchanges the nets of two pins of a part."""

    def change(design):
        nets = design.part(ref).nets
        on(**{f"{ref}_{one}": nets[other], f"{ref}_{other}": nets[one]})(design)

    return change


def without(ref):
    """Return a fault that leaves a part out."""

    def change(design):
        design.parts = [part for part in design.parts if part.ref != ref]
        design.wires = [
            w for w in design.wires if not any(str(p).startswith(f"{ref}.") for p in w.points)
        ]

    return change


def bridged(ref):
    """Return a fault that puts a wire over a two-pin part."""

    def change(design):
        nets = design.part(ref).nets
        keep, gone = nets["1"], nets["2"]
        for part in design.parts:
            for pin, net in part.nets.items():
                if net == gone:
                    part.nets[pin] = keep
        for wire in design.wires:
            wire.label = keep if wire.label == gone else wire.label

    return change


def valued(ref, value):
    """Return a fault that orders another value."""

    def change(design):
        design.part(ref).value = value

    return change


def laid_on(ref, footprint):
    """Return a fault that draws another body for a part."""

    def change(design):
        design.part(ref).footprint = footprint

    return change


def turned_round(ref):
    """Return a fault that turns a 2x5 header by half a turn: pin 1 is where 10 should be."""

    def change(design):
        nets = design.part(ref).nets
        on(**{f"{ref}_{pin}": nets.get(str(11 - pin)) for pin in range(1, 11)})(design)

    return change


def relabelled(one, other):
    """Return a fault that exchanges what two parts are called."""

    def change(design):
        a, b = design.part(one), design.part(other)
        a.value, b.value = b.value, a.value

    return change


def reeds_reversed(design):
    letters = "ABCDEFGH"
    for n, letter in enumerate(reversed(letters)):
        design.part(f"J{n + 3}").nets["1"] = f"REED_{letter}"


FAULTS = [
    ("reader8", "clock and latch swapped at the chip", swap("U1", "1", "2")),
    ("reader8", "clock and data swapped at the IN header", swap("J1", "3", "7")),
    ("reader8", "clock and latch swapped at the OUT header", swap("J2", "3", "5")),
    ("reader8", "chain output tied to its own input", on(U1_9="DATA_FAR", J1_7="DATA_FAR")),
    ("reader8", "data taken from the inverted output", on(U1_9=None, U1_7="DATA")),
    ("reader8", "IN and OUT data exchanged", on(J1_7="DATA_FAR", J2_7="DATA")),
    ("reader8", "a pull-up is missing", on(RN1_6=None)),
    ("reader8", "pull-ups pull down", on(RN1_1="GND")),
    ("reader8", "two reeds exchanged at the chip", swap("U1", "11", "12")),
    ("reader8", "reeds numbered backwards", reeds_reversed),
    ("reader8", "two reeds on one input", on(J4_1="REED_A")),
    ("reader8", "clock inhibit left free", on(U1_15=None)),
    ("reader8", "clock inhibit high", on(U1_15="+3V3")),
    ("reader8", "the end of the chain floats", without("R1")),
    ("reader8", "no delay of the data", bridged("R2")),
    ("reader8", "no capacitor at the chip", without("C1")),
    ("reader8", "OUT header carries no latch", on(J2_5=None)),
    ("reader8", "a ground pin of the header on 3.3 V", on(J1_2="+3V3")),
    ("reader8", "a reed to 3.3 V instead of ground", on(J5_2="+3V3")),
    ("reader8", "pull-ups of 1 M", valued("RN1", "8x1M")),
    ("carrier", "clock and latch GPIOs exchanged", swap("U1", "22", "24")),
    ("carrier", "data in on the pin of GP19", on(U1_21=None, U1_25="MISO")),
    ("carrier", "lights on GP21 (pin 27)", on(U1_29=None, U1_27="PIX")),
    ("carrier", "UART lines of the reader exchanged", swap("J11", "3", "4")),
    ("carrier", "SDA and SCL exchanged", swap("U1", "4", "5")),
    ("carrier", "reader's reset and IRQ exchanged", swap("U1", "9", "10")),
    ("carrier", "no pull-up on SDA", without("R16")),
    ("carrier", "fuse bypassed", bridged("F1")),
    ("carrier", "branch A in front of its PTC", bridged("F2")),
    ("carrier", "both branches on one PTC", on(J3_1="LEDS_A", F3_2="LEDS_A")),
    ("carrier", "reverse polarity diode turned", swap("D1", "1", "2")),
    ("carrier", "TVS turned", swap("D2", "1", "2")),
    ("carrier", "1000 uF turned", swap("C1", "1", "2")),
    ("carrier", "VSYS diode turned", swap("D4", "1", "2")),
    ("carrier", "sense divider without its lower resistor", without("R3")),
    ("carrier", "sense taken behind the diode", on(D3_2="+5V")),
    ("carrier", "sense on GP27 (pin 32)", on(U1_31=None, U1_32="SENSE")),
    ("carrier", "USB switch always on", on(U4_4="GND")),
    ("carrier", "divider resistors exchanged", valued("R2", "8.2k")),
    ("carrier", "clock buffer on 5 V", on(U2_14="+5V")),
    ("carrier", "clock buffer disabled", on(U2_1="+3V3")),
    ("carrier", "level shifter on 3.3 V", on(U3_14="+3V3")),
    ("carrier", "light data on the ground screw", swap("J2", "2", "3")),
    ("carrier", "light data past its resistor", bridged("R8")),
    ("carrier", "constants of the last chip 0 1 0", on(U5_4="GND", U5_5="+3V3", U5_6="GND")),
    ("carrier", "two buttons exchanged", swap("U5", "11", "12")),
    ("carrier", "table button labelled as a seat's", valued("J10", "SEAT 4")),
    ("carrier", "the last chip clocked before the cable", on(U5_2="CLK")),
    ("carrier", "end of the chain not tied high", on(U5_10="GND")),
    ("carrier", "buzzer without base resistor", bridged("R18")),
    ("carrier", "the buzzer's transistor without ground", on(Q1_3=None)),
    ("carrier", "fuse of 10 A", valued("F1", "T10A")),
    ("reader8", "supply pins of the chip exchanged", swap("U1", "8", "16")),
    ("reader8", "the data's capacitor is missing", without("C2")),
    ("reader8", "the data's capacitor of 22 nF", valued("C2", "22n")),
    ("reader8", "IN header turned round", turned_round("J1")),
    ("reader8", "IN and OUT labels exchanged", relabelled("J1", "J2")),
    ("reader8", "labels of two reeds exchanged", relabelled("J3", "J10")),
    ("reader8", "header counted row by row", laid_on("J2", "Connector_PinHeader_2.54mm:PinHeader_1x10_P2.54mm_Vertical")),
    ("reader8", "chip drawn as SOIC", laid_on("U1", "Package_SO:SOIC-16_3.9x9.9mm_P1.27mm")),
    ("carrier", "USB and system supply exchanged", swap("U1", "39", "40")),
    ("carrier", "lights fed by USB alone", on(F2_1="VBUS")),
    ("carrier", "latch buffer switched off", on(U2_4="+3V3")),
    ("carrier", "light data floats while the Pico starts", without("R9")),
    ("carrier", "chain data floats without a cable", without("R7")),
    ("carrier", "sense diode turned", swap("D3", "1", "2")),
    ("carrier", "power light turned", swap("D6", "1", "2")),
    ("carrier", "buzzer's diode turned", swap("D5", "1", "2")),
    ("carrier", "transistor with its emitter first", swap("Q1", "1", "3")),
    ("carrier", "supply of the reader's connector exchanged", swap("J12", "1", "2")),
    ("carrier", "END header turned round", turned_round("J5")),
    ("carrier", "a light branch and the supply exchanged", swap("J1", "1", "2")),
    ("carrier", "LIGHTS A and B labels exchanged", relabelled("J2", "J3")),
    ("carrier", "UART and I2C labels exchanged", relabelled("J11", "J12")),
    ("carrier", "CHAIN and END labels exchanged", relabelled("J4", "J5")),
    ("carrier", "diode of a smaller body", laid_on("D1", "Diode_THT:D_DO-41_SOD81_P10.16mm_Horizontal")),
    ("carrier", "a button without its filter", without("C9")),
    ("carrier", "a button's bit not pulled up", on(RN1_4=None)),
]  # fmt: skip


@pytest.mark.kicad
@pytest.mark.parametrize(
    ("name", "what", "fault"), FAULTS, ids=[f"{b}: {w}" for b, w, _ in FAULTS]
)
def test_a_seeded_fault_is_noticed(name, what, fault, tmp_path):
    design = copy.deepcopy(design_of(name))
    fault(design)
    assert intent.complaints(name, *exported(design, tmp_path)) != []


def test_every_gpio_of_the_firmware_is_wired_or_said_to_be_free():
    pins = intent.firmware_pins()
    nets, _, _ = intent.read_netlist(ELECTRONICS / "carrier/carrier.net")
    used = {
        pin for net, pins in nets.items() if not net.startswith("unconnected-") for pin in pins
    }
    for fact, gpio in pins.items():
        free = fact == "PIN_STATUS"  # the Pico's own LED
        if gpio in intent.PICO_PIN:
            assert (f"U1.{intent.PICO_PIN[gpio]}" in used) != free, fact
        else:
            assert fact == "PIN_STATUS"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.parts.append(copy.deepcopy(d.parts[0])), "two parts are called J1"),
        (lambda d: setattr(d.part("R1"), "pcb", d.part("C1").pcb), "stand on the same place"),
        (lambda d: d.part("R1").nets.update({"7": "CLK"}), "R1: there is no pin 7"),
    ],
)
@pytest.mark.kicad
def test_a_bad_source_is_named(change, message):
    from kit.design import DesignError
    from kit.schematic import write

    design = design_of("reader8")
    change(design)
    with pytest.raises(DesignError, match=message):
        write(design)
