# SPDX-License-Identifier: Apache-2.0
"""The cable to a fake Pico: the friendly and the raw prompt, or the firmware, at its end."""

import json
import struct

from fake_disk import PowerCut

_RAW_PROMPT = b"raw REPL; CTRL-B to exit\r\n>"
_FRIENDLY = b"\r\nMicroPython v1.28.0 on 2026-04-06; Raspberry Pi Pico with RP2040\r\n>>> "


class Reset(BaseException):
    """The controller resets itself."""


class Wire:
    """The PC's end of the cable, as far as pyserial's `Serial` is used."""

    def __init__(self, board):
        self._board = board
        self._out = bytearray(board.said)
        board.said = b""
        self._in = b""
        self._mode = "friendly"
        self.timeout = None
        self.dead = False

    @property
    def in_waiting(self):
        self._alive()
        return len(self._out)

    def inWaiting(self):
        return self.in_waiting

    def _alive(self):
        if self.dead:
            raise OSError(5, "Input/output error")

    def _count(self, size):
        """Let bytes through as far as the cable lasts."""
        board = self._board
        if board.cut_wire_at is not None and board.wire_bytes + size > board.cut_wire_at:
            size = max(board.cut_wire_at - board.wire_bytes, 0)
            self.dead = True
        board.wire_bytes += size
        return size

    def read(self, size=1):
        self._alive()
        size = self._count(min(size, len(self._out)))
        data = bytes(self._out[:size])
        del self._out[:size]
        return data

    def write(self, data):
        self._alive()
        for byte in data[: self._count(len(data))]:
            self._byte(bytes([byte]))
        self._alive()
        return len(data)

    def close(self):
        self.dead = True

    def _say(self, data):
        self._out += data

    def _byte(self, byte):
        if self.dead:
            return
        if self._mode == "paste":
            if byte == b"\x04":
                self._mode = "raw"
                self._execute()
            else:
                self._in += byte
        elif byte == b"\x03":
            self._in = b""
            try:
                stopped = self._board.interrupt()
            except PowerCut:
                self._board.off = True
                raise OSError(5, "Input/output error") from None
            if not stopped and not self._board.running:
                self._say(b"\r\n>>> ")
        elif self._board.running:
            self._firmware(byte)
        elif byte == b"\x01" and self._mode == "raw" and self._in.endswith(b"\x05A"):
            self._mode = "paste"
            self._in = b""
            self._say(b"R\x01" + struct.pack("<H", 0x7F00) + b"\x01")
        elif byte == b"\x01":
            self._mode = "raw"
            self._in = b""
            self._say(_RAW_PROMPT)
        elif byte == b"\x02":
            self._mode = "friendly"
            self._say(_FRIENDLY)
        elif self._mode == "raw" and byte == b"\x04":
            self._board.soft_reset()
            self._say(b"OK\r\nMPY: soft reboot\r\n" + _RAW_PROMPT)
        elif self._mode == "raw":
            self._in += byte
        else:
            self._in += byte
            self._say(byte)
            if byte == b"\n":
                self._say(b">>> ")

    def _execute(self):
        code, self._in = self._in, b""
        self._board.executed_at.append(self._board.wire_bytes)
        self._say(b"\x04")
        try:
            out, err = self._board.execute(code.decode())
        except Reset:
            self._board.power_on()
            return
        except PowerCut:
            self.dead = self._board.off = True
            raise OSError(5, "Input/output error") from None
        self._say(self._board.garbage + out.encode() + b"\x04" + err.encode() + b"\x04>")

    def _firmware(self, byte):
        self._in += byte
        if byte == b"\n" and not self._board.mute:
            line, self._in = self._in, b""
            try:
                request = json.loads(line)
            except ValueError:
                return
            board = self._board
            if request["cmd"] == "new":
                board.games = [board.rulebook] * board.late + [request["rulebook"]]
            board.rulebook = (board.games or [board.rulebook]).pop(0)
            answer = {"re": request["id"], "ok": True, "version": board.running}
            answer.update(board="r1_pico2", rulebook=board.rulebook, micropython="1.28.0")
            for said in (*board.events, answer | board.hello):
                self._say(json.dumps(said).encode() + b"\r\n")
            board.events = []
