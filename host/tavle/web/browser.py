# SPDX-License-Identifier: Apache-2.0
"""Opening the page in the user's browser."""

import os
import sys
import webbrowser


def has_screen() -> bool:
    """Tell whether a browser window can be opened here; a text browser would take the terminal."""
    if sys.platform.startswith("linux"):
        return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return True


def show(address: str) -> bool:
    """Open an address; return False when no window came up."""
    try:
        return has_screen() and webbrowser.open(address)
    except webbrowser.Error:
        return False
