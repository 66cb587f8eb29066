# SPDX-License-Identifier: Apache-2.0
"""What the shim `machine` takes of the unix port's own module, for MicroPython's WebAssembly, which has none."""


class PinBase:
    """What a pin is of."""
