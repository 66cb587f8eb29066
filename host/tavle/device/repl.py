# SPDX-License-Identifier: Apache-2.0
"""`Device` over a serial port, with mpremote's transport (MicroPython's raw REPL)."""

import contextlib
import io
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from tavle.device import diagnostics, find, reconnect, serial_port
from tavle.device.base import Device, DeviceError, DeviceLost, FlashFull, Raised
from tavle.device.link import TableLink
from tavle.device.serial_port import reopen
from tavle.device.shapes import plain
from tavle.errors import TavleError
from tavle.words.terminal import tr

# A table that is interrupted resets itself and comes back at its prompt: seconds for all of it.
_ENTER_S = 25.0
_STRANGER_S = (
    4.0  # the same for what USB does not call a Pico; the last try may take as long again
)
_PROMPT_S = 3.0
_BACK_S = 12.0
_READ_S = 10.0
_TALK = 6  # times longer for an answer that never ends than for silence
_MOST_BYTES = 16 << 20
_TOLD = 60  # bytes of what it says are quoted
# A Ctrl-C that came early in a start has left the mark by which the next start stays at the prompt.
_RESTART = """import machine, os
try:
 os.remove('/tavle/safe')
except OSError:
 pass
machine.reset()"""


class _Bounded:
    """A wire on which everything comes to an end, also with a device that never stops talking.

    mpremote's time limits are limits of silence.

    Attributes:
        said: the last bytes it has said.
    """

    def __init__(self, wire: Any):
        self._wire = wire
        self._end_s = float("inf")
        self._left = 0
        self.said = b""

    def limit(self, seconds: float, size: int = _MOST_BYTES) -> None:
        """Allow so much time and so many bytes from now on."""
        self._end_s = time.monotonic() + seconds
        self._left = size

    def read(self, size: int = 1) -> Any:
        """Read. Raises TransportError when the limit is reached."""
        if time.monotonic() > self._end_s or self._left <= 0:
            raise TransportError(tr("it never stops sending"))
        data = self._wire.read(size)
        self._left -= len(data)
        self.said = (self.said + data)[-_TOLD:]
        return data

    def __getattr__(self, name: str) -> Any:
        """Everything else is the wire's."""
        return getattr(self._wire, name)


class _Transport(SerialTransport):
    """mpremote's transport on a port that is open already.

    It sets what the base class's constructor sets (mpremote is pinned to one version).
    """

    def __init__(self, wire: Any, port: str, slow: float):
        self.in_raw_repl = False
        self.use_raw_paste = True
        self.device_name = port
        self.mounted = False
        self.is_pty = False
        wire.timeout = _READ_S * slow
        self.serial = _Bounded(wire)


def _unstoppable(port: str, said: bytes) -> DeviceError:
    """Return the failure of a table whose program Ctrl-C does not reach, or of what is no table.

    A pseudo-terminal is a simulated table's cable: without `--target pico` no MicroPython listens to Ctrl-C there.
    """
    step = tr(
        "press the reset button and run the command again; if it stays, hold BOOTSEL while "
        "plugging in and use --uf2"
    )
    if port.startswith(("/dev/pts/", "/dev/ttys")):
        step = tr(
            "a simulated table plays what is in this folder already; only an emulated Pico can be flashed: "
            "`tavle sim --target pico --bare --cable`"
        )
    elif not find.is_pico(port):
        why = tr("it is silent")
        if said.strip():
            why = tr(
                "this does not look like a table: it said {text}",
                text=repr(said.decode(errors="replace").strip()),
            )
        return DeviceError(
            tr("no Pico answers at {port}", port=port),
            why,
            tr("`tavle ports` tells what is at each port"),
        )
    what = tr("cannot stop the program on {port}", port=port)
    return DeviceError(what, tr("MicroPython's prompt does not appear"), step)


class ReplDevice(Device):
    """A device on a serial port or socket.

    Args:
        port: what to open.
        opener: opens it; by default `serial_port.open_wire`.
        patience_s: how long `enter` tries.
        slow: how many times slower than a Pico it is: all that is waited for takes longer.

    Attributes:
        settle_s: wait before the port is closed on a device that restarts: closed too soon it can lose the last
            bytes written to it.
    """

    settle_s = 0.1

    def __init__(
        self,
        port: str,
        opener: Callable[[str], Any] | None = None,
        patience_s: float = _ENTER_S,
        slow: float = 1.0,
    ):
        self.port = port
        self._opener = opener or serial_port.open_wire
        self._patience_s = patience_s * slow
        self._prompt_s = min(_PROMPT_S, max(patience_s, 0.2)) * slow
        self._slow = slow
        self._serial = find.serial_of(port)
        self._at_prompt = False
        self._wire: Any = self._opener(port)
        self._transport = _Transport(self._wire, port, slow)

    def enter(self) -> bool:
        """See `Device`. A playing table notices Ctrl-C, resets and stays at its prompt."""
        begun = time.monotonic()
        end = begun + self._patience_s
        # What is no Pico is soon given up.
        known = "://" in self.port or find.is_pico(self.port)
        short = end if known else min(end, begun + _STRANGER_S * self._slow)
        tries = 0
        while True:
            tries += 1
            try:
                self._transport.serial.limit(3 * self._prompt_s + self._patience_s)
                with self._quiet():
                    self._transport.enter_raw_repl(
                        soft_reset=False, timeout_overall=self._prompt_s
                    )
                    self._transport.exec_raw("", timeout=self._prompt_s)
                    # Whatever ran before (a firmware that failed, say) has filled the memory.
                    self._transport.enter_raw_repl(timeout_overall=2 * self._prompt_s)
                break
            except OSError as error:  # the port went: the table has reset itself
                if time.monotonic() > end:
                    raise diagnostics.lost(self.port, tr("stopping its program")) from error
                self._open_again()
                short = end
            except (TransportError, struct.error) as error:
                if time.monotonic() > short:
                    raise _unstoppable(self.port, self._transport.serial.said) from error
        self._at_prompt = True
        self.prepare()
        return tries > 1

    def _open_again(self) -> None:
        with contextlib.suppress(OSError):
            self._wire.close()
        back_s = min(_BACK_S, self._patience_s)
        self.port, self._wire = reopen(self.port, self._serial, back_s, self._opener)
        self._transport = _Transport(self._wire, self.port, self._slow)

    @staticmethod
    @contextlib.contextmanager
    def _quiet() -> Iterator[None]:
        """Keep mpremote from printing what it received."""
        with contextlib.redirect_stdout(io.StringIO()):
            yield

    def run(self, code: str, timeout_s: float = 10.0) -> str:
        """See `Device`."""
        self._transport.serial.limit(_TALK * timeout_s * self._slow)
        try:
            with self._quiet():
                out, err = self._transport.exec_raw(code, timeout=timeout_s * self._slow)
        except OSError as error:
            raise DeviceLost(*_parts(diagnostics.lost(self.port, tr("talking to it")))) from error
        except (TransportError, TransportExecError, struct.error) as error:
            raise self._garbled(str(error)) from error
        if err:
            raise self._raised(plain(err.decode(errors="replace")))
        return str(out.decode(errors="replace"))

    def _raised(self, trace: str) -> DeviceError:
        last = trace.strip().splitlines()[-1] if trace.strip() else ""
        if "OSError: 28" in last or "ENOSPC" in last:
            return FlashFull(
                tr("the flash of {port} is full", port=self.port),
                tr("the file system has no room left"),
                tr("fetch and delete old games with `tavle log`, or remove files of your own"),
            )
        return Raised(tr("{port} could not do it", port=self.port), trace)

    def restart(self) -> None:
        """See `Device`."""
        self._leave(_RESTART)

    def bootloader(self) -> None:
        """See `Device`."""
        self._leave("import machine\nmachine.bootloader()")
        with contextlib.suppress(OSError):
            self._wire.close()

    def _leave(self, code: str) -> None:
        if not self._at_prompt:
            return
        self._at_prompt = False
        # The device goes away while it executes this: nothing that happens now is an error.
        self._transport.serial.limit(self._prompt_s)
        with contextlib.suppress(OSError, TransportError, struct.error), self._quiet():
            self._transport.exec_raw_no_follow(code)
            time.sleep(self.settle_s)

    def link(self, seconds: float) -> TableLink:
        """See `Device`. A socket stays open, a port is opened again."""
        if "://" in self.port:
            found = TableLink(self._wire, self.port)
            found.hello(seconds)
            return found
        with contextlib.suppress(OSError):
            self._wire.close()
        found = reconnect.link(self.port, self._serial, seconds, self._opener)
        self.port = found.port
        return found

    def close(self) -> None:
        """See `Device`. A device still at its prompt (something failed) goes back to its game."""
        self.restart()
        with contextlib.suppress(OSError):
            self._wire.close()


def _parts(error: TavleError) -> tuple[str, str, str]:
    return error.what, error.why, error.next_step
