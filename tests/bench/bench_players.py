# SPDX-License-Identifier: Apache-2.0
"""Time and memory of a computer's decision: median, 99 %, worst, and the longest slice.

In MicroPython's unix port `micropython tests/bench/bench_players.py [decisions]`; a Pico takes about
150 times as long. In CPython it starts the port. Times are host milliseconds and the Pico's by estimate.
"""

import sys

PICO = 150
REPEATS = 5
LEVELS = ("easy", "normal", "hard")
RULEBOOKS = ("partners-movers", "partners-nordic", "partners-pawns", "ludo-norsk", "sorry")


def measure(rulebook, level, decisions):
    """Return (times in us, slices in us, bytes kept) of decisions in games of normal players."""
    import gc
    import time

    from deals import Hands, four, play_drawn

    from players import load as load_player
    from players.chance import Chance
    from rules import load

    game = load(rulebook)
    gc.collect()
    before = gc.mem_alloc()
    player = load_player(level, game)
    gc.collect()
    kept = gc.mem_alloc() - before
    times = []
    slices = []

    class Timed:
        level = "timed"

        def exchange(self, seen, chance):
            yield from player.exchange(seen, chance)
            self.action = player.action

        def think(self, seen, chance):
            # The same decision several times: what other programs took from it is left out.
            best = []
            seed = chance(30000)
            for again in range(REPEATS):
                k = 0
                thinking = player.think(seen, Chance(seed))
                going = True
                while going:
                    start = time.ticks_us()
                    try:
                        next(thinking)
                    except StopIteration:
                        going = False
                    took = time.ticks_diff(time.ticks_us(), start)
                    if not again:
                        best.append(took)
                    elif took < best[k]:
                        best[k] = took
                    k += 1
            times.append(sum(best))
            slices.extend(best)
            self.action, self.after, self.move = player.action, player.after, player.move
            return
            yield

    seed = 1
    while len(times) < decisions:
        others = four(game, "normal")
        others[seed % 4] = Timed()
        if game.hand:
            table = Hands(game, others, seed)
            while len(times) < decisions and table.state[16] != 255:
                table.turn()
        else:
            play_drawn(game, others, seed, 200)
        seed += 1
    return times, slices, kept


def report(decisions):
    """Print one line for each rulebook and level."""
    print("rulebook         level   median    99 %   worst   slice 99 %  worst   KB kept")
    for rulebook in RULEBOOKS:
        for level in LEVELS:
            times, slices, kept = measure(rulebook, level, decisions)
            times.sort()
            slices.sort()
            row = [
                times[len(times) // 2], times[len(times) * 99 // 100], times[-1],
                slices[len(slices) * 99 // 100], slices[-1],
            ]  # fmt: skip
            print(
                "%-16s %-6s" % (rulebook, level),
                " ".join(["%7.0f" % (us * PICO / 1000) for us in row]),
                "%7.1f" % (kept / 1000),
            )


def main():
    """Run the measurement in the unix port."""
    import subprocess
    from pathlib import Path

    here = Path(__file__).resolve()
    root = here.parents[2]
    found = Path(sys.executable).with_name("micropython")
    command = [str(found), "-X", "heapsize=16m", str(here)] + sys.argv[1:]
    print("estimates for a Pico, ms: the unix port's times x %d" % PICO, flush=True)
    path = ".frozen:%s:%s" % (root / "firmware", root / "tests" / "shims")
    sys.exit(subprocess.call(command, env={"MICROPYPATH": path}))


if __name__ == "__main__":
    if sys.implementation.name == "micropython":
        report(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
    else:
        main()
