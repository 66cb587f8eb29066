# SPDX-License-Identifier: Apache-2.0
"""Every folder of tests/sense/cases, in both interpreters; `make accept` rewrites expected.txt."""

import os

from caseplay import play

CASES = __file__.rsplit("/", 1)[0] + "/cases" if "/" in __file__ else "cases"


def _read(path):
    with open(path) as file:
        return file.read()


def test_cases():
    accept = bool(getattr(os, "environ", {}).get("TAVLE_ACCEPT"))
    names = sorted(os.listdir(CASES))
    assert len(names) >= 30
    wrong = []
    for name in names:
        said = play(_read(CASES + "/" + name + "/events.txt"))
        path = CASES + "/" + name + "/expected.txt"
        if accept:
            with open(path, "w") as file:
                file.write(said)
        elif said != _read(path):
            wrong.append("%s said\n%s" % (name, said))
    assert not wrong, "\n".join(wrong)
