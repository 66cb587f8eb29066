# SPDX-License-Identifier: Apache-2.0
"""The emulated Pico behind a pseudo-terminal, byte by byte: its prompt works, too."""

from tavle.sim.pty import PtyBridge
from tavle.sim.session import Session, TableSpec


class PicoPort(PtyBridge):
    """A table on the emulated Pico; its time passes as fast as this PC can."""

    def __init__(self, change=None):
        session = Session(TableSpec("partners-pawns", target="pico"))
        if change is not None:
            session.target.power_off()
            session.target.flash = change(session.target.flash)
            session.target.power_on()
        super().__init__(session)

    def files(self):
        """Return what is on its file system: path -> bytes."""
        from tavle.sim.prepare import files_of

        return self.do(lambda: files_of(self.session.target.disk()))
