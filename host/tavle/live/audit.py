# SPDX-License-Identifier: Apache-2.0
"""Does a record agree with the rules? Every turn is done again by the firmware's own bookkeeping."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tavle.live.words import Teller

_SIZE = 20  # bytes of a position

Entry = tuple[int, int, int, bytes]  # seq, kind, prev, payload


@dataclass
class Step:
    """One record in words and as a position.

    Attributes:
        seq: number of the record.
        what: "start", "move", "fold" or "undo".
        card: card that was played, "" for none.
        copy: which copy of it; 0 when unknown or thrown.
        move: the move in the notation of the rules, "" where there is none.
        colour: who acted, "" for nobody.
        line: position after it.
        wrong: why the rules do not allow it, "" when they do.
    """

    seq: int
    what: str
    card: str
    copy: int
    move: str
    colour: str
    line: str
    wrong: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return it for a JSON file; fields that say nothing are left out."""
        fields = {
            "seq": self.seq, "what": self.what, "colour": self.colour, "card": self.card,
            "copy": self.copy, "move": self.move, "position": self.line, "wrong": self.wrong,
        }  # fmt: skip
        return {
            name: value for name, value in fields.items() if value not in ("", 0) or name == "seq"
        }

    def text(self, teller: Teller) -> str:
        """Return it as a line without the position."""
        teller.line = self.line or teller.line
        told = teller.turn(self.what, self.colour, self.card, self.move)
        if self.wrong:
            told = teller.words.say("tool.log-wrong", what=told, why=self.wrong)
        return f"{self.seq:4}  {told}"


class Audit:
    """Plays a record through the firmware's own bookkeeping, on a journal of its own.

    Args:
        game: the rules' `Game`.
        state: the position it begins with.
        folder: an empty folder for the journal.
    """

    def __init__(self, game: Any, state: bytes, folder: str):
        from app.table.match import Match
        from rules.notation import move_text, position_text
        from rules.parse import parse_position
        from store.journal import Journal

        journal = Journal(folder)
        journal.open()
        self._game = game
        self._match = Match(game, journal)
        self._match.start(None, bytes(state))
        self._move_text = move_text
        self._parse = parse_position
        self._position_text = position_text
        # Record number -> (position, rest of the payload): what a take-back returns to.
        self._states: dict[int, tuple[bytes, bytes]] = {}
        self._now = 0

    def _line(self, state: bytes) -> str:
        """Return a position as a line, "" when this game has no such position."""
        try:
            line = self._position_text(self._game, state)
            same = bytes(self._parse(line)[1]) == state
        except (IndexError, ValueError):
            return ""
        return line if same else ""

    def steps(self, entries: list[Entry]) -> Iterator[Step]:
        """Yield the records in words, the header first."""
        header = entries[0][3]
        start = bytes(self._match.state)
        self._states[0] = (start, bytes(header[1 + header[0] :]))
        yield Step(0, "start", "", 0, "", "", self._line(start))
        for seq, kind, prev, payload in entries[1:]:
            yield self._step(seq, kind, prev, payload)

    def _step(self, seq: int, kind: int, prev: int, payload: bytes) -> Step:
        from app.table.match import FOLD, MOVE

        if kind == 1:
            step = self._undo(seq, prev, payload)
        elif kind not in (MOVE, FOLD) or len(payload) < _SIZE + 2:
            now = self._states.get(self._now)
            line = self._line(now[0]) if now else ""
            return Step(seq, "move", "", 0, "", "", line, f"a record of kind {kind} is not known")
        else:
            step = self._turn(seq, kind == FOLD, prev, payload)
        return step

    def _undo(self, seq: int, prev: int, payload: bytes) -> Step:
        self._now = prev
        known = self._states.get(prev)
        if known is None:
            return Step(
                seq, "undo", "", 0, "", "", "", f"record {prev}, which is taken back to, is lost"
            )
        if not prev:
            return Step(seq, "undo", "", 0, "", "", self._line(known[0]))
        # The table continues with the undo record's own copy: a kind, then what that record holds.
        copy = payload[1 : _SIZE + 1]
        step = Step(seq, "undo", "", 0, "", "", self._line(copy))
        if copy + payload[_SIZE + 3 :] != known[0] + known[1]:
            step.wrong = f"record {prev}, which is taken back to, says {self._line(known[0])}"
        return step

    def _turn(self, seq: int, fold: bool, prev: int, payload: bytes) -> Step:
        game = self._game
        after, tail = payload[:_SIZE], payload[_SIZE + 2 :]
        action, copy = payload[_SIZE], payload[_SIZE + 1]
        before = self._states.get(prev)
        self._now = seq
        step = Step(seq, "fold" if fold else "move", "", copy, "", "", self._line(after))
        if not step.line or not (fold or action < len(game.actions)):
            step.wrong = "the record holds no position of this game"
            return step
        self._states[seq] = (after, tail)
        if not fold:
            step.card = game.actions[action]
        if before is None:
            step.wrong = f"the record before it ({prev}) is lost, so it cannot be judged"
            return step
        if before[0][16] < 4:
            step.colour = game.colours[before[0][16]]
        step.wrong = self._judge(step, before, after, tail, None if fold else action)
        return step

    def _judge(
        self,
        step: Step,
        before: tuple[bytes, bytes],
        after: bytes,
        tail: bytes,
        action: int | None,
    ) -> str:
        """Do the turn again from the position before it; return "" or what differs."""
        match = self._match
        match.state[:] = before[0]
        if match.round is not None:
            try:
                match.round = match.game.round(before[1])
            except ValueError:
                return "the bookkeeping of the hands is damaged"
        if match.over:
            return "the game was over"
        if action is None:
            return self._judge_fold(after, tail)
        try:
            results = match.results(action)
            if not results and not match.game.must_play:
                results = match.skipped()
            # Partners' engine does not know whose turn is next: the bookkeeping does.
            same = 16 if match.round is not None else _SIZE
            fits = [(s, m) for s, m in results if bytes(s[:same]) == after[:same]]
            if not fits:
                return f"no legal result of {step.card} leads here"
            state, move = fits[0]
            step.move = self._move_text(match.game, move)
            match.accept(action, step.copy, state)
        except ValueError as error:
            return str(error) or type(error).__name__
        if bytes(match.state) != after:
            return f"the rules say {self._line(bytes(match.state))}"
        if match.round is not None and match.round.to_bytes() != tail:
            return "the hands are counted differently"
        return ""

    def _judge_fold(self, after: bytes, tail: bytes) -> str:
        match = self._match
        if match.round is None:
            return "this game has no hands to put down"
        before = bytes(match.state)
        match.fold([])
        if before[:16] != after[:16] or bytes(match.state) != after:
            return f"the rules say {self._line(bytes(match.state))}"
        # Which cards were shown is only in the bits of the cards seen: they may be more.
        own = match.round.to_bytes()
        seen = zip(own[8:], tail[8:], strict=False)
        if len(own) != len(tail) or own[:8] != tail[:8] or any(a & ~b for a, b in seen):
            return "the hands are counted differently"
        return ""
