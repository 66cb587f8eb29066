# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Which browser the tests of the page use."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


FIREFOXES = ("firefox-esr", "firefox")


def find_firefox():
    """Return the Firefox of this PC, "" when there is none; TAVLE_FIREFOX names another."""
    named = os.environ.get("TAVLE_FIREFOX", "")
    return named or next(filter(None, map(shutil.which, FIREFOXES)), "")


def find():
    """Return the browser of this PC, "" when there is none; TAVLE_BROWSER names another."""
    named = os.environ.get("TAVLE_BROWSER", "")
    return named or next(filter(None, map(shutil.which, NAMES)), "")
