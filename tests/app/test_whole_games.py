# SPDX-License-Identifier: Apache-2.0
"""Games played by tidy hands: every accepted position is the engine's."""

from dice import Dice
from tabletop import Tabletop
from tempdir import new_folder

from rules import RULEBOOKS
from rules.notation import position_text


def _turn(top, chance, cards):
    """Play one turn: the first playable card of a random order, else fold."""
    game = top.game
    match = top.match
    for _ in range(len(cards)):
        action, copy = cards[chance(len(cards))]
        results = match.results(action)
        if results or not match.game.must_play:
            cards.remove((action, copy))
            top.card(game.actions[action], copy)
            if not results or (len(results) == 1 and not results[0][1]):
                top.tap(match.state[16])  # Sorry!: it waits for the button or the next card
                return None
            state, move = results[chance(len(results))]
            if not move:
                top.tap(match.state[16])
                return None
            top.move(move)
            return state
    return None


def _play(rulebook, turns, seed):
    top = Tabletop(new_folder(), rulebook)
    assert top.named("ready"), top.events
    chance = Dice(seed)
    every = [(a, c) for a in range(len(top.game.actions)) for c in range(1, 5)]
    cards = list(every)
    for _ in range(turns):
        if top.match.round is None or len(cards) < 8:
            cards = list(every)
        before = position_text(top.game, top.match.state)
        top.events.clear()
        if top.match.round is not None:
            cards = [c for c in every if not top.match.seen(c[0], c[1])]
        state = _turn(top, chance, cards)
        if state is None:
            continue
        if top.phase == "move":
            # Nothing a reed could see has changed: the seat button says that it is done.
            top.tap(top.match.state[16])
        accepted = top.named("accepted")
        story = (rulebook, seed, before, position_text(top.game, state), top.events)
        if top.phase == "ask":
            question = top.recogniser.question
            right = [i for i in question.choices if i >= 0 and top.results[i][0] == state]
            assert right, story
            question.shown = right[0]
            top.tap(top.match.state[16])
            accepted = top.named("accepted")
            assert accepted and accepted[-1]["asked"], story
            top.stand(top.match.state)  # what was shown was taken: put the pawns there
            top.wait(1000)
        else:
            assert accepted, story
            assert bytes(top.match.state[:16]) == state[:16], story
        if top.match.over:
            break
        top.resume()
        assert position_text(top.game, top.match.state) == accepted[-1]["position"], story


def test_every_rulebook_is_played_by_tidy_hands():
    for rulebook in RULEBOOKS:
        _play(rulebook, 60, 7)
