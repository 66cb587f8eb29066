# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The workbench draws the reeds on demand: where each lies, which are closed, how strongly they are driven."""

import pytest
from pages import seated
from tables import at_table

from tavle.board import geometry

pytestmark = pytest.mark.browser
LINE = "partners-pawns green:h,h,20,z3 blue:h,15,31,48 red:h,12,44,47 yellow:h,h,33,56 turn=red"
REEDS = """() => Object.fromEntries([...document.querySelectorAll("#field .reed")].map((reed) => [reed.dataset.space,
  [reed.classList.contains("closed"), Number(reed.querySelector("text")?.textContent ?? 0)]]))"""


@at_table(position=LINE, speed=2.0)
async def test_the_field_is_drawn_when_somebody_asks_for_it(program, served):
    page = await seated(program, served)
    assert await page.page.evaluate(REEDS) == {}
    await page.page.evaluate("document.getElementById('wires').open = true")
    await page.page.check("#field-on")
    await page.until("document.querySelectorAll('#field .closed').length === 16")
    drawn = await page.page.evaluate(REEDS)
    spaces = {item.name: item for item in geometry.load("partners").spaces}
    assert set(drawn) == set(spaces)
    assert drawn["20"][0] and drawn["20"][1] > 30
    assert not drawn["40"][0] and drawn["40"][1] < 10
    # What the wires carry says the same.
    script = "n => document.getElementById('closed').textContent.split(/ +/).length === n"
    await page.until(script, arg=16)
    told = (await page.page.text_content("#closed")).split()
    assert set(told) == {name for name, (closed, _) in drawn.items() if closed}
    # The line lies where the reed does.
    ends = await page.page.evaluate(
        """() => { const l = document.querySelector('#field [data-space="20"] line');
        return ["x1", "y1", "x2", "y2"].map((a) => Number(l.getAttribute(a))); }"""
    )
    middle = ((ends[0] + ends[2]) / 2, (ends[1] + ends[3]) / 2)
    far = ((middle[0] - spaces["20"].x_mm) ** 2 + (middle[1] - spaces["20"].y_mm) ** 2) ** 0.5
    assert far == pytest.approx(spaces["20"].reed_mm, abs=0.01)
    await page.page.uncheck("#field-on")
    assert await page.page.evaluate(REEDS) == {}
