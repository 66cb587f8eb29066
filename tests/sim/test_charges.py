# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""What each construct of the language is charged under the model of computing time, construct by construct."""

from pathlib import Path

from golden import same_lines

from tavle.sim.computing import charged_source

# In a function with the arguments a and b, in a module that has the constant _N.
_STATEMENTS = """
pass
a
g
_N
5
c = a
c = d = 1
a.x
a.x = 1
a.x.y
b[0]
b[0] = 1
b[a:]
b[1:2] = c
a += 1
a.x += 1
b[0] += 1
a + b
"%d" % a
"%d %d" % (a, b)
b"%d" % a
a % b
-a
not a
a and b
a and b and g
a or b
c = a if b else g
a < b
a < b < 3
a in b
a not in b
a is b
a is not None
g()
g(a)
g(a, b, x=1)
a.f()
a.f(b, key=1)
b.sort()
sorted(b)
b.find(a)
b.append(a)
bytes(a)
bytearray(a)
list(a)
"".join(b)
Thing(a)
isinstance(a, int)
min(a, b)
max(a, b)
sum(b)
a.rfind(b)
a.count(b)
a.index(b)
a.split(b)
a.partition(b)
a.format(b)
a.replace(b)
a.startswith(b)
a.extend(b)
a.insert(b)
a.remove(b)
a.items(b)
a.setdefault(b)
create_task(b)
sleep_ms(b)
(lambda: 1)()
(a)(b)
()
(a, b)
(1, 2, 3)
a, b = b, a
[]
[a, b]
[a, b] = b
{}
{1: a, 2: b}
{**a}
[{1: 2}, {3: 4}]
f"{a} of {b}"
[x for x in a]
[x + 1 for x in a if x > 2]
{x for x in a}
{x: 1 for x in a}
sum(x for x in a)
[x for x in a for y in x]
lambda x: x + a
lambda: None
yield a
yield from a
await a
raise OSError(a)
raise
return
return a
assert a
del a
global c
import os
break
json.dumps(a)
json.loads(a)
gc.collect()
gc.mem_free()
gc.mem_alloc()
id(a)
print(json.dumps(json.loads(a)))
heap_lock()
micropython.heap_unlock()
other.dumps(a)
"""
_BLOCKS = (
    "if a:\n g()",
    "if a < b:\n g()\nelse:\n a = 1",
    "if a:\n pass\nelif b:\n g()",
    "if [x for x in a]:\n pass",
    "while a:\n g()",
    "while True:\n pass\nelse:\n g()",
    "while g(a):\n if b:\n  break\n a += 1",
    "for i in range(a):\n g(i)",
    "for i in b:\n g(i)",
    "for i, j in b.items():\n pass\nelse:\n g()",
    "for i in range(5):\n for j in b:\n  a += 1\n g()",
    "for b.x in g:\n pass",
    "try:\n g()\nexcept OSError:\n a = 1\nexcept ValueError:\n pass\nelse:\n b = 2\nfinally:\n g(a)",
    "with a:\n g()",
    "with a, b as c:\n pass",
    "async with a.lock:\n pass",
    "def inner(x):\n return x + a",
    "class Inner:\n x = 1\n def f(self):\n  pass",
    "a = 1\nb = 2\ng()",
    "g()\nawait a\ng()",
    "g()\nyield\ng()",
    "c = await a\ng()",
    "a = 1\nif a:\n b = 1\ng(a)\ng(b)",
)
_MODULES = (
    "x = 1",
    "def f():\n pass",
    "def f():\n 'Doc.'",
    "def f():\n 'Doc.'\n return 1",
    "def f(self):\n pass",
    "def f(self, a):\n pass",
    "def f(a, self):\n pass",
    "async def f(a):\n pass",
    "class A:\n def f(self):\n  pass\n def g():\n  pass\n x = [y for y in z]",
    "@micropython.native\ndef f():\n g()",
    "@property\ndef f():\n g()",
    "'Doc.'\nimport gc\ngc.collect()",
    "_A = const(1)\n_B = 2\n_C, _D = const(3)\nx._E = const(4)\n_F: int = const(5)\n_G = hide(const(1))\n"
    "def f():\n g(_A, _B, _C, _D, _E, _F, _G)",
)


def flat(text):
    """Return the lines of a source in one, without the import that every module gets."""
    lines = [line for line in text.rstrip("\n").split("\n") if "device_side" not in line]
    return " / ".join(line.replace("    ", ".") for line in lines)


def twenty(statement):
    """Return the charge of twenty of a statement, which tells tenths of a microsecond, and one of them."""
    return " / ".join(inside("\n".join([statement] * 20)).split(" / ")[:2])


def inside(statements):
    body = "".join(f"    {line}\n" for line in statements.split("\n"))
    return (
        flat(charged_source(f"_N = const(3)\ndef f(a, b):\n{body}"))
        .split(" / ", 2)[2]
        .partition(" / ")[2]
    )


def test_every_construct_is_charged_what_it_costs():
    said = [f"{line}  =>  {twenty(line)}" for line in _STATEMENTS.strip().split("\n")]
    said += [f"{' / '.join(text.split(chr(10)))}  =>  {inside(text)}" for text in _BLOCKS]
    said += [
        f"{' / '.join(text.split(chr(10)))}  =>  {flat(charged_source(text))}" for text in _MODULES
    ]
    same_lines(Path(__file__).parent / "fixtures" / "charges.txt", said)


def test_a_charged_module_takes_what_it_calls_from_the_simulator():
    text = charged_source("'Doc.'\nx = 1\n").split("\n")
    assert text[0] == '"""Doc."""' and text[2] == "x = 1"
    names = ["spend", "spend_", "address", "collect", "dumps", "leave_open", "loads", "mem_alloc", "mem_free"]  # fmt: skip
    given = ", ".join(f"{name} as _{name}" for name in names)
    assert text[1] == f"from tavle.sim.device_side.computing import {given}"
    assert charged_source("x = 1\n").startswith("from tavle.sim")
