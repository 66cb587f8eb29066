# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The emulated controller has the memory of a Pico 2."""

import pytest

from tavle.errors import TavleError
from tavle.sim import emulator
from tavle.sim.prepare import image

MAIN = b"""
import gc
gc.collect()
print("free", gc.mem_free())
kept = bytearray(300_000)
for at in range(0, len(kept), 1000):
    kept[at] = at // 1000 % 251
rows = [bytearray(1000) for _ in range(100)]
gc.collect()
print("same", all(kept[at] == at // 1000 % 251 for at in range(0, len(kept), 1000)))
print("end 0")
"""


@pytest.mark.pico
def test_micropython_has_the_room_of_a_pico_2():
    said = emulator.said(emulator.boot(image({"main.py": MAIN})), "end 0", 10).splitlines()
    assert "same True" in said
    free = next(int(line.split()[1]) for line in said if line.startswith("free"))
    assert 480_000 < free < 500_000


def test_an_image_with_its_heap_elsewhere_is_refused_in_words():
    with pytest.raises(TavleError, match="does not have its heap where it is looked for; use the"):
        emulator.with_heap_moved(bytes(1024))
