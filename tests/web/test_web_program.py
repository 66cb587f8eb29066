# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""`tavle sim` as a process: it tells its address, and nothing of it is left when it has ended."""

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import aiohttp
import pytest
from tables import Guest

HOST = Path(__file__).resolve().parents[2] / "host"
COMMAND = [sys.executable, "-c", "from tavle.cli import main; main()", "sim"]


@contextlib.contextmanager
def program(*words):
    """Start `tavle sim`; gives the process and the address it told."""
    process = subprocess.Popen(
        [*COMMAND, "--no-browser", "--port", "0", *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(HOST), "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        line = process.stdout.readline()
        found = re.fullmatch(r"The table is at (http://127\.0\.0\.1:\d+/)\n", line)
        assert found, line + process.stderr.read()
        assert process.stdout.readline() == "Ctrl-C ends it.\n"
        yield process, found[1]
    finally:
        process.kill()
        process.communicate()


def children(pid):
    if Path("/proc/self/stat").exists():
        stats = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):  # it has just ended
                stats.append(path.read_text())
        # pid (name) state ppid ...; a name may hold spaces and brackets.
        rows = [(int(stat.split()[0]), int(stat.rpartition(")")[2].split()[1])) for stat in stats]
    else:
        done = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
        )
        rows = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    return [child for child, parent in rows if parent == pid]


def gone(pid):
    """Wait until a process is there no more; tell whether it went."""
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


async def look(address):
    """Sit down at a table for a moment."""
    async with aiohttp.ClientSession() as client, client.ws_connect(address + "socket") as socket:
        guest = Guest(socket)
        await guest.next()
        await guest.good("hands", on=True)
        await guest.event("card")
        return guest


@pytest.mark.parametrize(
    ("number", "status", "said"),
    [
        (signal.SIGINT, 0, "\nThe table is closed.\n"),
        (signal.SIGTERM, 143, ""),
        (signal.SIGHUP, 129, ""),
        (signal.SIGKILL, -9, ""),
    ],
)
def test_no_process_is_left_whatever_ends_it(number, status, said):
    with program("--speed", "50") as (process, address):
        asyncio.run(look(address))
        inside = children(process.pid)
        assert len(inside) == 1
        process.send_signal(number)
        out, err = process.communicate(timeout=600)
        assert (process.returncode, out, err) == (status, said, "")
        assert gone(inside[0])


def test_a_page_is_open_while_it_ends():
    async def main(address, process):
        async with aiohttp.ClientSession() as client:
            async with client.ws_connect(address + "socket") as socket:
                guest = Guest(socket)
                await guest.next()
                process.send_signal(signal.SIGINT)
                with pytest.raises(ConnectionError, match="1001"):
                    await guest.answer()

    with program("--rulebook", "sorry") as (process, address):
        asyncio.run(main(address, process))
        assert process.wait(60) == 0


def test_the_prompt_is_still_there():
    done = subprocess.run(
        [*COMMAND, "--prompt"], capture_output=True, text=True, check=False, timeout=600,
        env={**os.environ, "PYTHONPATH": str(HOST)}, input="lift red h\nquit\n",
    )  # fmt: skip
    assert done.returncode == 0 and "red    h  h  h  hand" in done.stdout
