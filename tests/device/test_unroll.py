# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Comprehensions are written out as loops where nobody can tell; the whole firmware plays so in test_folded_table."""

import ast

import pytest

from tavle.device.unroll import unroll
from tavle.paths import firmware


def left(text):
    """Return how many comprehensions a source has."""
    return sum(isinstance(node, ast.ListComp) for node in ast.walk(ast.parse(text)))


def written(*lines):
    """Return what becomes of the lines of a function."""
    text = unroll("def f(a, b):\n" + "".join(f"    {line}\n" for line in lines))
    return [line[4:] for line in text.splitlines()[1:]]


def test_a_list_is_filled_where_it_is_kept():
    assert written("c = [x + 1 for x in a if x if x > b]", "return c") == [
        "c = []",
        "for _each1 in a:",
        "    if _each1:",
        "        if _each1 > b:",
        "            c.append(_each1 + 1)",
        "return c",
    ]


def test_a_list_that_is_only_asked_about_has_a_name_until_then():
    assert written("if len([x for x in a]):", "    b = max([y for y in a])", "return b") == [
        "_each1 = []",
        "for _each2 in a:",
        "    _each1.append(_each2)",
        "if len(_each1):",
        "    _each3 = []",
        "    for _each4 in a:",
        "        _each3.append(_each4)",
        "    b = max(_each3)",
        "return b",
    ]
    again = written("b += sum([x for x in a])", "b += sum([x for x in a])")
    assert again[:4] == again[4:]  # the names are free again


# What a function does, and how many comprehensions stay. `say` notes its argument and returns it; `self.n` is 3.
DONE = (
    ("return [say(x) for x in a]", 0),
    ("c = [x for x in a]; c.append([y for y in c]); return c", 0),
    ("a = [x for x in a if x > a[0]]; return a", 0),  # `a` is read while its new list is made
    ("c = 1; c = [x for x in a]; return c", 0),
    ("return [x for x in [say(y) for y in a] if say(x + 10)]", 0),
    ("return [[x * y for y in a] for x in b]", 0),
    ("return [x for x in a for y in b if say(x) < say(y)]", 0),
    ("return [(x, y) for x, y in zip(a, b)]", 0),
    ("return [x for x in a], [say(x) for x in b]", 0),
    ("return len([say(x) for x in a]) + len([say(x) for x in b])", 1),  # calls stand between them
    ("return say(1) + len([say(x) for x in a])", 1),
    ("return say(1) + len([x for x in a])", 1),
    ("return max(self.n, len([say(x) for x in a]))", 1),  # who is called may change `self.n`
    ("return self.n + len([x for x in a])", 0),
    ("return self.grow([self.n for x in a])", 0),
    ("return self.grow([self.grow([x]) for x in a])", 0),  # the inner one lies in the loop
    ("return self.n + len([self.grow([]) for x in a])", 1),
    ("self.n += len([self.grow([]) for x in a]); return self.n", 1),
    ("self.n += len([x for x in a]); return self.n", 0),
    ("return a and [say(x) for x in a]", 1),
    ("return [say(x) for x in a] or b", 0),
    ("return [say(x) for x in a] if b else 0", 1),
    ("return 1 if [say(x) for x in a] else 0", 0),
    ("return 0 < len([x for x in a]) < len([say(x) for x in b])", 1),
    ("return not [x for x in a if x > 9]", 0),
    ("return b[[x for x in a][0]]", 0),
    ("return say(b)[[x for x in a][0]]", 1),
    ("return [*[x for x in a], *[x for x in b]]", 1),
    ("return sorted(a, key=[say(x) for x in a].index)", 0),
    ("x = 7; c = [x for x in a]; return x, c", 0),  # the variable is the comprehension's own
    ("x = 7; c = [y + x for y in a]; return x, c", 0),
    ("return [x for x in [x for x in a]]", 2),
    ("return [sum([x for x in (x,)]) for x in a]", 2),  # two of one name
    ("return [(lambda: x)() for x in a]", 0),
    ("return [(lambda x: x)(x) for x in a]", 1),
    ("while len([x for x in a]) > 1: a = a[1:]\nreturn a", 1),
    ("for x in [y for y in a]: say(x)\nreturn [y for y in b]", 0),
    (
        "for x in [y for y in a]:\n  for z in [y for y in b if y > x]: say(z)\nelse: say([y for y in a])",
        0,
    ),
    ("if not a: return 0\nelif [x for x in a if x > 2]: return 1\nreturn 2", 0),
    (
        "c = 5\ntry: c = [say(8 // (x - 2)) for x in a]\nexcept ZeroDivisionError: pass\nreturn c",
        0,
    ),
    ("try: return [x for x in b]\nfinally: say([x for x in a])", 0),
    ("try: 1 // 0\nexcept ZeroDivisionError: c = [x for x in a]\nreturn c", 0),
    ("with self: c = [say(x) for x in a]\nreturn c", 0),
    ("assert [x for x in a]\nreturn 1", 1),
    ("def g(): return [x for x in a]\nreturn g()", 0),
    ("return list(h(a))", 0),
    ("return {x: [y for y in b] for x in a}", 1),
    ("return [x for x in a if (c := x)], c", 0),
    ("return f'{[x for x in a]}'", 1),
)
HELPERS = "def h(a):\n    yield [x for x in a]\n    got = yield from [say(x) for x in a]\n    return got\n"


class Thing:
    """Something with a number that its method changes."""

    def __init__(self):
        self.n = 3

    def grow(self, what):
        self.n += 1
        return self.n, what

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.n += 10


def outcome(text, a, b):
    """Return what a function does: what it returns or raises, what was said, what became of its object."""
    said = []

    def say(what):
        said.append(what)
        return what

    names = {"say": say}
    exec(text, names)
    thing = Thing()
    try:
        result = names["f"](thing, a, b)
    except (AssertionError, IndexError, UnboundLocalError, ZeroDivisionError) as error:
        result = repr(error)
    return result, said, thing.n


@pytest.mark.parametrize(("body", "stay"), DONE)
def test_nobody_can_tell(body, stay):
    lines = body.replace("\n", "\n    ") if "\n" in body else body
    text = f"{HELPERS}def f(self, a, b):\n    {lines}\n"
    made = unroll(text)
    assert left(made) == stay
    for a, b in (([], []), ([1], [3, 2]), ([3, 1, 2], [0, 4, 4, 1]), ([2, 2, 0], [1, 5, 7])):
        assert outcome(made, list(a), list(b)) == outcome(text, list(a), list(b)), made


def test_names_of_elsewhere_are_not_filled_bit_by_bit():
    made = unroll("def f(a):\n    global c\n    c = [g(x) for x in a]\n")
    assert made.splitlines()[2:] == [
        "    _each1 = []",
        "    for _each2 in a:",
        "        _each1.append(g(_each2))",
        "    c = _each1",
    ]


def test_modules_and_classes_keep_theirs_and_no_source_gets_a_name_of_these():
    text = "A = [x for x in range(3)]\nclass B:\n    c = [x for x in range(3)]\n"
    assert unroll(text) == text.replace("class", "\nclass").lstrip()
    most = 0
    for path in firmware().rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert "_each" not in source, path
        most += left(source) - left(unroll(source))
    assert most > 100
