# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What every computer chooses, and what every result is worth to it, in games that chance has played.

`decisions/GAME.txt` has what a pawn is worth by place, then a position a paragraph: its line, the hand, the dangers and each card's worths as
checksums, what is best for the partner, and what each level plays. `make accept` writes them anew: whoever makes a
computer faster changes no line; whoever makes it play otherwise reads which.
"""

from binascii import crc32
from pathlib import Path

import pytest
from deals import Hands, four, reached, through
from golden import GAMES, game_of, same_lines

from players import LEVELS, decide
from players import load as load_player
from players.chance import Chance
from players.observation import Observation
from rules.game import HOME, NOBODY, TURN
from rules.notation import move_text, position_text

FOLDER = Path(__file__).with_name("decisions")
POSITIONS = 50
CROWDS = 60


def observations(game):
    """Yield what seats see in games between an easy and a normal player, from the first turn to the last."""
    chance = Chance(17)
    while True:
        if game.hand:
            table = Hands(game, four(game, "easy", "normal"), chance(30000))
            while table.state[TURN] != NOBODY:
                seat = table.round.turn
                table.state[TURN] = seat
                if not chance(7):
                    yield table.seen(seat)
                table.turn()
        else:
            state = bytes(game.new())
            players = [load_player(level, game) for level in ("easy", "normal")]
            while state[TURN] != NOBODY:
                seen = Observation(state, state[TURN], bytes((chance(len(game.actions)),)))
                if not chance(7):
                    yield seen
                after = decide(players[state[TURN] & 1], seen, chance).after
                state = after or game.skip(state)


def checksum(numbers):
    return f"{crc32(repr(list(numbers)).encode()):08x}"


def judged(game, judge, seen):
    """Yield lines: what a judge says of the position and of every card's results."""
    for _ in judge.prepare(seen):
        pass
    yield f"dangers {checksum(judge.threat)}"
    for action in dict.fromkeys(seen.hand):
        found = game.results(seen.state, action)
        if len(found):
            worths = [judge.worth(found.state(k)) for k in range(len(found))]
            others = [judge.sense(found.state(k), found.move(k)) for k in range(len(found))]
            others += [
                judge.swing(found.move(k), seat) for k in range(len(found)) for seat in range(4)
            ]
            yield (
                f"{game.actions[action]} kept {judge.kept(action)}: {min(worths)} to {max(worths)}, "
                f"{checksum(worths)}, {checksum(others)}"
            )


def played_on(game, player, seen):
    """Return in a line what comes of playing the first card on some turns, and what looking at that cost."""
    found = game.results(seen.state, seen.hand[0]) if seen.hand else ()
    if not len(found) or found.state(0)[TURN] == NOBODY:
        return "not played on"
    after = found.state(0)
    playout = __import__(player.judge.playout, None, None, ("Playout",)).Playout(player.judge)
    chance = Chance(5)
    outcomes = []
    for turns in (1, 2, 4, 8):
        guess = playout.guess(seen, chance, turns)
        playout.begin(guess, seen.hand[0], after, turns)
        while playout.step():
            pass
        outcomes.append((playout.outcome(), playout.cost, guess[:]))
    return f"played on {' '.join(str(one[0]) for one in outcomes)}; {checksum(outcomes)}"


def chosen(game, player):
    """Return in words what a player chooses, and what that was worth at its first look."""
    if player.action == NOBODY:
        return "nothing"
    return f"{game.actions[player.action]} {move_text(game, player.move)}, {player.score}"


def decisions(name):
    game = game_of(name)
    players = [load_player(level, game) for level in LEVELS]
    value = players[0].judge.value
    places = len(value) // 4
    lines = ["", "points by place"]
    lines += [" ".join(map(str, value[k : k + places])) for k in range(0, len(value), places)]
    for number, seen in enumerate(observations(game)):
        if number == POSITIONS:
            break
        cards = " ".join(game.actions[action] for action in seen.hand)
        counts = "".join(map(str, seen.counts))
        lines += ["", position_text(game, seen.state), f"has {cards}; all {counts}"]
        lines += judged(game, players[0].judge, seen)
        lines.append(played_on(game, players[0], seen))
        for player in players:
            chance = Chance(number)
            decide(player, seen, chance)
            lines.append(f"{player.level}: {chosen(game, player)}; {chance(1000)}")
            if game.hand and seen.hand:
                through(player.exchange(seen, chance))
                lines[-1] += f"; would pass on {game.actions[player.action]}"
    return lines[1:]


def crowd(game, chance):
    """Return a position with many pawns on few spaces, so that stacks and bumps are near."""
    while True:
        state = bytearray(game.new(chance(4) if game.hand else None))
        window = chance(game.ring)
        for seat in game.seats:
            four = [1 + (window + chance(9)) % game.ring if chance(4) else HOME for _ in range(4)]
            state[4 * seat : 4 * seat + 4] = bytes(sorted(four))
        try:
            game.validate(bytes(state))
        except ValueError:
            continue
        return bytes(state)


def crowds(name):
    """Return a line for each crowd: what is guessed, and where playing on from there ends, as checksums."""
    game = game_of(name)
    chance = Chance(29)
    player = load_player("normal", game)
    playout = __import__(player.judge.playout, None, None, ("Playout",)).Playout(player.judge)
    lines = []
    while len(lines) < CROWDS:
        state = crowd(game, chance)
        seat = state[TURN]
        hand = bytes([chance(len(game.actions)) for _ in range(1 + chance(4) if game.hand else 1)])
        counts = bytes(
            [len(hand) if s == seat else chance(5) for s in range(4)] if game.hand else 4
        )
        found = game.results(state, hand[0])
        if not len(found) or found.state(0)[TURN] == NOBODY:
            continue
        # Often few cards are left, or none: then a pile is shuffled anew.
        left = chance(9)
        played = bytes([max(0, copies - left) for copies in game.deck])
        seen = Observation(state, seat, hand, counts, played, chance(len(game.actions)))
        through(player.judge.prepare(seen))
        after = found.state(chance(len(found)))
        playout.cost = 0
        guess = bytes(playout.guess(seen, chance, 12))
        playout.begin(playout.guess(seen, chance, 12), hand[0], after, 12)
        while playout.step():
            pass
        end = position_text(game, reached(playout))
        lines.append(
            f"{checksum(guess)} {playout.cost} {playout.outcome()} {end.partition(' ')[2]}"
        )
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_playing_on_from_a_crowd_is_as_it_was(name):
    same_lines(FOLDER / f"{name}-crowds.txt", crowds(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_is_as_it_was(name):
    same_lines(FOLDER / f"{name}.txt", decisions(name))
