# SPDX-License-Identifier: Apache-2.0
"""Throws and cards that neither of two sides can choose, nor know before it is their time.

Each side makes a chain of hashes from a secret and publishes its end, once, when the game begins. For draw n both
show the link n+1 before the end: the other one hashes it and sees that it was fixed from the beginning. The draw is made
of both links, so who shows the last one can change nothing any more.
"""

import hashlib

LENGTH = 8192
"""Links of a chain, and so draws of a game with those of take-backs; the longest games take a tenth."""
_SIZE = 32


def _hashed(link: bytes) -> bytes:
    return hashlib.sha256(link).digest()


class Chain:
    """One's own chain.

    Args:
        secret: 32 bytes that nobody else knows.
    """

    def __init__(self, secret: bytes):
        links = bytearray()
        link = secret
        for _ in range(LENGTH + 1):
            link = _hashed(link)
            links += link
        self._links = bytes(links)

    def link(self, n: int) -> bytes:
        """Return the link of draw n. Raises ValueError when the chain is used up."""
        if not 0 <= n < LENGTH:
            raise ValueError("the game is too long")
        at = (LENGTH - 1 - n) * _SIZE
        return self._links[at : at + _SIZE]

    @property
    def end(self) -> bytes:
        """What is published first."""
        return self._links[-_SIZE:]


class Shown:
    """What the other side has shown of its chain.

    Args:
        end: what it has published first.
    """

    def __init__(self, end: bytes):
        self._at = -1
        self._link = end

    def show(self, n: int, link: bytes) -> bool:
        """Take the link of draw n; False when it is not of this chain."""
        if n <= self._at:
            return self.link(n) == link
        if n >= LENGTH or len(link) != _SIZE:
            return False
        found = link
        for _ in range(n - self._at):
            found = _hashed(found)
        if found != self._link:
            return False
        self._at, self._link = n, link
        return True

    def link(self, n: int) -> bytes | None:
        """Return the link of draw n, None when it has not been shown."""
        if n > self._at:
            return None
        link = self._link
        for _ in range(self._at - n):
            link = _hashed(link)
        return link


def drawn(links: tuple[bytes, bytes], limit: int) -> int:
    """Return a number below `limit`, as likely as any, of both sides' links; their order is the same for both."""
    return (
        int.from_bytes(hashlib.sha256(b"tavle draw" + links[0] + links[1]).digest(), "big") % limit
    )
