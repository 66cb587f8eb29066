# SPDX-License-Identifier: Apache-2.0
"""What can be seen of a table: pawns, cards, lights, what the firmware says of itself."""

import time
from collections.abc import Iterator
from typing import Any

from tavle.errors import TavleError
from tavle.sim.chips.ws2812 import milliamps, rgb
from tavle.sim.contacts import IN_HAND
from tavle.web.live import LiveSession

FRAMES_PER_S = 20
_ASK_S = 0.15  # the firmware is asked for its state that often when something has happened
_ASK_ANYWAY_S = 1.0
_TICK_S = 1.0

Message = dict[str, Any]


class Viewer:
    """Looks at a session and tells what has changed.

    Args:
        session: the table.

    Attributes:
        stale: somebody has done something, the firmware may believe something else now.
    """

    def __init__(self, session: LiveSession):
        self._session = session
        self.stale = True
        self._said: Message = {}
        self._heard = 0
        self._asked_s = 0.0
        self._looked_s = 0.0
        self._ticked_s = 0.0
        self._view: Message = {}
        self._frame = ""
        self._complained = 0
        self._last_t = -1
        # Where each pawn stood last: a pawn in the air is drawn above it.
        self._stood: dict[int, int] = {}

    def news(self, speed: float, playing: bool) -> Iterator[Message]:
        """Yield what has changed since the last time; nothing within a 20th of a second."""
        now = time.monotonic()
        if now - self._looked_s < 1 / FRAMES_PER_S:
            return
        self._looked_s = now
        frame = self._light()
        if frame["frame"] != self._frame:
            self._frame = frame["frame"]
            yield frame
        view = self._look(speed, playing, now)
        if view != self._view:
            self._view = view
            yield {"view": view, "t": self._session.now_ms}
        if now - self._ticked_s >= _TICK_S and self._session.now_ms != self._last_t:
            self._ticked_s = now
            self._last_t = self._session.now_ms
            yield {"clock": self._last_t}

    def all(self, speed: float, playing: bool) -> Message:
        """Return everything, whether it has changed or not."""
        self._view = self._look(speed, playing, time.monotonic())
        return {"view": self._view, **self._light()}

    def complaints(self) -> list[str]:
        """Return what went wrong inside and was not told yet."""
        session = self._session
        # What a program and the firmware have to say to each other is theirs.
        noise = [] if session.taken else ["on USB: " + line for line in session.noise]
        session.noise.clear()
        told = [text.splitlines()[-1] for text in session.target.complaints[self._complained :]]
        self._complained = len(session.target.complaints)
        return noise + told

    def _light(self) -> Message:
        """Return the frame that is lit now, RGB in the order of the board's lights."""
        target = self._session.target
        frames = target.frames(target.now_us) if target.on else []
        if not frames:
            return {"frame": "", "ma": 0, "t": self._session.now_ms}
        lit = frames[-1][1]
        order = self._session.world.lights
        data = b"".join(bytes(rgb(lit, chain)) for chain in order)
        return {"frame": data.hex(), "ma": milliamps(lit), "t": self._session.now_ms}

    def _look(self, speed: float, playing: bool, now: float) -> Message:
        session = self._session
        world = session.world
        return {
            "on": session.target.on,
            "speed": speed,
            "playing": playing,
            "pawns": [self._pawn(i) for i in range(len(world.pawns))],
            "slot": [{"card": c.name or "?", "copy": c.copy} for c in world.slot],
            "laid": sorted([name, copy] for name, copy in world.box.laid),
            "noise": self._noise(),
            **self._belief(now),
        }

    def _pawn(self, index: int) -> Message:
        """Return a pawn's colour, its space ("" in a hand) and the space it stood on last."""
        world = self._session.world
        pawn = world.pawns[index]
        if pawn.bit != IN_HAND:
            self._stood[index] = pawn.bit
        stood = self._stood.get(index)
        return {
            "colour": world.spaces.colours[pawn.seat],
            "at": "" if pawn.bit == IN_HAND else world.spaces.name(pawn.bit),
            "last": "" if stood is None else world.spaces.name(stood),
        }

    def _noise(self) -> Message:
        faults, name = self._session.world.faults, self._session.world.spaces.name
        return {
            "bounce": faults.bounce,
            "flicker": sorted(name(bit) for bit in faults.flicker),
            "stuck": {name(bit): value for bit, value in sorted(faults.stuck.items())},
            "tag_errors": faults.tag_errors,
            "unplug": "reader" if "reader" in faults.unplug else None,
        }

    def _belief(self, now: float) -> Message:
        """Return what the firmware says of itself; asked again only when it may have changed."""
        session = self._session
        if not session.target.on:
            self._said = {"firmware": "", "phase": "off", "hand_counts": {}}
            self.stale = True
            return self._said
        if session.taken:
            self.stale = True
            return {**self._said, "firmware": "", "phase": "cable"}
        if not session.alive:
            phase = "starting" if session.starting else "silent"
            return {"firmware": "", "phase": phase, "hand_counts": {}}
        if session.heard != self._heard:
            self._heard = session.heard
            self.stale = True
        waited_s = now - self._asked_s
        if waited_s >= _ASK_ANYWAY_S or (self.stale and waited_s >= _ASK_S) or not self._said:
            self._asked_s = now
            self.stale = False
            try:
                said = session.request("state")
                self._said = {
                    "firmware": str(said.get("firmware", "")),
                    "phase": str(said.get("phase", "")),
                    "hand_counts": said.get("hand_counts") or {},
                }
            except TavleError as error:
                self._said = {"firmware": "", "phase": "silent", "hand_counts": {}}
                session.target.complaints.append(str(error))
        return self._said
