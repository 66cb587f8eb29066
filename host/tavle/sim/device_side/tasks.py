# SPDX-License-Identifier: Apache-2.0
"""asyncio's tasks and their queue, kept by virtual time alone.

The unix port's own ones are in C and stamp every task with the PC's clock. These fulfil the
interface that `asyncio.core` uses (attributes `coro`, `data`, `state`, `ph_key`), and run tasks
that are due at one moment in the order in which they were queued.

`state`: True running, TaskQueue running and awaited, a function to call at the end; None ended
and not awaited, False ended and awaited. `data`: what a waiting task waits for (something with
`remove`, or a Task), the exception to throw into it, or what it ended with.
"""

import asyncio
import asyncio.core as core


class TaskQueue:
    """Tasks in order of their time."""

    def __init__(self):
        self._tasks = []  # the next one is last

    def push(self, task, key=None):
        """Queue a task for a time in ms; now when there is none."""
        if key is None:
            key = core.ticks()
        task.data = None
        task.ph_key = key
        tasks = self._tasks
        i = len(tasks)
        while i and core.ticks_diff(tasks[i - 1].ph_key, key) <= 0:
            i -= 1
        tasks.insert(i, task)

    def peek(self):
        """Return the next task or None."""
        return self._tasks[-1] if self._tasks else None

    def pop(self):
        """Take the next task."""
        return self._tasks.pop()

    def remove(self, task):
        """Take a task out."""
        self._tasks.remove(task)


class Task:
    """A coroutine that runs on its own."""

    def __init__(self, coro, globals=None):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0

    def __iter__(self):
        if self.state is True:
            self.state = TaskQueue()
        elif not self.state:
            self.state = False
        elif not isinstance(self.state, TaskQueue):
            raise RuntimeError("this task calls a function at its end: it cannot be awaited")
        return self

    def __next__(self):
        if self.state:
            self.state.push(core.cur_task)
            core.cur_task.data = self
        elif self.data:
            raise self.data
        else:
            raise StopIteration

    def done(self):
        """Return whether it has ended."""
        return not self.state

    def cancel(self):
        """Throw CancelledError into the task, or into the task it waits for at the end."""
        if not self.state:
            return False
        if self is core.cur_task:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):
            task = task.data
        if hasattr(task.data, "remove"):
            task.data.remove(task)
            core._task_queue.push(task)
        elif core.ticks_diff(task.ph_key, core.ticks()) > 0:
            core._task_queue.remove(task)
            core._task_queue.push(task)
        task.data = core.CancelledError
        return True


def install():
    """Make asyncio use these from now on."""
    core.Task = Task
    core.TaskQueue = TaskQueue
    core._task_queue = TaskQueue()
    if hasattr(asyncio, "Task"):
        asyncio.Task = Task
