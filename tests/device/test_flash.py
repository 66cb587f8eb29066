# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Flashing a board: what is sent, what is kept, and boards that are refused or full."""

import pytest
from flash_bench import NEW, OLD, USER, board_of, check_user_files, device_of, run, started

from tavle.device import find, flash, plan
from tavle.device.base import DeviceError, FlashFull
from tavle.errors import TavleError


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
    assert todo.nothing and todo.same == len(NEW)
    assert board.disk.log[before:] == [("remove", "/tavle/safe")]  # the boot, not the flash


def test_only_what_changed_is_sent():
    board = board_of(OLD)
    _, todo = run(board)
    assert sorted(todo.send) == sorted(set(NEW) - {"/rules/__init__.mpy"})
    assert todo.remove == ["/app/gone.mpy", "/rules/games/old.mpy"]


def test_a_source_that_hides_a_compiled_module_goes():
    board = board_of({**NEW, "/app/table/table.py": b"print('old')"})
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


def test_a_program_that_cannot_be_stopped_is_told(monkeypatch):
    monkeypatch.setattr(find, "is_pico", lambda port: True)
    board = board_of(OLD)
    board.stubborn = True
    device = device_of(board, 0.0)
    with pytest.raises(DeviceError, match="cannot stop the program") as failure:
        device.enter()
    assert "BOOTSEL" in failure.value.next_step


def test_a_simulated_table_has_no_reset_button():
    """On the unix port Ctrl-C is a byte like others: its table cannot be flashed, and the tool says what can."""
    board = board_of(OLD)
    board.stubborn = True
    device = device_of(board, 0.0)
    device.port = "/dev/pts/3"
    with pytest.raises(DeviceError, match="cannot stop the program on /dev/pts/3") as failure:
        device.enter()
    assert "--target pico --bare --cable" in failure.value.next_step
    assert "reset button" not in failure.value.next_step
