# SPDX-License-Identifier: Apache-2.0
"""A passive buzzer behind a transistor on a PWM pin: a log of what it was told to sound."""


class Buzzer:
    """Keeps (time in us, frequency in Hz) of every change; 0 Hz is silence.

    Args:
        keep: number of changes to keep.
    """

    def __init__(self, keep: int = 256) -> None:
        self.keep = keep
        self.log = [(0, 0)]

    def drive(self, t_us: int, freq_hz: int, duty: int) -> None:
        """Take the state of the PWM pin. `duty` 0 to 65535; both ends are silent."""
        sound = freq_hz if 0 < duty < 65535 else 0
        if sound != self.log[-1][1]:
            if self.log[-1][0] == t_us and len(self.log) > 1:
                self.log.pop()  # frequency and duty are set one after the other
                if sound == self.log[-1][1]:
                    return
            self.log.append((t_us, sound))
            if len(self.log) > 2 * self.keep:
                self.log = self.log[-self.keep :]
