# SPDX-License-Identifier: Apache-2.0
"""What can be wrong between this PC and a table's port, in words that say what to do."""

import errno
import os
import sys
from pathlib import Path

from tavle.errors import TavleError
from tavle.words.terminal import tr

UDEV_RULE = 'SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", MODE="0660", TAG+="uaccess"'
"""Lets anyone at a Linux PC use a Pico's port, without a group."""


def group_of(port: str) -> str:
    """Return the group that may use a port, "" when it cannot be told."""
    try:
        import grp

        return grp.getgrgid(os.stat(port).st_gid).gr_name
    except (ImportError, KeyError, OSError):
        return ""


def holder_of(port: str) -> str:
    """Return which program has a port open, such as "screen (process 812)"; "" if unknown.

    Linux only, and only programs of this user can be seen. Not with psutil: its `open_files` lists
    regular files only, never a terminal (7.2.2, tried on a pseudo-terminal).
    """
    try:
        wanted = os.path.realpath(port)
        folders = list(Path("/proc").iterdir())
    except OSError:
        return ""
    for folder in folders:
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            links = [os.readlink(fd) for fd in (folder / "fd").iterdir()]
            if wanted in links:
                return tr(
                    "{program} (process {number})",
                    program=(folder / "comm").read_text().strip(),
                    number=folder.name,
                )
        except OSError:
            continue
    return ""


def allow(port: str) -> str:
    """Return how this user gets permission to use a port."""
    if not sys.platform.startswith("linux"):
        return tr("close other programs that use the port, or plug the table in again")
    group = group_of(port) or "dialout"
    return tr(
        "run `sudo usermod -aG {group} $USER`, then log out and in again (or see FLASHING.md)",
        group=group,
    )


def cannot_open(port: str, error: Exception) -> TavleError:
    """Return the failure to open a port, with its cause and the next step."""
    what = tr("cannot open {port}", port=port)
    text = str(error)
    code = getattr(error, "errno", None)
    known = {name: number for number, name in errno.errorcode.items()}
    for name in ("EACCES", "EBUSY", "ENOENT", "EAGAIN", "ECONNREFUSED", "EISDIR", "ENXIO"):
        if code is None and f"[Errno {known[name]}]" in text:
            code = known[name]
    if code == errno.EACCES or "Access is denied" in text:
        if sys.platform == "win32":
            return TavleError(
                what, tr("another program uses it"), tr("close that program and try again")
            )
        return TavleError(what, tr("this user may not use it"), allow(port))
    if code in {errno.EBUSY, errno.EAGAIN} or "lock" in text:
        holder = holder_of(port)
        return TavleError(
            what,
            tr("it is used by {holder}", holder=holder or tr("another program")),
            tr("close that program and try again"),
        )
    if code == errno.ENOENT or "FileNotFound" in text:
        return TavleError(
            what, tr("there is no such port"), tr("run `tavle doctor` to see the ports")
        )
    if code == errno.ECONNREFUSED:
        return TavleError(what, tr("nobody listens there"), tr("start the emulated table first"))
    if code in {errno.EISDIR, errno.ENXIO} or "Could not configure port" in text:
        why = tr("it is not a serial port")
        return TavleError(what, why, tr("run `tavle doctor` to see the ports"))
    return TavleError(what, text or type(error).__name__, tr("plug the table in again"))


class Lost(TavleError):
    """The cable broke, or the table was reset."""


def lost(port: str, doing: str) -> Lost:
    """Return the failure of a cable that broke while doing something."""
    return Lost(
        tr("lost {port} while {doing}", port=port, doing=doing),
        tr("the cable came loose, or the table was reset"),
        tr("plug it in and run the same command again"),
    )
