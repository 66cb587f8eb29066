# SPDX-License-Identifier: Apache-2.0
"""Runs as main.py on the emulated Pico: appends records until the power goes.

Prints `found n` for the newest record on flash, `saved n` for each that was appended; the last line is `end 0`.
"""

import os
import time

from store.journal import Journal

try:
    os.mkdir("/tavle")
except OSError:
    pass
journal = Journal("/tavle")
if not journal.open()["game"]:
    journal.start(b"h" * 90)
number, _, payload = journal.last()
assert not number or payload == bytes([number]) * 42
print("found", number)
for n in range(number + 1, number + 9):
    journal.append(2, bytes([n]) * 42)
    print("saved", n)
    time.sleep_ms(5)  # until that has left
print("end", 0)
