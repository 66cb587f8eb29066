# SPDX-License-Identifier: Apache-2.0
# heap: 8m
"""What a game costs the flash, counted on the real littlefs."""

from flashed_game import HEADER
from norflash import fresh, mount, umount

from store.force import Force
from store.journal import Journal


def count_game(moves, after=None, size=42, begun=None):
    """Play a game, with what else is done when it has begun and after each move; return (flash, journal, [(programs, erases) of every append])."""
    flash = mount(fresh(48))
    journal = Journal("/tavle", ticks_ms=lambda: 45 * flash.erases)
    journal.open()
    journal.start(HEADER)
    if begun:
        begun(journal)
    costs = []
    for i in range(moves):
        programs, erases = flash.programs, flash.erases
        journal.append(2, bytes((i & 255,)) * size)
        costs.append((flash.programs - programs, flash.erases - erases))
        if after:
            after(journal)
    return flash, journal, costs


def test_an_append_is_one_small_write_and_seldom_an_erase():
    _, _, costs = count_game(300)
    programs = sum(cost[0] for cost in costs)
    erasing = sum(1 for cost in costs if cost[1])
    print("300 moves: %d programs, %d erases in %d appends, at most %d in one" % (
        programs, sum(c[1] for c in costs), erasing, max(c[1] for c in costs)))  # fmt: skip
    assert programs <= 1.6 * 300
    assert erasing <= 300 // 4 and max(cost[1] for cost in costs) <= 3
    assert sum(1 for cost in costs if cost[0] == 1) >= 200
    umount()


def test_tidying_between_the_moves_takes_the_erases_of_the_log_out_of_them_too():
    """Once the clock has told of the first one, which is made when the game has begun."""
    for size in range(30, 60):
        flash, _, costs = count_game(300, Journal.tidy, size)
        erasing = [i for i in range(300) if costs[i][1]]
        assert len(erasing) == 1 and erasing[0] < 16 and costs[erasing[0]][1] == 1, (size, erasing)
        umount()
        flash, _, costs = count_game(300, Journal.tidy, size, Journal.fathom)
        assert sum(cost[1] for cost in costs) == 0, size
        assert flash.erases < 115  # 64 without tidying
        umount()


def test_no_move_after_a_power_up_waits_for_an_erase():
    flash, journal, _ = count_game(20)
    for boot in range(40):
        journal = Journal("/tavle", ticks_ms=lambda: 45 * flash.erases)
        journal.open()
        programs, erases = flash.programs, flash.erases
        journal.fathom()
        assert flash.erases - erases <= 1 and flash.programs - programs <= 16
        for i in range(3 + boot % 7):
            erases = flash.erases
            journal.append(2, bytes((i,)) * 42)
            assert flash.erases == erases, (boot, i)
            journal.tidy()
    umount()


def test_a_card_and_a_question_are_one_small_write_each():
    """What is in force is kept beside the journal: written when a card is laid, and when one is asked."""
    flash, journal, _ = count_game(0, begun=Journal.fathom)
    force = Force(journal)
    costs = {"card": [], "question": [], "move": [], "rest": []}

    def count(what, call, *given):
        programs, erases = flash.programs, flash.erases
        call(*given)
        costs[what].append((flash.programs - programs, flash.erases - erases))

    for i in range(300):
        count("card", force.keep, i % 13, 1, None)
        if i % 10 == 0:
            count("question", force.keep, i % 13, 0x81, None)
        count("move", journal.append, 2, bytes((i & 255,)) * 42)
        count("rest", journal.tidy)
    for what, each in costs.items():
        print("%d times %s: %d programs, %d erases, at most %d in one" % (
            len(each), what, sum(c[0] for c in each), sum(c[1] for c in each), max(c[1] for c in each)))  # fmt: skip
    for what in ("card", "question", "move"):
        each = costs[what]
        assert sum(cost[0] for cost in each) <= len(each) + 2, what
        assert sum(cost[1] for cost in each) == 0, what
    assert sum(cost[1] for cost in costs["rest"]) < 130
    umount()


def test_looking_back_writes_nothing():
    flash, journal, _ = count_game(120)
    ops = flash.ops
    assert journal.back(100)[0] == 20
    assert sum(1 for _ in journal.read(1)) == 121
    assert journal.last()[0] == 120 and len(journal.games()) == 1 and not journal.full
    assert flash.ops == ops
    other = Journal("/tavle")
    assert other.open()["records"] == 120
    assert flash.ops == ops  # a clean resume neither
    umount()
