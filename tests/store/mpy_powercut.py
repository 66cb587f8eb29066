# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""Cuts the power at every flash operation of whole games, on the real littlefs.

Each cut is tried twice: the operation does not happen at all, or half of it happens. After
each the flash is mounted again and the table must open with every accepted record.
"""

import os

import vfs
from norflash import fresh, mount

from store import tagtable, wiring
from store.config import Config
from store.files import NotSaved
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


def reopen(data, max_games=20, cut=0, torn=False):
    flash = mount(data, cut, torn)
    journal = Journal("/tavle", max_games)
    return flash, journal, journal.open()


def umount():
    vfs.umount("/tavle")


def two_games(player, journal):
    player.start(journal)
    for i in range(20):
        player.append(journal, payload(i))
        if i % 8 == 7:
            player.undo(journal, i % 3 + 1)
    player.start(journal)
    for i in range(14):
        player.append(journal, payload(100 + i))
    journal.mark_fetched(1)
    player.start(journal)
    journal.delete(2)
    player.append(journal, payload(200))


def test_every_operation_of_three_games():
    clean = fresh(24)
    flash = mount(bytearray(clean))
    journal = Journal("/tavle")
    journal.open()
    two_games(Player(), journal)
    umount()
    operations = flash.ops
    assert operations > 60
    print("three games: %d operations, each cut cleanly and torn" % operations)
    for cut in range(1, operations + 1):
        for torn in (False, True):
            player = Player()
            data = bytearray(clean)
            flash = mount(data, cut, torn)
            journal = Journal("/tavle")
            try:
                journal.open()
                two_games(player, journal)
            except (OSError, NotSaved, ValueError):
                assert flash.dead  # then also a look at the folder can fail: "no game 2"
            umount()
            _, journal, info = reopen(data)
            assert not info["report"], (cut, torn, info)
            if player.game:
                found = journal.game
                if found != player.game:
                    assert found == player.game + 1 and player.doing[0] == "start"
                    assert journal.last()[2][: len(HEADER)] == HEADER
                else:
                    check_live(journal, player.games[found], player.doing)
            # The table goes on from there, and the next power-up knows it.
            if not journal.game:
                journal.start(HEADER)
            journal.append(2, b"goes on")
            umount()
            _, journal, info = reopen(data)
            assert journal.last()[2] == b"goes on" and not info["report"], (cut, torn)
            umount()


def test_every_append_of_a_long_game():
    data = fresh(24)
    accepted = []
    flash = mount(data)
    journal = Journal("/tavle")
    journal.open()
    journal.start(HEADER)
    cuts = 0
    for i in range(260):
        before = bytearray(data)
        ops = flash.ops
        journal.append(2, payload(i))
        ops = flash.ops - ops
        umount()
        for cut in range(1, ops + 2):  # one more: a resumed journal may take another path
            for torn in (False, True):
                copy = bytearray(before)
                _, other, _ = reopen(copy, 20, cut, torn)
                acked = False
                try:
                    other.append(2, payload(i))
                    acked = True
                except NotSaved:
                    pass
                umount()
                _, other, info = reopen(copy)
                cuts += 1
                assert not info["report"], info
                last = other.last()[2]
                wanted = payload(i - 1) if i else HEADER
                assert last == payload(i) or (last == wanted and not acked), (i, cut, torn)
                umount()
        accepted.append(payload(i))
        flash = mount(data)
    assert cuts > 1000
    print("a game of 260 moves: %d cuts" % cuts)
    umount()
    _, journal, _ = reopen(data)
    check_live(journal, accepted, None)
    umount()


def test_cut_while_recovering_from_a_cut():
    """A start that was cut leaves two live files; cut their clean-up as well, everywhere."""
    base = fresh(24)
    _, journal, _ = reopen(base)
    journal.start(HEADER)
    for i in range(9):
        journal.append(2, payload(i))
    umount()
    for cut in range(1, 12):
        data = bytearray(base)
        _, journal, _ = reopen(data, 20, cut)
        try:
            journal.start(b"second")
        except NotSaved:
            pass
        umount()
        for second in range(1, 9):
            for torn in (False, True):
                copy = bytearray(data)
                reopen(copy, 20, second, torn)
                umount()
                _, journal, info = reopen(copy)
                assert not info["report"]
                assert journal.game in (1, 2)
                records = [record[3] for record in journal.read(1)]
                assert records == [HEADER] + [payload(i) for i in range(9)]
                umount()


def test_full_flash_keeps_the_game_in_ram_and_saves_it_later():
    data = fresh(16)
    _, journal, _ = reopen(data)
    journal.start(HEADER)
    fill("/tavle/filler")
    count = 0
    while journal.waiting < 30:
        try:
            journal.append(2, payload(count))
        except NotSaved as error:
            assert error.full and "full" in str(error)
        count += 1
    for n in range(count):
        assert journal.back(n)[2] == payload(count - 1 - n)
    # Losing the power now costs the records in RAM and nothing else.
    umount()
    copy = bytearray(data)
    _, other, info = reopen(copy)
    assert not info["report"]
    check_live(other, [payload(i) for i in range(count - 30)], None)
    umount()
    mount(data)
    empty("/tavle/filler")
    assert journal.retry() and journal.waiting == 0
    umount()
    _, journal, info = reopen(data)
    assert not info["report"]
    check_live(journal, [payload(i) for i in range(count)], None)
    umount()


def test_full_flash_drops_fetched_games_and_no_others():
    data = fresh(40)
    _, journal, _ = reopen(data)
    for _ in range(3):
        journal.start(HEADER)
        for i in range(200):
            journal.append(2, payload(i))
    journal.mark_fetched(1)
    fill("/tavle/filler", (2048,))
    saved = 200
    while len(journal.games()) == 3 or saved < 280:
        journal.append(2, payload(saved))  # dropping the fetched game has made room
        saved += 1
    assert [game[0] for game in journal.games()] == [2, 3]
    while not journal.waiting:
        try:
            journal.append(2, payload(saved))
        except NotSaved as error:
            assert error.full
        saved += 1
    assert [game[0] for game in journal.games()] == [2, 3]
    assert sum(1 for _ in journal.read(2)) == 201
    umount()


def fill(path, sizes=(2048, 400, 30)):
    """Write until the flash is full, down to the folders' own blocks."""
    count = 0
    for size in sizes:
        full = False
        while not full:
            try:
                with open("%s%d" % (path, count), "wb") as file:
                    file.write(b"f" * size)
                count += 1
            except OSError as error:
                assert error.args[0] in (28, 36)  # 36: littlefs has no room for the name
                full = True


def empty(path):
    folder, start = path.rsplit("/", 1)
    for name in os.listdir(folder):
        if name.startswith(start):
            os.remove(folder + "/" + name)


def old_or_new(prepare, write, reads, old, new):
    """Cut a write everywhere; reading gives the old or the new value, and the new one if acked."""
    base = fresh(16)
    mount(base)
    prepare()
    umount()
    copy = bytearray(base)
    flash = mount(copy)
    write()
    umount()
    assert flash.ops > 1
    for cut in range(1, flash.ops + 1):
        for torn in (False, True):
            copy = bytearray(base)
            mount(copy, cut, torn)
            acked = False
            try:
                write()
                acked = True
            except NotSaved:
                pass
            umount()
            mount(copy)
            value = reads()
            assert value == new or (value == old and not acked), (cut, torn, value)
            umount()


def test_settings_are_old_or_new():
    path = "/tavle/config.json"

    def save(settle_ms):
        config = Config(path)
        config.load()
        config.set("settle_ms", settle_ms)
        config.save()

    def load():
        config = Config(path)
        assert config.load() == []
        return config["settle_ms"]

    old_or_new(lambda: save(700), lambda: save(900), load, 700, 900)


def test_sticker_table_is_old_or_new():
    path = "/tavle/tags.bin"

    def save(count):
        table = tagtable.TagTable(path)
        for i in range(count):
            table.learn(b"\x04" + bytes([i]) * 6, 1, i // 4, i % 4 + 1)
        table.save()

    def load():
        table = tagtable.TagTable(path)
        assert table.load() == ""
        return len(table)

    # 56 cards are 796 bytes, too many for an inline file: blocks are written as well.
    old_or_new(lambda: save(40), lambda: save(56), load, 40, 56)


def test_wiring_is_old_or_new():
    path = "/tavle/wiring.bin"
    old = bytes(reversed(range(112)))
    new = wiring.straight(112)
    old_or_new(
        lambda: wiring.save(path, "sorry", old, old),
        lambda: wiring.save(path, "sorry", new, new),
        lambda: wiring.load(path, "sorry", 112, 112)[0],
        old,
        new,
    )


def test_migration_from_format_0_survives_every_cut():
    from test_journal import move, old_journal

    base = fresh(24)
    mount(base)
    with open("/tavle/00007.jnl", "wb") as file:
        file.write(old_journal(150))
    umount()
    copy = bytearray(base)
    flash, journal, info = reopen(copy)
    umount()
    for cut in range(1, flash.ops + 1):
        for torn in (False, True):
            copy = bytearray(base)
            reopen(copy, 20, cut, torn)
            umount()
            _, journal, info = reopen(copy)
            assert info["game"] == 7 and info["records"] == 153, (cut, torn, info)
            assert journal.last() == (153, 3, b"other") and journal.back(1)[2] == move(147)
            assert journal.back(149) == (0, 0, b"header")
            assert [game[0] for game in journal.games()] == [7]
            journal.append(2, b"goes on")
            umount()
