# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Shortened names: the same program, and nothing but the firmware's own names is touched."""

import ast
import contextlib

import pytest

from tavle import paths
from tavle.device import rom_names, shorten
from tavle.sim import target_unix
from tavle.sim.player import Players
from tavle.sim.session import Session, Wish

FILES = {
    "main.py": "from one.a import main\n",
    "one/a.py": (
        "import time\n"
        "TYPE_CHECKING = False  # a type checker takes it for true\n"
        "if TYPE_CHECKING:\n"
        "    from typing import Any\n"
        "LIMIT = 4\n"
        "class RunError(Exception):\n"
        "    def step_on(self, many=1) -> 'Any':\n"
        '        """Use many of kept_words."""\n'
        "        self.count_of = many  # count_of\n"
        "        return self.kept, 'kept', self.step_on(many=2), time.ticks_ms()\n"
        "def main():\n"
        "    pass\n"
    ),
    "one/b.py": "count_of = other_one = _UP = 2\n",
    "two/c.py": "class Cup:\n    step_on = fine_day = 1\n    __str__ = None\n",
}


def test_only_the_firmwares_own_names_change():
    plan = shorten.plan(FILES)
    assert plan["one/a.py"] == plan["one/b.py"]
    own = {"LIMIT", "many", "count_of", "other_one"}
    assert set(plan["one/a.py"]) == {"step_on", *own}, "no class, text, file, name of MicroPython"
    assert set(plan["two/c.py"]) == {"step_on", "fine_day"}
    assert plan["one/a.py"]["step_on"] == plan["two/c.py"]["step_on"], "two packages use it"
    new = list(plan["one/a.py"].values())
    assert len(set(new)) == 5 and set(new) <= rom_names.NAMES
    assert plan["two/c.py"]["fine_day"] in rom_names.NAMES
    text = shorten.shortened(FILES["one/a.py"], plan["one/a.py"])
    assert "self.kept, 'kept'" in text and "kept_words" in text and "# count_of" in text
    assert "time.ticks_ms()" in text and "step_on" not in text
    assert "TYPE_CHECKING" not in text and "import Any" not in text
    assert text.count("\n") == FILES["one/a.py"].count("\n")


def test_packages_share_words_and_none_is_given_twice_in_one():
    files = {f"{one}/a.py": "".join(f"{one}_{n} = 1\n" for n in range(600)) for one in "pqr"}
    files["s/a.py"] = files["t/a.py"] = "".join(f"both_{n} = 1\n" for n in range(100))
    for names in shorten.plan(files).values():
        assert len(set(names.values())) == len(names) >= 100
        assert set(names.values()) <= rom_names.NAMES


def test_when_rom_has_no_word_left_names_are_made():
    files = {"p/a.py": "_1 = 1\n" + "".join(f"long_name_{n} = _1\n" for n in range(1500))}
    names = shorten.plan(files)["p/a.py"]
    assert len(set(names.values())) == len(names) == 1500
    made = [new for new in names.values() if new not in rom_names.NAMES]
    assert 400 < len(made) < 600
    assert "_1" not in made, "a name of the firmware itself"


@pytest.mark.parametrize(
    "line",
    ["getattr(a, 'b' + c)", "print(f'{a}')", "def a(**b): pass", "a(**b)", "locals()['a']"],
)
def test_a_file_that_makes_texts_of_names_is_refused(line):
    with pytest.raises(shorten.Unsafe, match=r"d[.]py"):
        shorten.plan({"one/d.py": line + "\n"})


def test_every_name_of_the_firmware_finds_a_word_in_rom():
    plan = shorten.plan(shorten.sources(paths.firmware()))
    assert {new for names in plan.values() for new in names.values()} <= rom_names.NAMES


def test_a_name_more_leaves_most_files_as_they_were():
    """Or every flashing would send nearly everything."""
    sources = shorten.sources(paths.firmware())
    plan = shorten.plan(sources)
    before = {path: shorten.shortened(text, plan[path]) for path, text in sources.items()}
    sources["app/table/match.py"] += "\n\ndef abrupt_way():\n    pass\n"
    plan = shorten.plan(sources)
    changed = [p for p, text in sources.items() if shorten.shortened(text, plan[p]) != before[p]]
    assert "app/table/match.py" in changed
    assert len(changed) < len(sources) / 4


def test_the_whole_firmware_keeps_its_shape():
    sources = shorten.sources(paths.firmware())
    plan = shorten.plan(sources)
    for path, text in sources.items():
        back = {new: old for old, new in plan[path].items()}
        assert len(back) == len(plan[path]), path
        short = shorten.shortened(text, plan[path])
        assert short.count("\n") == text.count("\n")
        again = shorten.shortened(short, back)
        assert ast.dump(ast.parse(again)) == ast.dump(ast.parse(shorten.shortened(text, {}))), path


def played(seed):
    """Return what a table says in the first turns of a game, and what it shows at the end."""
    with contextlib.closing(Session(Wish("partners-nordic", seed=seed))) as session:
        assert session.until_ready(), session.noise
        players = Players(session, seed)
        lines = list(players.play(4))
        assert not session.noise
        return lines, players.events, session.target.frames(session.target.now_us)[-1]


def test_the_shortened_firmware_plays_the_same_game(tmp_path, monkeypatch):
    sources = shorten.sources(paths.firmware())
    bench = paths.ROOT / "host/tavle/sim/device_side/bench.py"  # it looks into `boards` itself
    plan = shorten.plan({**sources, "bench.py": bench.read_text(encoding="utf-8")})
    for path, text in sources.items():
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(shorten.shortened(text, plan[path]), encoding="utf-8")
    before = played(5)
    monkeypatch.setattr(target_unix.paths, "firmware", lambda: tmp_path)
    assert played(5) == before and len(before[1]) > 8
