# SPDX-License-Identifier: Apache-2.0
"""Which tests run which piece of the sources, measured once and kept in `.proof/covers.json`."""

import ast
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import shadow
from mutants import Mutant, functions, hash_of
from pool import Pool

FOLDERS = (
    "rules",
    "sense",
    "store",
    "light",
    "drivers",
    "app",
    "players",
    "device",
    "host",
    "mpy",
    "sim",
    "web",
    "fuzz",
    "hands",
    "boards",
    "games",
)
QUICK = ("rules", "sense", "store", "light", "drivers", "app")
_TOOL = ("commands", "live")  # parts of the host whose tests are in tests/host
MOST = 300  # tests remembered for a block, the fastest ones


def measure(workers: int, folders: Iterable[str], name: str, also: Sequence[str] = ()) -> "Covers":
    """Run the tests of some folders once, in marked copies, and return what they cover.

    Args:
        workers: how many side by side.
        folders: folders of tests.
        name: the file that keeps it.
        also: test files that are new or have changed: only these are run, and added to what is known.
    """
    plans = []
    for number in range(workers):
        folder = shadow.make(f"marked{number}")
        plan, hits = shadow.mark(folder)
        plans.append((folder, hits))
    jobs = list(also)
    for top in () if also else folders:
        for path in sorted((shadow.ROOT / "tests" / top).glob("test_*.py")):
            jobs.append(str(path.relative_to(shadow.ROOT)))
    # A long file last would keep one worker alone: the unix port's and the simulator's come first.
    jobs.sort(key=lambda job: (not job.startswith(("tests/mpy", "tests/sim", "tests/host")), job))
    outs = [folder / "measured.jsonl" for folder, _ in plans]
    for out in outs:
        out.write_text("")
    with Pool([folder for folder, _ in plans]) as pool:

        def job_for(number: int, job: str) -> dict[str, Any]:
            return {"measure": job, "hits": str(plans[number][1]), "out": str(outs[number])}

        for job, _ in pool.map(jobs, job_for):
            print("  measured", job, flush=True)
    lines = [json.loads(line) for out in outs for line in out.read_text().splitlines()]
    to = shadow.BUILD / name
    return _collect(plan, lines, to, json.loads(to.read_text()) if also else None, set(also))


def _collect(
    plan: dict[str, dict[str, list[int]]], lines: list[dict[str, Any]], to: Path,
    before: dict[str, Any] | None, anew: set[str],
) -> "Covers":  # fmt: skip
    # Also what fails in a marked copy, whose sources are longer: `mutate` finds out what fails anyway.
    old = (
        [one for one in before["tests"] if one[0].partition("::")[0] not in anew] if before else []
    )
    tests = sorted([*old, *([line["test"], line["s"]] for line in lines)], key=lambda one: one[1])
    place = {test: index for index, (test, _) in enumerate(tests)}
    of_block: dict[int, list[int]] = {}
    for line in lines:
        for block in line["ran"]:
            of_block.setdefault(block, []).append(place[line["test"]])
    files: dict[str, Any] = {}
    for file, found in plan.items():
        text = (shadow.ROOT / file).read_text(encoding="utf-8")
        nodes = dict(functions(ast.parse(text)))
        files[file] = {}
        for function, numbers in found.items():
            if function not in nodes:  # (the file has changed meanwhile)
                continue
            digest = hash_of(ast.unparse(nodes[function]))
            blocks = [set(of_block.get(block, ())) for block in numbers]
            known = before["files"].get(file, {}).get(function) if before else None
            if before and known:
                was = [{place[before["tests"][i][0]] for i in b if before["tests"][i][0] in place}
                       for b in known["blocks"]]  # fmt: skip
                # Of a function that changed, meanwhile too, it is known as a whole only.
                if known["hash"] != digest or len(was) != len(blocks):
                    was = [set().union(*was)] * len(blocks)
                blocks = [new | old for new, old in zip(blocks, was, strict=True)]
            files[file][function] = {
                "hash": digest,
                "blocks": [sorted(one)[:MOST] for one in blocks],
            }
    to.write_text(json.dumps({"tests": tests, "files": files}))
    return Covers(to)


class Covers:
    """What `measure` found. A function that has changed since is known as a whole only.

    Args:
        path: the file that `measure` wrote.
    """

    def __init__(self, path: Path):
        kept = json.loads(path.read_text(encoding="utf-8"))
        self.tests: list[tuple[str, float]] = [(test, seconds) for test, seconds in kept["tests"]]
        self.files = kept["files"]
        self._texts: dict[str, dict[str, str]] = {}
        self._reads: dict[str, str] = {}  # test files
        self._of_file: dict[str, set[int]] = {}
        for number, (test, _) in enumerate(self.tests):
            self._of_file.setdefault(test.partition("::")[0], set()).add(number)
        # How much of the sources each test runs: one that runs little is about it.
        self.breadth = [0] * len(self.tests)
        for functions_ in self.files.values():
            for known in functions_.values():
                for block in known["blocks"]:
                    for test in block:
                        self.breadth[test] += 1

    def _functions(self, file: str) -> dict[str, str]:
        if file not in self._texts:
            path = shadow.ROOT / file
            tree = (
                ast.parse(path.read_text(encoding="utf-8"))
                if path.exists()
                else ast.Module([], [])
            )
            self._texts[file] = {name: ast.unparse(node) for name, node in functions(tree)}
        return self._texts[file]

    def _of_function(self, file: str, function: str) -> set[int]:
        known = self.files.get(file, {}).get(function)
        return {test for block in known["blocks"] for test in block} if known else set()

    def of(self, mutant: Mutant) -> list[tuple[str, float, bool]]:
        """Return the (test, seconds, near) that run a mutant's piece of the source, the most specific first.

        A test is not near when it is only in the folder of the mutant's ring.
        """
        found: set[int] = set()
        known = self.files.get(mutant.file, {}).get(mutant.function)
        if mutant.block >= 0 and known:
            fresh = known["hash"] == hash_of(self._functions(mutant.file)[mutant.function])
            if fresh and mutant.block < len(known["blocks"]):
                found = set(known["blocks"][mutant.block])
                if not found and self._of_function(mutant.file, mutant.function):
                    return []  # the tests that come into the function pass this by
            else:
                found = self._of_function(mutant.file, mutant.function)
        elif mutant.block < 0:
            found = self._of_names(mutant) | self._of_readers(mutant)
        near = set(found)
        if mutant.block < 0:  # what stands in a table may be read by the tests themselves
            found |= self._of_ring(mutant)
        if not found:  # what runs while a module is loaded belongs to no test
            for function in self.files.get(mutant.file, {}):
                found |= self._of_function(mutant.file, function)
            found |= self._of_ring(mutant)
        order = sorted(found, key=lambda index: (self.breadth[index], index))
        return [(*self.tests[index], index in near) for index in order]

    def _of_ring(self, mutant: Mutant) -> set[int]:
        """Return the tests in the folder of a mutant's ring."""
        above = mutant.file.split("/")
        ring = above[1 if above[0] == "firmware" else 2]
        ring = f"tests/{'host' if ring in _TOOL else ring}/"
        return {k for k, (test, _) in enumerate(self.tests) if test.startswith(ring)}

    def _of_readers(self, mutant: Mutant) -> set[int]:
        """Return the tests in files that name both the module and what a statement outside functions binds."""
        path = Path(mutant.file)
        module = path.parent.name if path.stem == "__init__" else path.stem
        names = "|".join(map(re.escape, mutant.names or ("",)))
        words = [re.compile(rf"\b{re.escape(module)}\b"), re.compile(rf"\b({names})\b")]
        found: set[int] = set()
        for file, tests in self._of_file.items():
            if file not in self._reads:
                path = shadow.ROOT / file
                self._reads[file] = path.read_text(encoding="utf-8") if path.exists() else ""
            if all(word.search(self._reads[file]) for word in words):
                found |= tests
        return found

    def _of_names(self, mutant: Mutant) -> set[int]:
        """Return the tests of the functions that name what a statement outside functions binds."""
        private = all(name.startswith("_") for name in mutant.names)
        pattern = re.compile(r"\b(" + "|".join(map(re.escape, mutant.names or ("",))) + r")\b")
        found: set[int] = set()
        for file in [mutant.file] if private else list(self.files):
            for function, text in self._functions(file).items():
                if pattern.search(text):
                    found |= self._of_function(file, function)
        return found
