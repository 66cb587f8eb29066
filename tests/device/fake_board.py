# SPDX-License-Identifier: Apache-2.0
"""A Pico that fails on purpose: file system, prompt and firmware, behind a fake serial port.

The code that the tool sends is really executed, on a file system in a dictionary, and what
`main.py` does at boot is done by the real `firmware/main.py`. The firmware of a test is a set of files
with one version; the board notices when it is started with a mixture.
"""

import builtins
import io
import traceback
import types

from fake_disk import BLOCK, ENOENT, Disk, PowerCut
from fake_wire import Reset, Wire

from tavle.device import diagnostics

__all__ = ["Board", "Disk"]


class Board:
    """The device.

    Args:
        disk: its file system.
        versions: version name -> {path: bytes} of every firmware that may be found on it.
        mpy: the version of bytecode that it reads; what else it says about itself may be set.
    """

    def __init__(self, disk, versions, mpy=0x1306):
        self.disk = disk
        self.versions = versions
        self.mpy = mpy
        self.version = (1, 28, 0)
        self.name = "micropython"
        self.machine = "Raspberry Pi Pico 2 with RP2350"
        self.heap = 486_688
        self.boots = 0
        self.wires = []
        self.stubborn = False  # Ctrl-C does nothing
        self.garbage = b""  # written in front of what code prints
        self.mute = False  # the firmware does not answer
        self.said = b""  # what boot wrote on USB
        self.rulebook = "partners-pawns"
        self.late = 0  # answers to `new` and after it that still name the old game
        self.games = []  # what the next answers name
        self.hello = {}  # what is otherwise in the firmware's answers
        self.events = []  # what the firmware says before its next answer
        self.running = ""  # version of the firmware that plays, "" at the prompt
        self.wire_bytes = 0
        self.cut_wire_at = None
        self.executed_at = []  # bytes that had gone over the wire at each piece of code
        self.uf2 = False
        self.power_on()

    # -- power ---------------------------------------------------------------------------

    def power_on(self):
        """Boot as MicroPython does: run main.py, or stay at the prompt with its traceback."""
        self.off = False
        self.boots += 1
        self.running = ""
        self.said = b""
        self._break_wires()
        self.soft_reset()
        if "/main.py" not in self.disk.files:
            return
        try:
            exec(compile(self.disk.files["/main.py"], "main.py", "exec"), self._globals)
        except PowerCut:
            raise
        except Exception:
            self.said = traceback.format_exc().replace("\n", "\r\n").encode() + b">>> "

    def soft_reset(self):
        """Forget what is in RAM, as Ctrl-D at the raw prompt: main.py is not run."""
        self._globals = {"__name__": "__main__", "__builtins__": self._builtins()}
        self._modules = {}
        self.disk.opened.clear()

    def _break_wires(self):
        for wire in self.wires:
            wire.dead = True
        self.wires = []

    def _play(self):
        """Be `app.run.main`: check that everything is of one version, then play."""
        if "/tavle/safe" in self.disk.files:
            self.disk.remove("/tavle/safe")
            return
        version = self.version_on_disk()
        if version is None:
            raise ImportError("a mixture of versions")
        self.running = version

    def version_on_disk(self):
        """Return the version whose files are all there and nothing shadows; None for a mixture."""
        # What any version has at the top of the file system: its folders, and modules beside main.py.
        tops = {path.split("/")[1] for files in self.versions.values() for path in files}
        tops.discard("main.py")

        def ours(files):
            return {
                path: data
                for path, data in files.items()
                if path.endswith((".py", ".mpy")) and path.split("/")[1] in tops
            }

        files = ours(self.disk.files)
        for version, expected in self.versions.items():
            modules = ours(expected)
            if files == modules:
                return version
        return None

    # -- code ----------------------------------------------------------------------------

    def _builtins(self):
        found = dict(vars(builtins))
        found["open"] = self.disk.open
        found["__import__"] = self._import
        return found

    def _import(self, name, globals=None, locals=None, fromlist=(), level=0):
        if name == "os":
            disk = self.disk
            return types.SimpleNamespace(
                stat=disk.stat, ilistdir=disk.children, mkdir=disk.mkdir, rmdir=disk.rmdir,
                remove=disk.remove, rename=disk.rename,
                listdir=lambda path: [one[0] for one in disk.children(path)],
                statvfs=lambda path: (BLOCK, BLOCK, disk.blocks, disk.blocks - disk.used()),
            )  # fmt: skip
        if name == "sys":
            about = types.SimpleNamespace(
                name=self.name, version=self.version, _mpy=self.mpy, _machine=self.machine
            )
            return types.SimpleNamespace(implementation=about, modules=self._modules)
        if name == "gc":
            return types.SimpleNamespace(
                mem_alloc=lambda: 8_000, mem_free=lambda: self.heap - 8_000
            )
        if name == "machine":
            return types.SimpleNamespace(reset=self._reset, bootloader=self._bootloader)
        if name == "app.run":
            if not {"/app/run.py", "/app/run.mpy"} & set(self.disk.files):
                raise ImportError("no module named 'app'")
            return types.SimpleNamespace(main=self._play)
        if name == "main":
            if "main" not in self._modules:
                module = types.ModuleType("main")
                module.__dict__["__builtins__"] = self._builtins()
                exec(self.disk.files["/main.py"], module.__dict__)
                self._modules["main"] = module
            return self._modules["main"]
        # (the last one: of sources that are marked for coverage, see tests/proof/shadow.py)
        if name in {"json", "hashlib", "binascii", "time", "_proof_hits"}:
            return __import__(name, globals, locals, fromlist, level)
        raise ImportError(f"no module named {name!r}")

    def _reset(self):
        raise Reset

    def _bootloader(self):
        self.uf2 = True
        raise Reset

    def execute(self, code):
        """Run a piece of code; return (what it printed, its traceback)."""
        out = io.StringIO()
        self._globals["print"] = lambda *a: out.write(" ".join(map(str, a)) + "\r\n")
        try:
            exec(code, self._globals)
        except OSError as error:
            number = error.args[0]
            text = f"[Errno {ENOENT}] ENOENT" if number == ENOENT else str(number)
            return out.getvalue(), f"Traceback (most recent call last):\r\nOSError: {text}\r\n"
        except Exception as error:
            trace = "Traceback (most recent call last):\r\n"
            return out.getvalue(), f"{trace}{type(error).__name__}: {error}\r\n"
        return out.getvalue(), ""

    def interrupt(self):
        """Take Ctrl-C: the firmware leaves its mark and resets."""
        if self.running and not self.stubborn:
            self.disk.files["/tavle/safe"] = b"1"
            self.power_on()
            return True
        return False

    def wire(self, port=""):
        """Open the port: `opener` of `ReplDevice`."""
        if self.off:
            raise diagnostics.cannot_open(port, OSError(ENOENT, "No such file or directory"))
        assert all(wire.dead for wire in self.wires), "a port is one program's, once"
        one = Wire(self)
        self.wires.append(one)
        return one
