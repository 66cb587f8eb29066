# SPDX-License-Identifier: Apache-2.0
"""The firmware in MicroPython's WebAssembly, beside a Pyodide in which this runs: see `web/alone/worker.js`."""

import base64
import json
from typing import Any

from tavle.errors import TavleError
from tavle.sim.target import FLASH_SIZE
from tavle.sim.target_orders import OrderTarget

_MARK = b"tavle-files "


class WasmTarget(OrderTarget):
    """See `Target`.

    Orders are answered at once, so time cannot stop in the middle of something: the firmware is ahead of `now_us` then, sees
    what changes meanwhile at its end, and what it says is heard when `now_us` is there. There is no flash memory but the files
    of its file system: nothing is ever torn.
    """

    _board: Any = None
    _files: dict[str, bytes]

    # What there is of a flash

    @staticmethod
    def image(files: dict[str, bytes]) -> bytes:
        """Return files as one piece, as long as the flash of the other targets is."""
        told = {name: base64.b64encode(data).decode() for name, data in files.items()}
        data = _MARK + json.dumps(told).encode() + b"\n"
        return data.ljust(FLASH_SIZE, b"\xff")

    def read_flash(self) -> bytes:
        """Return what the flash holds now."""
        if self._board is not None:
            kept = json.loads(self._board.kept())
            self._files = {name: base64.b64decode(data) for name, data in kept.items()}
        return self.image(self._files)

    def write_flash(self, image: bytes) -> None:
        """Replace what the flash holds; only while the power is off."""
        text, _, _ = image.removeprefix(_MARK).partition(b"\n")
        try:
            told = json.loads(text)
            self._files = {name: base64.b64decode(data) for name, data in told.items()}
        except (ValueError, AttributeError, TypeError):
            raise TavleError("cannot continue this game", "its files cannot be read") from None

    # The interpreter

    @property
    def _running(self) -> bool:
        return self._board is not None

    def _start(self) -> dict[str, Any]:
        import js
        from pyodide.ffi import run_sync

        kept = {name: base64.b64encode(data).decode() for name, data in self._files.items()}
        self._board = run_sync(js.newBoard(json.dumps(kept)))
        self._early: list[tuple[int, bytes]] = []
        return {"main": "/firmware/main.py"}

    def _kill(self) -> None:
        if self._board is not None:
            self.read_flash()
        self._board = None

    def close(self) -> None:
        """Give everything back."""
        self._kill()

    def _answer_of(self, message: dict[str, Any]) -> dict[str, Any]:
        text, _, said = self._board.exchange(json.dumps(message)).partition("\n")
        answer: dict[str, Any] = json.loads(text)
        if said:
            self._early.append((answer["at"], said.encode()))
        now_us = max(self.now_us, answer.get("now", 0))
        while self._early and (self._early[0][0] <= now_us or "reset" in answer):
            self._heard(self._early.pop(0)[1])
        return answer

    def _answer_to_usb(self, data: bytes) -> dict[str, Any]:
        return self._answer_of({"do": "usb", "data": data.decode(errors="replace")})
