# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Full random games per second, next to the engines of the same games on PyPI.

    pip install -e 'host[bench]' && python tests/bench/bench_engines.py [--seconds 3]

Every engine plays whole games, four players, each choosing evenly among its legal moves, until
the first player has all pawns home; drawing, choosing and the loop are counted, in every engine
with the calls its own documentation offers for playing step by step. The engines take turns in
short slices, so that a busy machine slows all of them. The rules differ, and with them the
length of a game, so decisions (throws or cards) per second are printed as well:

* ludopy: Danish Ludo with stars and globes, three tries and no extra throw in the first round
  only, no deferred captures, numpy arrays.
* ludo-king-engine: Ludo King rules: safe stars, blocks of two, extra throws also for a capture
  and a finished token, three sixes end the turn.
* apologies: Sorry! of 2013 in its standard mode (one card a turn); the 45-card deck, slides and
  the safety zone are the same. Its engine's copy of the game before every turn is left out here.
"""

import argparse
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SLICE_S = 0.25


def tavle(rulebook):
    """Return a function that plays one game of ours and returns the number of decisions."""
    from rules import load
    from rules.game import NOBODY, TURN

    game = load(rulebook)
    results, skip = game.results, game.skip
    start = bytes(game.new())
    deck = [action for action, copies in enumerate(game.deck) for _ in range(copies)]

    def ludo():
        state = start
        throws = 0
        while state[TURN] != NOBODY:
            found = results(state, int(random.random() * 6))
            state = found[int(random.random() * len(found))][0] if len(found) > 1 else found[0][0]
            throws += 1
        return throws

    def sorry():
        state = start
        cards = 0
        pile = []
        while state[TURN] != NOBODY:
            if not pile:
                pile = deck[:]
                random.shuffle(pile)
            found = results(state, pile.pop())
            state = random.choice(found)[0] if found else skip(state)
            cards += 1
        return cards

    def partners():
        state = start
        cards = 0
        pile = []
        while state[TURN] != NOBODY:
            if len(pile) < 16:
                pile = deck[:]
                random.shuffle(pile)
            hands = [[pile.pop() for _ in range(4)] for _ in range(4)]
            while any(hands) and state[TURN] != NOBODY:
                hand = hands[state[TURN]]
                random.shuffle(hand)
                found = []
                while hand and not found:
                    found = results(state, hand.pop())
                if found:
                    state = random.choice(found)[0]
                    cards += 1
                else:
                    state = skip(state)
        return cards

    return {"ludo-norsk": ludo, "sorry": sorry}.get(rulebook, partners)


def ludopy():
    """Return a function that plays one game of ludopy."""
    from ludopy import Game

    def play():
        game = Game()
        throws = 0
        while game.first_winner_was == -1:
            (_, movable, *_), _ = game.get_observation()
            piece = movable[int(random.random() * len(movable))] if len(movable) else -1
            game.answer_observation(piece)
            throws += 1
        return throws

    return play


def ludo_king_engine():
    """Return a function that plays one game of ludo-king-engine."""
    from ludo_engine import LudoGame, PlayerColor

    colours = [PlayerColor.RED, PlayerColor.GREEN, PlayerColor.YELLOW, PlayerColor.BLUE]

    def play():
        game = LudoGame(colours)
        throws = 0
        while not game.game_over:
            player = game.get_current_player()
            throw = game.roll_dice()
            throws += 1
            moves = game.get_valid_moves(player, throw)
            if not moves:
                again = throw == 6
            else:
                token = random.choice(moves).token_id
                again = game.execute_move(player, token, throw).extra_turn
            if not again:
                game.next_turn()
        return throws

    return play


def apologies():
    """Return a function that plays one game of apologies."""
    from apologies import Character, Engine, GameMode, RandomInputSource

    def play():
        source = RandomInputSource()
        engine = Engine(GameMode.STANDARD, [Character(str(n), source) for n in range(4)])
        engine.start_game()
        cards = 0
        while not engine.completed:
            colour, character = engine.next_turn()
            done = False
            while not done:
                move = engine.choose_next_move(character, engine.game.create_player_view(colour))
                done = engine.execute_move(colour, move)
                cards += 1
        return cards

    return play


def measure(players, seconds):
    """Let the players take turns in slices; return {name: (games per s, decisions per s)}."""
    spent = dict.fromkeys(players, 0.0)
    games = dict.fromkeys(players, 0)
    decisions = dict.fromkeys(players, 0)
    while min(spent.values()) < seconds:
        for name, play in players.items():
            begin = time.perf_counter()
            while True:
                decisions[name] += play()
                games[name] += 1
                took = time.perf_counter() - begin
                if took >= SLICE_S:
                    break
            spent[name] += took
    return {name: (games[name] / spent[name], decisions[name] / spent[name]) for name in players}


def report(ours, rivals, seconds):
    """Print one of our rulebooks and the rivals that are installed; return False when behind."""
    players = {ours: tavle(ours)}
    for name, make in rivals.items():
        try:
            players[name] = make()
        except ImportError:
            print(f"{name:18} not installed: pip install -e 'host[bench]'")
    rates = measure(players, seconds)
    ahead = True
    for name, (games, decisions) in rates.items():
        line = f"{name:18} {games:9.1f} games/s {decisions:11.0f} decisions/s"
        if name != ours:
            by_games, by_decisions = rates[ours][0] / games, rates[ours][1] / decisions
            ahead = ahead and min(by_games, by_decisions) > 1
            line += f"   {ours} is x{by_games:.1f} by games, x{by_decisions:.1f} by decisions"
        print(line)
    return ahead


def main():
    """Print every rulebook's speed and the ratios; exit status 1 when any rival is faster."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each engine (default 3)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for folder in ("host/tavle/shim", "firmware"):
        sys.path.insert(0, str(ROOT / folder))
    random.seed(options.seed)
    ahead = [
        report("ludo-norsk", {"ludopy": ludopy, "ludo-king-engine": ludo_king_engine},
               options.seconds),
        report("sorry", {"apologies": apologies}, options.seconds),
    ]  # fmt: skip
    for rulebook in ("partners-movers", "partners-nordic", "partners-pawns"):
        report(rulebook, {}, options.seconds)
    print("ahead of every engine found" if all(ahead) else "behind an engine")
    return 0 if all(ahead) else 1


if __name__ == "__main__":
    sys.exit(main())
