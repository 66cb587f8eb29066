# SPDX-License-Identifier: Apache-2.0
"""Starts the table, after finishing an update whose cable or power broke half way.

`tavle flash` puts new files into /new; when all are there and whole, it writes their list
/new/commit: lines `name path` (move the staged file there) and `- path` (remove). The moves
may be cut anywhere and are simply begun again. Everything else is in app/.
"""

import os

_STAGED = "/new/"
_ENOENT = 2


def _exists(path: str) -> bool:
    try:
        os.stat(path)
    except OSError as error:
        if error.args[0] != _ENOENT:  # a flash that cannot be read is not an absent file
            raise
        return False
    return True


def finish_update() -> None:
    """Do what is left of the list, so that all files are of one version. Raises OSError."""
    if not _exists(_STAGED[:-1]):
        return
    # After a cut between the two halves of a rename littlefs hides the entry behind the renamed
    # one, be it the list itself, until something is written. Seen with MicroPython 1.29.
    with open(_STAGED + "settle", "w"):
        pass
    os.remove(_STAGED + "settle")
    if not _exists(_STAGED + "commit"):
        return
    with open(_STAGED + "commit") as file:
        lines = file.read().split("\n")
    for line in lines:
        name, _, path = line.partition(" ")
        if name == "-":
            if _exists(path):
                os.remove(path)
        elif name and _exists(_STAGED + name):
            os.rename(_STAGED + name, path)
    os.remove(_STAGED + "commit")


if __name__ == "__main__":
    finish_update()
    from app.run import main

    main()
