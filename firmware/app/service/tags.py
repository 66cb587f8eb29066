# SPDX-License-Identifier: Apache-2.0
"""`tavle tags`: prepares a deck through the table's own reader.

A mode that takes the cards from the game; board and lights continue. What lies on the slot is told
as events, and the host says what to do with it. It ends by itself when the host has gone.

    {"event": "tag", "uid": "04..", "held": "blank", "known": [deck, kind, copy]}
    {"event": "tag", "uid": "04..", "held": "ok", "card": [deck, kind, copy]}
    {"event": "tag", "gone": true}    {"event": "tag", "two": true}
    {"event": "tag", "uid": "04..", "done": "write", "result": "ok"}

`held` is what the reader says the tag held, `bad id` for a record that is no card of ours, or `random
number` for a UID that is another one each time.
"""

from binascii import hexlify, unhexlify

from micropython import const

from app.requests import RequestError, flag, text, whole
from drivers import cardid
from store.files import NotSaved
from store.tagtable import MAX_TAGS
from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from app.system import System

_SILENT_MS = const(30_000)  # a host that is there says start every few seconds
_PER_LINE = const(5)


def do_start(system: "System", request: dict, now_ms: int) -> dict:
    """Begin, or tell the table that the host is still there."""
    mode = system.mode
    if not isinstance(mode, Tags):
        mode = Tags(system)
        system.enter(mode)
        mode.begin()
    mode.heard_ms = now_ms
    return {"deck": mode.deck, "online": system.hardware.reader.online}


def do_stop(system: "System", request: dict, now_ms: int) -> dict:
    """Go back to the game."""
    _mode(system, now_ms)
    system.leave(now_ms)
    return {}


def do_list(system: "System", request: dict, now_ms: int) -> dict:
    """Return some stickers of the learnt table, from one on."""
    start = whole(request, "from", 0, MAX_TAGS, 0)
    found = system.tags.items()
    lines = [[_text(uid)] + list(card) for uid, card in found[start : start + _PER_LINE]]
    return {"tags": lines, "count": len(found)}


def do_forget(system: "System", request: dict, now_ms: int) -> dict:
    """Drop a sticker from the table."""
    return {"known": _mode(system, now_ms).forget(_uid(request))}


def do_learn(system: "System", request: dict, now_ms: int) -> dict:
    """Note which card a sticker is on."""
    mode = _mode(system, now_ms)
    uid = _uid(request)
    if _random(uid):
        raise RequestError(
            "the number is another one each time (a phone, a bank card): use an NTAG213"
        )
    return {"other": mode.learn(uid, _card(mode, request))}


def do_write(system: "System", request: dict, now_ms: int) -> dict:
    """Write a card's id on a sticker; the result comes as an event."""
    mode = _mode(system, now_ms)
    mode.start_job("write", _uid(request), _card(mode, request), flag(request, "force"))
    return {}


def do_lock(system: "System", request: dict, now_ms: int) -> dict:
    """Lock a sticker that carries a card's id; the result comes as an event."""
    mode = _mode(system, now_ms)
    mode.start_job("lock", _uid(request), _card(mode, request), False)
    return {}


def _mode(system: "System", now_ms: int) -> "Tags":
    mode = system.mode
    if not isinstance(mode, Tags):
        raise RequestError("the table does not prepare tags: send tags.start first")
    mode.heard_ms = now_ms
    return mode


def _uid(request: dict) -> bytes:
    try:
        uid = unhexlify(text(request, "uid"))
    except ValueError:
        uid = b""
    if not 4 <= len(uid) <= 10:
        raise RequestError("uid must be 4 to 10 bytes in hex")
    return uid


def _card(mode: "Tags", request: dict) -> tuple:
    return (mode.deck, whole(request, "kind", 0, 255), whole(request, "copy", 1, 255))


def _text(uid: bytes) -> str:
    return hexlify(uid).decode()


def _random(uid: bytes) -> bool:
    """Return whether a UID changes whenever the tag gets power (ISO/IEC 14443-3, 6.5.4: 4 bytes, the first 08)."""
    return len(uid) == 4 and uid[0] == 0x08


class Tags:
    """The mode.

    Args:
        system: the table.

    Attributes:
        deck: deck number of the game on the table.
        heard_ms: time of the host's last request.
    """

    name = "tags"
    board = False

    def __init__(self, system: "System") -> None:
        self._system = system
        self.deck = system.match.game.deck_id
        self.heard_ms = 0
        self._card = (0, 0, 0)  # what the job under way writes

    def begin(self) -> None:
        """Tell that a card lies there already: its content was read for the game."""
        uid = self._system.hardware.reader.presence.uid
        if uid is not None:
            self._say({"uid": _text(uid), "held": "lay again"})

    def care(self, now_ms: int) -> None:
        """Go back to the game when the host has gone."""
        if since(now_ms, self.heard_ms) > _SILENT_MS:
            self._system.leave(now_ms)

    def reader(self, now_ms: int, event: tuple) -> None:
        """Take one event of the card reader."""
        kind = event[0]
        if kind == "card":
            self._card_lies(event[1], event[2], event[3])
        elif kind == "removed":
            self._say({"gone": True})
        elif kind == "two":
            self._say({"two": True})
            self._sound("refused")
        elif kind in ("written", "locked"):
            self._job_done(kind, event[1], event[2])

    def _card_lies(self, uid: bytes, payload: "bytes | None", held: str) -> None:
        fields: dict = {"uid": _text(uid), "held": held}
        if payload is not None:
            try:
                fields["card"] = list(cardid.parse(payload))
            except cardid.BadCardId:
                fields["held"] = "bad id"
        if _random(uid):
            fields["held"] = "random number"
        known = self._system.tags.get(uid)
        if known is not None:
            fields["known"] = list(known)
        self._sound("tick")
        self._say(fields)

    def start_job(self, word: str, uid: bytes, card: tuple, force: bool) -> None:
        """Write a card's id on a sticker, or lock a sticker that carries it.

        Raises:
            RequestError: the card does not exist, or the reader is busy.
        """
        reader = self._system.hardware.reader
        payload = cardid.build(*card)
        if word == "lock":
            taken = reader.lock_tag(uid, payload)
        else:
            taken = reader.write_payload(uid, payload, force)
        if not taken:
            raise RequestError("the reader is still busy with a tag")
        self._card = card

    def _job_done(self, kind: str, uid: bytes, result: str) -> None:
        if kind == "written" and result == "ok" and self._system.tags.get(uid) not in (
            None, self._card,
        ):  # fmt: skip
            # The table of UIDs comes first: an old entry would hide what was written.
            try:
                self.forget(uid)
            except RequestError as error:
                result = str(error)
        self._sound("accepted" if result == "ok" else "refused")
        done = "write" if kind == "written" else "lock"
        self._say({"uid": _text(uid), "done": done, "result": result})

    def learn(self, uid: bytes, card: tuple) -> str:
        """Note which card a sticker is on; return the UID of another that claims it, or ""."""
        cardid.build(*card)  # refuses what is no card
        other = self._system.tags.learn(uid, *card)
        self._save()
        self._sound("accepted")
        return _text(other) if other else ""

    def forget(self, uid: bytes) -> bool:
        """Drop a sticker from the table; return whether it was known."""
        known = self._system.tags.forget(uid)
        if known:
            self._save()
        return known

    def _save(self) -> None:
        try:
            self._system.tags.save()
        except NotSaved as error:
            raise RequestError(str(error)) from None

    def _say(self, fields: dict) -> None:
        fields["event"] = "tag"
        self._system.link.emit(fields)

    def _sound(self, name: str) -> None:
        self._system.hardware.buzzer.sound(name)
