# SPDX-License-Identifier: Apache-2.0
"""What flashing has to do: the files that changed, and those that must go."""

import hashlib
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from tavle.device.base import Entry
from tavle.device.build import MAIN
from tavle.words.terminal import tr

STAGE = "/new"
COMMIT = STAGE + "/commit"
_BLOCK = 4096

# Modules of MicroPython that the firmware uses: a file of that name beside main.py hides them.
BUILT_IN = (
    "array", "asyncio", "binascii", "gc", "hashlib", "json", "machine", "micropython", "os",
    "random", "struct", "sys", "time", "vfs",
)  # fmt: skip


def digest(data: bytes) -> str:
    """Return the SHA-256 of a file as hex."""
    return hashlib.sha256(data).hexdigest()


def staged_name(path: str, data: bytes) -> str:
    """Return the file in `STAGE` in which a new file waits: a rerun finds it by this name."""
    return digest(path.encode() + b"\0" + data)[:24]


@dataclass
class Plan:
    """What to do.

    Attributes:
        send: path -> bytes of files to be sent, `main.py` included.
        staged: staged names of those that an earlier, broken run has left whole.
        remove: paths to remove: modules of older versions, and sources beside compiled ones.
        folders: folders to make, parents first.
        clutter: what else lies in the staging folder.
        same: number of files that are right already.
        foreign_main: whether the device's main.py is not ours.
        empty: folders of ours with nothing in them, the deepest first.
        notes: sentences about files of the user that will hurt.
    """

    send: dict[str, bytes] = field(default_factory=dict)
    staged: set[str] = field(default_factory=set)
    remove: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    clutter: list[str] = field(default_factory=list)
    same: int = 0
    foreign_main: bool = False
    empty: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def waiting(self) -> dict[str, bytes]:
        """Files that still have to go over the cable."""
        return {
            path: data
            for path, data in self.send.items()
            if staged_name(path, data) not in self.staged
        }

    @property
    def room(self) -> int:
        """Bytes of flash that the files to be sent need, in whole blocks."""
        return sum(-(-len(data) // _BLOCK) * _BLOCK for data in self.waiting.values()) + 2 * _BLOCK

    @property
    def nothing(self) -> bool:
        """Whether the device holds exactly this firmware."""
        return not self.send and not self.remove


def make(files: dict[str, bytes], own: tuple[str, ...], tree: dict[str, Entry]) -> Plan:
    """Compare the firmware with what is on the device.

    Args:
        files: the firmware, absolute path -> bytes.
        own: its packages; no other folder is touched.
        tree: `Device.tree` with these, the staging folder and the files beside main.py.
    """
    plan = Plan()
    whole = {name: one for name, one in tree.items() if one.size >= 0}
    for path, data in files.items():
        if path in whole and whole[path].sha256 == digest(data):
            plan.same += 1
            continue
        plan.send[path] = data
        name = f"{STAGE}/{staged_name(path, data)}"
        if name in whole and whole[name].sha256 == digest(data):
            plan.staged.add(staged_name(path, data))
    ours = tuple(f"/{package}/" for package in own)
    kept = {f"{STAGE}/{name}" for name in plan.staged}
    for path in sorted(whole):
        if path.startswith(STAGE + "/"):
            if path not in kept:
                plan.clutter.append(path)
        elif path.startswith(ours) and path.endswith((".py", ".mpy")) and path not in files:
            plan.remove.append(path)
        elif path.endswith(".py") and path[:-3] + ".mpy" in files:
            plan.remove.append(path)  # MicroPython would take the source
    needed = {str(parent) for path in files for parent in PurePosixPath(path).parents}
    plan.folders = sorted(needed - {"/"} - set(tree))
    plan.foreign_main = MAIN in plan.send and MAIN in whole
    rest = set(tree)
    for path in sorted((path for path, one in tree.items() if one.size == -1), reverse=True):
        if not any(other.startswith(path + "/") for other in rest):
            plan.empty.append(path)
            rest.discard(path)
    for name in BUILT_IN:
        for shadow in (f"/{name}.py", f"/{name}.mpy", f"/{name}"):
            if shadow in tree:
                plan.notes.append(
                    tr(
                        "{shadow} on the device hides MicroPython's own module {name}: remove it if the "
                        "table does not start",
                        shadow=shadow,
                        name=name,
                    )
                )
    return plan


def commit_text(plan: Plan) -> bytes:
    """Return the list that `main.py` works off: `name path` moves, `- path` removes."""
    lines = [f"{staged_name(path, data)} {path}" for path, data in plan.send.items()]
    lines += [f"- {path}" for path in plan.remove]
    return "".join(line + "\n" for line in lines).encode()
