# SPDX-License-Identifier: Apache-2.0
"""A game that is written to a flash in RAM, and what its journal must hold whatever happened."""

from norflash import mount

from store.journal import Journal

HEADER = b"partners-movers seats=0123 first=0 seed=1234567890"


def payload(i):
    """About what the app stores for a move: card, 20 bytes of position, the round."""
    return bytes(((i * 7 + k) & 255 for k in range(38 + i % 9)))


class Player:
    """Plays a script into a journal and remembers what has been accepted."""

    def __init__(self):
        self.games = {}  # game -> payloads accepted, in order; an undo is ("undo", n)
        self.doing = None  # what was under way at the cut
        self.game = 0

    def start(self, journal):
        self.doing = ("start", None)
        journal.start(HEADER + b"%d" % self.game)
        self.game = journal.game
        self.games[self.game] = []
        self.doing = None

    def append(self, journal, data):
        self.doing = ("append", data)
        journal.append(2, data)
        self.games[self.game].append(data)
        self.doing = None

    def undo(self, journal, n):
        self.doing = ("append", ("undo", n))
        journal.undo(n)
        self.games[self.game].append(("undo", n))
        self.doing = None


def in_force(entries):
    """Return the payloads in force after those entries."""
    chain = []
    for entry in entries:
        if isinstance(entry, tuple):
            del chain[len(chain) - entry[1] :]
        else:
            chain.append(entry)
    return chain


def check_live(journal, accepted, doing):
    """The live game holds what was accepted, and at most the one entry under way besides."""
    chain = in_force(accepted)
    count = sum(1 for _ in journal.read(journal.game)) - 1
    if count != len(accepted):
        assert count == len(accepted) + 1 and doing and doing[0] == "append", (count, doing)
        chain = in_force(accepted + [doing[1]])
    for n in range(len(chain)):
        assert journal.back(n)[2] == chain[len(chain) - 1 - n], (n, doing)
    assert journal.back(len(chain))[0] == 0
    assert journal.back(len(chain) + 1) is None


def reopen(data, cut=0, torn=False):
    """Mount a flash and open the journal on it; return (flash, journal, what `open` says)."""
    flash = mount(data, cut, torn)
    journal = Journal("/tavle")
    return flash, journal, journal.open()
