# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The page for those who do not see, or see little: axe-core, targets for fingers, colours, motion."""

import os
import subprocess
import tarfile
from pathlib import Path

import pytest
from pages import LAPTOP, PHONE, run, seated, sit

pytestmark = pytest.mark.browser
AXE = "4.14.1"
LINE = "partners-pawns green:h,h,20,z3 blue:h,15,31,48 red:h,12,44,47 yellow:h,h,33,56 turn=red"
WHO = {"green": "person", "blue": "device", "red": "easy", "yellow": "easy"}
SMALL = """() => [...document.querySelectorAll('button, select, summary, a, label.check')]
  .filter(e => e.offsetParent && !e.closest('.unseen'))
  .map(e => [e.id || e.className || e.textContent, e.getBoundingClientRect()])
  .filter(([, b]) => b.height < 32 || b.width < 32).map(([n, b]) => `${n} ${b.width}x${b.height}`)"""


@pytest.fixture(scope="session")
def axe(pytestconfig):
    """Return axe-core's script: TAVLE_AXE names it, else npm brings the pinned one."""
    named = os.environ.get("TAVLE_AXE")
    if named:
        return Path(named).read_text(encoding="utf-8")
    folder = pytestconfig.cache.mkdir("axe")
    script = folder / f"axe-{AXE}.js"
    if not script.exists():
        subprocess.run(
            ["npm", "pack", "--silent", f"axe-core@{AXE}"], cwd=folder, check=True,
            capture_output=True, timeout=120,
        )  # fmt: skip
        with tarfile.open(folder / f"axe-core-{AXE}.tgz") as packed:
            script.write_bytes(packed.extractfile("package/axe.min.js").read())
    return script.read_text(encoding="utf-8")


async def clean(page, axe):
    """Let axe look at a page; nothing is to be found."""
    await page.page.evaluate(axe)
    found = await page.page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))"
    )
    assert found == []
    assert await page.page.evaluate(SMALL) == []


@pytest.mark.axe
@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_workbench(axe, size, scheme):
    async def test(program, served):
        page = await seated(program, served, size, color_scheme=scheme, reduced_motion="reduce")
        await page.lay("7")
        await page.says("Red: move")
        await clean(page, axe)

    run(test, position=LINE)


@pytest.mark.axe
@pytest.mark.parametrize(
    "size,scheme,language",
    [
        (LAPTOP, "light", "nb"),
        (LAPTOP, "dark", "de"),
        (PHONE, "light", "fi"),
        (PHONE, "dark", "en"),
    ],
)
def test_axe_finds_nothing_in_a_game(axe, size, scheme, language):
    async def test(program, served):
        page = await seated(
            program, served, size, language, color_scheme=scheme, guided=False,
            reduced_motion="reduce",
        )  # fmt: skip
        await clean(page, axe)  # sitting down
        await sit(page, "partners-pawns", WHO)
        await page.until("document.querySelectorAll('.hand .card').length === 4")
        await clean(page, axe)
        await page.page.click("#help-open")
        await clean(page, axe)
        await page.page.click("#help-close")
        await page.page.click("#to-start")  # an earlier position
        await clean(page, axe)
        await page.page.click("#past-now")
        await page.page.click("#new-game")
        await clean(page, axe)

    run(test, mode="lobby")


def test_forced_colours_and_reduced_motion_are_respected():
    async def test(program, served):
        page = await seated(program, served, forced_colors="active", reduced_motion="reduce")
        seen = await page.page.evaluate(
            "[...document.querySelectorAll('.pawn .disc')].map(d => getComputedStyle(d).fill)"
        )
        assert len(set(seen)) == 4  # the pawns keep their colours
        moving = "getComputedStyle(document.querySelector('.pawn')).transitionProperty"
        assert await page.page.evaluate(moving) in ("none", "all")
        assert await page.page.evaluate(moving.replace("Property", "Duration")) == "0s"

    run(test, position=LINE)
