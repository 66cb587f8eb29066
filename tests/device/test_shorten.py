# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Shortened names: the same program, and nothing but private names is touched."""

import ast
import subprocess
import sys

from tavle import paths
from tavle.device import shorten

FILES = {
    "one/a.py": (
        "class A:\n"
        "    def _step(self, _many=1):\n"
        "        self._count = _many  # _count\n"
        "        return self._kept, '%s _kept', self._both\n"
    ),
    "one/b.py": "class B:\n    _count = 2\n    _other = _a = 3\n",
    "two/c.py": "class C:\n    _both = 1\n    _fine = 4\n    __str__ = None\n    _UP = 5\n",
}


def test_only_private_names_of_one_package_change():
    plan = shorten.plan(FILES)
    assert plan["one/a.py"] == plan["one/b.py"]
    assert set(plan["one/a.py"]) == {"_step", "_many", "_count", "_other", "_a"}
    assert set(plan["two/c.py"]) == {"_fine"}, "not what another package uses too"
    assert len(set(plan["one/a.py"].values())) == 5
    assert "_a" not in plan["one/a.py"].values(), "a name in use means what it meant"
    text = shorten.shortened(FILES["one/a.py"], plan["one/a.py"])
    assert "self._kept, '%s _kept', self._both" in text and "# _count" in text
    assert "_step" not in text and text.count("\n") == FILES["one/a.py"].count("\n")


def test_the_whole_firmware_keeps_its_shape():
    sources = shorten.sources(paths.firmware())
    plan = shorten.plan(sources)
    for path, text in sources.items():
        back = {new: old for old, new in plan[path].items()}
        assert len(back) == len(plan[path]), path
        short = shorten.shortened(text, plan[path])
        assert shorten.shortened(short, back) == text, path
        assert len(ast.dump(ast.parse(short))) <= len(ast.dump(ast.parse(text))), path


def test_the_shortened_rules_are_the_rules(tmp_path):
    sources = shorten.sources(paths.firmware())
    plan = shorten.plan(sources)
    for path, text in sources.items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(shorten.shortened(text, plan[path]), encoding="utf-8")
    script = (
        "from rules import RULEBOOKS, load\n"
        "for name in RULEBOOKS:\n"
        "    game = load(name)\n"
        "    state = game.new(0)\n"
        "    for _ in range(40):\n"
        "        found = [game.results(state, a) for a in range(len(game.actions))]\n"
        "        print([(bytes(s).hex(), bytes(m).hex()) for r in found for s, m in r])\n"
        "        many = max(found, key=len)\n"
        "        state = many[len(many) // 2][0] if many else game.skip(state)\n"
    )
    shim = str(paths.firmware().parent / "host/tavle/shim")
    said = [
        subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path[:0] = {[str(top), shim]!r}\n{script}"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for top in (tmp_path, paths.firmware())
    ]
    assert said[0] == said[1] and len(said[0]) > 10_000
