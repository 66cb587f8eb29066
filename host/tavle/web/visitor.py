# SPDX-License-Identifier: Apache-2.0
"""One page, or one program, at the table: what is on its way to it."""

import asyncio
import collections
import json
from typing import Any

from tavle.web.roles import SCREEN, SEAT

_AT_ONCE = 32  # commands of one page that may wait
_AT_ONCE_THERE = 4  # ... of another device: nobody waits for long behind it
_A_SECOND = 20  # messages of another device
_BURST_S = 0.5
_BEHIND = 2000  # messages a page may be behind before it is disconnected
_END = "end"
_LATEST = ("frame", "view", "clock", "hands")  # of these, only the newest is of interest

Message = dict[str, Any]


class Visitor:
    """One page, or one program, at the table.

    Args:
        socket: its WebSocket; None in a page that plays alone.
        role: what it is here, see `roles`.
        seat: colour of somebody with a device of their own, "" for others.
        token: the secret of its link, "" for a screen at the table.
        page: what this page calls itself; when its line was cut it comes back by that name.

    Attributes:
        remote: whether it came in by the network.
        looking: colour whose hand a screen at the table shows, where several people share it.
        pressed: buttons it holds down.
        slots: how many more commands it may have waiting.
        gone: whether it has left.
    """

    def __init__(
        self, socket: Any, role: str = SCREEN, seat: str = "", token: str = "", page: str = ""
    ):  # fmt: skip
        self.socket = socket
        self.role = role
        self.seat = seat
        self.token = token
        self.page = page
        self.remote = False
        self.looking = ""
        self.pressed: set[str] = set()
        self.gone = False
        self.slots = asyncio.Semaphore(_AT_ONCE if role == SCREEN else _AT_ONCE_THERE)
        self._free_s = 0.0  # when its next message may be taken
        self._mail: collections.deque[list[str]] = collections.deque()  # [kind, text]
        self._news = asyncio.Event()

    def put(self, message: Message) -> None:
        """Send a message when the line is free; a newer frame replaces one that still waits."""
        if len(self._mail) >= _BEHIND:
            self._mail.clear()
            self._mail.append([_END, "too slow"])
        if self._mail and self._mail[-1][0] == _END:
            return
        kind = next((name for name in _LATEST if name in message and "hello" not in message), "")
        if kind:
            for letter in self._mail:
                if letter[0] == kind:
                    letter[1] = ""
        self._mail.append([kind, json.dumps(message, separators=(",", ":"))])
        self._news.set()

    def may_see(self, secrets: Message) -> Message:
        """Return what this visitor may see of the hands and the links at the table."""
        people, own = secrets["people"], self.role == SCREEN
        seen = [self.seat] if self.role == SEAT else []
        if own:
            seen = people if len(people) == 1 else [self.looking]
        hands = {colour: hand for colour, hand in secrets["hands"].items() if colour in seen}
        return {"hands": hands, "links": secrets["links"] if own else {}, "seat": self.seat}

    def show_out(self, why: str) -> None:
        """Say why this visitor is no longer welcome, and hang up."""
        self.put({"out": why})
        self._mail.append([_END, why])
        self.gone = True

    async def patience(self) -> None:
        """Wait until the next message of another device may be taken: so many a second, and no more."""
        now = asyncio.get_running_loop().time()
        self._free_s = max(self._free_s, now - _BURST_S) + 1 / _A_SECOND
        await asyncio.sleep(max(0.0, self._free_s - now))

    async def send(self) -> None:
        """Send what there is to send, until the page is too far behind."""
        from aiohttp import WSCloseCode

        while True:
            await self._news.wait()
            self._news.clear()
            while self._mail:
                kind, text = self._mail.popleft()
                if kind == _END:
                    await self.socket.close(
                        code=WSCloseCode.TRY_AGAIN_LATER, message=text.encode()
                    )
                    return
                if text:
                    await self.socket.send_str(text)

    def note(self, command: object, said: Message) -> None:
        """Remember which buttons are held down: when the visitor goes, they come up."""
        if not isinstance(command, dict) or command.get("do") != "press" or not said.get("ok"):
            return
        button = str(command.get("button"))
        if command.get("down") is True:
            self.pressed.add(button)
        elif command.get("down") is False:
            self.pressed.discard(button)
