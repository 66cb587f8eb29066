# SPDX-License-Identifier: Apache-2.0
"""The match and its journal: taking back folds and moves to the very start, the last hand, a flash that fails."""

from instead import Instead, full_flash
from refusal import refusal
from tempdir import new_folder

from app.table import match as module
from app.table.match import FOLD, MOVE, Match
from rules.game import NOBODY
from rules.parse import parse_position
from store import files
from store.journal import Journal

PAWNS = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
LAST = "sorry red:z5,f,f,f blue:h,h,h,33 yellow:h,h,h,40 green:h,h,h,h turn=red"


def made(line):
    folder = new_folder()
    journal = Journal(folder)
    journal.open()
    game, state = parse_position(line)
    match = Match(game, journal)
    match.start(None, state)
    return match, folder


def again(match, folder):
    journal = Journal(folder)
    journal.open()
    other = Match(match.game, journal)
    other.resume()
    return other


def snapshot(match):
    return bytes(match.state), match.round.to_bytes() if match.round else b"", match.previous


def play(match, action, copy=1):
    found = match.results(action)
    state, _ = found[0]
    return match.accept(action, copy, state)


def test_folds_and_moves_are_taken_back_one_by_one_to_the_start_and_no_further():
    match, folder = made(PAWNS)
    five = match.game.actions.index("5")
    seen = [snapshot(match)]
    assert not match.can_undo and match.last_card() is None
    play(match, five, 2)
    seen.append(snapshot(match))
    assert match.can_undo and match.last_card() == (five, 2)
    for cards in ([(1, 1), (2, 2)], []):
        assert match.fold(cards) is False
        seen.append(snapshot(match))
        assert match.last_card() is None  # a fold plays none
    told = []
    while match.can_undo:
        seen.pop()
        told.append(match.undo())
        assert snapshot(match)[:2] == seen[-1][:2]
        other = again(match, folder)
        assert snapshot(other) == snapshot(match)
        assert other.can_undo == match.can_undo == (len(seen) > 1)
    assert told == [(-1, 0), (-1, 0), (five, 2)]
    before = snapshot(match)
    refusal(ValueError, match.undo)
    assert snapshot(match) == before


def test_the_last_player_with_cards_plays_on_alone_and_then_a_new_deal_begins():
    match, folder = made(PAWNS)
    assert match.hands() == {"green": 4, "blue": 4, "red": 4, "yellow": 4}
    for _ in range(3):  # green, blue and red put their hands down
        assert match.fold([]) is False
    deck = match.game.deck
    cards = [(a, c + 1) for a in range(len(deck)) for c in range(deck[a])]
    for left in (3, 2, 1, 0):
        assert match.state[module.TURN] == 3 and match.hand(3) == left + 1
        action, copy = cards.pop()
        state = match.game.skip(match.state)
        assert match.accept(action, copy, state) is (left == 0)
        assert again(match, folder).hands() == match.hands()
    assert match.fresh_deal and match.round.deal == 2
    assert match.state[module.TURN] == match.round.first == 0
    assert match.hands() == {"green": 4, "blue": 4, "red": 4, "yellow": 4}
    match.undo()  # the last card of a deal can be taken back, too
    assert not match.fresh_deal and match.hands() == {"green": 0, "blue": 0, "red": 0, "yellow": 1}
    assert match.state[module.TURN] == 3


def test_a_won_game_has_a_winner_no_deal_and_can_be_taken_back():
    match, folder = made(LAST)
    assert not match.over and match.winner == "" and match.hands() == {} and match.hand(2) == 1
    assert not match.fresh_deal and not match.seen(0, 1)
    play(match, match.game.actions.index("1"))
    assert match.over and match.winner == "red"
    other = again(match, folder)
    assert other.over and other.winner == "red"
    match.undo()
    assert not match.over


def test_cards_are_seen_once_they_were_played_or_shown_and_unknown_copies_never():
    match, folder = made(PAWNS)
    five = match.game.actions.index("5")
    assert not match.seen(five, 2)
    play(match, five, 2)
    assert match.seen(five, 2) and not match.seen(five, 1) and not match.seen(five, 0)
    match.fold([(1, 1)])
    assert match.seen(1, 1) and again(match, folder).seen(1, 1)
    match.undo()
    assert not match.seen(1, 1) and match.seen(five, 2)


def test_what_is_in_force_is_kept_for_its_position_only():
    match, folder = made(PAWNS)
    assert match.in_force() == (-1, 0, None)
    match.keep(5, 2, None)
    assert again(match, folder).in_force() == (5, 2, None)
    match.keep(0, 1, None)  # the first kind of card is a card, too
    assert again(match, folder).in_force() == (0, 1, None)
    for shown in ([(1, 1), (1, 2), (12, 4), (3, 1)], [], None):
        match.keep(-1, 0, shown)
        assert again(match, folder).in_force() == (-1, 0, shown)
    match.keep(5, 2, None)
    play(match, match.game.actions.index("5"))
    assert again(match, folder).in_force() == (-1, 0, None)
    match.keep(7, 1, None)
    match.start()  # another game: nothing of the old one is in force
    assert again(match, folder).in_force() == (-1, 0, None)


def test_a_header_that_is_none_is_refused():
    for header in (b"", b"\x05abc", b"\x03abc", b"\x02\xff\xfe", PAWNS.encode()):
        assert refusal(ValueError, module.header_game, header), header
    game, state = module.header_game(bytes((len(PAWNS),)) + PAWNS.encode() + b"rest")
    assert game.rulebook == "partners-pawns" and state[module.TURN] == 0
    assert MOVE != FOLD and NOBODY == 255


def test_what_waits_to_be_written_is_told_until_it_is():
    match, folder = made(PAWNS)
    five = match.game.actions.index("5")
    assert match.waiting is False
    with Instead(files, "write", full_flash):
        match.keep(five, 2, None)
        assert match.waiting and "card in force" in match.trouble
        match.keep(five, 2, None)  # it is tried again, though it is the same
        assert match.waiting
        match.keep(-1, 0, None)  # what was in force is not any more, and the file never said it
        play(match, five, 2)
        assert match.waiting
    match.fold([])
    match.keep(-1, 0, None)  # as the table does after every card and button, and now and then
    assert not match.waiting and snapshot(again(match, folder))[0] == bytes(match.state)
    match.keep(five, 2, None)
    assert not match.waiting and again(match, folder).in_force() == (five, 2, None)


def test_the_kinds_of_records_are_those_of_every_journal_written_so_far():
    match, folder = made(PAWNS)
    five = match.game.actions.index("5")
    play(match, five, 2)
    match.fold([])
    journal = Journal(folder)
    journal.open()
    records = list(journal.read(journal.game))
    assert [(seq, kind) for seq, kind, _, _ in records] == [(0, 0), (1, 2), (2, 3)]
    line = PAWNS.encode()
    header, moved = bytes(records[0][3]), bytes(records[1][3])
    assert header[: 1 + len(line)] == bytes((len(line),)) + line
    assert moved[20:22] == bytes((five, 2)) and bytes(records[2][3])[20:22] == bytes((NOBODY, 0))
