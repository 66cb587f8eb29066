# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Power and cable cut while a board is flashed: it boots, and the command can be repeated."""

import os

import pytest
from flash_bench import OLD, board_of, check_new, run, started

from tavle.device import plan
from tavle.device.base import DeviceError
from tavle.errors import TavleError

# What was on the board, and the versions that may play after a cut.
STARTS = ((OLD, {"old", "new"}), ({}, {"", "new"}))


@pytest.mark.parametrize(("files", "allowed"), STARTS, ids=["update", "first"])
def test_a_power_cut_at_every_flash_operation_leaves_what_was_there_or_new(files, allowed):
    board = board_of(files)
    run(board)
    total = board.disk.operations
    assert total > 15
    for cut in range(total):
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
        check_new(board, cut)


def _plays(board):
    """Return the version that plays; the mark of the interrupt may be there: then the next reset plays."""
    return started(board) or started(board)


def _cut_twice(files, allowed, first, seconds):
    """Cut the power at one operation, and once more while what it left is flashed again.

    Returns how many second cuts there were; None for `seconds` means every one.
    """
    second = tried = 0
    while True:
        board = board_of(files)
        board.disk.cut_at = board.disk.operations + first
        with pytest.raises(TavleError):
            run(board, patience_s=0.01)
        assert _plays(board) in allowed, first
        if seconds is None or second in seconds:
            tried += 1
            board.disk.cut_at = board.disk.operations + second
            try:
                run(board, patience_s=0.01)
            except TavleError as error:
                assert error.next_step, (first, second)
            else:  # it was done before the second cut came
                assert started(board) == "new", (first, second)
                return tried
            version = _plays(board)
            assert version in allowed, (first, second, board.disk.log[-3:], board.said)
            run(board)
            check_new(board, first, second)
        second += 1
        if seconds is not None and second > max(seconds):
            return tried


def _operations(files):
    board = board_of(files)
    run(board)
    return board.disk.operations


def test_two_power_cuts_leave_old_or_new():
    """One pair in some dozens; all of them where TAVLE_PAIRS=all."""
    every = os.environ.get("TAVLE_PAIRS") == "all"
    tried = 0
    for files, allowed in STARTS:
        for first in range(0, _operations(files), 1 if every else 9):
            some = {(first * 7) % 11, 11 + first % 13}
            tried += _cut_twice(files, allowed, first, None if every else some)
    print(tried, "pairs of cuts")
    assert tried > (300 if every else 8)


def _sweep_cable(cuts):
    versions = set()
    for cut in cuts:
        board = board_of(OLD)
        board.cut_wire_at = cut
        try:
            run(board, patience_s=0.01)
        except TavleError as error:
            assert error.next_step, cut
        version = _plays(board)
        assert version in {"old", "new"}, (cut, board.said)
        versions.add(version)
        run(board)
        check_new(board, cut)
    assert versions == {"old", "new"}


def _whole_run():
    board = board_of(OLD)
    run(board)
    return board


def test_a_broken_cable_leaves_old_or_new():
    _sweep_cable(range(0, _whole_run().wire_bytes, 1307))


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
