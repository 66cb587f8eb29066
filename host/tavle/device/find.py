# SPDX-License-Identifier: Apache-2.0
"""Finding the table: serial ports of Picos, and Picos that wait for MicroPython."""

import os
import re
import string
import subprocess
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
PROBE_PIDS = {0x0004, 0x000C}
"""Product ids of Raspberry Pi's debug probes, which are no tables. Source: the same list."""
BOOTSEL_PIDS = {"0003": "RP2040", "000f": "RP2350"}
"""Product ids of the boot ROM -> chip. Source: the same list."""

DOWNLOAD = "micropython.org/download/RPI_PICO (Pico 2: RPI_PICO2)"

_SYS_USB = Path("/sys/bus/usb/devices")
_SYS_BLOCK = Path("/sys/class/block")
_MOUNTS = Path("/proc/mounts")
_OCTAL = re.compile(r"\\([0-7]{3})")  # how a space and the like stand in it


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
        usb: where Linux has it on USB, such as 1-2; "" if unknown.
    """

    folder: Path | None
    chip: str
    usb: str = ""

    @property
    def name(self) -> str:
        """Return what people call it."""
        where = self.folder or tr("USB {usb}, not mounted", usb=self.usb)
        return f"{where} ({self.chip})"

    @property
    def key(self) -> object:
        """Return what it keeps when it is mounted meanwhile, as far as that can be known."""
        return self.usb or self.folder


def _comports() -> list[Any]:
    from serial.tools import list_ports

    return list(list_ports.comports())


def _is_table(port: Any) -> bool:
    return port.vid == PICO_VID and port.pid not in PROBE_PIDS


def tables() -> list[Port]:
    """Return the ports of all Picos, sorted by name."""
    found = []
    for port in _comports():
        if _is_table(port):
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


def others() -> dict[str, str]:
    """Return the serial ports that do not look like a Pico, and what each says it is ("" for nothing)."""
    found = sorted(_comports(), key=lambda one: str(one.device))
    return {
        one.device: str(getattr(one, "description", "")) for one in found if not _is_table(one)
    }


def is_pico(port: str) -> bool:
    """Tell whether USB says that a port is a Pico's."""
    return any(os.path.realpath(one.port) == os.path.realpath(port) for one in tables())


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
    """Return the serial number of the Pico at a port, "" when it has none of its own."""
    found = tables()
    serial = next((one.serial for one in found if one.port == port), "")
    return serial if sum(one.serial == serial for one in found) == 1 else ""


def port_of(serial: str, port: str) -> str | None:
    """Return where a Pico is now: after a reset its port may have another name.

    Args:
        serial: its serial number; "" looks for the port itself.
        port: the port it had.
    """
    if serial:
        same = [one.port for one in tables() if one.serial == serial]
        return port if port in same else same[0] if len(same) == 1 else None
    return port if os.path.exists(port) else None


def choose_drive(found: list[Drive]) -> Drive:
    """Return the one of several drives that the user means. Raises TavleError when nobody is there to ask."""
    if len(found) == 1:
        return found[0]
    if not sys.stdin.isatty():
        raise TavleError(
            tr("cannot choose a Pico"),
            tr(
                "{n} wait in BOOTSEL mode: {list}",
                n=len(found),
                list=", ".join(one.name for one in found),
            ),
            tr("name the folder of its drive with --drive, or unplug the others"),
        )
    for number, one in enumerate(found, 1):
        click.echo(f"  {number}  {one.name}")
    number = click.prompt(tr("Which Pico"), type=click.IntRange(1, len(found)))
    return found[number - 1]


def drive_at(folder: Path) -> Drive:
    """Return the Pico whose drive is mounted at a folder. Raises TavleError."""
    drive = _drive(folder)
    if drive is None:
        listed = ", ".join(one.name for one in waiting())
        raise TavleError(
            tr("no Pico at {folder}", folder=folder),
            tr("there is no INFO_UF2.TXT of one in it"),
            tr("there are: {known}", known=listed or tr("none")),
            2,
        )
    return drive


def waiting() -> list[Drive]:
    """Return the Picos in BOOTSEL mode: mounted drives first, then what else USB shows on Linux."""
    found = [drive for folder, usb in mounts() if (drive := _drive(folder, usb))]
    # Where it is not known which of the mounted ones USB shows, each counts for one of its chip.
    nameless = [drive.chip for drive in found if not drive.usb]
    seen = {drive.usb for drive in found}
    for device in _SYS_USB.glob("*") if _SYS_USB.is_dir() else ():
        try:
            vendor = (device / "idVendor").read_text().strip()
            product = (device / "idProduct").read_text().strip()
        except OSError:
            continue
        if vendor == f"{PICO_VID:04x}" and product in BOOTSEL_PIDS and device.name not in seen:
            if BOOTSEL_PIDS[product] in nameless:
                nameless.remove(BOOTSEL_PIDS[product])
            else:
                found.append(Drive(None, BOOTSEL_PIDS[product], device.name))
    return found


def mounts() -> list[tuple[Path, str]]:
    """Return the folders where a FAT drive is mounted, wherever that is, and where each is on USB ("" if unknown)."""
    if sys.platform == "win32":
        return [(Path(f"{letter}:/"), "") for letter in string.ascii_uppercase[2:]]
    if sys.platform == "darwin":
        listed = subprocess.run(
            ["mount", "-t", "msdos"], capture_output=True, text=True, check=False
        )
        return [(Path(name), "") for name in re.findall(r" on (.+) \(msdos", listed.stdout)]
    try:
        lines = [line.split(" ") for line in _MOUNTS.read_text().splitlines()]
    except OSError:
        return []
    return [
        (Path(_OCTAL.sub(lambda code: chr(int(code[1], 8)), folder)), _usb_of(device))
        for device, folder, kind, *_ in lines
        if kind in ("vfat", "msdos")
    ]


def _usb_of(device: str) -> str:
    """Return where a block device is on USB, "" for another one."""
    path = os.path.realpath(_SYS_BLOCK / device.rpartition("/")[2])
    # Such as .../usb1/1-2/1-2:1.0/host0/...: the device is the last one before its interface.
    names = re.findall(r"/(\d+-[\d.]+)(?=/\1:)", path)
    return names[-1] if names else ""


def _drive(folder: Path, usb: str = "") -> Drive | None:
    """Return the Pico behind a mounted drive, None when it is another kind of drive."""
    try:
        text = (folder / "INFO_UF2.TXT").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    if "RP2350" in text:
        return Drive(folder, "RP2350", usb)
    return Drive(folder, "RP2040", usb) if "RPI-RP2" in text else None


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
