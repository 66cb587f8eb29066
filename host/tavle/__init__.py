# SPDX-License-Identifier: Apache-2.0
"""The host side of Tavle: command-line tool, build and flash, simulator.

Also imported by MicroPython (chip models in the simulator), so nothing is imported here.
"""

__version__ = "0.1.0"


def micropython_bin() -> str:
    """Return the path of MicroPython's unix port; see `tavle.paths.micropython_bin`."""
    from tavle.paths import micropython_bin as find

    return find()
