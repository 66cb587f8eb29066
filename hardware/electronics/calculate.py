# SPDX-License-Identifier: Apache-2.0
"""What the circuits do, calculated with ngspice: `calculate.py` writes results.csv and the tables of README.md.

Calculated, not measured. Every question is one small netlist whose `.meas` figures are compared
with a limit from a datasheet or from the design. What depends on the table is calculated for each
game, and the worst is told: lengths of cables, chips and lights come from the geometry, the limits
of current and the clock from the firmware's board file, so that a change there is calculated anew.
"""

import csv
import functools
import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tavle.board import geometry, harness
from tavle.board.harness import Harness

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
RESULTS = HERE / "results.csv"
README = HERE / "README.md"

# A ribbon of 1.27 mm with ground beside each signal.
RIBBON_L_H_M, RIBBON_C_F_M, RIBBON_R_OHM_M = 0.6e-6, 50e-12, 0.213  # 110 ohm; AWG 28
LIGHT_OHM_M, FEED_OHM_M, JOINT_OHM = 0.052, 0.0238, 0.002  # 0.34 mm2, 0.75 mm2, a soldered joint


def firmware(name: str, file: str = "boards/r1_pico2.py") -> float:
    """Return a number of a file of the firmware. Raises KeyError when it is not there."""
    text = (TOP / "firmware" / file).read_text(encoding="utf-8")
    found = re.search(rf"^{name} = ([\d_.]+)", text, re.MULTILINE)
    if not found:
        raise KeyError(f"firmware/{file} has no number {name}")
    return float(found[1].replace("_", ""))


@dataclass(frozen=True)
class Question:
    """One figure: `measure` (or what it makes of all measures) of `netlist`, times `scale`, within `low` and `high`."""

    key: str
    text: str
    netlist: Callable[[str], str]
    measure: str | Callable[[dict[str, float]], float]
    unit: str
    scale: float
    low: float | None
    high: float | None
    why: str


@functools.cache
def table(game: str) -> Harness:
    """Return the cables of a game's table."""
    return harness.of(geometry.load(game))


def chips(game: str) -> int:
    """Return the 74HC165s of a chain, the carrier's own (the last) included."""
    return len(table(game).readers) + 1


def simulate(netlist: str) -> dict[str, float]:
    """Run ngspice on a netlist and return its `.meas` figures. Raises RuntimeError when it fails."""
    done = subprocess.run(
        ["ngspice", "-b"], input=netlist, capture_output=True, text=True, check=False, timeout=120
    )
    found = re.findall(r"^(\w+)\s*=\s*([-+\d.]+(?:e[-+]?\d+)?)", done.stdout, re.MULTILINE)
    if not found:
        raise RuntimeError(f"ngspice gave no figure: {(done.stdout + done.stderr)[-600:]}")
    return {name: float(value) for name, value in found}


# the chain


def _ladder(game: str, source_ohm: float, load_f: float, pulse: str) -> list[str]:
    """Return the line from the carrier past every chip: nodes n1_0 .. nN_0, four pieces a cable."""
    lines = [f"Vs src 0 {pulse}", f"Rs src n0_0 {source_ohm}"]
    pieces = 4
    for board, length_mm in enumerate(table(game).ribbons, 1):
        piece = length_mm / 1000 / pieces
        for n in range(pieces):
            a = f"n{board - 1}_0" if n == 0 else f"n{board}_p{n}"
            b = f"n{board}_p{n + 1}" if n < pieces - 1 else f"n{board}_0"
            lines.append(f"L{board}_{n} {a} m{board}_{n} {RIBBON_L_H_M * piece:.4g}")
            lines.append(f"R{board}_{n} m{board}_{n} {b} {RIBBON_R_OHM_M * piece * 1.4:.4g}")
            lines.append(f"C{board}_{n} {b} 0 {RIBBON_C_F_M * piece:.4g}")
        lines.append(f"CL{board} n{board}_0 0 {load_f:.4g}")
        # Clamp diodes of the input, 20 mA at most.
        lines += [f"Dh{board} n{board}_0 vcc clamp", f"Dl{board} 0 n{board}_0 clamp"]
    return [*lines, "Vcc vcc 0 3.3", ".model clamp D(IS=1e-14 RS=40)"]


# Corners of the driver, 74AHC125 at 3.3 V: output ohm, input F of each chip, edge ns.
CORNERS = {
    "slow": (100, 20e-12, 8),
    "weak": (70, 15e-12, 5),
    "typical": (50, 15e-12, 5),
    "brisk": (30, 15e-12, 4),
    "fast": (15, 8e-12, 2),
}


def clock(game: str, corner: str) -> str:
    """Return the clock line: 3.3 V through the driver's resistance and 47 ohm.

    Chips may switch anywhere between 0.4 and 0.6 VCC, so `early_n` and `late_n` are the first and
    the last moment at which chip n may take an edge.
    """
    source_ohm, load_f, edge_ns = CORNERS[corner]
    boards = chips(game)
    period = 1e9 / firmware("CHAIN_HZ", "drivers/scanprogram.py")
    pulse = f"PULSE(0 3.3 100n {edge_ns}n {edge_ns}n {period / 2:.4g}n {period:.4g}n)"
    last = f"n{boards}_0"
    high = f"from=400n to={90 + period / 2:.4g}n"
    low = f"from={400 + period / 2:.4g}n to={period * 0.94:.4g}n"
    lines = [
        f"clock past every chip, {game} {corner}",
        *_ladder(game, source_ohm + 47, load_f, pulse),
        f".tran 0.25n {period:.4g}n",
        f".meas tran rise trig v({last}) val=0.33 rise=1 targ v({last}) val=2.97 rise=1",
        f".meas tran peak max v({last})",
    ]
    for n in range(1, boards + 1):
        lines += [
            f".meas tran early_{n} when v(n{n}_0)=1.32 rise=1",
            f".meas tran late_{n} when v(n{n}_0)=1.98 rise=1",
            f".meas tran high_{n} min v(n{n}_0) {high}",
            f".meas tran low_{n} max v(n{n}_0) {low}",
        ]
    return "\n".join([*lines, ".end"])


def _adverse_ns(figures: dict[str, float]) -> float:
    """Return by how much a chip may clock later than the chip behind it, whose data it takes."""
    boards = sum(name.startswith("late_") for name in figures)
    return 1e9 * max(figures[f"late_{n}"] - figures[f"early_{n + 1}"] for n in range(1, boards))


def data_delay() -> str:
    """Return the data through 1k and 220 pF (10 and 5 % low) to the earliest switching level."""
    return "\n".join([
        "data delay", "Vq q 0 PULSE(0 3.3 10n 5n 5n 1u 2u)", "Rq q a 30", "R2 a ser 900", "C2 ser 0 209p", "Ci ser 0 3p",
        ".tran 0.2n 990n", ".meas tran delay trig v(q) val=1.65 rise=1 targ v(ser) val=1.32 rise=1", ".end",
    ])  # fmt: skip


def data_setup() -> str:
    """Return the same with parts 10 and 5 % high, to the latest level, with the chip's own 165 ns to add."""
    return "\n".join([
        "data setup", "Vq q 0 PULSE(0 3.3 10n 8n 8n 1.5u 3u)", "Rq q a 150", "R2 a ser 1100", "C2 ser 0 231p", "Ci ser 0 15p",
        ".tran 0.5n 1490n", ".meas tran delay trig v(q) val=1.65 rise=1 targ v(ser) val=2.31 rise=1",
        ".meas tran rise trig v(ser) val=0.33 rise=1 targ v(ser) val=2.97 rise=1", ".end",
    ])  # fmt: skip


def latch(game: str) -> str:
    """Return /PL at the last chip for a pulse of 1 us, the shortest the firmware can make."""
    pulse = "PULSE(3.3 0 100n 5n 5n 1000n 10u)"
    last = f"n{chips(game)}_0"
    return "\n".join([
        f"latch past every chip, {game}",
        *_ladder(game, 147, 20e-12, pulse),
        ".tran 0.5n 2.5u",
        f".meas tran width trig v({last}) val=0.99 fall=1 targ v({last}) val=0.99 rise=1 td=400n",
        ".end",
    ])  # fmt: skip


def data_back() -> str:
    """Return the data line from one chip to the next, and from the first to the Pico (100 ohm)."""
    length_m = 0.4
    c = RIBBON_C_F_M * length_m
    return "\n".join([
        "data back",
        "Vq q 0 PULSE(0 3.3 10n 8n 8n 1u 2u)",
        "Rq q a 150", f"Ca a 0 {c / 2:.4g}", f"L1 a b {RIBBON_L_H_M * length_m:.4g}", f"Cb b 0 {c / 2 + 5e-12:.4g}",
        "Rp b pico 100", "Cp pico 0 8p", "Rup pico up 100k", "Vup up 0 3.3",
        ".tran 0.1n 900n",
        ".meas tran arrive trig v(q) val=1.65 rise=1 targ v(pico) val=2.31 rise=1",
        ".end",
    ])  # fmt: skip


def reed(pull_ohm: float, lead_m: float) -> str:
    """Return one input: the reed opens at 1 us; two wires of lead, 10 pF of chip and connector."""
    c = 60e-12 * lead_m + 10e-12
    return "\n".join([
        "reed", "V1 v 0 3.3", f"Rp v in {pull_ohm}", f"Ci in 0 {c:.4g}",
        "S1 in 0 ctl 0 reed", "Vc ctl 0 PWL(0 1 1u 1 1.001u 0)", ".model reed sw(vt=0.5 ron=0.2 roff=1e12)",
        ".tran 5n 60u",
        ".meas tran closed_a find i(V1) at=0.5u",
        ".meas tran rise trig v(in) val=0.33 rise=1 targ v(in) val=2.97 rise=1",
        ".meas tran low find v(in) at=0.5u",
        ".end",
    ])  # fmt: skip


def logic_supply(game: str) -> str:
    """Return the 3.3 V of the chain with every reed closed: 2 wires out, 5 back, one end only."""
    lines = [f"logic supply {game}", "V1 p0 0 3.3"]
    for n, length_mm in enumerate(table(game).ribbons, 1):
        ohm = RIBBON_R_OHM_M * length_mm / 1000
        lines += [
            f"Rp{n} p{n - 1} p{n} {ohm / 2 + 0.01:.4g}",
            f"Rg{n} g{n} g{n - 1} {ohm / 5 + 0.004:.4g}" if n > 1 else
            f"Rg{n} g{n} 0 {ohm / 5 + 0.004:.4g}",
            f"Rl{n} p{n} g{n} {9500 / 8}",
            f"Iq{n} p{n} g{n} 0.5m",
        ]  # fmt: skip
    # PN532 at its peak, and the rest of the carrier.
    lines += ["Ireader p0 0 150m", "Icarrier p0 0 5m", f"Bx x 0 V=v(p{chips(game)},g{chips(game)})", ".tran 1u 10u",
              ".meas tran total find i(V1) at=5u", ".meas tran last find v(x) at=5u", ".end"]  # fmt: skip
    return "\n".join(lines)


# supply and lights

_MODELS = [
    # Datasheets' typical curves: SB540 0.40 V at 2 A, 0.53 V at 5 A; 1N5819; BAT85 0.25 V at 0.3 mA.
    ".model sb540 D(IS=1e-5 N=1.05 RS=0.035 BV=40 CJO=400p)",
    ".model sb340 D(IS=4e-6 N=1.05 RS=0.08 BV=40 CJO=110p)",
    ".model bat85 D(IS=2e-7 N=1.1 RS=2.3 BV=30 CJO=10p)",
    ".model tvs D(IS=1e-12 N=1.2 RS=0.1 BV=6.8 IBV=10m)",
]


def _input(volts: str, leak_a: float = 0.0) -> list[str]:
    """Return the carrier from the supply to +5V (node `rail`), the sense path and the leak of a hot D1."""
    return [
        f"Vin s 0 {volts}", "Rcable s c 0.06", "Lcable c in 1u",
        "Rfuse in raw 0.03", "D1 raw rail sb540", "Rbleed raw 0 150", f"Ileak rail raw {leak_a}",
        "D3 raw ok bat85", "R2 ok sense 5.6k", "R3 sense 0 8.2k", "C2 sense 0 100n",
        "D2 0 rail tvs", "C1 rail cx 1000u", "Resr cx 0 0.05",
        "D4 rail vsys sb340", "Cvsys vsys 0 47u", "Rvsys vsys 0 20",
        *_MODELS,
    ]  # fmt: skip


def lights(game: str, feeds: str, total_ma: float | None, where: str) -> str:
    """Return +5 V along the lights.

    Args:
        game: whose wires.
        feeds: "one" (branch A at the first light), "two" (A at the first, B at the middle, +5V cut
            between the halves).
        total_ma: what the limiter allows; None for every light white without limiter.
        where: "even" over all lights, or "far": as few lights as possible, all white, at the far
            end of branch A.
    """
    hops = [mm / 1000 * LIGHT_OHM_M + JOINT_OHM for mm in table(game).hops]
    ((half, feed_mm),) = table(game).feeds.items()
    count, feed = len(hops), feed_mm / 1000 * FEED_OHM_M + JOINT_OHM
    lines = [f"lights {game} {feeds} {where}", *_input("5.0")]
    lines += ["Rptc_a rail pa 0.06", f"Rla pa p0 {hops[0]:.5g}", f"Rga g0 0 {hops[0]:.5g}"]
    if feeds == "two":
        lines += ["Rptc_b rail pb 0.06", f"Rlb pb p{half} {feed}", f"Rgb g{half} 0 {feed}"]
    ends = half if feeds == "two" else count
    white = firmware("LED_CHANNEL_MA") * 3 + firmware("LED_IDLE_MA")
    current = [white if total_ma is None else 0.0] * count
    if total_ma is not None:
        idle = firmware("LED_IDLE_MA")
        if where == "even":
            current = [total_ma / count] * count
        else:
            bright = int((total_ma - count * idle) / (white - idle))
            current = [idle] * count
            for n in range(ends - bright, ends):
                current[n] = white
    for n in range(1, count):
        if not (feeds == "two" and n == half):
            lines.append(f"Rp{n} p{n - 1} p{n} {hops[n]:.5g}")
        lines.append(f"Rg{n} g{n - 1} g{n} {hops[n]:.5g}")
    # A light regulates its current until its supply is too low for that.
    for n, ma in enumerate(current):
        lines.append(f"B{n} p{n} g{n} I={ma / 1000:.5g}*min(1,max(0,v(p{n},g{n})/3.3))")
    lines += [
        f"Bx x 0 V=v(p{ends - 1},g{ends - 1})",
        f"By y 0 V=v(p{count - 1},g{count - 1})",
        "Bz z 0 V=v(rail,pa)",
        ".tran 0.2m 120m",
        ".meas tran lowest find v(x) at=110m",
        ".meas tran last find v(y) at=110m",
        ".meas tran ground find v(g0) at=110m",
        ".meas tran rail find v(rail) at=110m",
        ".meas tran input_a find i(Vin) at=110m",
        ".meas tran branch_v find v(z) at=110m",
        ".end",
    ]
    return "\n".join(lines)


def inrush() -> str:
    """Return the supply plugged in hot: 1000 uF and the capacitors of the lights, empty."""
    return "\n".join([
        "inrush", *_input("PWL(0 0 1m 0 1.001m 5.0)"), "Cl rail cl 20u", "Rcl cl 0 0.02",
        ".tran 1u 20m uic",
        ".meas tran peak min i(Vin)", ".meas tran charge integ i(Vin) from=1m to=20m",
        "Bsq sq 0 V=i(Vin)*i(Vin)", ".meas tran i2t integ v(sq) from=1m to=20m", ".end",
    ])  # fmt: skip


def reverse() -> str:
    """Return the supply the wrong way round."""
    return "\n".join([
        "reverse", *_input("PWL(0 0 1m 0 1.1m -5.25)"), ".tran 10u 60m",
        ".meas tran rail find v(rail) at=50m", ".meas tran sense min v(sense)", ".meas tran input_a max i(Vin)", ".end",
    ])  # fmt: skip


def sense(volts: float) -> str:
    """Return the sense pin with an external supply of so many volts and the lights at their limit."""
    load = firmware("LIMIT_MA") / 1000
    return "\n".join([
        "sense", *_input(f"{volts}"), f"Il rail 0 {load}", ".tran 50u 120m",
        ".meas tran sense find v(sense) at=110m", ".meas tran ok find v(ok) at=110m",
        ".meas tran rail find v(rail) at=110m", ".meas tran vsys find v(vsys) at=110m",
        ".meas tran input_a find i(Vin) at=110m", ".end",
    ])  # fmt: skip


def usb(leak_a: float) -> str:
    """Return USB alone: 4.4 V at a hub's end, the switch's 0.1 ohm, no external supply, a hot D1 that leaks."""
    load = firmware("LIMIT_USB_MA") / 1000
    parts = [line for line in _input("0", leak_a) if not line.startswith(("Vin", "Rcable"))]
    return "\n".join([
        "usb", *parts, "Rc c 0 1e9", "Vbus vbus 0 4.4", "Rsw vbus rail 0.15", f"Il rail 0 {load}",
        ".tran 50u 200m uic",
        ".meas tran sense find v(sense) at=190m", ".meas tran ok find v(ok) at=190m",
        ".meas tran rail find v(rail) at=190m", ".end",
    ])  # fmt: skip


def usb_start() -> str:
    """Return the USB switch (TPS2041B, 1.25 A at most) filling 1000 uF."""
    return "\n".join([
        "usb start", "Vbus vbus 0 5", "Bsw vbus rail I=min(1.25,max(0,v(vbus,rail)/0.1))",
        "C1 rail cx 1000u", "Resr cx 0 0.05", "Rl rail 0 50",
        ".tran 5u 30m uic", ".meas tran full when v(rail)=4.5 rise=1", ".meas tran peak min i(Vbus)", ".end",
    ])  # fmt: skip


def led_data() -> str:
    """Return the first light's data: 74AHCT125 (5 ns, 30 ohm), 330 ohm, 0.5 m of wire, 15 pF."""
    return "\n".join([
        "led data", "V1 a 0 PULSE(0 4.5 50n 5n 5n 400n 1250n)", "Ro a b 30", "R8 b c 330",
        "C1 c 0 15p", "L1 c d 0.35u", "C2 d 0 35p",
        ".tran 0.2n 1200n",
        ".meas tran rise trig v(d) val=0.45 rise=1 targ v(d) val=4.05 rise=1",
        ".meas tran high trig v(d) val=3.15 rise=1 targ v(d) val=3.15 fall=1",
        ".meas tran level max v(d)", ".end",
    ])  # fmt: skip


def questions() -> list[Question]:
    """Return every question, in the order of the README."""
    limit = firmware("LIMIT_MA")
    period = 1e9 / firmware("CHAIN_HZ", "drivers/scanprogram.py")
    hc = "74HC165 (TI SCLS116)"

    def at(corner: str) -> Callable[[str], str]:
        return lambda game: clock(game, corner)

    def lit(feeds: str, ma: float | None, where: str) -> Callable[[str], str]:
        return lambda game: lights(game, feeds, ma, where)

    return [
        Question("clock_rise", "clock, slowest driver: rise at the last chip", at("slow"), "rise", "ns", 1e9, None, 500, f"{hc}: input edge at 4.5 V"),
        Question("clock_peak", "clock, fastest driver: highest level at the last chip", at("fast"), "peak", "V", 1, None, 4.3, "VCC + 1 V: the clamps carry less than 20 mA"),
        *(Question(f"clock_adverse_{c}", f"clock, {c} driver: a chip may clock later than the one behind it by", at(c), _adverse_ns, "ns", 1, None, 85, "less than the delay of the data, least delay by R2 and C2") for c in CORNERS),
        Question("data_delay", "data: least delay by R2 and C2", lambda _: data_delay(), "delay", "ns", 1e9, 90, None, "more than the rows above and 5 ns hold"),
        Question("data_setup", "data: greatest delay to the next chip, without the chip's own 165 ns", lambda _: data_setup(), "delay", "ns", 1e9, None, period - 165 - 100, "one clock less the chip and 100 ns"),
        Question("data_rise", "data: slowest rise at SER", lambda _: data_setup(), "rise", "ns", 1e9, None, 700, f"{hc}: 1000 ns at 2 V, 500 ns at 4.5 V"),
        Question("clock_high", "clock, fastest driver: lowest level while high, any chip", at("fast"), lambda f: min(v for name, v in f.items() if name.startswith("high_")), "V", 1, 2.31, None, "VIH 0.7 VCC: one edge is one edge"),
        Question("clock_low", "clock, slowest driver: highest level while low, any chip", at("slow"), lambda f: max(v for name, v in f.items() if name.startswith("low_")), "V", 1, None, 0.99, "VIL 0.3 VCC"),
        Question("latch_width", "latch of 1 us: time below 0.3 VCC at the last chip", latch, "width", "ns", 1e9, 100, None, f"{hc}: pulse 80 ns at 2 V"),
        Question("data_arrive", "data: chip to Pico, cable and 100 ohm", lambda _: data_back(), "arrive", "ns", 1e9, 0, period / 2 - 165 - 50, "half a clock less the chip's 165 ns at 2 V and 50 ns"),
        Question("reed_current", "a closed reed, 10k", lambda _: reed(9500, 0.3), "closed_a", "mA", -1e3, 0.2, 0.5, "enough to keep contacts clean, little in sum"),
        Question("reed_rise", "an opening reed, 10k and 30 cm", lambda _: reed(10500, 0.3), "rise", "us", 1e6, None, 50, "far below one scan (3 ms)"),
        Question("reed_rise_long", "an opening reed, 4.7k and 2 m", lambda _: reed(4935, 2.0), "rise", "us", 1e6, None, 50, "far below one scan (3 ms)"),
        Question("logic_total", "3.3 V: every reed closed, PN532 at its peak", logic_supply, "total", "mA", -1e3, None, 300, "Pico 3V3(OUT)"),
        Question("logic_last", "3.3 V at the last chip, cable from one end only", logic_supply, "last", "V", 1, 3.2, None, "levels of neighbours agree"),
        Question("lights_two_even", "lights, two feeds, limiter, evenly lit: lowest supply of a light", lit("two", limit, "even"), "last", "V", 1, 3.7, None, "WS2812B VDD for full colour"),
        Question("lights_two_far", "lights, two feeds, limiter, all of it at the end of branch A", lit("two", limit, "far"), "lowest", "V", 1, 3.5, None, "WS2812B VDD minimum"),
        Question("lights_one_even", "lights, one feed, limiter, evenly lit (why there are two feeds)", lit("one", limit, "even"), "lowest", "V", 1, None, None, "WS2812B VDD minimum is 3.5 V"),
        Question("lights_one_far", "lights, one feed, limiter, all of it at the far end", lit("one", limit, "far"), "lowest", "V", 1, None, None, "WS2812B VDD minimum is 3.5 V"),
        Question("lights_unlimited_a", "lights, two feeds, no limiter, all white: supply current asked for", lit("two", None, "even"), "input_a", "A", -1, None, None, "above the fuse: a fault, not a state"),
        Question("branch_far", "branch A with all of the limit in it: voltage over its PTC / 0.06 ohm", lit("two", limit, "far"), "branch_v", "A", 1 / 0.06, None, 2.0, "2.5 A hold, 2.0 A at 50 C"),
        Question("main_current", "main fuse with the limiter and the logic", lambda _: sense(5.0), "input_a", "A", -1, None, 3.0, "75 % of T4A"),
        Question("ground_shift", "ground of the first light against the carrier", lit("two", limit, "even"), "ground", "V", 1, None, 0.3, "data levels"),
        Question("inrush_peak", "supply plugged in hot: peak", lambda _: inrush(), "peak", "A", -1, None, 80, "SB540 surge 150 A for 8 ms"),
        Question("inrush_i2t", "supply plugged in hot: I2t", lambda _: inrush(), "i2t", "A2s", 1, None, 5, "T4A melts at some 40 A2s"),
        Question("reverse_rail", "supply the wrong way round: +5V", lambda _: reverse(), "rail", "V", 1, -0.3, 0.3, "nothing behind D1 sees it"),
        Question("reverse_sense", "supply the wrong way round: sense pin", lambda _: reverse(), "sense", "V", 1, -0.3, 0.3, "RP2040 pin, absolute minimum -0.5 V"),
        Question("sense_low_supply", "sense pin, external 4.6 V, lights at their limit", lambda _: sense(4.6), "sense", "V", 1, 2.15, None, "VIH 0.65 x 3.3 V (RP2350; RP2040 2.0 V)"),
        Question("sense_high_supply", "sense pin, external 5.25 V", lambda _: sense(5.25), "sense", "V", 1, None, 3.3, "no current into the 3.3 V"),
        Question("sense_usb", "sense pin, USB alone, D1 hot (5 mA back)", lambda _: usb(5e-3), "sense", "V", 1, None, 0.8, "VIL (RP2040; RP2350 1.15 V)"),
        Question("enable_usb", "USB switch's /EN, USB alone, D1 hot", lambda _: usb(5e-3), "ok", "V", 1, None, 0.8, "TPS2041B VIL: the switch is on"),
        Question("usb_rail", "+5V from a weak USB port (4.4 V), lights at their USB limit", lambda _: usb(0.0), "rail", "V", 1, 3.7, None, "WS2812B VDD for full colour"),
        Question("usb_fill", "USB switch fills 1000 uF", lambda _: usb_start(), "full", "ms", 1e3, None, 10, "a port's own protection waits longer"),
        Question("vsys_low", "VSYS, external 4.6 V, lights at their limit", lambda _: sense(4.6), "vsys", "V", 1, 2.3, None, "Pico VSYS 1.8 V and headroom"),
        Question("led_rise", "data at the first light: rise", lambda _: led_data(), "rise", "ns", 1e9, None, 100, "bit times may be off by 150 ns"),
        Question("led_high", "data at the first light: a 400 ns pulse at 0.7 VDD", lambda _: led_data(), "high", "ns", 1e9, 300, 500, "WS2812B T0H 400 +- 150 ns"),
        Question("led_level", "data at the first light, +5V at 4.5 V", lambda _: led_data(), "level", "V", 1, 3.15, None, "VIH 0.7 VDD"),
    ]  # fmt: skip


def answers() -> Iterator[tuple[Question, float]]:
    """Yield every question with its figure, the worst of all games; one run of ngspice for each netlist."""
    runs: dict[str, dict[str, float]] = {}
    for question in questions():
        found = []
        for netlist in {question.netlist(game): None for game in geometry.boards()}:
            if netlist not in runs:
                runs[netlist] = simulate(netlist)
            try:
                ask = question.measure
                figure = runs[netlist][ask] if isinstance(ask, str) else ask(runs[netlist])
            except KeyError as missing:
                raise RuntimeError(
                    f"{question.key}: ngspice could not measure {missing}"
                ) from None
            found.append(figure * question.scale)
        # The worst is the largest, unless there is only a lower limit.
        yield (
            question,
            max(found) if question.high is not None or question.unit == "A" else min(found),
        )


def holds(question: Question, figure: float) -> bool:
    """Tell whether a figure lies within its limits."""
    return (question.low is None or figure >= question.low) and (
        question.high is None or figure <= question.high
    )


def number(value: float) -> str:
    """Return a figure with three digits that count."""
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def limits(question: Question) -> str:
    """Return the limits of a question in words."""
    if question.low is not None and question.high is not None:
        return f"{number(question.low)} to {number(question.high)}"
    if question.low is not None:
        return f"at least {number(question.low)}"
    return "" if question.high is None else f"at most {number(question.high)}"


def main() -> int:
    """Write results.csv and the table of README.md; fail when a limit is broken."""
    rows = list(answers())
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("key", "value", "unit", "limits", "question", "why"))
    table = ["| what | calculated | limit | from |", "|---|---|---|---|"]
    for question, figure in rows:
        writer.writerow(
            (
                question.key,
                number(figure),
                question.unit,
                limits(question),
                question.text,
                question.why,
            )
        )
        table.append(
            f"| {question.text} | {number(figure)} {question.unit} | {limits(question)} | {question.why} |"
        )
    RESULTS.write_text(out.getvalue(), encoding="utf-8")
    text = README.read_text(encoding="utf-8")
    start, end = "<!-- results -->\n", "<!-- end of results -->"
    before, rest = text.split(start, 1)
    README.write_text(
        before + start + "\n".join(table) + "\n" + end + rest.split(end, 1)[1], encoding="utf-8"
    )
    broken = [q.key for q, figure in rows if not holds(q, figure)]
    if broken:
        print(f"out of limits: {', '.join(broken)}", file=sys.stderr)
        return 1
    print(f"{len(rows)} figures, all within their limits")
    return 0


if __name__ == "__main__":
    sys.exit(main())
