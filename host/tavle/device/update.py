# SPDX-License-Identifier: Apache-2.0
"""Bringing a table's files up to date: settings and journals of older firmware."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from tavle.device import settings
from tavle.device.base import Device, DeviceError
from tavle.errors import TavleError
from tavle.paths import add_firmware

_FOLDERS = ("", "/live", "/games")


@dataclass
class Kept:
    """What lies in the table's data folder: name below it -> bytes."""

    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def journals(self) -> list[str]:
        """Journals of format 0."""
        return sorted(name for name in self.files if name.endswith(".jnl"))


def fetch(device: Device) -> Kept:
    """Copy the data folder of a device that is at its prompt."""
    kept = Kept()
    for folder in _FOLDERS:
        code = f"""
try:
 for _e in os.ilistdir({settings.DATA + folder!r}):
  if not _e[1] & 0x4000:
   print(_e[0])
except OSError:
 pass
"""
        for name in device.run(code).split():
            data = device.read(f"{settings.DATA}{folder}/{name}")
            if data is None:
                raise DeviceError(f"cannot read {name}", "it is gone", "run the command again")
            kept.files[f"{folder}/{name}".lstrip("/")] = data
    return kept


def store(kept: Kept, folder: Path) -> None:
    """Write the copy to a new folder of this PC. Raises TavleError."""
    try:
        folder.mkdir(parents=True)
        for name, data in kept.files.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise TavleError(
            f"cannot write {folder}", error.strerror or str(error), "name a new folder: --backup"
        ) from None


def migrated(kept: Kept) -> tuple[dict[str, bytes], list[str], list[str]]:
    """Do with the firmware's own code what its next start would do.

    Returns:
        (new and changed files, names of removed ones, sentences about what was migrated).
    """
    add_firmware()
    from store.config import Config
    from store.journal import Journal
    from store.tagtable import TagTable

    with tempfile.TemporaryDirectory(prefix="tavle-update-") as work:
        root = Path(work)
        for name, data in kept.files.items():
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_bytes(data)
        config = Config(f"{root}/config.json")
        report = [str(line) for line in config.load()]
        if report and "config.json" in kept.files:
            config.save()
        tags = TagTable(f"{root}/tags.bin").load()
        if tags:
            report.append(str(tags))
        report += [str(line) for line in Journal(str(root)).open()["report"]]
        after = {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }
    changed = {name: data for name, data in after.items() if kept.files.get(name) != data}
    removed = sorted(set(kept.files) - set(after))
    return changed, removed, report


def apply(device: Device, changed: dict[str, bytes], removed: list[str]) -> None:
    """Write what changed, then remove: a cut in between leaves files the next start migrates."""
    folders = {str(Path(name).parent) for name in changed} - {"."}
    for folder in sorted(folders):
        device.mkdir(f"{settings.DATA}/{folder}")
    for name, data in changed.items():
        device.replace(f"{settings.DATA}/{name}", data)
    for name in removed:
        device.remove(f"{settings.DATA}/{name}")
