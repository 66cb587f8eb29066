# SPDX-License-Identifier: Apache-2.0
# heap: 1m
"""Reading a small file takes a small piece of memory: on a Pico no piece of 8 KB may be free."""

from tempdir import new_folder

from store import files


def test_a_small_file_is_read_where_no_large_piece_is_free():
    path = new_folder() + "/small"
    files.write(path, b"x" * 300)
    pieces = [None] * 6000
    for size in (4000, 500, 50):
        try:
            for k in range(len(pieces)):
                if pieces[k] is None:
                    pieces[k] = bytearray(size)
        except MemoryError:
            pass
    for k in range(0, len(pieces), 2):
        if pieces[k] is not None:
            pieces[k] = None
    try:
        bytearray(files.LARGEST)
        raise AssertionError("there is a large piece")
    except MemoryError:
        pass
    data = files.read(path)
    pieces.clear()
    assert data == b"x" * 300
