# SPDX-License-Identifier: Apache-2.0
"""Mutation testing: puts small faults into the sources, one at a time, and sees whether a test fails.

    tests/proof/mutate.py --sample 60 -j 2              60 mutants of every ring
    tests/proof/mutate.py --ring store --ring light     every mutant of two rings (long)
    tests/proof/mutate.py --survivors                   what lived so far

Mutants are chosen by a hash of the seed and their place, so a sample stays the same where the source
stays the same. Results are kept in `.proof/mutants.jsonl` by the content of the file: a run that
was stopped goes on where it was; `--again` tries the survivors once more, after tests were written.
What no test can notice stands in `equivalents.txt`, each with its reason, and is not counted.

Why not cosmic-ray or mutmut: see README.md in this folder.
"""

import argparse
import hashlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import covers
import mutants
import page
import shadow
from pool import Pool

RINGS = {
    "rules": ("firmware/rules",),
    "sense": ("firmware/sense",),
    "light": ("firmware/light",),
    "store": ("firmware/store",),
    "drivers": ("firmware/drivers",),
    "app": ("firmware/app", "firmware/main.py", "firmware/ticks.py"),
    "players": ("firmware/players",),
    "device": ("host/tavle/device",),
    "host": ("host/tavle/sim", "host/tavle/web", "host/tavle/live", "host/tavle/commands"),
}
QUICK_RINGS = ("rules", "sense", "light", "store", "drivers")
_EQUIVALENTS = Path(__file__).with_name("equivalents.txt")
_RESULTS = shadow.BUILD / "mutants.jsonl"
_FIRST = 12  # tests of the first try of a mutant, besides the cheap ones: most die there
_CHEAP_S = 0.05
_CAP_S = 40.0  # of measured time of the tests of one mutant
_LONG_S = 4.0


class Equivalents:
    """The mutants that no test can notice, and why.

    A line is `file | function | old -> new | why`; `*` stands for any text, at either end too.
    `function#2` is only the third such change in it, counted from 0.
    """

    def __init__(self, path: Path = _EQUIVALENTS):
        self.lines: list[tuple[str, str, str, str, str]] = []
        self.used: set[int] = set()
        if path.exists():
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if line.strip() and not line.startswith("#"):
                    parts = [part.strip() for part in line.split(" | ")]
                    if len(parts) != 4 or " -> " not in parts[2]:
                        raise SystemExit(
                            f"{path.name}:{number}: not `file | function | old -> new | why`"
                        )
                    old, _, new = parts[2].partition(" -> ")
                    self.lines.append((parts[0], parts[1], old.strip(), new.strip(), parts[3]))

    def why(self, mutant: mutants.Mutant) -> str:
        """Return why nobody can notice a mutant; "" when somebody can."""
        old, new = _flat(mutant.old), _flat(mutant.new)
        for number, line in enumerate(self.lines):
            function = f"{mutant.function}#{mutant.nth}" if "#" in line[1] else mutant.function
            found = (mutant.file, function, old, new)
            if all(_like(pattern, text) for pattern, text in zip(line[:4], found, strict=True)):
                self.used.add(number)
                return line[4]
        return ""


def _flat(text: str) -> str:
    return " ".join(text.split())


def _like(pattern: str, text: str) -> bool:
    """Whether a text is as a pattern says, in which `*` stands for anything."""
    pieces = pattern.split("*")
    if len(pieces) == 1:
        return pattern == text
    if not text.startswith(pieces[0]) or not text.endswith(pieces[-1]):
        return False
    at = len(pieces[0])
    for piece in pieces[1:-1]:
        at = text.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return at <= len(text) - len(pieces[-1])


def chosen(
    ring: str, many: int, seed: int, only: Sequence[str] = (), kinds: Sequence[str] = ()
) -> list[tuple[mutants.Mutant, str, str]]:
    """Return (mutant, text of its file, hash of it): a sample of a ring, or all of it.

    Args:
        ring: one of `RINGS`.
        many: how many mutants; 0 for all.
        seed: which sample.
        only: beginnings of paths, when not the whole ring is meant.
        kinds: the kinds of faults, when not all are meant.
    """
    found = []
    for file in mutants.files_of(shadow.ROOT, RINGS[ring]):
        if only and not file.startswith(tuple(only)):
            continue
        text = (shadow.ROOT / file).read_text(encoding="utf-8")
        digest = mutants.hash_of(text)
        found += [
            (mutant, text, digest)
            for mutant in mutants.find(file, text)
            if not kinds or mutant.kind in kinds
        ]

    def place(item: tuple[mutants.Mutant, str, str]) -> bytes:
        return hashlib.sha256(f"{seed}|{item[0].key}".encode()).digest()

    found.sort(key=place)
    picked = []
    for item in found:
        if many and len(picked) == many:
            break
        if mutants.parses(item[0], item[1]):
            picked.append(item)
    return picked


def kept(first: bool = False) -> dict[str, dict[str, Any]]:
    """Return the results of earlier runs: the last by hash and mutant, or the first by mutant, whatever its file was then."""
    if not _RESULTS.exists():
        return {}
    lines = [json.loads(line) for line in _RESULTS.read_text(encoding="utf-8").splitlines()]
    if first:
        lines = [line for line in lines if line["state"] != "error"][::-1]
        return {line["id"].partition("|")[2]: line for line in lines}
    return {line["id"]: line for line in lines}


def tests_of(
    known: covers.Covers, mutant: mutants.Mutant, kills: Mapping[tuple[str, str], int]
) -> list[list[str]]:
    """Return the tests to try on a mutant, in the portions in which they are tried.

    Args:
        known: which tests run its piece of the source.
        mutant: the mutant.
        kills: how many mutants of a file a test has killed: those that killed most come first.
    """
    picked: list[str] = []
    total = 0.0
    turns: Counter[str] = (
        Counter()
    )  # of each test file: the first tests of all before the second of any
    found = []
    for test, seconds, near in known.of(mutant):
        file = test.partition("::")[0]
        turns[file] += 1
        # All that cost next to nothing come first, those that are long last, as many as there is time for.
        cost = (seconds > _CHEAP_S) + (seconds > _LONG_S)
        found.append((not near, cost, -kills[mutant.file, test], turns[file], test, seconds))
    first = _FIRST
    for _, cost, *_, test, seconds in sorted(found):
        known_file = (shadow.ROOT / test.partition("::")[0]).exists()
        if known_file and (not picked or total + seconds <= _CAP_S):
            total += seconds
            picked.append(test)
            first += not cost
    return [part for part in (picked[:first], picked[first:]) if part]


def run(
    todo: list[tuple[str, mutants.Mutant, str, str]], known: covers.Covers, workers: int
) -> None:
    """Try mutants and keep what came of them, each as soon as it is known.

    Args:
        todo: (ring, mutant, text of its file, hash of it).
        known: which tests to try.
        workers: how many side by side.
    """
    seconds = dict(known.tests)
    folders = [shadow.make(f"copy{number}") for number in range(workers)]
    kills = Counter((line["file"], line["by"]) for line in kept().values())
    waiting = []
    killed: list[tuple[tuple, str]] = []
    begun = time.monotonic()
    with Pool(folders) as pool, _RESULTS.open("a", encoding="utf-8") as out:

        def keep(item: tuple, state: str, by: str) -> None:
            ring, mutant, _, digest = item
            out.write(
                json.dumps({
                    "id": f"{digest}|{mutant.key}", "ring": ring, "file": mutant.file, "line": mutant.line,
                    "function": mutant.function, "old": mutant.old, "new": mutant.new,
                    "kind": mutant.kind, "state": state, "by": by,
                }) + "\n"
            )  # fmt: skip
            out.flush()

        for item in todo:
            portions = tests_of(known, item[1], kills)
            if portions:
                waiting.append((item, portions))
            else:
                keep(item, "untested", "")
        for turn in (0, 1):
            left = []

            def message(number: int, job: tuple) -> dict[str, Any]:
                item, portions = job
                limit = 10 + 4 * sum(seconds[test] for test in portions[0])
                text = item[1].applied(item[2])
                return {"file": item[1].file, "text": text, "tests": portions[0], "limit_s": limit}

            for count, (job, answer) in enumerate(pool.map(waiting, message), 1):
                item, portions = job
                if answer["code"] == -1:
                    keep(item, "killed", "time or crash")
                elif answer["code"] in (1, 2, 3):
                    keep(item, "killed", answer["failed"])
                    if answer["failed"] in seconds:
                        killed.append((item, answer["failed"]))
                elif answer["code"] != 0:
                    keep(item, "error", f"{answer}")
                elif len(portions) > 1:
                    left.append((item, portions[1:]))
                else:
                    keep(item, "survived", "")
                if count % 25 == 0:
                    spent = time.monotonic() - begun
                    print(
                        f"  turn {turn + 1}: {count} of {len(waiting)}, {spent:.0f} s", flush=True
                    )
            waiting = left
        # A test that fails without any mutant has killed none.
        useless = _useless(pool, [by for _, by in killed], seconds)
        for item, by in killed:
            if by in useless:
                keep(item, "error", f"{by} fails anyway")


def _useless(pool: Pool, tests: Sequence[str], seconds: dict[str, float]) -> set[str]:
    """Return those of the tests that fail on the sources as they are."""
    by_file: dict[str, list[str]] = {}
    for test in dict.fromkeys(tests):
        by_file.setdefault(test.partition("::")[0], []).append(test)

    def message(number: int, group: list[str]) -> dict[str, Any]:
        return {"tests": group, "limit_s": 60 + 4 * sum(seconds[test] for test in group)}

    failing: set[str] = set()
    for group, answer in pool.map(list(by_file.values()), message):
        failing |= set(group if answer["code"] in (-2, -1, 2, 3, 4) else answer.get("all", ()))
    if failing:
        print(
            f"{len(failing)} tests fail without any mutant and are not used: {sorted(failing)[:5]}",
            flush=True,
        )
    return failing


def tally(
    rings: Sequence[str], many: int, seed: int, only: Sequence[str] = (), kinds: Sequence[str] = ()
) -> dict[str, dict[str, Any]]:
    """Return what is known of a sample, ring by ring: counts, score and the survivors."""
    results, before, equivalents = kept(), kept(True), Equivalents()
    told = {}
    for ring in rings:
        counts = dict.fromkeys(("mutants", "killed", "equivalent", "survived", "open", "fresh"), 0)
        survivors = []
        for mutant, _, digest in chosen(ring, many, seed, only, kinds):
            line = results.get(f"{digest}|{mutant.key}")
            counts["mutants"] += 1
            if line is None or line["state"] == "error":
                counts["open"] += 1
            elif line["state"] == "killed":
                counts["killed"] += 1
                counts["fresh"] += before[mutant.key]["state"] == "killed"
            elif equivalents.why(mutant):
                counts["equivalent"] += 1
            else:
                counts["survived"] += 1
                survivors.append((mutant, line["state"]))
        tried = counts["killed"] + counts["survived"]
        told[ring] = {
            **counts,
            "score": counts["killed"] / tried if tried else 0.0,
            "lived": survivors,
        }
    return told


def show(told: dict[str, dict[str, Any]]) -> None:
    """Print the scores, and the survivors with their places."""
    for entry in told.values():
        for mutant, state in sorted(entry["lived"], key=lambda m: (m[0].file, m[0].line)):
            old, new = _flat(mutant.old), _flat(mutant.new)
            print(f"{mutant.file}:{mutant.line} {mutant.function} [{state}] {old} -> {new}")
    print(
        f"{'ring':9}{'mutants':>9}{'killed':>9}{'survived':>9}{'equivalent':>11}{'open':>6}{'score':>8}"
    )
    for ring, entry in told.items():
        counted = "".join(f"{entry[k]:>{w}}" for k, w in
                          (("mutants", 9), ("killed", 9), ("survived", 9), ("equivalent", 11), ("open", 6)))  # fmt: skip
        print(f"{ring:9}{counted}{entry['score']:>8.1%}")


def write_page(
    told: dict[str, dict[str, Any]], many: int, seed: int, tests: Sequence[str]
) -> None:
    """Write the section of PROOF.md: a row for each ring that was tried; the other rings keep theirs.

    Args:
        told: what `tally` found.
        many: how many mutants of each ring; 0 for all.
        seed: which sample.
        tests: folders of the tests that were used, [] for all.
    """
    rows = {
        line.split("|")[1].strip(): line
        for line in page.read("mutants").splitlines()
        if line.startswith("| ") and line.count("|") == 10
    }
    for ring, entry in told.items():
        tried = entry["mutants"] - entry["open"]
        sample = f"{many}, seed {seed}" if many else "all"
        sample += f"; tests of {', '.join(tests)}" if tests else ""
        rows[ring] = (
            f"| {ring} | {sample} | {tried} | {entry['killed']} | {entry['survived']} | {entry['equivalent']} "
            f"| {entry['fresh'] / max(1, entry['killed'] + entry['survived']):.0%} | {entry['score']:.0%} | {page.commit()} |"
        )
    head = [
        "| ring | sample | tried | killed | survived | equivalent | fresh | score | commit |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    what = (
        f"A survivor is a mutant that the tests which run its piece of the source do not notice; of the {covers.MOST} "
        f"quickest as many\nas take {_CAP_S:.0f} s are tried, those that cost next to nothing first. Where folders are named, "
        "the others' tests were not tried (above all those that\nstart the simulator or the tool): the score is a "
        "lower bound. Fresh is the score of the first try, before tests were written for the survivors of this sample."
    )
    page.write("mutants", "\n".join([*head, *(rows[r] for r in RINGS if r in rows), "", what]))


def main() -> int:
    """Run as the options say; the exit status is 1 when a ring's score is below `--least`."""
    say = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    say.add_argument(
        "--ring", action="append", choices=list(RINGS), help="ring to try (default: all)"
    )
    say.add_argument("--file", action="append", default=[], help="only files whose path begins so")
    say.add_argument("--kind", action="append", default=[], help="only faults of this kind")
    say.add_argument("--sample", type=int, default=0, help="mutants of each ring (default: all)")
    say.add_argument("--seed", type=int, default=1, help="which sample")
    say.add_argument("-j", type=int, default=2, dest="workers", help="workers side by side")
    say.add_argument("--measure", action="store_true", help="measure anew which test covers what")
    say.add_argument(
        "--also", action="append", default=[], help="measure this new test file as well"
    )
    say.add_argument("--quick", action="store_true", help="the quick tests and their rings only")
    say.add_argument(
        "--tests", action="append", choices=covers.FOLDERS, help="only the tests of this folder"
    )
    say.add_argument(
        "--again", action="store_true", help="try the survivors of earlier runs again"
    )
    say.add_argument("--survivors", action="store_true", help="only say what is known")
    say.add_argument("--page", action="store_true", help="write the section of PROOF.md")
    say.add_argument("--least", type=float, default=0.0, help="least score of each ring, 0 to 1")
    wish = say.parse_args()
    shadow.BUILD.mkdir(parents=True, exist_ok=True)
    rings = wish.ring or list(QUICK_RINGS if wish.quick else RINGS)
    if not wish.survivors:
        folders = wish.tests or (covers.QUICK if wish.quick else covers.FOLDERS)
        name = "-".join(["covers", *(wish.tests or ["quick"] * wish.quick)]) + ".json"
        if wish.measure or wish.also or not (shadow.BUILD / name).exists():
            known = covers.measure(wish.workers, folders, name, wish.also)
        else:
            known = covers.Covers(shadow.BUILD / name)
        results, equivalents = kept(), Equivalents()
        todo = []
        for ring in rings:
            for mutant, text, digest in chosen(ring, wish.sample, wish.seed, wish.file, wish.kind):
                line = results.get(f"{digest}|{mutant.key}")
                fresh = line is None or line["state"] == "error"
                if (fresh or (wish.again and line["state"] != "killed")) and not (
                    wish.again and equivalents.why(mutant)
                ):
                    todo.append((ring, mutant, text, digest))
        random.Random(0).shuffle(todo)
        print(f"{len(todo)} mutants to try, {wish.workers} side by side", flush=True)
        run(todo, known, wish.workers)
    told = tally(rings, wish.sample, wish.seed, wish.file, wish.kind)
    show(told)
    if wish.page:
        write_page(told, wish.sample, wish.seed, wish.tests or ())
    low = [ring for ring, entry in told.items() if entry["score"] < wish.least]
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
