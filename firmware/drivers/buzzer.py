# SPDX-License-Identifier: Apache-2.0
"""Short tunes on a passive buzzer, played a note at a time without waiting.

A passive piezo is loudest at 50 % duty near its resonance (2 to 4 kHz for the usual discs); a
smaller duty is quieter. Every sound is told from the others by its rhythm, not only by its pitch.
"""

from micropython import const

from ticks import since

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from machine import PWM

TICK = const(0)
ACCEPTED = const(1)
REFUSED = const(2)
ASK = const(3)
BUMP = const(4)
WIN = const(5)
FAULT = const(6)

NAMES = ("tick", "accepted", "refused", "ask", "bump", "win", "fault")

# Per sound: Hz, ms, Hz, ms, ... with 0 Hz = silence. A later sound of equal or higher number may
# cut an earlier one short, so the table is in order of importance.
TUNES = (
    (2600, 12),
    (2093, 60, 2637, 90),
    (494, 110, 0, 40, 392, 180),
    (1760, 60, 0, 60, 1760, 60, 0, 60, 2217, 90),
    (1568, 50, 1175, 50, 784, 120),
    (1047, 110, 1319, 110, 1568, 110, 0, 30, 1568, 60, 2093, 320),
    (880, 160, 0, 80, 880, 160, 0, 80, 880, 160),
)

# Volume 0 (off) to 4; loudness grows with sin(pi * duty), so the steps are not linear.
_DUTY_U16 = (0, 800, 2600, 8200, 32768)


class Buzzer:
    """Plays `TUNES` on a PWM pin; `step` must be called every few milliseconds."""

    def __init__(self, pwm: "PWM", volume: int = 3) -> None:
        """Take a `machine.PWM`; it is silent (duty 0) until something is played."""
        self._freq = pwm.freq
        self._duty = pwm.duty_u16
        self._sound = -1
        self._index = 0
        self._note_ms = 0
        self._started = False
        self.muted = False
        self.volume = 0
        self.set_volume(volume)
        self._duty(0)

    def set_volume(self, volume: int) -> None:
        """Set the volume, 0 (off) to 4 (loudest), from the next note on. ValueError outside."""
        if not 0 <= volume < len(_DUTY_U16):
            raise ValueError("volume is 0 to 4")
        self.volume = volume

    def mute(self, muted: bool) -> None:
        """Silence the buzzer at once, or allow it again."""
        self.muted = muted
        if muted:
            self._stop()

    def play(self, sound: int) -> bool:
        """Start `sound` (`TICK` ...) at the next `step`; False when it gives way.

        It gives way to a more important sound that is still playing, and to `muted`.
        """
        if self.muted or sound < self._sound:
            return False
        self._sound = sound
        self._index = 0
        self._started = False
        return True

    def sound(self, name: str) -> None:
        """Play a sound by its name, one of `NAMES`."""
        self.play(NAMES.index(name))

    @property
    def playing(self) -> bool:
        """Tell whether a sound is being played or waits for the next step."""
        return self._sound >= 0

    def step(self, now_ms: int) -> None:
        """Go on to the next note when its time has come. Never waits, never allocates."""
        if self._sound < 0:
            return
        tune = TUNES[self._sound]
        if self._started:
            if since(now_ms, self._note_ms) < tune[self._index + 1]:
                return
            self._index += 2
            if self._index >= len(tune):
                self._stop()
                return
        self._started = True
        self._note_ms = now_ms
        pitch_hz = tune[self._index]
        if pitch_hz:
            self._freq(pitch_hz)
            self._duty(_DUTY_U16[self.volume])
        else:
            self._duty(0)

    def _stop(self) -> None:
        self._sound = -1
        self._duty(0)
