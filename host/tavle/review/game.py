# SPDX-License-Identifier: Apache-2.0
"""A kept game turn by turn, from whichever file holds it.

The files are a game that the page keeps (`tavle-sim 1`), one that it has exported (`tavle-record 1`), and one that
`tavle log fetch` has copied (`tavle-record-1`). Every turn is done again by the rules; one that they do not allow is left out.
"""

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tavle import house
from tavle.errors import TavleError
from tavle.live import record as records
from tavle.paths import add_firmware
from tavle.sim import snapshot
from tavle.web import saves
from tavle.web.moves import kept_entries
from tavle.words.terminal import tr

EXPORTED = "tavle-record 1"
KEPT = "tavle-sim 1"

_NOBODY = 255
_PAWNS = 16  # bytes of a position that say where pawns stand

Entry = dict[str, Any]


@dataclass
class Turn:
    """One turn.

    Attributes:
        number: as the page or `tavle log show` counts it.
        seat: who acted.
        action: card or throw, 255 for a hand that was folded.
        before, after: the positions.
        hand: the actions that it could choose from, as far as they are known.
        counts, seen, given: what else the seat knew, see `players.observation`.
        wrong: whether it does not follow from what is recorded before it.
    """

    number: int
    seat: int
    action: int
    before: bytes
    after: bytes
    hand: bytes = b""
    counts: bytes | bytearray = bytes(4)
    seen: bytes | bytearray = b""
    given: int = _NOBODY
    wrong: bool = False


@dataclass
class Played:
    """A game that was played.

    Attributes:
        game: the rules.
        line: the position it began with.
        turns: what was done.
        who: colour -> who sat there, as far as it is known.
        part: turns of which not the whole hand is known.
    """

    game: Any
    line: str
    turns: list[Turn]
    who: dict[str, str] = field(default_factory=dict)
    part: int = 0

    @property
    def winners(self) -> int:
        """Return the mask of the seats that have won, 0 while the game runs."""
        last = self.turns[-1].after if self.turns else bytes(20)
        return last[17] if last[16] == _NOBODY else 0


def find(name: str) -> Path:
    """Return the file of a game: a path, the name of a kept game, or for "" the game kept last. Raises TavleError."""
    if name and Path(name).exists():
        return Path(name)
    kept = {one["name"]: one for one in saves.listed()}
    if not name and kept:
        return saves.path_of(next(iter(kept)))
    if name in kept:
        return saves.path_of(name)
    raise TavleError(
        tr("no game {name}", name=name or saves.folder()),
        tr("there is no such file and no kept game of this name"),
        tr("name a file, or one of: {known}", known=", ".join(kept) or "-"),
    )


def load(path: Path) -> Played:
    """Read a game. Raises TavleError when it is none of this version."""
    add_firmware()
    what = tr("cannot read {file}", file=path)
    try:
        large = path.stat().st_size > snapshot.LONGEST
        found = None if large else json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise TavleError(what, error.strerror or str(error), tr("name another file")) from None
    except (ValueError, RecursionError):
        found = None
    found = found if isinstance(found, dict) else {}
    form = found.get("format")
    if form == records.FORMAT:
        return _of_table(path)
    if form not in (EXPORTED, KEPT):
        raise TavleError(
            what, tr("it is no game that this version knows (format {form})", form=repr(form)),
            tr("name a kept or exported game, or a file of `tavle log fetch`"),
        )  # fmt: skip
    if form == KEPT:
        snapshot.load(str(path))  # says what is damaged
    notes: dict[str, Any] = found["notes"] if form == KEPT else {"record": found.get("entries")}
    try:
        entries = kept_entries(notes["record"])
        game, _ = _position(entries[0]["line"])
        game = house.played(game, found.get("options") or {})
        party = notes.get("party") or {}
        return _played(game, entries, party.get("before") or [], party.get("who") or {})
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise TavleError(
            what, tr("the record is damaged ({error})", error=error), tr("name another file")
        ) from None


def _of_table(path: Path) -> Played:
    """Read a record of a table."""
    from rules.notation import position_text

    record = records.load(path)
    game, start = records.header(record.game, record.entries)
    steps = {step.seq: step for step in record.steps}
    head = record.entries[0][3]
    entries: list[Entry] = [
        {"kind": "start", "line": position_text(game, start), "round": head[1 + head[0] :]}
    ]
    for seq, _, _, payload in records.in_force(record.entries):
        step = steps[seq]
        entries.append({
            "kind": step.what, "seq": seq, "line": step.line, "colour": step.colour, "card": step.card,
            "copy": step.copy, "round": payload[22:], "wrong": step.wrong,
        })  # fmt: skip
    return _played(game, entries, [], {})


def _position(line: str) -> tuple[Any, bytes]:
    from rules.parse import parse_position

    game, state = parse_position(line)
    return game, bytes(state)


class _Cards:
    """What everybody knows of the cards: of hands the firmware's own bookkeeping, of a pile what was drawn."""

    def __init__(self, game: Any):
        self._game = game
        self.round: Any = None
        self.deal = 0  # how many there have been
        self._drawn = bytearray(len(game.actions))

    def told(self, data: bytes) -> None:
        """Take what a table's record holds of it."""
        if self._game.hand:
            old, self.round = self.round, self._game.round(data)
            self.deal += old is None or (old.dealer, old.deal) != (
                self.round.dealer,
                self.round.deal,
            )

    def dealt(self, entry: Entry) -> None:
        """Take a deal that the page has noted."""
        from rules.round import Round

        game, old = self._game, self.round
        self.deal += 1
        self.round = None
        dealer, deal = game.colours.index(entry["dealer"]), int(entry["deal"])
        fresh = Round.new(game, game.next_seat(dealer)).to_bytes()
        cards = bytes(game.hand[deal - 1] if seat in game.seats else 0 for seat in range(4))
        same = old is not None and old.dealer == dealer and not house.gathers_always(game)
        seen = old.to_bytes()[8:] if same else fresh[8:]
        self.round = Round(game, fresh[:1] + bytes([deal]) + cards + fresh[6:8] + seen)

    def taken(self, turn: Turn, copy: int) -> None:
        """Take a turn into account. Raises ValueError when the cards do not allow it."""
        if self.round is not None and turn.action == _NOBODY:
            self.round.fold(turn.seat)
        elif self.round is not None:
            self.round.play(turn.seat, turn.action, copy)
        elif self._game.deck and turn.action != _NOBODY:
            if bytes(self._drawn) == bytes(self._game.deck):
                self._drawn = bytearray(len(self._drawn))
            self._drawn[turn.action] += 1

    def look(self, turn: Turn) -> None:
        """Note in a turn what everybody knew."""
        from players.observation import of_round

        if self.round is None:
            turn.seen = bytes(self._drawn)
            turn.wrong |= bool(self._game.hand)
            return
        seen = of_round(self._game, turn.before, self.round, turn.seat, b"")
        turn.counts, turn.seen = seen.counts, seen.seen


def _played(game: Any, entries: list[Entry], before: list[Any], who: dict[str, str]) -> Played:
    deals: list[int] = []
    turns = []
    for turn, deal in _turns(game, entries):
        turns.append(turn)
        deals.append(deal)
    part = _hands(game, turns, deals, before) if game.hand else 0
    return Played(game, str(entries[0]["line"]), turns, who, part)


def _turns(game: Any, entries: list[Entry]) -> Iterator[tuple[Turn, int]]:
    """Yield every turn, and in which deal it was."""
    cards = _Cards(game)
    if "round" in entries[0]:
        cards.told(entries[0]["round"])
    _, now = _position(entries[0]["line"])
    for number, entry in enumerate(entries[1:], 1):
        with contextlib.suppress(ValueError, LookupError):  # what follows it is wrong then
            if entry["kind"] == "deal" and game.hand:
                cards.dealt(entry)
            elif entry["kind"] == "start":
                _, now = _position(entry["line"])
        if entry["kind"] not in ("move", "fold"):
            continue
        number = entry.get("seq", number)
        try:
            turn = _turn(game, entry, number, now, _position(entry["line"])[1])
        except ValueError:  # no such position, no such card
            turn = Turn(number, now[16], _NOBODY, now, now, wrong=True)
            cards.round = None  # until the next deal
        deal = cards.deal
        cards.look(turn)
        try:
            cards.taken(turn, entry.get("copy", 0))
        except ValueError:
            turn.wrong = True
            cards.round = None
        if "round" in entry:
            cards.told(entry["round"])
        yield turn, deal
        now = turn.after


def _turn(game: Any, entry: Entry, number: int, now: bytes, after: bytes) -> Turn:
    """Return a turn, judged by the rules."""
    colour = entry["colour"]
    seat = game.colours.index(colour) if colour in game.colours else now[16]
    before = bytearray(now)
    fold = entry["kind"] == "fold"
    if game.hand and now[16] != _NOBODY:
        before[16] = seat  # of hands only the table knows whose turn it is
    action = _NOBODY if fold else game.actions.index(entry["card"])
    turn = Turn(number, seat, action, bytes(before), after, bytes([action]))
    same = before[:_PAWNS] == after[:_PAWNS]
    if entry.get("wrong") or before[16] != seat or seat == _NOBODY:
        turn.wrong = True
    elif fold:
        turn.wrong = not same
    else:
        size = _PAWNS if game.hand else len(now)
        found = [state for state, _ in game.results(bytes(before), action)]
        fits = any(bytes(state[:size]) == after[:size] for state in found)
        turn.wrong = not fits and (bool(found) or game.must_play or not same)
    return turn


def _hands(game: Any, turns: list[Turn], deals: list[int], before: list[Any]) -> int:
    """Give every turn the hand it was chosen from; return of how many not all of it is known.

    A kept game holds the hands of its last turns, for take-backs. Else the cards that a seat plays later in the deal are those it has held.
    """
    first = len(turns) - len(before)
    part = 0
    for i, turn in enumerate(turns):
        if turn.action == _NOBODY or turn.wrong:
            continue
        later = [
            one.action for one, deal in zip(turns[i:], deals[i:], strict=True)
            if deal == deals[i] and one.seat == turn.seat and one.action != _NOBODY
        ]  # fmt: skip
        if i >= first:
            kept, colour = before[i - first], game.colours[turn.seat]
            held = [game.actions.index(name) for name, _ in kept["hands"].get(colour, ())]
            if turn.action in held:
                later = held
                passed = kept["passed"].get(colour)
                if passed is not None and list(passed) not in [
                    list(card) for card in kept["seen"]
                ]:
                    turn.given = game.actions.index(passed[0])
        if len(later) > turn.counts[turn.seat]:
            turn.wrong = True
            continue
        turn.hand = bytes(sorted(later))
        part += len(later) < turn.counts[turn.seat]
    return part
