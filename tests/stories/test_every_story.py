# SPDX-License-Identifier: Apache-2.0
# heap: 16m
"""Every story under this folder, as the table plays it now.

TAVLE_ACCEPT=1 rewrites what the table tells in them: read the diff.
"""

import os
import sys

from storyteller import play

_HERE = __file__.rsplit("/", 1)[0]


def _stories():
    found = []
    for folder in sorted(os.listdir(_HERE)):
        if "." not in folder and folder != "__pycache__":
            path = _HERE + "/" + folder
            found += [path + "/" + name for name in sorted(os.listdir(path))]
    return found


def _check(path):
    with open(path) as file:
        text = file.read()
    played = play(text)
    if played != text and getattr(os, "environ", {}).get("TAVLE_ACCEPT"):
        with open(path, "w") as file:
            file.write(played)
        return
    wanted, lines = text.split("\n"), played.split("\n")
    for number in range(max(len(wanted), len(lines))):
        had = wanted[number] if number < len(wanted) else "(the end)"
        now = lines[number] if number < len(lines) else "(the end)"
        assert now == had, "line %d: %s\n  is now: %s" % (number + 1, had, now)


def _test_of(path):
    def test():
        _check(path)

    return test


for _path in _stories():
    _name = _path[len(_HERE) + 1 : -4].replace("/", "_").replace("-", "_")
    setattr(sys.modules[__name__], "test_" + _name, _test_of(_path))
