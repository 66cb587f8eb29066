# SPDX-License-Identifier: Apache-2.0
"""Moves as the page shows them: what may be done now, and what was done."""

from typing import Any

Part = dict[str, Any]
Message = dict[str, Any]


def parts_of(game: Any, move: bytes) -> list[Part]:
    """Return the parts of a move in the words of the page.

    A part is `{"colour", "from", "to", "home": [[colour, place], ...]}`; with `"self": true` its
    own pawn is sent home, with `"swap": colour` it changes places with a pawn of that colour.
    Places are names of spaces; `red:h` and `red:f` stand for any slot.
    """
    from rules.moves import BUMP, SELF, SWAP
    from rules.moves import parts as operations

    parts: list[Part] = []
    for kind, seat, a, b, other in operations(move):
        colour = game.colours[seat]
        if kind == BUMP:
            parts[-1]["home"].append([colour, space(game, seat, a)])
            continue
        part: Part = {
            "colour": colour,
            "from": space(game, seat, a),
            "to": space(game, seat, b),
            "home": [],
        }
        if kind == SELF:
            part["self"] = True
        elif kind == SWAP:
            part["swap"] = game.colours[other]
        parts.append(part)
    return parts


def space(game: Any, seat: int, place: int) -> str:
    """Return a place code as the page names a space."""
    from rules.notation import place_text

    text = place_text(game, place)
    return text if text.isdigit() else f"{game.colours[seat]}:{text}"


def options(game: Any, state: bytes, card: str) -> list[list[Part]]:
    """Return the legal moves of a card, each as its parts; none where every pawn stays, as after a slide that leads back (S7)."""
    if state[16] > 3:
        return []
    from rules.ways import ways
    from tavle.sim.player import stays

    action = game.actions.index(card)
    found = [
        (bytes(move), [] if stays(state, after, move) else parts_of(game, move))
        for after, move in game.results(state, action)
    ]
    if any(len(parts) > 1 for _, parts in found):
        for move, parts in found:
            # The steps of each part, so that the page can say how many are left.
            for part, (touched, _) in zip(parts, ways(game, state, action, move), strict=False):
                part["steps"] = len(touched)
    return [parts for _, parts in found]


def playable(game: Any, state: bytes, card: str) -> bool:
    """Tell whether a card has a legal move."""
    return state[16] < 4 and bool(game.results(state, game.actions.index(card)))


def reason(line: str, card: str, colour: str, name: str) -> tuple[str, str]:
    """Return why a pawn cannot be moved, in a word of the catalogue, and the space that hangs on.

    Args:
        line: the position.
        card: the card in force, "" for none.
        colour: of the pawn.
        name: of the space it stands on.

    Raises:
        ValueError: there is no such pawn.
    """
    from rules.game import NOBODY
    from rules.parse import parse_position

    game, state = parse_position(line)
    if colour not in game.colours or card not in game.actions:
        raise ValueError("no-pawn" if card else "card-first")
    seat = game.colours.index(colour)
    area = name.rstrip("0123") if name[-2:-1] in ("h", "f") else name
    place = next(
        (p for p in state[4 * seat : 4 * seat + game.pawns] if space(game, seat, p) == area), None
    )
    if place is None:
        raise ValueError("no-pawn")
    word, at = game.why(state, game.actions.index(card), seat, place) or ("not-legal", NOBODY)
    return word, "" if at == NOBODY else space(game, seat, at)


def turn_of(line: str) -> str:
    """Return whose turn a position line says it is."""
    return line.partition(" turn=")[2].partition(" ")[0]


def told(event: Message, turn: str, record: "Record") -> Message:
    """Return an event as the page takes it: whose turn it came in, and its move in parts.

    Args:
        event: the event of the table.
        turn: who was to act before it.
        record: what has heard it.
    """
    line = {**event, "turn": turn}
    if event["event"] == "accepted":
        line["parts"] = record.entries[-1]["parts"]
    elif event["event"] == "wish":
        line["parts"] = _wished(record.line, event["card"], event["move"])
    return line


def _wished(line: str, card: str, text: str) -> list[Part]:
    """Return the parts of the move that a computer wishes; none when it is no legal one."""
    from rules.notation import move_text
    from rules.parse import parse_position

    game, state = parse_position(line)
    results = game.results(state, game.actions.index(card)) if card in game.actions else []
    found = (move for _, move in results if move_text(game, move) == text)
    return parts_of(game, next(found, b""))


_KINDS = {
    "start": (), "move": ("colour", "card"), "fold": ("colour",), "deal": ("dealer",), "won": ("winner",),
}  # fmt: skip
MOST_ENTRIES = 20_000
"""Entries of the longest record that is read; its twin is in `page/record.js`."""


def kept_entries(entries: Any) -> list[Message]:
    """Return the entries of a record from a file. Raises ValueError when they are none."""
    good = isinstance(entries, list) and 0 < len(entries) <= MOST_ENTRIES
    if not good or not all(map(_is_entry, entries)):
        raise ValueError("the record is damaged")
    return list(entries)


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, dict) or entry.get("kind") not in tuple(_KINDS):
        return False
    words = ("line", *_KINDS[entry["kind"]])
    parts = entry.get("parts", None if entry["kind"] == "move" else [])
    return (
        all(isinstance(entry.get(name), str) for name in words)
        and isinstance(parts, list)
        and all(map(_is_part, parts))
    )


def _is_part(part: Any) -> bool:
    if not isinstance(part, dict) or not isinstance(part.get("home"), list):
        return False
    texts = [part.get(name) for name in ("colour", "from", "to")]
    pairs = all(isinstance(pair, list) and len(pair) == 2 for pair in part["home"])
    return pairs and all(
        isinstance(text, str) for text in (*texts, *(t for pair in part["home"] for t in pair))
    )


class Record:
    """The moves of the game on the table, from what the table says.

    Attributes:
        entries: one for everything that changed the game, oldest first: `{"kind": "start" |
            "move" | "fold" | "deal" | "won", "line": position after it, "t": the table's time in ms, ...}`; in
            a party's game a fold has its number of `cards`.
        active: the card or throw in force, "" for none.
        copy: which copy of the card that was, 0 for a throw.
    """

    def __init__(self, line: str, entries: list[Message] | None = None):
        self.entries = entries or [{"kind": "start", "line": line}]
        self.active = ""
        self._useless = False  # the last card that was laid has no legal move
        self._card = ""
        self.copy = 0

    @property
    def line(self) -> str:
        """Return the position after the last entry."""
        return str(self.entries[-1]["line"])

    def hear(self, event: Message) -> bool:
        """Take an event of the table into account; return whether the record has changed."""
        kind = event.get("event")
        if kind == "card":
            self._card, self.copy = event["card"], event.get("copy", 0)
            self.active = self._card
            self._useless = not event.get("playable")
        elif kind == "rolled":
            self._card, self.copy = str(event["value"]), 0
            self.active = self._card
        elif kind == "refused" and (event.get("reason") == "withdrawn" or self._useless):
            self.active = ""
            self._useless = False
        elif kind == "accepted":
            self._accepted(event)
        elif kind == "folded":
            self._add(event, {"kind": "fold", "colour": event["colour"], "line": self.line})
        elif kind == "round":
            told = {name: event[name] for name in ("dealer", "deal", "first")}
            # A table that starts again repeats its deal; a game that begins has one of its own.
            begun = self.entries[-1]["kind"] == "start"
            if begun or not any(_same(told, entry) for entry in self.entries[-2:]):
                self._add(event, {"kind": "deal", **told, "line": self.line})
        elif kind == "won":
            self._add(event, {"kind": "won", "winner": event["winner"], "line": self.line})
        elif kind == "undone":
            self._undone(event)
        elif kind == "resync":
            self.entries[-1]["line"] = event["position"]
        elif kind == "ready":
            return self._begun(event)
        return kind in ("accepted", "folded", "round", "won", "undone", "resync")

    def _begun(self, event: Message) -> bool:
        """Begin anew where the table is in another position than the game was in; return whether it is."""
        line = str(event.get("position", ""))
        if not line or pawns_of(line) == pawns_of(self.line):
            return False
        self.active = ""
        if len(self.entries) == 1:
            self.entries.clear()
        self._add(event, {"kind": "start", "line": line})
        return True

    def learn(self, line: str, phase: str = "") -> None:
        """Take what the table has told: after a fold only it knows whose turn it is, after a take-back what is in force."""
        if phase in ("card", "deal"):
            self.active = ""
        if self.entries[-1]["kind"] != "move" and pawns_of(line) == pawns_of(self.line):
            self.entries[-1]["line"] = line

    def _add(self, event: Message, entry: Message) -> None:
        when = {"t": event["t"]} if "t" in event else {}
        self.entries.append({**entry, **when})

    def _accepted(self, event: Message) -> None:
        self.active = ""
        self._useless = False
        from rules.parse import parse_position

        game, state = parse_position(self.line)
        colour = game.colours[state[16]] if state[16] < 4 else ""
        move: list[Part] = []
        if event["move"] != "-" and self._card in game.actions:
            wanted = parse_position(event["position"])[1]
            found = game.results(state, game.actions.index(self._card))
            same = [m for s, m in found if bytes(s[:16]) == bytes(wanted[:16])]
            move = parts_of(game, same[0]) if same else []
        self._add(event, {
            "kind": "move", "colour": colour, "card": self._card, "copy": self.copy,
            "parts": move, "line": event["position"], "asked": event.get("asked", False),
        })  # fmt: skip

    def _undone(self, event: Message) -> None:
        """Drop everything after the position that the table has gone back to."""
        for i in range(len(self.entries) - 1, 0, -1):
            gone = self.entries.pop(i)
            if gone["kind"] in ("move", "fold"):
                if gone["kind"] == "move":
                    self._card, self.copy = gone["card"], gone["copy"]
                    self.active = self._card
                break
        if self.line != event["position"]:
            self.entries.append({"kind": "start", "line": event["position"]})


def pawns_of(line: str) -> str:
    """Return what a position line says of the pawns."""
    return line.partition(" turn=")[0]


def _same(told: Message, entry: Message) -> bool:
    return entry["kind"] == "deal" and all(entry[name] == value for name, value in told.items())
