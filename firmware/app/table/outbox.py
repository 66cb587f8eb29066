# SPDX-License-Identifier: Apache-2.0
"""Events on their way out of the table, in the order in which things happened."""

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Outbox:
    """Tells what is in force when that is on flash, so that no power cut belies an event.

    Some events take long to be put into words: a job does that in slices, and emits them.

    Args:
        send: called with one dict per event.

    Attributes:
        unwritten: what is in force has changed since it was last written down.
    """

    def __init__(self, send: "Callable") -> None:
        self.send = send
        self.unwritten = False
        self._waiting: "list[dict]" = []  # events about what is unwritten, and those after them
        self._job: "Iterator[None] | None" = None
        self._asks = False  # the job puts a question into words

    def busy(self) -> bool:
        """Tell whether an event is being put into words."""
        return self._job is not None

    def emit(self, event: dict, in_force: bool = False) -> None:
        """Tell an event, behind all that is on its way; `in_force`: when what it is about is written."""
        self.finish()
        if self._waiting or (in_force and self.unwritten):
            self._waiting.append(event)
        else:
            self.send(event)

    def written(self) -> None:
        """Tell what has waited: what is in force is on flash."""
        self.unwritten = False
        waiting, self._waiting = self._waiting, []
        for event in waiting:
            self.send(event)

    def begin(self, job: "Iterator[None]", asks: bool = False) -> None:
        """Let a job put an event into words; `asks`: a question, which hands may overtake."""
        self.finish()
        self._job = job
        self._asks = asks

    def work(self) -> None:
        """Do one slice of the job."""
        job, self._job = self._job, None  # what it emits is not to wait for it
        for _ in job or ():
            self._job = job
            return

    def finish(self) -> None:
        """Bring the job to its end: something else is to be told."""
        while self._job is not None:
            self.work()

    def overtaken(self) -> None:
        """Drop a question that was not told yet: hands went on, it is another one now."""
        if self._asks:
            self._job = None
