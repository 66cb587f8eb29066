# SPDX-License-Identifier: Apache-2.0
"""`tavle learn`, the PC's side: tells what to do next and what was found."""

from collections.abc import Callable, Iterator
from typing import Any

from tavle.device.link import TableLink
from tavle.errors import TavleError
from tavle.live import words
from tavle.words.terminal import joined, mark, tr

_MANY = 3  # inputs that are closed although the board should be empty
_MEND = mark("fix it, then run `tavle learn` again: it asks only for what is missing")


def problem(event: dict[str, Any]) -> str:
    """Return what is wrong, why, and what to do, as one line."""
    what = event["what"]
    place = words.place(event["place"]) if "place" in event else ""
    other = words.place(event["to"]) if event.get("to") else tr("another space")
    wires = words.inputs(event.get("inputs", []))
    if what == "silent":
        return tr(
            "{place}: no switch answered: dead reed, broken wire, or its input; check the reed "
            "with a magnet and the solder joints; {mend}",
            place=place,
            mend=tr(_MEND),
        )
    if what == "dark":
        return tr(
            "light {light} of the chain: not matched: dead light, or its space is silent; check "
            "the data line in front of it; {mend}",
            light=event["light"],
            mend=tr(_MEND),
        )
    if what == "cross-talk":
        return tr(
            "{place}: its pawn also closes the switch of {other}: magnet too strong or the reed "
            "too near; move that reed away or take a weaker magnet, then learn both again",
            place=place,
            other=other,
        )
    if what == "double":
        return tr(
            "{place}: two switches answer every time ({wires}), so neither can be told to be its "
            "own: magnet too strong, or reeds too close; {mend}",
            place=place,
            wires=wires,
            mend=tr(_MEND),
        )
    if what == "same":
        return tr(
            "{place} and {other} close the same switch ({wires}): two reeds in parallel, or a "
            "solder bridge; {mend}",
            place=place,
            other=other,
            wires=wires,
            mend=tr(_MEND),
        )
    if what == "stuck":
        return tr(
            "{wires}: closed although the board was empty: reed stuck, wire shorted to ground, "
            "or a pawn was left; {mend}",
            wires=wires,
            mend=tr(_MEND),
        )
    if what == "flicker":
        return tr(
            "{wires}: flickers and is not trusted: loose wire or weak reed; solder it again",
            wires=wires,
        )
    return words.spoken(event)


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
                self._say(
                    "            " + tr("the table says something strange: {event}", event=event)
                )
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
                self._say(tr("the table has gone back to the game; what was learnt is kept"))
                return
            else:
                self._say(words.spoken(event))

    def _ask(self, event: dict[str, Any]) -> None:
        left = f"{event['left']:4}"
        if "place" in event:
            self._show(event["place"])
            where = words.place(event["place"])
            if self._walk:
                line = tr("{left} left   one pawn on {where}", left=left, where=where)
            else:
                line = tr(
                    "{left} left   one pawn on {where}: its light blinks white",
                    left=left,
                    where=where,
                )
        else:
            self._show("")
            line = tr(
                "{left} left   light {light} of the chain blinks: one pawn there; at a seat's light "
                "press that seat's button",
                left=left,
                light=event["light"],
            )
        self._say(joined([line, tr("(once more)")], "  ") if event["tries"] else line)

    def _line(self, event: dict[str, Any]) -> str:
        step = event["step"]
        wires = words.inputs(event.get("inputs", []))
        if step == "empty":
            if len(event["closed"]) > _MANY:
                return tr("take every pawn off the board; {n} are left", n=len(event["closed"]))
            closed = words.inputs(event["closed"])
            return tr(
                "take every pawn off the board; closed: {closed}. If it is empty, "
                "Enter (or a tap on the table button) continues without these",
                closed=closed,
            )
        if step == "learnt":
            if "input" in event:
                return f"            {words.chain_input(event['input'])}"
            return "            " + tr("it is {place}", place=words.place(event["place"]))
        if step == "double":
            return "            " + tr(
                "unclear: {wires} closed; lift the pawn and put it down again",
                wires=wires,
            )
        if step == "taken":
            return "            " + tr(
                "{wires} belongs to {to} already; lift the pawn and put it on the space "
                "that is asked",
                wires=wires,
                to=words.place(event["to"]),
            )
        if step == "known":
            return "            " + tr(
                "{to} has its light already; lift the pawn",
                to=words.place(event["to"]),
            )
        if step == "skipped":
            return "            " + tr("left out")
        if step == "method":
            self._walk = True
            return tr("the lights are in another order: now walk one pawn over the whole board")
        return ""

    def problems(self) -> list[str]:
        """Return what was found to be wrong, a line each; two that say the same once."""
        return list(dict.fromkeys(problem(event) for event in self._problems))

    def missing(self) -> str:
        """Return the spaces and lights without an answer, in words."""
        silent = [e for e in self._problems if e["what"] in ("silent", "double", "same", "dark")]
        names = [
            words.place(e["place"]) if "place" in e else words.light(e["light"]) for e in silent
        ]
        return ", ".join(dict.fromkeys(names))

    def stop(self, save: bool = False) -> None:
        """Send the table back to the game; with `save` the map is used as it is."""
        self._link.request("learn.stop", **({"save": True} if save else {}))


def unfinished(teacher: Teacher, missing: int) -> TavleError:
    """Return the failure of a map that has gaps."""
    return TavleError(
        tr("the wiring is not in use yet"),
        tr(
            "answers that are missing: {missing} ({list})",
            missing=missing,
            list=teacher.missing() or tr("see above"),
        ),
        tr(
            "what was learnt is kept: fix this and run `tavle learn` again, "
            "or use the map as it is with `tavle learn --save-anyway`"
        ),
    )
