# SPDX-License-Identifier: Apache-2.0
# heap: 24m
"""Cuts the power at every flash operation of whole games, on the real littlefs.

Each cut is tried twice: the operation does not happen at all, or half of it happens. After
each the flash is mounted again and the table must open with every accepted record. Settings,
stickers and wiring are cut in `mpy_powercut_files.py`.
"""

from flashed_game import HEADER, Player, check_live, payload, reopen
from norflash import fresh, mount, umount

from store.files import NotSaved
from store.journal import Journal


def two_games(player, journal):
    player.start(journal)
    for i in range(12):
        player.append(journal, payload(i))
        if i % 8 == 7:
            player.undo(journal, i % 3 + 1)
    player.start(journal)
    for i in range(8):
        player.append(journal, payload(100 + i))
    journal.mark_fetched(1)
    player.start(journal)
    journal.delete(2)
    player.append(journal, payload(200))


def test_every_operation_of_three_games():
    clean = fresh(24)
    flash, journal, _ = reopen(bytearray(clean))
    two_games(Player(), journal)
    umount()
    operations = flash.ops
    assert operations > 40
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


def test_every_operation_of_a_game_that_is_tidied():
    """The tail is written once more where its folder's log is about to begin a new block."""
    clean = fresh(24)

    def play(player, flash):
        journal = Journal("/tavle", ticks_ms=lambda: 45 * flash.erases)
        journal.open()
        player.start(journal)
        journal.fathom()
        erased = 0
        for i in range(40):
            before = flash.erases
            player.append(journal, payload(i))
            erased += flash.erases > before
            journal.tidy()
        return erased

    flash = mount(bytearray(clean))
    assert play(Player(), flash) == 0
    umount()
    operations = flash.ops
    print("a game that is tidied: %d operations, each cut cleanly, torn and in bits" % operations)
    for cut in range(1, operations + 1):
        for torn in (False, True, 3):
            player = Player()
            data = bytearray(clean)
            flash = mount(data, cut, torn)
            try:
                play(player, flash)
            except (OSError, NotSaved, ValueError):
                assert flash.dead
            umount()
            _, journal, info = reopen(data)
            assert not info["report"], (cut, torn, info)
            if player.game and journal.game == player.game:
                check_live(journal, player.games[player.game], player.doing)
            else:
                assert player.doing and player.doing[0] == "start"
            umount()


def test_every_append_of_a_long_game():
    data = fresh(24)
    accepted = []
    flash, journal, _ = reopen(data)
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
                _, other, _ = reopen(copy, cut, torn)
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
        _, journal, _ = reopen(data, cut)
        try:
            journal.start(b"second")
        except NotSaved:
            pass
        umount()
        for second in range(1, 9):
            for torn in (False, True):
                copy = bytearray(data)
                reopen(copy, second, torn)
                umount()
                _, journal, info = reopen(copy)
                assert not info["report"]
                assert journal.game in (1, 2)
                records = [record[3] for record in journal.read(1)]
                assert records == [HEADER] + [payload(i) for i in range(9)]
                umount()
