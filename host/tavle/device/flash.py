# SPDX-License-Identifier: Apache-2.0
"""Flashing: bring a device to exactly this firmware, in steps that may be cut anywhere.

1. New files are staged in /new; the firmware in place is not touched.
2. When all are there and their hashes are right, `main.py` is replaced (one rename). Every
   `main.py` can start every version of the firmware.
3. `/new/commit` appears (one rename). From here on the new version is what the device has:
   a device that boots now finishes the moves itself, in `main.py`.
4. The moves are made, and everything in place is hashed once more.

A device that holds this firmware already is listed once and nothing is written. mpremote's file
primitives write in place, so a cut would leave half a file: hence the staging.
"""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from tavle.device import build, plan
from tavle.device.base import Device, DeviceError, Entry, Facts, FlashFull, Raised
from tavle.device.plan import COMMIT, STAGE, Plan
from tavle.errors import TavleError
from tavle.words.terminal import tr

_OURS = b"app.run"
_KEPT_MAIN = "/main_before_tavle.py"


@dataclass
class Firmware:
    """What is to be on the device: path -> bytes, and the folders these files own."""

    files: dict[str, bytes]
    own: tuple[str, ...]

    @property
    def roots(self) -> tuple[str, ...]:
        """The names in the device's root that are ours: the folders, and the files beside them."""
        return (*self.own, *(path[1:] for path in self.files if path.count("/") == 1))


class Progress:
    """What a flash tells while it works; this one keeps quiet."""

    def step(self, text: str) -> None:
        """Tell which step begins."""

    def total(self, size: int) -> None:
        """Tell how many bytes will be sent."""

    def sent(self, size: int) -> None:
        """Tell that more bytes have been sent."""


def check(facts: Facts) -> None:
    """Raise TavleError unless the firmware runs on this device."""
    if facts.name != "micropython":
        raise TavleError(
            tr("this device does not run MicroPython"),
            tr("it runs {name}", name=facts.name),
            tr("hold BOOTSEL while plugging in and run `tavle flash --download`"),
        )
    if facts.version < build.OLDEST:
        oldest = ".".join(str(number) for number in build.OLDEST[:2])
        raise TavleError(
            tr("MicroPython {version_text} is too old", version_text=facts.version_text),
            tr("the firmware needs {oldest} or newer", oldest=oldest),
            tr(
                "run `tavle flash --download`, or `--uf2 FILE` with one from micropython.org/download"
            ),
        )
    build.check_format(facts.mpy)


def look(device: Device, firmware: Firmware) -> Plan:
    """Return what has to be done, after finishing what a broken run has begun to move."""
    if STAGE in device.tree(()):
        # littlefs may hide an entry after a cut, until something is written: see main.py.
        device.write(STAGE + "/settle", b"")
        device.remove(STAGE + "/settle")
        if COMMIT in _staged(device):
            _finish(device)
    found = plan.make(firmware.files, firmware.own, device.tree((*firmware.roots, STAGE[1:])))
    if found.foreign_main:
        found.foreign_main = _OURS not in (device.read(build.MAIN) or b"")
    return found


def _staged(device: Device) -> dict[str, Entry]:
    return device.tree((STAGE[1:],))


def _finish(device: Device) -> None:
    # A module of that name may be there already, from before it was replaced.
    device.run(
        "import sys\nsys.modules.pop('main', None)\nimport main\nmain.finish_update()",
        timeout_s=300,
    )


def apply(device: Device, firmware: Firmware, todo: Plan, facts: Facts, told: Progress) -> None:
    """Do it. Raises DeviceError; afterwards, as after any cut, the device boots."""
    for path in todo.clutter:
        device.remove(path)
    left = todo
    if not todo.nothing:
        _stage(device, todo, facts, told)
        told.step(tr("verify"))
        _check_staged(device, todo)
        told.step(tr("move into place"))
        _replace(device, todo)
    if not todo.nothing or todo.clutter:
        told.step(tr("verify"))
        left = look(device, firmware)
    if not left.nothing:
        wrong = [*left.send, *left.remove][0]
        raise DeviceError(
            tr("{port} does not hold what was written", port=device.port),
            tr("{wrong} differs after writing", wrong=wrong),
            tr("run the command again; if it stays, the Pico's flash is worn out"),
        )
    for folder in left.empty:
        with contextlib.suppress(Raised):  # no harm if it stays
            device.remove(folder)


def _stage(device: Device, todo: Plan, facts: Facts, told: Progress) -> None:
    told.total(sum(len(data) for data in todo.waiting.values()))
    if todo.room > facts.free:
        raise FlashFull(
            tr("the flash of {port} is full", port=device.port),
            tr(
                "{room} KB are needed, {free} KB are free",
                room=todo.room // 1024,
                free=facts.free // 1024,
            ),
            tr("fetch and delete old games with `tavle log`, or remove files of your own"),
        )
    device.mkdir(STAGE)
    told.step(tr("send"))
    for path, data in todo.waiting.items():
        name = f"{STAGE}/{plan.staged_name(path, data)}"
        try:
            device.write(name, data, told.sent)
        except FlashFull:
            device.run("try:\n _f.close()\nexcept (NameError, OSError):\n pass")
            _empty_stage(device)
            raise


def _empty_stage(device: Device) -> None:
    device.run(f"for _e in os.listdir({STAGE!r}):\n os.remove({STAGE!r} + '/' + _e)")


def _check_staged(device: Device, todo: Plan) -> None:
    tree = _staged(device)
    for path, data in todo.send.items():
        entry = tree.get(f"{STAGE}/{plan.staged_name(path, data)}")
        if entry is None or entry.sha256 != plan.digest(data):
            raise DeviceError(
                tr("{path} did not arrive whole", path=path),
                tr("its hash on the device is another one"),
                tr("run the command again: only what is missing is sent"),
            )


def _replace(device: Device, todo: Plan) -> None:
    for folder in todo.folders:
        device.mkdir(folder)
    main = todo.send.get(build.MAIN)
    if main is not None:
        if todo.foreign_main:
            old = device.read(build.MAIN)
            device.replace(_KEPT_MAIN, old or b"")
        device.rename(f"{STAGE}/{plan.staged_name(build.MAIN, main)}", build.MAIN)
    device.replace(COMMIT, plan.commit_text(todo))
    _finish(device)


def install(
    device: Device,
    told: Progress,
    make: Callable[[Facts], Firmware],
    dry_run: bool = False,
) -> tuple[Facts, Plan]:
    """Flash a device that is at its prompt.

    Args:
        device: the device.
        told: hears of every step.
        make: makes the firmware for it; may refuse the device by raising TavleError.
        dry_run: look what would be done, and do nothing.

    Returns:
        Who the device is, and what was (or would be) done.

    Raises:
        TavleError: the firmware does not run on this device.
        DeviceError: it went wrong; as after any cut, the device boots.
    """
    facts = device.facts()
    check(facts)
    told.step(tr("compile"))
    firmware = make(facts)
    told.step(tr("compare"))
    todo = look(device, firmware)
    if not dry_run:
        apply(device, firmware, todo, facts, told)
    return facts, todo
