# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The drivers as packages for others: their page's examples, with a package's files and no others, on the chips' models."""

import json
import re
import shutil

import pytest

from tavle import paths
from tavle.sim.chips import ntag
from tavle.sim.target import Setting
from tavle.sim.target_orders import BOOT_US
from tavle.sim.target_unix import UnixTarget

TOP = paths.own_firmware()
PAGE = (TOP / "drivers" / "PACKAGES.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## `(\w+)\.json`.*?^```python\n(.*?)^```", PAGE, re.M | re.S))
CHIPS = 13
UID = bytes.fromhex("04a1b2c3d4e580")


@pytest.fixture
def table(tmp_path, monkeypatch):
    made = []

    def start(name):
        """Install a package as mip does, and the page's example beside it; switch the table on."""
        package = json.loads((TOP / f"{name}.json").read_text(encoding="utf-8"))
        for target, source in package["urls"]:
            (tmp_path / target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / source, tmp_path / target)
        (tmp_path / "main.py").write_text(EXAMPLES[name])
        made.append(UnixTarget(Setting("partners", main=str(tmp_path / "main.py")), CHIPS))
        monkeypatch.setattr(paths, "firmware", lambda: tmp_path)
        made[0].post(0, "in", 8 * CHIPS - 2, 0)  # H, G, F of the last chip are 1, 0, 1
        made[0].power_on()
        made[0].run(BOOT_US + 1_000_000)
        return made[0]

    yield start
    for one in made:
        one.close()


def said(target, ms):
    target.run(target.now_us + 1000 * ms)
    return [line.strip() for _, line in target.take_usb()]


def test_the_reader_tells_of_a_sticker(table):
    target = table("pn532")
    memory = ntag.fresh_memory("ntag213", UID)
    target.post(target.now_us + 1000, "card", UID.hex(), "ntag213", bytes(memory).hex())
    online, card = said(target, 1000)
    assert online == "online" and card.startswith("card") and card.endswith("None blank")


def test_the_chain_tells_of_a_switch_and_of_a_cut(table):
    target = table("hc165")
    said(target, 100)
    target.post(target.now_us + 1000, "in", 5, 0)
    (line,) = said(target, 100)
    assert re.fullmatch(r"\d+ df(ff){11}\w\wff", line)
    target.post(target.now_us + 1000, "chain", 4, -1, -1)
    assert "chip" in said(target, 1000)[-1]


def test_the_lights_show_the_frame(table):
    target = table("ws2812")
    assert said(target, 100) == []
    assert target.frames(0)[-1][1][:6] == b"\0\0\0\x28\0\0"
