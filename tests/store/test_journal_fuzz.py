# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Random games and random damage: the journal opens, and never invents a record."""

import os
import random

from hypothesis import given
from hypothesis import strategies as st
from tempdir import new_folder

from store import files
from store.journal import Journal


class Model:
    """A journal beside a plain list of what it should hold."""

    def __init__(self):
        self.root = new_folder()
        self.games = {}  # game -> {seq: (kind, prev, payload)}
        self.chain = []  # seqs in force, of the live game
        self.reopen()
        self.start(b"first")

    def reopen(self):
        self.journal = Journal(self.root, 50)
        return self.journal.open()

    def start(self, header):
        self.journal.start(header)
        self.live = self.games[self.journal.game] = {0: (0, 0, header)}
        self.chain = [0]

    def append(self, payload):
        seq = self.journal.append(2, payload)
        assert seq == len(self.live)
        self.live[seq] = (2, self.chain[-1], payload)
        self.chain.append(seq)

    def undo(self, n):
        if n >= len(self.chain):
            return
        target = self.journal.undo(n)
        del self.chain[len(self.chain) - n :]
        kind, _, payload = self.live[self.chain[-1]]
        assert target == (self.chain[-1], kind, payload)
        self.live[len(self.live)] = (1, self.chain[-1], bytes((kind,)) + payload)

    def check(self):
        for n in range(len(self.chain)):
            seq = self.chain[-1 - n]
            kind, _, payload = self.live[seq]
            assert self.journal.back(n) == (seq, kind, payload)
        assert self.journal.back(len(self.chain)) is None
        for game, records in self.games.items():
            found = {seq: rest for seq, *rest in self.journal.read(game)}
            assert found == {seq: list(rest) for seq, rest in records.items()}


STEP = st.one_of(
    st.tuples(st.just("append"), st.binary(max_size=64)),
    st.tuples(st.just("append"), st.binary(min_size=150, max_size=200)),
    st.tuples(st.just("undo"), st.integers(1, 6)),
    st.tuples(st.sampled_from(["start", "reopen", "tidy"]), st.none()),
)


@given(st.lists(STEP, max_size=80))
def test_any_sequence_is_read_back(steps):
    model = Model()
    for what, value in steps:
        if what == "append":
            model.append(value)
        elif what == "undo":
            model.undo(value)
        elif what == "start":
            model.start(b"header %d" % len(model.games))
        elif what == "tidy":
            model.journal.tidy()
        else:
            assert model.reopen()["report"] == []
    model.check()


def damage(root, rng):
    """Change, cut, lengthen or remove one file."""
    paths = [f"{folder}/{name}" for folder, _, names in os.walk(root) for name in names]
    if not paths:
        return
    path = rng.choice(sorted(paths))
    data = bytearray(files.read(path))
    kind = rng.randrange(6)
    if kind == 0 and data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 1 and data:
        at = rng.randrange(len(data))
        data[at : at + 40] = rng.randbytes(len(data[at : at + 40]))
    elif kind == 2:
        data = data[: rng.randrange(len(data) + 1)]
    elif kind == 3:
        data += rng.randbytes(rng.randrange(100))
    elif kind == 4:
        data = bytearray(b"\xff" * len(data))
    else:
        os.remove(path)
        return
    files.write(path, data)


@given(st.integers(0, 2**32), st.integers(0, 120), st.integers(1, 3))
def test_damage_never_invents_a_record_and_never_stops_the_table(seed, moves, wounds):
    rng = random.Random(seed)
    model = Model()
    for i in range(moves):
        if i % 50 == 49:
            model.start(b"header %d" % i)
        elif i % 11 == 10:
            model.undo(2)
        else:
            model.append(rng.randbytes(38 + i % 9))
    for _ in range(wounds):
        damage(model.root, rng)
    model.reopen()
    journal = model.journal
    for game, *_ in journal.games():
        for seq, kind, prev, payload in journal.read(game):
            assert model.games[game][seq] == (kind, prev, payload)
    n = 0
    while journal.back(n) is not None:
        seq, kind, payload = journal.back(n)
        assert model.games[journal.game][seq][0::2] == (kind, payload)
        n += 1
    if not journal.game:
        journal.start(b"after the damage")
    journal.append(2, b"goes on")
    info = model.reopen()
    assert model.journal.last()[2] == b"goes on"
    assert info["report"] == []
