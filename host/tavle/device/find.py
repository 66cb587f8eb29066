# SPDX-License-Identifier: Apache-2.0
"""Finding the table: serial ports of Picos, and Picos that wait for MicroPython."""

import os
import string
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from tavle.errors import TavleError
from tavle.words.terminal import joined, tr

PICO_VID = 0x2E8A
"""USB vendor id of Raspberry Pi. Source: raspberrypi/usb-pid."""
MICROPYTHON_PID = 0x0005
"""Product id of MicroPython on RP2040 and RP2350. Source: the same list."""
BOOTSEL_PIDS = {"0003": "RP2040", "000f": "RP2350"}
"""Product ids of the boot ROM -> chip. Source: the same list."""

DOWNLOAD = "micropython.org/download/RPI_PICO (Pico 2: RPI_PICO2)"

_SYS_USB = Path("/sys/bus/usb/devices")


@dataclass(frozen=True)
class Port:
    """A serial port that looks like a Pico.

    Attributes:
        port: what to open, such as /dev/ttyACM0 or COM5.
        serial: the chip's own number, the same after every reset; "" if unknown.
        text: a few words for people.
    """

    port: str
    serial: str
    text: str


@dataclass(frozen=True)
class Drive:
    """A Pico in BOOTSEL mode.

    Attributes:
        folder: where its drive is mounted, None when it is not.
        chip: "RP2040" or "RP2350".
    """

    folder: Path | None
    chip: str


def _comports() -> list[Any]:
    from serial.tools import list_ports

    return list(list_ports.comports())


def tables() -> list[Port]:
    """Return the ports of all Picos, sorted by name."""
    found = []
    for port in _comports():
        if port.vid == PICO_VID:
            what = "MicroPython" if port.pid == MICROPYTHON_PID else f"product {port.pid:04x}"
            serial = port.serial_number or ""
            text = tr(
                "{device} ({what}, serial {serial})",
                device=port.device,
                what=what,
                serial=serial or tr("unknown"),
            )
            found.append(Port(port.device, serial, text))
    return sorted(found, key=lambda one: one.port)


def others() -> list[str]:
    """Return the serial ports that do not look like a Pico."""
    return sorted(port.device for port in _comports() if port.vid != PICO_VID)


def choose(port: str | None = None) -> str:
    """Return the port of the table to talk to.

    Args:
        port: the port the user named; it is taken as it is.

    Raises:
        TavleError: no Pico, or several and nobody to ask.
    """
    if port:
        return port
    found = tables()
    if len(found) == 1:
        return found[0].port
    if found:
        return _ask(found)
    drives = waiting()
    if drives:
        chip = drives[0].chip
        raise TavleError(
            tr("no table to talk to"),
            tr("a Pico ({chip}) waits in BOOTSEL mode without MicroPython running", chip=chip),
            tr(
                "run `tavle flash --download`, or `--uf2 FILE` with one from {site}", site=DOWNLOAD
            ),
        )
    rest = others()
    raise TavleError(
        tr("no table found"),
        tr("no Pico answers on USB"),
        joined(
            [
                tr(
                    "plug it in with a cable that carries data; a new Pico: hold BOOTSEL while plugging "
                    "in and run `tavle flash --download`; another port: --port"
                ),
                *([tr("(there are {list})", list=", ".join(rest))] if rest else []),
            ],
            " ",
        ),
    )


def _ask(found: list[Port]) -> str:
    if not sys.stdin.isatty():
        raise TavleError(
            tr("cannot choose a table"),
            tr(
                "there are {n}: {list}",
                n=len(found),
                list=", ".join(one.port for one in found),
            ),
            tr("name one with --port"),
        )
    for number, one in enumerate(found, 1):
        click.echo(f"  {number}  {one.text}")
    number = click.prompt(tr("Which table"), type=click.IntRange(1, len(found)))
    return found[number - 1].port


def serial_of(port: str) -> str:
    """Return the serial number of the Pico at a port, "" when it has none."""
    return next((one.serial for one in tables() if one.port == port), "")


def port_of(serial: str, port: str) -> str | None:
    """Return where a Pico is now: after a reset its port may have another name.

    Args:
        serial: its serial number; "" looks for the port itself.
        port: the port it had.
    """
    if serial:
        return next((one.port for one in tables() if one.serial == serial), None)
    return port if os.path.exists(port) else None


def waiting() -> list[Drive]:
    """Return the Picos in BOOTSEL mode: mounted drives first, else what USB shows on Linux."""
    drives = [drive for folder in mounts() if (drive := _drive(folder))]
    if drives:
        return drives
    found = []
    for device in _SYS_USB.glob("*") if _SYS_USB.is_dir() else ():
        try:
            vendor = (device / "idVendor").read_text().strip()
            product = (device / "idProduct").read_text().strip()
        except OSError:
            continue
        if vendor == f"{PICO_VID:04x}" and product in BOOTSEL_PIDS:
            found.append(Drive(None, BOOTSEL_PIDS[product]))
    return found


def mounts() -> list[Path]:
    """Return folders where a drive may be mounted."""
    if sys.platform == "win32":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase[2:]]
    if sys.platform == "darwin":
        return sorted(Path("/Volumes").glob("*"))
    found = []
    try:
        for line in Path("/proc/mounts").read_text().splitlines():
            folder = line.split(" ")[1]
            found.append(Path(folder.replace("\\040", " ")))
    except OSError:
        return []
    return [folder for folder in found if folder.name.startswith(("RPI-RP2", "RP2350"))]


def _drive(folder: Path) -> Drive | None:
    """Return the Pico behind a mounted drive, None when it is another kind of drive."""
    try:
        text = (folder / "INFO_UF2.TXT").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    if "RP2350" in text:
        return Drive(folder, "RP2350")
    return Drive(folder, "RP2040") if "RPI-RP2" in text else None


def wait_for_table(seconds: float, known: set[str]) -> str | None:
    """Return the port of the first Pico that appears, None when none does in time.

    Args:
        seconds: how long to wait.
        known: ports that were there before.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = [one.port for one in tables() if one.port not in known]
        if found:
            return found[0]
        time.sleep(0.2)
    return None
