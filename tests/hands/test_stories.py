# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""All short stories are told rightly.

`make prove-hands` tells the longer ones.
"""

import pytest
from stories import Prover
from story_cases import CASES

_SHORT = 4


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.line.split()[0]} {case.name}")
def test_every_short_story(case):
    most = _SHORT - case.heavy
    report = Prover(case).run(most)
    assert report.wrong == []
    assert report.stories > 50
