# SPDX-License-Identifier: Apache-2.0
"""A few workers side by side, each in its own copy of the repository."""

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, Queue
from typing import Any, Self

import shadow


class Pool:
    """Workers that are started when entered and end when left.

    Args:
        folders: the copies, one for each worker.
    """

    def __init__(self, folders: Sequence[Path]):
        self._folders = folders
        self._workers: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        script = str(Path(__file__).with_name("worker.py"))
        for folder in self._folders:
            # Tests that are killed leave what they made; it goes with the workers.
            left = self._left(folder)
            shutil.rmtree(left, ignore_errors=True)
            left.mkdir()
            self._workers.append(
                subprocess.Popen(
                    [sys.executable, script, str(folder)],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                    env={**shadow.environment(folder), "TMPDIR": str(left)}, cwd=folder,
                )
            )  # fmt: skip
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            if worker.stdin:
                worker.stdin.close()
            worker.wait()
        for folder in self._folders:
            shutil.rmtree(self._left(folder), ignore_errors=True)

    @staticmethod
    def _left(folder: Path) -> Path:
        return folder.with_name(folder.name + "-tmp")

    def map(
        self, jobs: Sequence[Any], message: Callable[[int, Any], dict[str, Any]]
    ) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Do every job; give (job, answer) as they end.

        Args:
            jobs: what is to be done, in this order.
            message: makes what a worker is told, from the worker's number and the job.
        """
        waiting: Queue[Any] = Queue()
        done: Queue[Any] = Queue()
        for job in jobs:
            waiting.put(job)

        def serve(number: int) -> None:
            while True:
                try:
                    job = waiting.get_nowait()
                except Empty:
                    break
                done.put((job, self._ask(number, message(number, job))))
            done.put(None)

        threads = [
            threading.Thread(target=serve, args=(n,), daemon=True)
            for n in range(len(self._workers))
        ]
        for thread in threads:
            thread.start()
        left = len(threads)
        while left:
            item = done.get()
            if item is None:
                left -= 1
            else:
                yield item

    def _ask(self, number: int, message: dict[str, Any]) -> dict[str, Any]:
        worker = self._workers[number]
        assert worker.stdin and worker.stdout
        try:
            worker.stdin.write(json.dumps(message) + "\n")
            worker.stdin.flush()
            answer: dict[str, Any] = json.loads(worker.stdout.readline())
        except (OSError, ValueError) as error:
            return {"code": -2, "failed": f"the worker died: {error}", "s": 0.0}
        return answer
