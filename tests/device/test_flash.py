# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Flashing a board: what is sent, what is kept, and boards that are refused or full."""

import pytest
from flash_bench import NEW, OLD, board_of, check_new, device_of, run, started

from tavle.device import find, flash, plan
from tavle.device.base import DeviceError, FlashFull
from tavle.errors import TavleError


def test_a_playing_table_is_stopped_and_gets_what_is_new_and_a_second_flash_sends_nothing():
    board = board_of(OLD)
    assert board.running == "old"
    _, todo = run(board)
    assert sorted(todo.send) == sorted(set(NEW) - {"/rules/__init__.mpy"})
    assert todo.remove == ["/app/gone.mpy", "/rules/games/old.mpy"]
    check_new(board)
    assert "/new" not in board.disk.folders
    before = len(board.disk.log)
    _, todo = run(board)
    assert todo.nothing and todo.same == len(NEW)
    assert board.disk.log[before:] == [("remove", "/tavle/safe")]  # the boot, not the flash


def test_a_source_that_hides_a_compiled_module_goes():
    board = board_of({**NEW, "/app/table/table.py": b"print('old')"})
    assert board.version_on_disk() is None
    run(board)
    check_new(board)


def test_a_full_flash_is_told_before_anything_is_written():
    board = board_of(OLD, blocks=17)
    with pytest.raises(FlashFull, match="KB are needed") as failure:
        run(board)
    assert "tavle log" in failure.value.next_step
    assert started(board) == "old"


def test_a_flash_that_becomes_full_keeps_the_old_version_and_its_room():
    board = board_of(OLD)

    class Fills(flash.Progress):
        def sent(self, size):
            board.disk.blocks = board.disk.used()

    with pytest.raises(FlashFull):
        run(board, told=Fills())
    assert not [path for path in board.disk.files if path.startswith(plan.STAGE)]
    assert started(board) == "old"


def test_bytes_that_the_flash_spoils_are_noticed():
    board = board_of(OLD)
    board.disk.flip = plan.staged_name("/app/table.mpy", NEW["/app/table.mpy"])
    with pytest.raises(DeviceError, match="did not arrive whole"):
        run(board)
    assert started(board) == "old"


@pytest.mark.parametrize(
    ("what", "value", "why", "step"),
    [
        ("version", (1, 25, 0), "is too old", "--uf2"),
        ("version", (1, 9, 4), "is too old", "--uf2"),
        ("mpy", 7, "reads .mpy version 7", ""),
        ("name", "circuitpython", "does not run MicroPython: it runs circuitpython", ""),
    ],
)
def test_a_device_that_cannot_run_it_is_refused_and_goes_back_to_its_game(what, value, why, step):
    board = board_of(OLD)
    setattr(board, what, value)
    with pytest.raises(TavleError, match=why) as failure:
        run(board)
    assert step in failure.value.next_step and board.running == "old"
    assert started(board) == "old"


def test_garbage_on_the_line_is_told():
    board = board_of(OLD)
    board.garbage = b"\x00\xff?!"
    with pytest.raises(TavleError) as failure:
        run(board)
    assert failure.value.next_step
    board.garbage = b""
    assert started(board) == "old"


def test_of_a_program_that_cannot_be_stopped_it_is_told_what_can_be_done(monkeypatch):
    monkeypatch.setattr(find, "is_pico", lambda port: True)
    board = board_of(OLD)
    board.stubborn = True
    device = device_of(board, 0.0)
    # On the unix port Ctrl-C is a byte like others, and a simulated table has no reset button.
    for port, step in (
        ("/dev/ttyACM0", "BOOTSEL"),
        ("/dev/pts/3", "--target pico --bare --cable"),
    ):
        device.port = port
        with pytest.raises(DeviceError, match=f"cannot stop the program on {port}") as failure:
            device.enter()
        assert step in failure.value.next_step
    assert "reset button" not in failure.value.next_step
