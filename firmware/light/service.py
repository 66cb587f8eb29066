# SPDX-License-Identifier: Apache-2.0
"""The signals of the builder's tests, doctor and learn; as in `signals.py`."""

from light import layers, palette, patterns
from light.signals import pack

DOCTOR_CLOSED = pack(layers.HINTS, palette.GREEN, patterns.STEADY)
DOCTOR_FLAKY = pack(layers.HINTS, palette.VERMILLION, patterns.FAST)
DOCTOR_STUCK = pack(layers.HINTS, palette.ORANGE, patterns.WINK)
LEARN_HERE = pack(layers.HINTS, palette.WHITE, patterns.BLINK)
LEARN_LIFT = pack(layers.HINTS, palette.SKY, patterns.RAMP)
LEARN_DOUBLE = pack(layers.HINTS, palette.YELLOW, patterns.DOUBLE)
LEARN_DONE = pack(layers.HINTS, palette.GREEN, patterns.BREATHE)
LEARN_SILENT = pack(layers.HINTS, palette.VERMILLION, patterns.TRIPLE)
