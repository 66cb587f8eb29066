# SPDX-License-Identifier: Apache-2.0
"""Runs tests in one copy of the repository, each time in a fresh child of this warm process.

`worker.py FOLDER` reads one JSON object per line: `{"file", "text", "tests", "limit_s"}`, with the
mutated text of a file and the ids of tests in order (without a file: on the sources as they are), or
`{"measure": test file, "hits": file, "out": file}`. It answers each with a line. What the tests import is loaded once,
and plain tests are called without pytest, so a try costs what its tests cost and little more.
"""

import compileall
import contextlib
import functools
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

import pytest

_MODULES = (
    "hypothesis", "hypothesis.strategies", "hypothesis.extra", "littlefs", "click.testing", "rich.console",
    "rich.table", "json", "asyncio", "selectors", "subprocess", "serial", "ndef", "aiohttp", "_pytest.pytester",
)  # fmt: skip
_MEMORY = 3 << 30
_FIRMWARE_TESTS = tuple(
    f"tests/{ring}/" for ring in ("rules", "sense", "light", "store", "drivers", "app", "players")
)
_QUICK = "not (long or pico or browser or firefox or drawing)"
_PATHS = ("firmware", "host", "host/tavle/shim", "tests/shims", "tests")


class Chosen:
    """A plugin: runs the tests that are wanted, in their order, and remembers the first that fails."""

    def __init__(self, tests: list[str]):
        self.place = {test: n for n, test in enumerate(tests)}
        self.failed = ""
        self.all: list[str] = []

    def pytest_collection_modifyitems(self, items: list) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.place),
            key=lambda i: self.place[i.nodeid],
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid
            self.all.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid
            self.all.append(report.nodeid)


class Measured:
    """A plugin: writes down each test's time, whether it passed and the blocks that ran."""

    def __init__(self, hits: str, out: str):
        self.hits = Path(hits)
        self.out = open(out, "a", encoding="utf-8")
        self.ok = True

    def _clear(self) -> None:
        with self.hits.open("r+b") as file:
            file.write(bytes(self.hits.stat().st_size))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item):
        self._clear()
        self.ok = True
        begun = _cpu_s()
        done = yield
        seconds = _cpu_s() - begun  # on a loaded machine the clock on the wall says nothing
        ran = [n for n, byte in enumerate(self.hits.read_bytes()) if byte]
        line = {"test": item.nodeid, "s": round(seconds, 3), "ok": self.ok, "ran": ran}
        self.out.write(json.dumps(line) + "\n")
        self.out.flush()
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.ok = self.ok and not report.failed


def _cpu_s() -> float:
    """Return the seconds of computing so far, of programs that were started and have ended too."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _pytest(args: list[str], plugin: object) -> int:
    base = [
        "-c",
        "host/pyproject.toml",
        "--rootdir=.",
        "-q",
        "-p",
        "no:cacheprovider",
        "--no-header",
    ]
    base += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # loaded before the fork
    return int(pytest.main([*base, *args], plugins=[plugin]))


def _guard(folder: Path) -> None:
    """Let no mutant rename or remove what holds this copy or the temporary files of all programs.

    A fault in the code that puts a file aside may take any folder above its own for one: /tmp is gone then.
    """
    kept = [os.path.realpath(tempfile.gettempdir()) + "/", f"{folder.resolve()}/"]

    def watch(event: str, given: tuple) -> None:
        if event in ("os.rename", "os.remove", "os.rmdir", "shutil.rmtree"):
            path = os.path.abspath(os.fsdecode(given[0])) + "/"
            if any(one.startswith(path) for one in kept):
                raise PermissionError(1, f"no test has business with {path}")

    sys.addaudithook(watch)


@functools.cache
def _is_plain(file: str) -> bool:
    """Tell whether the tests of a file are plain functions, which MicroPython runs as well."""
    if not file.startswith(_FIRMWARE_TESTS):
        return False
    return "# runs on: cpython" not in Path(file).read_text(encoding="utf-8")


def _plain(test: str) -> bool:
    return "[" not in test and _is_plain(test.partition("::")[0])


def _run_plain(tests: list[str], first: bool) -> list[str]:
    """Call plain tests without pytest, in a tenth of its time; return those that fail.

    Args:
        tests: their ids.
        first: end at the first.
    """
    before = list(sys.path)
    sys.path[:0] = [*_PATHS, *dict.fromkeys(test.rpartition("/")[0] for test in tests)]
    os.environ["LANGUAGE"] = "en"
    failing = []
    for test in tests:
        file, _, name = test.partition("::")
        try:
            getattr(importlib.import_module(Path(file).stem), name)()
        except BaseException:
            failing.append(test)
            if first:
                break
    sys.path[:] = before
    return failing


def _child(job: dict, report: int) -> None:
    """Run one job; exits."""
    os.setsid()
    _guard(Path.cwd())
    sink = os.open(
        os.environ.get("TAVLE_PROOF_LOG", os.devnull), os.O_WRONLY | os.O_CREAT | os.O_APPEND
    )
    for fd in (1, 2):
        os.dup2(sink, fd)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if "measure" in job:
        code = _pytest(["-m", _QUICK, job["measure"]], Measured(job["hits"], job["out"]))
        os.write(report, json.dumps({"code": code, "failed": ""}).encode())
        os._exit(0)
    sys.dont_write_bytecode = True
    limit = int(job["limit_s"])
    # A mutant that never ends takes its MicroPython with it: every process has this limit.
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
    plain = [test for test in job["tests"] if _plain(test)]
    failing = _run_plain(plain, "file" in job)
    if failing and "file" in job:
        os.write(report, json.dumps({"code": 1, "failed": failing[0]}).encode())
        os._exit(0)
    left = [test for test in job["tests"] if test not in plain]
    plugin = Chosen(left)
    files = list(dict.fromkeys(test.partition("::")[0] for test in left))
    code = _pytest([*(["-x"] if "file" in job else []), *files], plugin) if files else 0
    answer = {"code": code, "failed": plugin.failed}
    if "file" not in job:  # the sources as they are: which tests cannot be used?
        answer["all"] = failing + plugin.all
    os.write(report, json.dumps(answer).encode())
    os._exit(0)


def _family(pid: int) -> list[int]:
    """Return the processes below one."""
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                stat = Path("/proc", entry, "stat").read_text(encoding="utf-8", errors="replace")
                parents.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(entry))
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def _run(job: dict) -> dict:
    begun = time.monotonic()
    ours, theirs = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.close(ours)
            _child(job, theirs)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(70)
    os.close(theirs)
    deadline = begun + job.get("limit_s", 900) * 4 + 20
    answer = {"code": -1, "failed": ""}
    while True:
        done, _ = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > deadline:
            for one in [*_family(pid), pid]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            os.waitpid(pid, 0)
            break
        time.sleep(0.01)
    with contextlib.suppress(ValueError):
        answer = json.loads(os.read(ours, 65536))
    os.close(ours)
    return {**answer, "s": round(time.monotonic() - begun, 2)}


def main() -> None:
    """Serve the jobs on standard input until it ends."""
    folder = Path(sys.argv[1])
    os.chdir(folder)
    for name in _MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for path in ("firmware", "tests", "host"):  # once, not in every child
        compileall.compile_dir(folder / path, quiet=2)
    for line in sys.stdin:
        job = json.loads(line)
        if "file" not in job:
            answer = _run(job)
        else:
            path = folder / job["file"]
            before, stat = path.read_bytes(), path.stat()
            # A dead link's or a process's old file must not be written through: a new file each time.
            path.unlink()
            path.write_text(job["text"], encoding="utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 3_000_000_000))
            try:
                answer = _run(job)
            finally:
                path.write_bytes(before)
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
