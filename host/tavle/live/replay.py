# SPDX-License-Identifier: Apache-2.0
"""A recorded game played again: simulated hands, the real firmware, the same positions."""

import contextlib
from typing import Any

from tavle.errors import TavleError
from tavle.live import record as records
from tavle.live.audit import Step
from tavle.live.record import Record
from tavle.sim.player import Disagreement, Players
from tavle.sim.session import Session, TableSpec
from tavle.words.terminal import tr


class _Wanted:
    """Stands in for chance: chooses the result that the record has."""

    def __init__(self) -> None:
        self.state = b""

    def choice(self, results: list[Any]) -> Any:
        """Return the result whose pawns stand as in the record."""
        return next(item for item in results if bytes(item[0][:16]) == self.state[:16])


class _Actor(Players):
    """Plays the turns of a record instead of its own."""

    def __init__(self, session: Session):
        super().__init__(session, 1)
        self._wanted = _Wanted()
        self._random = self._wanted  # type: ignore[assignment]

    def act(self, step: Step) -> None:
        """Play one turn of the record and compare the position."""
        game, state = self._begin()
        self._wanted.state = bytes(self._parse(step.line)[1])
        if step.what == "fold":
            self._press(step.colour, 1500)
            if self._until("folded") is None:
                raise Disagreement("not folded", f"{step.colour}, record {step.seq}")
            self._look()
        else:
            action = game.actions.index(step.card)
            # A throw of the electronic die cannot be repeated: its die card can.
            self._lay(action, step.copy or 1)
            self._play(game, state, action)
        if self.line != step.line:
            raise Disagreement(f"record {step.seq}", f"{step.line} became {self.line}")


def in_force(record: Record) -> list[Step]:
    """Return the turns that were not taken back."""
    by_seq = {step.seq: step for step in record.steps}
    return [by_seq[seq] for seq, *_ in records.in_force(record.entries)]


def play_again(record: Record) -> int:
    """Play a record on the simulated table; return how many turns were played.

    Raises:
        TavleError: the table accepted something else, or the record has gaps.
    """
    if record.gaps or record.wrong:
        raise TavleError(
            tr("this game cannot be played again"), tr("its record has gaps or moves that are not legal"),
            tr("see `tavle log show`"),
        )  # fmt: skip
    start = record.steps[0].line
    spec = TableSpec(
        start.split(" ")[0], start, options=record.options, settings={"fold": "trusted"}
    )
    with contextlib.closing(Session(spec)) as session:
        if not session.until_ready():
            raise TavleError(tr("the simulated table does not start"), tr("no `ready` within 5 s"))
        actor = _Actor(session)
        path = in_force(record)
        for step in path:
            actor.act(step)
        return len(path)
