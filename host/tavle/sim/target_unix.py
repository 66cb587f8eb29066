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
from tavle.sim.target import FLASH_SIZE, Setting, Target, TargetError
from tavle.words.terminal import tr

BOOT_US = 250_000
"""From power to `main.py`: boot ROM and MicroPython's start, of the order the emulated Pico needs."""

_PATIENCE_S = 60.0
_SLICE_US = 10_000_000  # far less than a firmware that is well runs within the patience
_HERE = Path(__file__).parent


class UnixTarget(Target):
    """See `Target`. The flash lives in a file, so that a killed process leaves it as it was."""

    def __init__(self, setting: Setting, chips: int):
        super().__init__(setting, chips)
        board = vars(paths.board_file(setting.board))
        self._pins = {name: value for name, value in board.items() if name.isupper()}
        self._lights = paths.board_file(setting.layout).N_LEDS
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

    def power_on(self) -> None:
        """Connect the supply."""
        self.on = True
        for event in self._due(self.now_us):
            self.inputs.apply(event)
        self._boot(cause=1)

    def _boot(self, cause: int) -> None:
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        self._stderr = tempfile.TemporaryFile()
        firmware = paths.firmware()
        if self.setting.computing:
            firmware = Path(computing.firmware(firmware).name)
        main = Path(self.setting.main) if self.setting.main else firmware / "main.py"
        host = _HERE.parents[1]
        path = [str(_HERE / "shim"), ".frozen", str(main.parent), str(firmware), str(host)]
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
        self._text = b""
        self._reply = b""
        self._full = False
        self._select = selectors.DefaultSelector()
        self._select.register(from_read, selectors.EVENT_READ)
        self._select.register(self._process.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]
        self.boots += 1
        self.boot_us = self.now_us
        self._answer_of(
            {
                "do": "boot",
                "now": self.now_us,
                "boot_us": BOOT_US,
                "seed": self.setting.seed % (1 << 32),  # any number is a seed; 32 bits of it count
                "fair": self.setting.fair,
                "clock_ms": self.setting.clock_ms,
                "cause": cause,
                "pins": self._pins,
                "lights": self._lights,
                "flash": str(self._image),
                "flash_size": FLASH_SIZE,
                "inputs": self.inputs.levels.hex(),
                "events": self.inputs.events(),
                "main": str(main),
                "computing": self.setting.computing,
            }
        )

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

    def power_off(self) -> None:
        """Cut the supply at this very moment."""
        if self._process is not None:
            self.inputs.rewrite(self.stickers())
            self._answer_of({"do": "off"})
            self._kill()
        self.on = False

    def close(self) -> None:
        """Give everything back."""
        self._kill()
        self._folder.cleanup()

    # Time

    def run(self, until_us: int) -> None:
        """Let time pass; a firmware that resets itself boots again."""
        due = self._due(until_us)
        while self.on and (due or self.now_us < until_us):
            until = min(until_us, self.now_us + _SLICE_US)
            soon = [event for event in due if event[0] <= until]
            answer = self._answer_of({"do": "run", "until": until, "events": soon})
            self.now_us = answer["now"]
            passed = [event for event in due if event[0] <= self.now_us]
            due = due[len(passed) :]
            for event in passed:
                self.inputs.apply(event)
            if "reset" in answer:
                self._restart(answer["reset"])
        for event in due:
            self.inputs.apply(event)
        self.now_us = max(self.now_us, until_us)

    def _restart(self, why: str) -> None:
        self._kill()
        if why != "reset":
            self.complaints.append(f"{why} reset at {self.now_us // 1000} ms")
        self._boot(cause=3)

    def usb_full(self, full: bool) -> None:
        """Tell the firmware whether its USB buffer is full."""
        if self._process is not None and full != self._full:
            self._answer_of({"do": "full", "on": full})
            self._full = full

    def send(self, data: bytes) -> bool:
        """Write to the firmware's USB link and let it react, without time passing."""
        if self._process is None or self._process.stdin is None:
            return False
        self._process.stdin.write(data)
        self._process.stdin.flush()
        answer = self._answer_of({"do": "usb"})
        if "reset" in answer:
            self._restart(answer["reset"])
            return False
        return bool(answer["idle"])

    def leap(self, us: int) -> None:
        """Let the controller's counter jump ahead; the world stands still meanwhile, and nothing runs."""
        if self._process is not None:
            self._answer_of({"do": "leap", "us": us})

    # Looks

    def frames(self, since_us: int) -> list[tuple[int, bytes]]:
        """Return what the lights showed from a time on."""
        if self._process is None:
            return []
        found: list[tuple[int, bytes]] = []
        more = True
        while more:
            answer = self._answer_of({"do": "ask", "what": "leds", "since": since_us})
            some = [(t, bytes.fromhex(data)) for t, data in answer["frames"]]
            found += some[1:] if found else some  # it begins with the last one before
            more = answer["more"]
            since_us = found[-1][0] if more else since_us
        return found

    def sounds(self) -> list[tuple[int, int]]:
        """Return the buzzer's log."""
        if self._process is None:
            return []
        log = self._answer_of({"do": "ask", "what": "buzzer"})["log"]
        return [(t, hz) for t, hz in log]

    def stickers(self) -> dict[str, str]:
        """Return the memory of the stickers on the slot, in hex, by key."""
        if self._process is None:
            return self.inputs.memories()
        memories: dict[str, str] = self._answer_of({"do": "ask", "what": "tags"})["memories"]
        return memories

    def stats(self) -> dict[str, int]:
        """Return counters of this boot."""
        if self._process is None:
            return {}
        return self._answer_of({"do": "ask", "what": "stats"})

    # Pipes

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
