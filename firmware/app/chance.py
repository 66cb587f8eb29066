# SPDX-License-Identifier: Apache-2.0
"""What is left to chance at the table: the die, and who begins."""

import os


def drawn(limit: int) -> int:
    """Return a whole number below `limit` (1..256), each as likely: nobody can compute the next from those before."""
    while True:
        byte = os.urandom(1)[0]
        if byte < 256 - 256 % limit:
            return byte % limit


def throw_die(faces: int) -> int:
    """Throw a die: 1..faces."""
    return drawn(faces) + 1
