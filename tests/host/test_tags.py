# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Preparing a deck on the simulated table: every kind of sticker, and everything that can fail."""

import pytest
from dealer import desk, foreign, sticker, uid

from tavle.errors import TavleError
from tavle.live import deck as decks
from tavle.live import tags
from tavle.sim.cards import Card, record

PARTNERS = 1


def some(clerk, *names):
    return decks.choose(clerk.deck, names)


def test_blank_stickers_become_cards(monkeypatch):
    blank = [sticker(1), sticker(2, "ntag215"), sticker(3, "ntag216"), sticker(4)]
    with desk(monkeypatch, blank) as (clerk, dealer, *_):
        assert clerk.prepare(some(clerk, "7"))
        clerk.stop()
        assert len(dealer.said("written and read back")) == 4
        assert [c for c, uids in clerk.deck.stickers.items() if uids] == some(clerk, "7")
        assert dealer.asked == []


def test_stickers_that_are_right_are_not_written_again(monkeypatch):
    kind = 3
    done = [sticker(n, message=record(PARTNERS, kind, n)) for n in (2, 1)]
    with desk(monkeypatch, done) as (clerk, dealer, *_):
        wanted = [(kind, 1), (kind, 2)]
        assert clerk.prepare(wanted)  # in any order
        assert len(dealer.said("already: fine")) == 2
        assert clerk.deck.missing() and not set(wanted) & set(clerk.deck.missing())


def test_foreign_content_is_spared_unless_agreed(monkeypatch):
    with desk(monkeypatch, [foreign(1), foreign(2)]) as (clerk, dealer, *_):
        dealer.answers = [False, True]
        assert clerk.prepare(some(clerk, "7/1"))
        assert "holds something that is not ours" in dealer.asked[0]
        assert len(dealer.said("left as it is")) == 1 and len(dealer.said("written and read")) == 1


def test_overwrite_does_not_ask_for_foreign_content_but_for_another_games_card(monkeypatch):
    other = sticker(2, message=record(3, 1, 1))
    with desk(monkeypatch, [other, foreign(1)], tags.Handling(overwrite=True)) as (
        clerk,
        dealer,
        *_,
    ):
        assert clerk.prepare(some(clerk, "7/1"))
        assert len(dealer.asked) == 1 and "another game" in dealer.asked[0]
        assert dealer.said(uid(1).hex())[-1].endswith("written and read back")


def test_a_second_sticker_for_one_card_is_a_duplicate_and_is_asked(monkeypatch):
    two = [sticker(1, message=record(1, 3, 1)), sticker(2, message=record(1, 3, 1))]
    with desk(monkeypatch, two) as (clerk, dealer, *_):
        dealer.answers = [True]
        assert clerk.prepare([(3, 1), (3, 2)])
        assert len(dealer.asked) == 1 and "has its sticker" in dealer.asked[0]
        assert clerk.deck.stickers[(3, 2)] == [uid(2).hex()]


def test_check_finds_duplicates_strangers_and_what_is_missing(monkeypatch):
    stickers = [
        sticker(1, message=record(1, 3, 1)),
        sticker(2, message=record(1, 3, 1)),
        sticker(3, message=record(3, 1, 1)),
        foreign(4),
        sticker(5),
        sticker(6, message=record(1, 0, 2)),
    ]
    with desk(monkeypatch, stickers) as (clerk, dealer, *_):
        dealer.again = False
        dealer.heed = lambda line: dealer.next() if line.startswith("  ") else None
        clerk.check()
        report = "\n".join(clerk.deck.report())
        assert not clerk.deck.good
        name = clerk.deck.name((3, 1))
        assert f"duplicate: {name} is on 2 stickers" in report
        assert f"stranger: {uid(3).hex()}: a card of another game" in report
        assert f"stranger: {uid(4).hex()}: foreign" in report
        assert f"stranger: {uid(5).hex()}: blank" in report
        assert clerk.deck.name((0, 1)) in report.splitlines()[-1]
        assert clerk.deck.name((0, 2)) + "," not in report.splitlines()[-1]


def test_a_deck_is_good_with_every_card_once_and_nothing_else():
    game = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
    deck = decks.deck_of(game, 3)
    for n, card in enumerate(deck.wanted):
        assert not deck.good and deck.missing() == deck.wanted[n:]
        deck.add(card, f"{n:014x}")
    assert deck.good and not deck.report()[-1].startswith("missing")
    deck.strangers["01020304"] = "blank"
    assert not deck.good
    deck.add((0, 2), "01020304")
    assert not deck.good, "a card that this deck has not"
    deck.add(deck.wanted[0], "01020304")
    assert not deck.good, "one card on two stickers"


def test_locked_and_foreign_kinds_of_stickers_say_why(monkeypatch):
    plain = Card("01020304", "", 0, "uid4", bytes.fromhex("01020304"))
    stickers = [sticker(1, locked=True), plain, sticker(2)]
    with desk(monkeypatch, stickers) as (clerk, dealer, *_):
        assert clerk.prepare(some(clerk, "7/1"))
        assert dealer.said("it is locked; use another sticker")
        assert dealer.said("it cannot be written; use an NTAG213")


def test_a_card_taken_away_while_it_is_written_is_asked_again(monkeypatch):
    stickers = [sticker(1), sticker(1)]
    with desk(monkeypatch, stickers) as (clerk, dealer, session, bridge, _):
        seen = []  # what was on the sticker, until it changed

        def react():  # in the table's own time, however busy this PC is
            memory = session.target.stickers()
            if not seen and memory:
                seen.append(memory)
            elif len(seen) == 1 and memory != seen[0]:
                seen.append(memory)
                session.world.take_cards()

        bridge.react = react
        assert clerk.prepare(some(clerk, "7/1"))
        assert len(dealer.said("not written: it was taken away too early")) == 1
        assert len(dealer.said("written and read back")) == 1


def test_disturbed_reads_end_well(monkeypatch):
    stickers = [sticker(n) for n in range(1, 40)]
    with desk(monkeypatch, stickers) as (clerk, dealer, session, bridge, _):
        bridge.do(lambda: session.world.set_tag_errors(0.15))
        assert clerk.prepare(some(clerk, "7"))
        assert len(dealer.said("written and read back")) == 4


def test_a_reader_that_is_unplugged_is_told_and_waited_for(monkeypatch):
    with desk(monkeypatch, [sticker(1), sticker(2)]) as (clerk, dealer, session, bridge, _link):
        dealer.again = False

        def heed(line):
            if "written" in line:
                bridge.do(lambda: session.world.set_reader(False))
            if "Fault, card reader" in line:
                bridge.do(lambda: session.world.set_reader(True))

        dealer.heed = heed
        assert clerk.prepare(some(clerk, "7/1", "7/2"))
        assert dealer.said("Fault, card reader") and dealer.said("The card reader works again.")
        assert len(dealer.said("check the reader's plug")) == 1, "not of a reader that works again"


def test_numbers_are_learnt_kept_and_forgotten(monkeypatch):
    stickers = [foreign(1), sticker(2, locked=True)]
    with desk(monkeypatch, stickers, tags.Handling(learn=True)) as (
        clerk, _, session, bridge, link,
    ):  # fmt: skip
        assert clerk.prepare([(3, 1), (3, 2)])
        link.request("tags.stop")
        bridge.do(lambda: session.power(False))
        bridge.do(lambda: session.power(True))
        link.hello(10.0)
        deck = decks.deck_of(link.request("state")["firmware"], PARTNERS)
        assert decks.learnt(link, deck) == 0
        assert deck.stickers == {(3, 1): [uid(1).hex()], (3, 2): [uid(2).hex()]}
        link.request("tags.start")
        assert link.request("tags.forget", uid=uid(1).hex())["known"]
        assert not link.request("tags.forget", uid=uid(1).hex())["known"]
        link.request("tags.stop")


def test_a_learnt_sticker_that_is_written_anew_is_what_is_written(monkeypatch):
    with desk(monkeypatch, [sticker(1)]) as (clerk, _dealer, _session, _bridge, link):
        link.request("tags.learn", uid=uid(1).hex(), kind=5, copy=1)
        assert clerk.prepare([(3, 1)])
        assert link.request("tags.list")["count"] == 0


def test_locking_is_final(monkeypatch):
    with desk(monkeypatch, [sticker(1)], tags.Handling(lock=True)) as (
        clerk,
        _,
        session,
        bridge,
        link,
    ):
        assert clerk.prepare([(3, 1)])
        assert clerk.deck.locked == {(3, 1)}
        before = bridge.do(session.target.stickers)
        link.request("tags.write", uid=uid(1).hex(), kind=4, copy=1, force=True)
        bridge.do(lambda: session.run_ms(2000))
        assert bridge.do(session.target.stickers) == before


def test_two_stickers_at_once_are_one_too_many(monkeypatch):
    with desk(monkeypatch, []) as (clerk, dealer, session, bridge, _):

        def heed(line):
            if "one card at a time" in line:
                bridge.do(session.world.take_cards)
                dealer.typed.append("q")

        dealer.heed = heed
        dealer.next = lambda: None  # they lie there already
        for number in (1, 2):
            bridge.do(lambda n=number: session.world.lay(sticker(n), keep=True))
        clerk.prepare([(3, 1)])
        assert dealer.said("one card at a time")


def test_unknown_cards_are_named(monkeypatch):
    with desk(monkeypatch, []) as (clerk, *_), pytest.raises(TavleError, match="no card '99'"):
        some(clerk, "99")
