# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Flashing a board that fails on purpose: afterwards it boots, and the command can be repeated."""

import os

import pytest
from fake_board import Board, Disk

from tavle import paths
from tavle.device import flash, plan
from tavle.device.base import DeviceError, FlashFull
from tavle.device.repl import ReplDevice
from tavle.errors import TavleError

MAIN = (paths.ROOT / "firmware" / "main.py").read_bytes()
OWN = ("app", "rules")
OLD = {
    "/main.py": MAIN.replace(b"Starts the table", b"Started the table"),
    "/app/run.mpy": b"M\x06 old run" * 40,
    "/app/table.mpy": b"M\x06 old table",
    "/app/gone.mpy": b"M\x06 not in the new one",
    "/rules/__init__.mpy": b"M\x06 the same in both",
    "/rules/games/old.mpy": b"M\x06 an old game",
}
NEW = {
    "/main.py": MAIN,
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


def device_of(board, patience_s=0.5):
    device = ReplDevice(os.devnull, board.wire, patience_s)
    device.settle_s = 0.0
    return device


def run(board, files=None, told=None, patience_s=0.5):
    """Flash a board as the command does, without the wait for the firmware."""
    device = device_of(board, patience_s)
    try:
        device.enter()
        wanted = flash.Firmware(files or NEW, OWN)
        return flash.install(device, told or flash.Progress(), lambda facts: wanted)
    finally:
        device.close()


def check_user_files(board):
    for path, data in USER.items():
        assert board.disk.files[path] == data, path


def started(board):
    """Plug the board in again and return the version that plays."""
    board.disk.cut_at = None
    board.cut_wire_at = None
    board.power_on()
    return board.running


def test_a_playing_table_is_stopped_and_gets_exactly_the_new_files():
    board = board_of(OLD)
    assert board.running == "old"
    run(board)
    assert started(board) == "new"
    check_user_files(board)
    left = {path for path in board.disk.files if path not in USER}
    assert left == set(NEW)
    assert "/new" not in board.disk.folders
    assert "/rules/games/ludo" in board.disk.folders


def test_a_refused_device_goes_back_to_its_game():
    board = board_of(OLD)
    board.version = (1, 20, 0)
    with pytest.raises(TavleError, match="is too old"):
        run(board)
    assert board.running == "old"


def test_an_empty_device_gets_everything():
    board = board_of({})
    assert board.running == ""
    run(board)
    assert started(board) == "new"


def test_a_second_flash_sends_nothing():
    board = board_of(OLD)
    run(board)
    before = len(board.disk.log)
    _, todo = run(board)
    assert todo.nothing
    assert todo.same == len(NEW)
    assert board.disk.log[before:] == [("remove", "/tavle/safe")]  # the boot, not the flash


def test_only_what_changed_is_sent():
    board = board_of(OLD)
    _, todo = run(board)
    assert sorted(todo.send) == sorted(set(NEW) - {"/rules/__init__.mpy"})
    assert todo.remove == ["/app/gone.mpy", "/rules/games/old.mpy"]


def test_a_source_that_hides_a_compiled_module_goes():
    board = board_of({**NEW, "/app/table.py": b"print('old')"})
    assert board.version_on_disk() is None
    run(board)
    assert started(board) == "new"


def test_a_foreign_main_is_kept_under_another_name():
    board = board_of({"/main.py": b"print('my blinking light')"})
    run(board)
    assert started(board) == "new"
    assert board.disk.files["/main_before_tavle.py"] == b"print('my blinking light')"


def test_a_file_that_hides_a_module_of_micropython_is_told():
    board = board_of({"/asyncio.py": b""})
    _, todo = run(board)
    assert ["/asyncio.py" in note for note in todo.notes] == [True]


def _sweep_power(files, allowed, step=1):
    """Cut the power before every change to the flash; the device must boot and be mended."""
    board = board_of(files)
    run(board)
    total = board.disk.operations
    assert total > 15
    for cut in range(0, total, step):
        board = board_of(files)
        board.disk.cut_at = board.disk.operations + cut
        with pytest.raises(TavleError) as failure:
            run(board, patience_s=0.01)
        assert failure.value.next_step, cut
        # The next boots may be cut as well, as often as it likes.
        for _ in range(3):
            board.disk.cut_at = board.disk.operations + 1
            try:
                board.power_on()
            except BaseException as error:
                assert type(error).__name__ == "PowerCut", cut
        version = started(board)
        assert version in allowed, (cut, board.disk.log[-3:], board.said)
        run(board)
        assert started(board) == "new", cut
        check_user_files(board)
        assert {path for path in board.disk.files if path not in USER} == set(NEW), cut


def test_a_power_cut_at_every_flash_operation_leaves_old_or_new():
    _sweep_power(OLD, {"old", "new"})


def test_a_power_cut_during_the_first_flash_leaves_the_prompt_or_new():
    _sweep_power({}, {"", "new"})


def _sweep_cable(cuts):
    versions = set()
    for cut in cuts:
        board = board_of(OLD)
        board.cut_wire_at = cut
        try:
            run(board, patience_s=0.01)
        except TavleError as error:
            assert error.next_step, cut
        version = started(board)
        if not version:  # the mark of the interrupt: the next reset plays
            version = started(board)
        assert version in {"old", "new"}, (cut, board.said)
        versions.add(version)
        run(board)
        assert started(board) == "new", cut
    assert versions == {"old", "new"}


def _whole_run():
    board = board_of(OLD)
    run(board)
    return board


def test_a_broken_cable_leaves_old_or_new():
    _sweep_cable(range(0, _whole_run().wire_bytes, 613))


@pytest.mark.long
def test_a_broken_cable_around_every_piece_of_code_leaves_old_or_new():
    # Code is executed when its last byte has come: between two such bytes all cuts are alike,
    # but for those in the answer, which is read before the next piece is sent.
    board = _whole_run()
    cuts = {at + more for at in board.executed_at for more in (-1, 0, 1, 4, 40)}
    _sweep_cable(sorted(cuts))


def test_a_second_run_sends_only_what_is_missing():
    board = board_of(OLD)
    run(board)
    total = board.wire_bytes
    board = board_of(OLD)
    board.cut_wire_at = total * 2 // 3
    with pytest.raises(DeviceError):
        run(board)
    started(board)
    staged = [path for path in board.disk.files if path.startswith(plan.STAGE)]
    assert staged
    _, todo = run(board)
    assert todo.staged
    assert len(todo.waiting) < len(todo.send)


def test_a_full_flash_is_told_before_anything_is_written():
    board = board_of(OLD, blocks=17)
    with pytest.raises(FlashFull, match="KB are needed") as failure:
        run(board)
    assert "tavle log" in failure.value.next_step
    assert started(board) == "old"


def test_a_flash_that_becomes_full_keeps_the_old_version_and_its_room():
    board = board_of(OLD, blocks=21)
    used = board.disk.used()
    board.disk.children("/")
    # The file system says that there is room, and then there is none.
    told = board.disk.blocks
    board.disk.blocks = 100
    real = board.disk.used
    board.disk.used = lambda: real() + (100 - told)
    device = device_of(board)
    device.enter()
    facts = device.facts()
    todo = flash.look(device, flash.Firmware(NEW, OWN))
    roomy = type(facts)(**{**vars(facts), "free": 10**6})
    board.disk.blocks = used + 2 + (100 - told)
    with pytest.raises(FlashFull):
        flash.apply(device, flash.Firmware(NEW, OWN), todo, roomy, flash.Progress())
    assert not [path for path in board.disk.files if path.startswith(plan.STAGE)]
    assert started(board) == "old"


def test_bytes_that_the_flash_spoils_are_noticed():
    board = board_of(OLD)
    board.disk.flip = plan.staged_name("/app/table.mpy", NEW["/app/table.mpy"])
    with pytest.raises(DeviceError, match="did not arrive whole"):
        run(board)
    assert started(board) == "old"


@pytest.mark.parametrize("version", [(1, 25, 0), (1, 9, 4)])
def test_an_old_micropython_is_refused(version):
    board = board_of(OLD)
    board.version = version
    with pytest.raises(TavleError, match="is too old") as failure:
        run(board)
    assert "--uf2" in failure.value.next_step
    assert started(board) == "old"


def test_another_mpy_version_is_refused():
    board = board_of(OLD)
    board.mpy = 7
    with pytest.raises(TavleError, match=r"reads .mpy version 7"):
        run(board)


def test_circuitpython_is_refused():
    board = board_of(OLD)
    board.name = "circuitpython"
    with pytest.raises(TavleError, match="does not run MicroPython"):
        run(board)


def test_garbage_on_the_line_is_told():
    board = board_of(OLD)
    board.garbage = b"\x00\xff?!"
    with pytest.raises(TavleError) as failure:
        run(board)
    assert failure.value.next_step
    board.garbage = b""
    assert started(board) == "old"


def test_a_program_that_cannot_be_stopped_is_told():
    board = board_of(OLD)
    board.stubborn = True
    device = device_of(board, 0.0)
    with pytest.raises(DeviceError, match="cannot stop the program") as failure:
        device.enter()
    assert "BOOTSEL" in failure.value.next_step
