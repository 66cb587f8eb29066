# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What a party keeps account of, event by event, in games with take-backs: `party.txt`, kept by `make accept`.

A line is an event, who has to act, the cards of every hand and pile by number, how far a take-back leads, and a checksum
of all that is kept.
"""

import json
import random
from binascii import crc32
from pathlib import Path

from golden import same_lines

from tavle.paths import add_firmware
from tavle.web.party import NotNow, Party

add_firmware()
from rules import load  # noqa: E402
from rules.game import NOBODY, TURN  # noqa: E402

GAMES = (
    ("partners-pawns", ("person", "easy", "device", "easy"), 11, 60),
    ("partners-nordic", ("easy", "person", "easy", "person"), 12, 25),
    ("sorry", ("person", "none", "device", "easy"), 13, 40),
    ("ludo-norsk", ("person", "none", "easy", "none"), 14, 25),
)


class Evening:
    """Plays a game by chance, as a table tells it, before a party."""

    def __init__(self, rulebook, who, seed, turns):
        whole = load(rulebook)
        seats = tuple(seat for seat in range(4) if who[seat] != "none")
        self.game = game = load(rulebook, seats)
        self.party = Party(game, dict(zip(whole.colours, who, strict=True)), seed)
        self.party.links = {colour: f"link of {colour}" for colour in self.party.links}
        self.chance = random.Random(seed)
        self.state = bytes(game.new(seats[0]))
        self.deal = game.round(None, seats[0])
        self.before = []  # (position, round) that a take-back returns to
        self.said = ["", f"# {rulebook}, {' '.join(who)}", json.dumps(self.party.as_dict())]
        self.round()
        for turn in range(turns):
            if self.state[TURN] == NOBODY:
                break
            self.turn()
            if turn % 7 == 6 and self.before:
                self.take_back(1 + turn % 3)
        self.said.append(json.dumps({**self.party.as_dict(), "before": len(self.party._before)}))

    @property
    def colour(self):
        return self.game.colours[self.state[TURN]] if self.state[TURN] != NOBODY else ""

    def hear(self, **event):
        """Let the party hear of something; note what it makes of it."""
        party, turn = self.party, self.colour
        party.hear(event, turn)
        self.note(" ".join(str(value) for value in event.values()))

    def note(self, what):
        party = self.party
        public = party.public(self.colour)
        counts = "/".join(str(len(party.hands.get(colour, ()))) for colour in party.who)
        kept = crc32(
            json.dumps([party.as_dict(), public, list(party.known())], default=list).encode()
        )
        self.said.append(
            f"{what}: {public['stage']}, {public['acting'] or '-'}, {counts}, pile {public['pile']}, seen {len(party.seen)}, "
            f"passed {len(party.passed)}, backs {public['backs']}, last {party.last_mover() or '-'}, {kept:08x}"
        )

    def round(self):
        """Tell of a deal, where there are deals, and let everybody pass a card."""
        if self.deal is None:
            return
        colours, deal, party = self.game.colours, self.deal, self.party
        self.hear(
            event="round", dealer=colours[deal.dealer], deal=deal.deal, first=colours[deal.first]
        )
        self.hear(
            event="round", dealer=colours[deal.dealer], deal=deal.deal, first=colours[deal.first]
        )
        while party.waiting():
            party.think_what_to_give(self.state)
            self.note(f"waiting {' '.join(party.waiting())}")
            for colour in party.waiting()[:1]:
                hand = party.hands[colour]
                party.give(colour, hand[self.chance.randrange(len(hand))])
                self.note(f"{colour} gives")

    def lay(self, card):
        self.hear(event="card", card=card[0], copy=card[1], playable=True)

    def turn(self):
        game, party, seat = self.game, self.party, self.state[TURN]
        if game.die:
            action = self.chance.randrange(6)
            self.hear(event="rolled", value=action + 1)
        elif game.deck and not game.hand:
            card = party.draw()
            assert party.draw() == card, "it stays on the pile until it is laid"
            action = party.index(card)[0]
            self.lay(card)
        else:
            fits = [
                card
                for card in party.hands[self.colour]
                if game.results(self.state, party.index(card)[0])
            ]
            if not fits:
                self.fold(seat)
                return
            card = self.chance.choice(fits)
            action = party.index(card)[0]
            party.may_lay(self.colour, self.colour, card)
            self.lay(("5", 1))  # one that was laid before it counts for nothing
            self.lay(card)
        found = [bytes(after) for after, _ in game.results(self.state, action)]
        if not found and not game.die and self.chance.random() < 0.5:
            self.hear(event="refused", what="card", reason="no-move")
            self.state = bytes(game.skip(self.state))
            return
        self.keep()
        after = bytearray(self.chance.choice(found) if found else game.skip(self.state))
        fresh = False
        if self.deal is not None:
            fresh = self.deal.play(seat, action, card[1])
            after[TURN] = self.deal.turn
        self.hear(event="accepted", move="x")
        self.state = bytes(after)
        if fresh:
            self.round()

    def keep(self):
        self.before.append((self.state, self.deal and self.deal.to_bytes()))

    def fold(self, seat):
        self.keep()
        colour = self.colour
        cards = [self.party.index(card) for card in self.party.hands[colour]]
        fresh = self.deal.fold(seat, cards)
        self.hear(event="folded", colour=colour)
        self.state = self.state[:TURN] + bytes((self.deal.turn,)) + self.state[TURN + 1 :]
        if fresh:
            self.round()

    def take_back(self, count):
        for _ in range(min(count, len(self.before))):
            self.state, deal = self.before.pop()
            self.deal = self.game.round(deal) if deal else None
            self.hear(event="undone", position="")


def test_a_party_keeps_account_as_was_kept_of_it():
    said = [line for game in GAMES for line in Evening(*game).said]
    same_lines(Path(__file__).parent / "party.txt", said)


def test_a_party_that_was_kept_goes_on_as_the_one_that_was_not():
    for rulebook, who, seed, turns in GAMES:
        evening = Evening(rulebook, who, seed, min(turns, 9))
        kept = json.loads(json.dumps(evening.party.as_dict()))
        again = Party.from_dict(evening.game, kept)
        assert json.loads(json.dumps(again.as_dict())) == kept
        assert (again.public(evening.colour), again.known()) == (
            evening.party.public(evening.colour),
            evening.party.known(),
        )
        assert set(again.thinkers) == set(evening.party.thinkers)


def refusal(call, *given):
    try:
        call(*given)
    except NotNow as error:
        return str(error)
    return ""


def test_when_a_card_cannot_be_given_or_laid():
    party = Party(
        load("partners-pawns"), dict.fromkeys(("green", "blue", "red", "yellow"), "person"), 1
    )
    assert party.stage == "play" and refusal(party.give, "green", ("5", 1)) == "no-exchange"
    party.hear({"event": "round", "dealer": "yellow", "deal": 1, "first": "green"}, "green")
    assert (party.stage, party.waiting(), party.acting("red")) == (
        "exchange",
        ["green", "blue", "red", "yellow"],
        "green",
    )
    mine, other = party.hands["green"][0], party.hands["blue"][0]
    assert refusal(party.may_lay, "green", "green", mine) == "exchange-first"
    assert refusal(party.give, "green", other) == "not-in-hand"
    party.give("green", mine)
    assert (
        refusal(party.give, "green", party.hands["green"][1]) == "gave-already"
        and mine in party.hands["green"]
    )
    for colour in ("blue", "red", "yellow"):
        party.give(colour, party.hands[colour][0])
    assert (party.stage, party.given, mine in party.hands["red"], party.passed["green"]) == (
        "play",
        {},
        True,
        mine,
    )
    held = party.hands["green"][0]
    assert refusal(party.may_lay, "green", "green", held) == ""
    assert refusal(party.may_lay, "green", "blue", held) == "not-your-turn"
    assert refusal(party.may_lay, "green", "green", mine) == "not-in-hand"
    party.hear({"event": "won", "winner": "green"}, "green")
    assert party.stage == "over" and party.acting("green") == ""
    assert refusal(party.may_lay, "green", "green", held) == "game-over"
    assert refusal(party.give, "green", held) == "no-exchange"


def test_who_has_to_act_is_somebody_at_this_screen_if_one_is_waited_for():
    who = {"green": "device", "blue": "device", "red": "person", "yellow": "person"}
    party = Party(load("partners-pawns"), who, 1)
    assert (party.people(), party.people("device"), party.people("easy")) == (
        ["red", "yellow"],
        ["green", "blue"],
        [],
    )
    assert sorted(party.links) == ["blue", "green"] and all(
        len(link) == 16 for link in party.links.values()
    )
    party.hear({"event": "round", "dealer": "yellow", "deal": 1, "first": "green"}, "green")
    order = []
    while party.waiting():
        order.append(party.acting("blue"))
        party.give(order[-1], party.hands[order[-1]][-1])
    assert order == ["red", "yellow", "green", "blue"] and party.acting("blue") == "blue"
    partners = {"green": "red", "blue": "yellow", "red": "green", "yellow": "blue"}
    assert (
        party.public("blue")["partners"] == partners
        and {c: party.partner(c) for c in who} == partners
    )
    sorry = Party(load("sorry"), dict.fromkeys(load("sorry").colours, "person"), 1)
    assert sorry.public("red")["partners"] == {} and not sorry.has_hands and party.has_hands


def test_300_take_backs_are_remembered():
    party = Party(load("sorry"), dict.fromkeys(load("sorry").colours, "person"), 1)
    for n in range(310):
        party.hear({"event": "accepted", "move": "-"}, "red" if n == 10 else "blue")
    assert party.public("red")["backs"] == len(party._before) == 300
    assert party._before[0]["turn"] == "red" and party.last_mover() == "blue"


def test_a_take_back_of_a_fold_is_the_folders_whatever_turn_it_is_by_then():
    who = {"green": "easy", "blue": "person", "red": "easy", "yellow": "person"}
    party = Party(load("partners-pawns"), who, 1)
    party.hear({"event": "round", "dealer": "yellow", "deal": 1, "first": "green"}, "green")
    held = list(party.hands["blue"])
    party.hear({"event": "folded", "colour": "blue"}, "red")
    assert (party.last_mover(), party.public("red")["backs"], party.hands["blue"]) == (
        "blue",
        1,
        [],
    )
    assert party.seen == held
    party.hear({"event": "folded", "colour": "green"}, "blue")
    assert (party.last_mover(), party.public("red")["backs"]) == ("green", 1)
