# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""How often a table is asked what it believes, while a page looks at it."""

from types import SimpleNamespace

import pytest

from tavle.errors import TavleError
from tavle.web import view


class Table:
    """Stands for a session: counts what it is asked."""

    def __init__(self):
        self.target = SimpleNamespace(on=True, complaints=[])
        self.taken = self.starting = False
        self.alive = True
        self.heard = 0
        self.asked = 0
        self.answers = True

    def request(self, cmd):
        self.asked += 1
        if not self.answers:
            raise TavleError("no answer to state", "it says nothing")
        return {"ok": True, "firmware": "sorry", "phase": "card", "hand_counts": {}}


@pytest.mark.parametrize(("told", "least", "most"), [(False, 3, 5), (True, 18, 22)])
def test_a_table_is_asked_at_once_and_then_seldom(told, least, most):
    table = Table()
    viewer = view.Viewer(table)
    for hundredth in range(300):
        table.heard += told
        said = viewer._belief(1000.0 + hundredth / 100)
        assert said["phase"] == "card" and viewer.line == "sorry"
    assert least <= table.asked <= most


def test_a_table_that_is_off_taken_or_silent_is_not_asked():
    table = Table()
    viewer = view.Viewer(table)
    viewer._belief(1000.0)
    for change, phase in (
        ({"taken": True}, "cable"), ({"taken": False, "alive": False, "starting": True}, "starting"),
        ({"starting": False}, "silent"), ({"target": SimpleNamespace(on=False)}, "off"),
    ):  # fmt: skip
        vars(table).update(change)
        assert viewer._belief(1005.0)["phase"] == phase and table.asked == 1
    vars(table).update(alive=True, answers=False, target=SimpleNamespace(on=True, complaints=[]))
    assert viewer._belief(1010.0)["phase"] == "silent" and table.asked == 2
    assert "no answer to state" in table.target.complaints[0]
