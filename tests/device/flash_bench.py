# SPDX-License-Identifier: Apache-2.0
"""A board with an old firmware and files of its owner's, and the new firmware to flash."""

import os

from fake_board import Board, Disk

from tavle import paths
from tavle.device import flash
from tavle.device.repl import ReplDevice

MAIN = (paths.ROOT / "firmware" / "main.py").read_bytes()
OWN = ("app", "rules")
OLD = {
    "/main.py": MAIN.replace(b"Starts the table", b"Started the table"),
    "/ticks.mpy": b"M\x06 a module beside main.py, old",
    "/app/run.mpy": b"M\x06 old run" * 40,
    "/app/table.mpy": b"M\x06 old table",
    "/app/gone.mpy": b"M\x06 not in the new one",
    "/rules/__init__.mpy": b"M\x06 the same in both",
    "/rules/games/old.mpy": b"M\x06 an old game",
}
NEW = {
    "/main.py": MAIN,
    "/ticks.mpy": b"M\x06 a module beside main.py, new",
    "/app/run.mpy": b"M\x06 new run" * 300,
    "/app/table.mpy": b"M\x06 new table",
    "/rules/__init__.mpy": b"M\x06 the same in both",
    "/rules/games/ludo/ludo.mpy": b"M\x06 a game in a folder of its own",
}
USER = {
    "/tavle/config.json": b'{"version": 2}',
    "/tavle/wiring.bin": b"TVW\x01",
    "/tavle/live/00001.new": b"journal",
    "/notes.txt": b"mine",
    "/lib/mine.py": b"mine",
    "/app/notes.txt": b"mine, too",
}
VERSIONS = {"old": OLD, "new": NEW}


def board_of(files, **more):
    return Board(Disk({**files, **USER}, **more), VERSIONS)


def device_of(board, patience_s=5.0):
    device = ReplDevice(os.devnull, board.wire, patience_s)
    device.settle_s = 0.0
    return device


def run(board, files=None, told=None, patience_s=5.0):
    """Flash a board as the command does, without the wait for the firmware."""
    device = device_of(board, patience_s)
    try:
        device.enter()
        wanted = flash.Firmware(files or NEW, OWN)
        return flash.install(device, told or flash.Progress(), lambda facts: wanted)
    finally:
        device.close()


def started(board):
    """Plug the board in again and return the version that plays."""
    board.disk.cut_at = None
    board.cut_wire_at = None
    board.power_on()
    return board.running


def check_new(board, *why):
    """Start the board: the new version plays, nothing of another is left, and the owner's files are there."""
    assert started(board) == "new", why
    assert board.disk.files == {**NEW, **USER}, why
