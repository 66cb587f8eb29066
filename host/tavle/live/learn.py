# SPDX-License-Identifier: Apache-2.0
"""`tavle learn`, the PC's side: tells what to do next and what was found."""

from collections.abc import Callable, Iterator
from typing import Any

from tavle.device.link import TableLink
from tavle.errors import TavleError
from tavle.live import words

_MEND = "mend it, then run `tavle learn` again: only what is missing is asked"


def problem(event: dict[str, Any]) -> str:
    """Return what is wrong, why, and what to do, as one line."""
    what = event["what"]
    place = words.place(event["place"]) if "place" in event else ""
    other = words.place(event["to"]) if event.get("to") else "another space"
    wires = words.inputs(event.get("inputs", []))
    if what == "silent":
        return (
            f"{place}: no switch answered: dead reed, broken wire, or its input; check the reed "
            f"with a magnet and the solder joints; {_MEND}"
        )
    if what == "dark":
        return (
            f"light {event['light'] + 1} of the chain: not matched: dead light, or its space is "
            f"silent; check the data line in front of it; {_MEND}"
        )
    if what == "cross-talk":
        return (
            f"{place}: its pawn also closes the switch of {other}: magnet too strong or the reed "
            "too near; move that reed away or take a weaker magnet, then learn both again"
        )
    if what == "double":
        return (
            f"{place}: two switches answer every time ({wires}), so neither can be told to be its "
            f"own: magnet too strong, or reeds too close; {_MEND}"
        )
    if what == "same":
        return (
            f"{place} and {other} close the same switch ({wires}): two reeds in parallel, or a "
            f"solder bridge; {_MEND}"
        )
    if what == "stuck":
        return (
            f"{wires}: closed although the board was empty: reed stuck, wire shorted to ground, "
            f"or a pawn was left; {_MEND}"
        )
    if what == "flicker":
        return f"{wires}: flickers and is not trusted: loose wire or weak reed; solder it again"
    return words.event(event)


class Teacher:
    """Leads a person through the questions of the table.

    Args:
        link: the table.
        say: called with every line for the person.
        show: called with the name of the space a question is about, "" for none.
        typed: returns a line the person typed, or None.
    """

    def __init__(
        self,
        link: TableLink,
        say: Callable[[str], None],
        show: Callable[[str], None],
        typed: Callable[[], str | None],
    ):
        self._link = link
        self._say = say
        self._show = show
        self._typed = typed
        self._walk = False
        self._total = 0
        self._problems: list[dict[str, Any]] = []
        self.layout = ""

    def start(self, walk: bool, fresh: bool) -> dict[str, Any]:
        """Bring the table into learning; return how far it is.

        Raises:
            TavleError: it will not, or says nothing.
        """
        fields: dict[str, Any] = {"fresh": True} if fresh else {}
        if walk:
            fields["method"] = "walk"
        said = self._link.request("learn.start", **fields)
        self._link.keep_only("learn")
        self._walk = said["method"] == "walk"
        self._total = said["total"]
        self.layout = said["layout"]
        if said["step"] != "empty":
            self._link.request("learn.start")  # it was started at the table: where is it?
        return said

    def run(self) -> dict[str, Any]:
        """Go on until everything was asked or the person stops; return the last event.

        Raises:
            TavleError: the cable broke; what was learnt is kept on the table.
        """
        for event in self._events():
            if event["step"] == "done":
                return event
            try:
                self._take(event)
            except (KeyError, IndexError, ValueError):
                self._say(f"            the table says something strange: {event}")
        return {"step": "stopped"}

    def _take(self, event: dict[str, Any]) -> None:
        if event["step"] == "ask":
            self._ask(event)
        elif event["step"] == "problem":
            problem(event)  # one that cannot be told is strange
            self._problems.append(event)
        else:
            line = self._line(event)
            if line:
                self._say(line)

    def _events(self) -> Iterator[dict[str, Any]]:
        while True:
            event = self._link.event(0.2)
            typed = self._typed()
            if typed == "q":
                return
            if typed is not None:
                self._link.request("learn.skip")
            if event is None:
                continue
            if event.get("event") == "learn":
                yield event
            elif event.get("event") == "ready":
                self._say("the table has gone back to the game; what was learnt is kept")
                return
            else:
                self._say(words.event(event))

    def _ask(self, event: dict[str, Any]) -> None:
        again = "  (once more)" if event["tries"] else ""
        if "place" in event:
            self._show(event["place"])
            where = words.place(event["place"])
            how = "" if self._walk else ": its light blinks white"
            self._say(f"{event['left']:4} left   one pawn on {where}{how}{again}")
        else:
            self._show("")
            self._say(
                f"{event['left']:4} left   light {event['light'] + 1} of the chain blinks: one "
                f"pawn there; at a seat's light press that seat's button{again}"
            )

    def _line(self, event: dict[str, Any]) -> str:
        step = event["step"]
        wires = words.inputs(event.get("inputs", []))
        if step == "empty":
            closed = words.inputs(event["closed"])
            return (
                f"take every pawn off the board; closed: {closed}. If it is empty, "
                "Enter (or a tap on the table button) goes on without these"
            )
        if step == "learnt":
            if "input" in event:
                return f"            {words.chain_input(event['input'])}"
            return f"            it is {words.place(event['place'])}"
        if step == "double":
            return f"            unclear: {wires} closed; lift the pawn and put it down again"
        if step == "taken":
            return (
                f"            {wires} belongs to {words.place(event['to'])} already; lift the "
                "pawn and put it on the space that is asked"
            )
        if step == "known":
            return f"            {words.place(event['to'])} has its light already; lift the pawn"
        if step == "skipped":
            return "            left out"
        if step == "method":
            self._walk = True
            return "the lights are in another order: now walk one pawn over the whole board"
        return ""

    def problems(self) -> list[str]:
        """Return what was found to be wrong, a line each; two that say the same once."""
        return list(dict.fromkeys(problem(event) for event in self._problems))

    def missing(self) -> str:
        """Return the spaces and lights without an answer, in words."""
        silent = [e for e in self._problems if e["what"] in ("silent", "double", "same", "dark")]
        names = [
            words.place(e["place"]) if "place" in e else f"light {e['light'] + 1}" for e in silent
        ]
        return ", ".join(dict.fromkeys(names))

    def stop(self, save: bool = False) -> None:
        """Send the table back to the game; with `save` the map is used as it is."""
        self._link.request("learn.stop", **({"save": True} if save else {}))


def unfinished(teacher: Teacher, missing: int) -> TavleError:
    """Return the failure of a map that has gaps."""
    return TavleError(
        "the wiring is not in use yet",
        f"{missing} answers are missing ({teacher.missing() or 'see above'})",
        "what was learnt is kept: mend and run `tavle learn` again, or use the map as it is with "
        "`tavle learn --save-anyway`",
    )
