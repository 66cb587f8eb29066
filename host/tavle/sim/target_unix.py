# SPDX-License-Identifier: Apache-2.0
"""The firmware in MicroPython's unix port: one subprocess per boot, stopped in virtual time."""

import contextlib
import json
import os
import selectors
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tavle import paths
from tavle.sim import computing
from tavle.sim.target import FLASH_SIZE, Setting, TargetError
from tavle.sim.target_orders import SHIMS, OrderTarget
from tavle.words.terminal import tr

_PATIENCE_S = 60.0
_HERE = Path(__file__).parent


class UnixTarget(OrderTarget):
    """See `Target`. The flash lives in a file, so that a killed process leaves it as it was."""

    def __init__(self, setting: Setting, chips: int):
        super().__init__(setting, chips)
        self._folder = tempfile.TemporaryDirectory(prefix="tavle-sim-")
        self._image = Path(self._folder.name) / "flash"
        self._image.write_bytes(b"\xff" * FLASH_SIZE)
        self._process: subprocess.Popen[bytes] | None = None

    def read_flash(self) -> bytes:
        """Return what the flash holds now."""
        return self._image.read_bytes()

    def write_flash(self, image: bytes) -> None:
        """Replace what the flash holds; only while the power is off."""
        self._image.write_bytes(image)

    # Process

    @property
    def _running(self) -> bool:
        return self._process is not None

    def _start(self) -> dict[str, Any]:
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        self._stderr = tempfile.TemporaryFile()
        firmware = paths.firmware()
        if self.setting.computing:
            firmware = Path(computing.firmware(firmware).name)
        main = Path(self.setting.main) if self.setting.main else firmware / "main.py"
        host = _HERE.parents[1]
        path = [str(SHIMS), ".frozen", str(main.parent), str(firmware), str(host)]
        self._process = subprocess.Popen(
            [
                paths.micropython_bin(),
                "-X",
                f"heapsize={self.setting.heap}",
                str(_HERE / "device_side" / "boot_unix.py"),
                str(to_read),
                str(from_write),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            pass_fds=(to_read, from_write),
            start_new_session=True,  # Ctrl-C is for the simulator, not for the firmware in it
            env={**os.environ, "MICROPYPATH": ":".join(dict.fromkeys(path))},
        )
        os.close(to_read)
        os.close(from_write)
        self._to = to_write
        self._from = from_read
        self._reply = b""
        self._select = selectors.DefaultSelector()
        self._select.register(from_read, selectors.EVENT_READ)
        self._select.register(self._process.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]
        return {
            "flash": str(self._image),
            "flash_size": FLASH_SIZE,
            "main": str(main),
            "computing": self.setting.computing,
        }

    def _kill(self) -> None:
        process = self._process
        if process is None:
            return
        process.kill()
        self._drain()
        process.wait()
        self._stderr.seek(0)
        said = self._stderr.read().decode(errors="replace").strip()
        if said:
            self.complaints.append(said)
        self._stderr.close()
        self._select.close()
        os.close(self._to)
        os.close(self._from)
        for stream in (process.stdin, process.stdout):
            if stream:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self._process = None

    def close(self) -> None:
        """Give everything back."""
        self._kill()
        self._folder.cleanup()

    # Pipes

    def _answer_to_usb(self, data: bytes) -> dict[str, Any]:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()
        return self._answer_of({"do": "usb"})

    def _answer_of(self, message: dict[str, Any]) -> dict[str, Any]:
        try:
            return self._exchange(message)
        except (KeyboardInterrupt, SystemExit):  # SIGTERM ends `tavle sim` with the latter
            # Half a message may have been sent: nothing can be said to this process any more.
            self._kill()
            self.on = False
            raise

    def _exchange(self, message: dict[str, Any]) -> dict[str, Any]:
        body = json.dumps(message, separators=(",", ":")).encode()
        data = len(body).to_bytes(4, "little") + body
        try:
            while data:
                data = data[os.write(self._to, data) :]
        except BrokenPipeError:
            self._died()
        deadline = time.monotonic() + _PATIENCE_S
        while True:
            answer = self._parse()
            if answer is not None:
                self._drain()
                return answer
            ready = self._select.select(timeout=deadline - time.monotonic())
            if not ready:
                self._kill()
                raise TargetError(
                    tr("the firmware hangs"),
                    tr(
                        "no virtual time passed for {s} s: an endless loop", s=f"{_PATIENCE_S:.0f}"
                    ),
                    "; ".join(self.complaints[-1:]),
                )
            for key, _ in ready:
                data = os.read(key.fd, 65536)
                if key.fd == self._from:
                    if not data:
                        self._died()
                    self._reply += data
                elif data:
                    self._heard(data)
                else:
                    self._select.unregister(key.fileobj)

    def _parse(self) -> dict[str, Any] | None:
        size = int.from_bytes(self._reply[:4], "little")
        if len(self._reply) < 4 + size or len(self._reply) < 4:
            return None
        body, self._reply = self._reply[4 : 4 + size], self._reply[4 + size :]
        answer: dict[str, Any] = json.loads(body)
        return answer

    def _drain(self) -> None:
        """Fetch what the firmware wrote before it stopped: it is all in the pipe by now."""
        if self._process is None or self._process.stdout is None:
            return
        fd = self._process.stdout.fileno()
        os.set_blocking(fd, False)
        with contextlib.suppress(BlockingIOError):
            while data := os.read(fd, 65536):
                self._heard(data)

    def _died(self) -> None:
        process = self._process
        code = process.wait() if process else None
        self._kill()
        self.on = False
        raise TargetError(
            tr("the simulated controller died"),
            tr(
                "exit status {code}: {message}",
                code=code,
                message=self.complaints[-1] if self.complaints else tr("no message"),
            ),
            tr("this is a fault of the simulator or of MicroPython, not of the firmware"),
        )
