# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Full random games per second, next to the engines of the same games on PyPI and to our own rules of before.

    pip install -e 'host[bench]' && make fast
    python tests/bench/bench_engines.py [--seconds 3]
    python tests/bench/bench_engines.py --ours    # no other engines; writes tests/FIGURES.md

Every engine plays whole games, four players, each choosing evenly among its legal moves, until
the first player has all pawns home; drawing, choosing and the loop are counted, in every engine
with the calls its own documentation offers for playing step by step. The engines take turns in
short slices, so that a busy machine slows all of them; what counts is the time of the processor.
Where `make fast` has been run, the compiled rules play too; and the rules of 2026-11-21, the yardstick of the
design, where the history of the repository is there: each in a process of its own. The rules of the engines differ,
and with them the length of a game, so decisions (throws or cards) per second are printed as well:

* ludopy: Danish Ludo, in numpy arrays; `compare_engines.py` says where its rules differ from ours.
* ludo-king-engine: international Ludo; the same holds.
* apologies: Sorry! of 2013 in its standard mode (one card a turn); the 45-card deck, slides and
  the safety zone are the same. Its engine's copy of the game before every turn is left out here.
"""

import argparse
import io
import operator
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "tests")]

from figures import write  # noqa: E402

from tavle import compiled  # noqa: E402
from tavle.paths import add_firmware  # noqa: E402

YARDSTICK = "2026-11-21"
SLICE_S = 0.25


def tavle(rulebook, before=False):
    """Return a function that plays one game of ours and returns the number of decisions.

    Args:
        rulebook: its id.
        before: the rules are those of before, whose results are (position, move).
    """
    from rules import load
    from rules.game import NOBODY, TURN

    positions = list if before else operator.attrgetter("states")
    pick = (lambda found, k: found[k][0]) if before else operator.getitem
    game = load(rulebook)
    results, skip = game.results, game.skip
    start = bytes(game.new())
    deck = [action for action, copies in enumerate(game.deck) for _ in range(copies)]

    def ludo():
        state = start
        throws = 0
        while state[TURN] != NOBODY:
            states = positions(results(state, int(random.random() * 6)))
            n = len(states)
            state = pick(states, int(random.random() * n) if n > 1 else 0)
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
            states = positions(results(state, pile.pop()))
            state = pick(states, int(random.random() * len(states))) if states else skip(state)
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
                hand = hands[state[TURN]]  # cards of a shuffled deck: in no order
                states = []
                while hand and not states:
                    states = positions(results(state, hand.pop()))
                if states:
                    state = pick(states, int(random.random() * len(states)))
                    cards += 1
                else:
                    state = skip(state)
        return cards

    return {"sorry": sorry}.get(rulebook, ludo if rulebook.startswith("ludo") else partners)


def ludopy():
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


def slice_of(play):
    """Play for one slice; return (games, decisions, seconds of the processor)."""
    begin = time.process_time()
    games = decisions = 0
    while True:
        decisions += play()
        games += 1
        took = time.process_time() - begin
        if took >= SLICE_S:
            return games, decisions, took


class Apart:
    """Rules in a process of their own: called, it plays one slice.

    Args:
        rulebook: its id.
        words: more words of the command line.
        env: more of the environment.
    """

    def __init__(self, rulebook, *words, **env):
        command = [sys.executable, __file__, "--serve", rulebook, *words]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **env},
        )  # fmt: skip

    def __call__(self):
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        games, decisions, took = self._process.stdout.readline().split()
        return int(games), int(decisions), float(took)

    def close(self):
        self._process.stdin.close()
        self._process.wait()


def serve(rulebook, before):
    """Play a slice for every line on standard input."""
    play = tavle(rulebook, before)
    for _ in sys.stdin:
        print(*slice_of(play), flush=True)


def unpack_before(folder):
    """Put the firmware of the yardstick's day into a folder; return where it is, None without the history."""
    git = ["git", "-C", str(ROOT)]
    day = f"--before={YARDSTICK}T23:59:59Z"
    commit = subprocess.run(
        [*git, "rev-list", "-1", day, "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    if not commit:
        return None
    packed = subprocess.run(
        [*git, "archive", commit, "firmware/rules"], capture_output=True, check=True
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
    return str(Path(folder) / "firmware")


def measure(players, seconds):
    """Let the players take turns in slices; return {name: (games per s, decisions per s)}."""
    sums = {name: [0, 0, 0.0] for name in players}
    while min(total[2] for total in sums.values()) < seconds:
        for name, play in players.items():
            for i, n in enumerate(play()):
                sums[name][i] += n
    return {name: (games / s, decisions / s) for name, (games, decisions, s) in sums.items()}


def report(ours, rivals, before, options):
    """Print one of our rulebooks and the rivals that are installed; return False when behind."""
    plain = tavle(ours)
    players = {ours: lambda: slice_of(plain)}
    then, fast = f"{ours}, {YARDSTICK}", f"{ours}, compiled"
    seed = ("--seed", str(options.seed))
    apart = {}
    if compiled.fresh(ROOT):
        apart[fast] = Apart(ours, *seed, TAVLE_FAST="1")
    else:
        print(f"{fast:26} not there: make fast")
    if before and f'"{ours}"' in Path(before, "rules/__init__.py").read_text(encoding="utf-8"):
        apart[then] = Apart(ours, *seed, "--before", before, TAVLE_FAST="")
    players |= apart
    for name, make in rivals.items():
        try:
            play = make()
        except ImportError:
            print(f"{name:26} not installed: pip install -e 'host[bench]'")
        else:
            players[name] = lambda play=play: slice_of(play)
    rates = measure(players, options.seconds)
    for one in apart.values():
        one.close()
    ahead = True
    for name, (games, decisions) in rates.items():
        print(f"{name:26} {games:9.1f} games/s {decisions:11.0f} decisions/s")
        for own in () if name.startswith(ours) else (ours, fast):
            if own not in rates:
                continue
            by_games, by_decisions = rates[own][0] / games, rates[own][1] / decisions
            ahead = ahead and min(by_games, by_decisions) > 1
            print(f"{'':26} {own} is x{by_games:.1f} by games, x{by_decisions:.1f} by decisions")
    for name in (ours, fast) if then in rates else ():
        if name in rates:
            _figure(name, rates[name][1], rates[name][1] / rates[then][1], options.ours)
    return ahead


def _figure(name, rate, ratio, wanted):
    """Print how fast one of our engines is, or write its row; the yardstick has played in the same run."""
    rulebook, _, how = name.partition(", ")
    if not wanted:
        print(f"{'':26} {name} is x{ratio:.2f} of {YARDSTICK} by decisions")
        return
    least = 3 if how and rulebook.startswith("partners") else 1
    write(
        f"rules on a PC against those of {YARDSTICK}, {how or 'CPython'}, {rulebook}",
        f"{ratio:.2f} times as fast, {rate:,.0f} throws or cards a second",
        f">= {least} times as fast",
        "make bench",
    )


def main():
    """Print every rulebook's speed and the ratios; exit status 1 when a rival is faster."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each engine (default 3)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ours", action="store_true", help="no other engines; into FIGURES.md")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--before", help=argparse.SUPPRESS)
    options = parser.parse_args()
    random.seed(options.seed)
    if options.before:
        sys.path[:0] = [options.before, str(ROOT / "host" / "tavle" / "shim")]
    else:
        add_firmware()
    if options.serve:
        serve(options.serve, bool(options.before))
        return 0
    from rules import RULEBOOKS

    rivals = {
        "ludo-dansk": {"ludopy": ludopy},
        "ludo-world": {"ludo-king-engine": ludo_king_engine},
        "sorry": {"apologies": apologies},
    }
    ahead = []
    with tempfile.TemporaryDirectory() as folder:
        before = unpack_before(folder)
        if not before:
            print(f"rules of {YARDSTICK}: not in the history of this clone")
        for rulebook in RULEBOOKS:
            known = {} if options.ours else rivals.get(rulebook, {})
            ahead.append(report(rulebook, known, before, options))
    if options.ours:
        return 0
    print("ahead of every engine found" if all(ahead) else "behind an engine")
    return 0 if all(ahead) else 1


if __name__ == "__main__":
    sys.exit(main())
