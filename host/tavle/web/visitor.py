# SPDX-License-Identifier: Apache-2.0
"""One page, or one program, at the table: what is on its way to it."""

import asyncio
import collections
import json
from typing import Any

from aiohttp import WSCloseCode, web

_AT_ONCE = 32  # commands of one page that may wait
_BEHIND = 2000  # messages a page may be behind before it is disconnected
_END = "end"
_LATEST = ("frame", "view", "clock", "hands")  # of these, only the newest is of interest

Message = dict[str, Any]


class Visitor:
    """One page, or one program, at the table.

    Args:
        socket: its WebSocket.
        token: the secret in its link, "" for a screen at the table.
        looks_on: whether it is another device, which may only look.

    Attributes:
        seat: colour of somebody with a device of their own, "" for a screen at the table.
        looking: colour whose hand a screen at the table shows, where several people share it.
        pressed: buttons it holds down.
        slots: how many more commands it may have waiting.
        gone: whether it has left.
    """

    def __init__(self, socket: web.WebSocketResponse, token: str = "", looks_on: bool = False):
        self.socket = socket
        self.looks_on = looks_on
        self.token = token
        self.seat = "?" if token else ""
        self.looking = ""
        self.pressed: set[str] = set()
        self.gone = False
        self.slots = asyncio.Semaphore(_AT_ONCE)
        self._mail: collections.deque[list[str]] = collections.deque()  # [kind, text]
        self._news = asyncio.Event()

    def put(self, message: Message) -> None:
        """Send a message when the line is free; a newer frame replaces one that still waits."""
        if len(self._mail) >= _BEHIND:
            self._mail.clear()
            self._mail.append([_END, ""])
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
        links, people = secrets["links"], secrets["people"]
        if self.looks_on:
            return {"hands": {}, "links": {}, "seat": ""}
        if self.token:
            self.seat = next((c for c, token in links.items() if token == self.token), "?")
            seen = [self.seat]
        else:
            seen = people if len(people) == 1 else [self.looking]
        hands = {colour: hand for colour, hand in secrets["hands"].items() if colour in seen}
        return {"hands": hands, "links": {} if self.token else links, "seat": self.seat}

    async def send(self) -> None:
        """Send what there is to send, until the page is too far behind."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._mail:
                kind, text = self._mail.popleft()
                if kind == _END:
                    await self.socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too slow")
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
