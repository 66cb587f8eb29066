# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Constants and parameters are folded, and the firmware says and does the same as before."""

import ast
import subprocess
import sys
from pathlib import Path

from tavle import paths
from tavle.device.fold import fold

PLACES = """
from micropython import const
HOME = 0
RING = const(60)
FIN = RING + 5
WORD = "home"
_LOW = const(2)

def pack(layer, colour):
    '''Return one number.'''
    return layer << 8 | colour

SIGNAL = pack(RING, _LOW)
TWICE = 1
TWICE = 2
"""


def folded(text: str, **others: str) -> str:
    """Return module `it` after folding it together with others."""
    return fold({"it": text, **others})["it"]


def names(text: str) -> set[str]:
    """Return every name that is left in a module."""
    tree = list(ast.walk(ast.parse(text)))
    found = {node.id for node in tree if isinstance(node, ast.Name)}
    return found | {node.arg for node in tree if isinstance(node, ast.arg)}


def run(text: str, name: str) -> object:
    """Return what a name is bound to after a module has run."""
    space: dict[str, object] = {}
    exec(text, space)
    return space[name]


def test_constants_of_other_modules_become_numbers() -> None:
    text = "from places import FIN, SIGNAL as S, WORD\nx = (FIN, S + 1, WORD)\n"
    out = folded(text, places=PLACES)
    assert "x = (65, 15362 + 1, WORD)" in out
    assert "import WORD" in out and "FIN" not in out


def test_constants_behind_a_module_name_become_numbers() -> None:
    sources = {"a": "from p import places\nx = places.RING\n", "p.places": PLACES}
    out = fold(sources)
    assert out["a"] == "pass\nx = 60\n"
    assert "RING" not in out["p.places"] and "const" not in out["p.places"]
    assert "WORD = 'home'" in out["p.places"]


def test_a_constant_that_is_handed_on_keeps_its_number() -> None:
    out = fold({"a": "RING = 60", "b": "from a import RING", "c": "from b import RING\nx = RING"})
    assert out["c"] == "pass\nx = 60\n"


def test_what_is_read_from_an_unknown_module_keeps_its_definition() -> None:
    text = "N_LEDS = 96\nN_BITS = 112\n"
    out = fold({"layout": text, "a": "def f(layout):\n    return layout.N_LEDS\n"})
    assert out["layout"] == "N_LEDS = 96\n"


def test_what_makes_no_number_stays_as_it_is() -> None:
    for made in ("-()", "1 << -1", "len(WORD)", "1 // 0", "half(60)"):
        text = f"def half(n):\n    return n.real()\nWORD = 'home'\nRING = 60\nLOST = {made}\nx = (LOST, RING)\n"
        out = folded(text)
        assert f"LOST = {made}" in out and "x = (LOST, 60)" in out, made


def test_names_that_are_bound_twice_are_no_constants() -> None:
    out = folded("from places import TWICE\nx = TWICE\n", places=PLACES)
    assert "x = TWICE" in out
    own = "from places import RING\ndef f():\n    RING = 3\n    return RING\n"
    assert "return RING" in folded(own, places=PLACES)


def test_parameters_share_letters_and_functions_keep_their_names() -> None:
    text = "def first(state, seat):\n    return [state + i for i in range(seat)]\n"
    out = folded(text)
    assert out.startswith("def first(a, b):")
    assert run(out, "first")(1, 2) == [1, 2]  # type: ignore[operator]


def test_parameters_that_calls_name_keep_their_names() -> None:
    text = "def f(wide, narrow):\n    return wide - narrow\nx = f(3, narrow=1)\n"
    out = folded(text)
    assert "def f(a, narrow)" in out and run(out, "x") == 2


def test_functions_in_functions_see_the_same_parameters() -> None:
    text = """
def outer(count, step=a):
    def inner(step, a=count):
        return [step * count + a for _ in range(2)]
    return inner(step) + (lambda step, count=count: [step + count])(1)
"""
    out = folded(text)
    for source in (text, out):
        assert run("a = 5\n" + source + "\nx = outer(2)", "x") == [12, 12, 3], source


def test_annotations_and_what_only_a_type_checker_needs_are_gone() -> None:
    text = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import typing\nx: typing.Any = 1\n"
    assert folded(text) == "x = 1\n"


def test_the_whole_firmware_keeps_fewer_names() -> None:
    top = paths.firmware()
    sources = {
        path.relative_to(top).as_posix().removesuffix(".py").replace("/", "."): path.read_text()
        for path in top.rglob("*.py")
    }
    out = fold(sources)
    before = set().union(*map(names, sources.values()))
    after = set().union(*map(names, out.values()))
    assert len(after) < len(before) - 300
    for name, text in sources.items():
        functions = [
            [
                n.name
                for n in ast.walk(ast.parse(t))
                if isinstance(n, ast.FunctionDef | ast.ClassDef)
            ]
            for t in (text, out[name])
        ]
        assert functions[0] == functions[1], name  # errors name them


def test_the_folded_rules_find_the_same_positions(tmp_path: Path) -> None:
    top = paths.firmware()
    files = {
        path.relative_to(top).as_posix(): path
        for folder in ("rules", "players")
        for path in (top / folder).rglob("*.py")
    } | {"ticks.py": top / "ticks.py"}
    names = {
        name: name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in files
    }
    out = fold({names[name]: path.read_text() for name, path in files.items()})
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(out[names[name]])
    program = """
import sys
sys.path.insert(0, sys.argv[1])
sys.modules["micropython"] = type(sys)("micropython")
sys.modules["micropython"].const = lambda value: value
from rules import RULEBOOKS, load
import rules
assert rules.__file__.startswith(sys.argv[1]), rules.__file__
for rulebook in RULEBOOKS:
    game = load(rulebook)
    state = game.new()
    for turn in range(60):
        found = [bytes(s) for a in range(len(game.actions)) for s, _ in game.results(state, a)]
        print(rulebook, turn, len(found), hash(tuple(map(tuple, found))))
        state = bytearray(found[turn * 7 % len(found)] if found else game.skip(state))
        if state[16] == 255:
            break
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", program, str(folder)],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        for folder in (top, tmp_path)
    ]
    assert said[0].returncode == 0, said[0].stderr
    assert said[1].returncode == 0, said[1].stderr
    assert said[0].stdout == said[1].stdout and said[0].stdout.count("\n") > 250


def test_what_objects_keep_shares_letters() -> None:
    text = """
class Base:
    def __init__(self):
        self._depth = 1
        self._told = 0
        self.seen = 7

    def _step(self):
        return self._depth


class Heir(Base):
    def more(self):
        self._extra = 10
        return self._step() + self._extra + self.seen


class Other:
    level = 2

    def __init__(self):
        self._number = 5
        self._open = 3
        self.value = self.level = 8
        self.words = ["one"]

    def total(self, heir):
        self.words.sort()
        return self._number + heir._told + getattr(self, "_open") + heir.seen


heir = Heir()
other = Other()
heir.seen += 1
x = [heir.more(), other.total(heir), other.level, other.words]
"""
    out = folded(text)
    assert run(text, "x") == run(out, "x") == [19, 16, 8, ["one"]]
    kept = {node.attr for node in ast.walk(ast.parse(out)) if isinstance(node, ast.Attribute)}
    # What a method is, a class says, a string tells, or MicroPython's objects have stays.
    assert {"_step", "_open", "level", "value", "sort"} <= kept
    assert not kept & {"_depth", "_told", "seen", "_extra", "_number", "words"}
    assert len({name for name in kept if len(name) == 1}) == 4  # a family keeps them apart


def test_letters_that_mean_something_else_are_not_given_away() -> None:
    """A method, a string, a name or another object's attribute of one letter keeps it."""
    text = """
class Counter:
    def __init__(self):
        self._count = 1
        self._other = 2
        self._third = 3
        self._fourth = 4

    def a(self):
        return self._count + self._other

    def total(self, x):
        return self.a() + x.b + getattr(self, "c", 100) + self._third + self._fourth


class Thing:
    pass


thing = Thing()
thing.b = 10
x = Counter().total(thing)
"""
    out = folded(text)
    assert run(out, "x") == run(text, "x") == 120
    kept = {node.attr for node in ast.walk(ast.parse(out)) if isinstance(node, ast.Attribute)}
    assert "_count" not in kept and "_fourth" not in kept


def test_a_module_is_asked_for_what_it_imports_under_another_name() -> None:
    """An object may keep something under a name by which one module asks another for what a third made."""
    taker = """
import middle


class Keeper:
    def __init__(self):
        self.kept = 3

    def total(self):
        return self.kept + middle.kept


x = Keeper().total()
"""
    out = fold(
        {"third": "made = [1]\n", "middle": "from third import made as kept\n", "it": taker}
    )
    asked = {
        node.attr
        for node in ast.walk(ast.parse(out["it"]))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if node.value.id == "middle"
    }
    taken = {
        node.asname for node in ast.walk(ast.parse(out["middle"])) if isinstance(node, ast.alias)
    }
    assert asked == taken == {"kept"}


def test_many_attributes_get_no_words_of_the_language() -> None:
    """After the letters come pairs of letters, and `as`, `if`, `in`, `is`, `or` are no names."""
    lines = [f"        self._n{k} = {k}" for k in range(26 * 20)]
    text = "class Many:\n    def __init__(self):\n" + "\n".join(lines)
    numbers = ", ".join(f"self._n{k}" for k in range(26 * 20))
    text += f"\n    def total(self):\n        return sum([{numbers}])"
    text += "\n\nx = Many().total()\n"
    assert run(folded(text), "x") == sum(range(26 * 20))


def test_bytes_of_a_tuple_of_numbers_are_made_at_once() -> None:
    text = "TABLE = bytes((1, 2, 255))\nOTHER = bytes((1, TABLE[1]))\nZERO = bytes(3)\nLIST = bytes([1, 2])\n"
    out = folded(text)
    assert r"TABLE = b'\x01\x02\xff'" in out
    assert [run(out, name) for name in ("TABLE", "OTHER", "ZERO", "LIST")] == [
        b"\x01\x02\xff", b"\x01\x02", b"\0\0\0", b"\x01\x02",
    ]  # fmt: skip
