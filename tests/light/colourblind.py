# SPDX-License-Identifier: Apache-2.0
"""How far apart two lights look, also to eyes that lack one kind of cone.

Sources: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency" (2009), matrices of severity 1.0 for linear RGB; CIE 1976 L*a*b*.
"""

EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def _times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def _lab(linear):
    values = []
    for value, white in zip(_times(_TO_XYZ, linear), _WHITE):
        t = value / white
        values.append(t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116)
    x, y, z = values
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(rgb, eye):
    """Return the L*a*b* of a light as an eye sees it; a WS2812's numbers are linear."""
    linear = [channel / 255 for channel in rgb]
    return _lab([min(1, max(0, value)) for value in _times(EYES[eye], linear)])


def distance(one, other, eye):
    """Return the CIE 1976 colour difference of two lights to an eye."""
    return sum((a - b) ** 2 for a, b in zip(seen(one, eye), seen(other, eye))) ** 0.5
