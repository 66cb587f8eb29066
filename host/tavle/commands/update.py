# SPDX-License-Identifier: Apache-2.0
"""`tavle update`: settings and journals of older firmware, brought to the present format."""

from pathlib import Path

import click

_BOOT_S = 25.0


@click.command(short_help="Bring a table's old settings and journals to the present format.")
@click.option("--port", help="Serial port of the table, or socket://HOST:PORT.")
@click.option("--dry-run", is_flag=True, help="Tell what would be done and change nothing.")
@click.option(
    "--backup",
    type=click.Path(path_type=Path),
    default=Path("tavle-backup"),
    show_default=True,
    help="Folder of this PC for a copy of what is changed; it must not exist.",
)
def command(port: str | None, dry_run: bool, backup: Path) -> None:
    """Migrate what an older firmware has left on a table, and say what was done.

    The firmware does the same at its next start; this does it in the open, with a copy of the
    old files on this PC first. Run `tavle flash` before it.
    """
    from tavle.device import find, update
    from tavle.device.repl import ReplDevice

    device = ReplDevice(find.choose(port))
    try:
        device.enter()
        kept = update.fetch(device)
        changed, removed, report = update.migrated(kept)
        needed = bool(report)
        if needed and not dry_run:
            update.store(kept, backup)
            update.apply(device, changed, removed)
        device.restart()
        for line in report:
            click.echo(line)
        if not needed:
            click.echo(f"{len(kept.files)} files, all of the present format: nothing to do")
        elif dry_run:
            click.echo(f"Would write {len(changed)} files and remove {len(removed)}.")
        else:
            click.echo(
                f"Wrote {len(changed)} files, removed {len(removed)}; the old ones: {backup}/"
            )
        if not dry_run:
            with device.link(_BOOT_S) as link:
                hello = link.hello(_BOOT_S)
                click.echo(f"The table plays: Tavle {hello['version']}, {hello['rulebook']}.")
    finally:
        device.close()
