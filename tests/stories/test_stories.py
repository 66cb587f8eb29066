# SPDX-License-Identifier: Apache-2.0
"""Every story under this folder, as the table plays it now.

TAVLE_ACCEPT=1 rewrites what the table says in them: read the diff.
"""

import os

from storyteller import play

_HERE = __file__.rsplit("/", 1)[0] if "/" in __file__ else "."


def _stories():
    found = []
    for folder in sorted(os.listdir(_HERE)):
        path = _HERE + "/" + folder
        if "." not in folder and folder != "__pycache__":
            for name in sorted(os.listdir(path)):
                if name.endswith(".txt"):
                    found.append(path + "/" + name)
    return found


def _check(path):
    with open(path) as file:
        text = file.read()
    played = play(text)
    if played != text and getattr(os, "environ", {}).get("TAVLE_ACCEPT"):
        with open(path, "w") as file:
            file.write(played)
        return
    wanted = text.split("\n")
    for number, line in enumerate(played.split("\n")):
        had = wanted[number] if number < len(wanted) else "(the end)"
        assert line == had, "line %d: %s\n  is now: %s" % (number + 1, had, line)
    assert len(wanted) == len(played.split("\n")), "the story says more: %s" % wanted[-1]


def _test_of(path):
    def test():
        _check(path)

    return test


for _path in _stories():
    _name = "/".join(_path.split("/")[-2:])[:-4]
    globals()["test_" + _name.replace("/", "_").replace("-", "_")] = _test_of(_path)
