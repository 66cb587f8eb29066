# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Sentences are fetched from the flash, and the names used most get the shortest numbers."""

import subprocess

import pytest

from tavle.device import build, names, sentences
from tavle.paths import micropython_bin

WORDS = "class Pen:\n    '''A pen that writes in blue.'''\n    said_of = 'a sentence of the class itself'\n"
PEN = WORDS + (
    "    def write(self, a, b='a default, made once and kept'):\n"
    "        '''Write it, whatever it may be.'''\n"
    "        if a > 2:\n            raise ValueError('%d lines: only %d%% of them fit' % (a, 50))\n"
    "        return {'a long key of a dict': 'no-space-in-this-long-word'}, 'short', b\n"
)
ASK = (
    "from pen import Pen\nimport sys\nprint(Pen().write(1))\nprint('sentences' in sys.modules)\n"
    "try:\n    Pen().write(3)\nexcept ValueError as e:\n    print(e)\nprint('sentences' in sys.modules)\n"
)
SAID = "({'a long key of a dict': 'no-space-in-this-long-word'}, 'short', 'a default, made once and kept')\n"


def run(folder, sources):
    for name, text in sources.items():
        (folder / f"{name}.py").write_text(text)
    command = [micropython_bin(), "ask.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_a_sentence_is_fetched_and_forgotten_and_reads_as_before(tmp_path):
    made = sentences.fetched({"pen": PEN, "desk": PEN, "ask": ASK}, ("pen", "gone"))
    assert made["desk"] == PEN and "only %d" not in made["pen"] and "long key" not in made["pen"]
    assert "'no-space-in-this-long-word'" in made["pen"]
    assert "'a sentence of the class itself'" in made["pen"] and "kept'" in made["pen"]
    assert run(tmp_path, made) == SAID + "False\n3 lines: only 50% of them fit\nFalse\n"


def test_a_sentence_that_cannot_be_had_takes_as_many_values(tmp_path):
    made = sentences.fetched({"pen": PEN, "ask": ASK}, ("pen",))
    made["sentences"] = "raise MemoryError"
    out = run(tmp_path, made).splitlines()
    assert out[0].startswith("({'error 1': ") and out[2] == "error 0 3 50"


@pytest.mark.parametrize(
    "sources",
    ({"sentence_of": ""}, {"sentences": ""}, {"pen": "def f(a):\n    return sentence_of\n"}),
)
def test_names_that_are_taken_are_refused(sources):
    with pytest.raises(ValueError, match="kept for"):
        sentences.fetched(sources, ("pen",))


def test_without_sentences_nothing_is_added_and_four_values_are_too_many():
    many = "def f(a):\n    return 'this has %d, %d, %d and %d of them' % a\n"
    assert sentences.fetched({"pen": many}, ("pen",)) == {"pen": many}


def test_names_used_most_come_first_and_the_module_does_the_same():
    calls = "".join(f"    a.rare{i}(rare_too{i})\n" for i in range(80))
    text = f"def f(a):\n{calls}    return a.often + a.often + len(a.often) + len(a.class_)\n"
    made = names.most_used_first(text)
    first, rest = made.split("\n", 1)
    assert rest == text and first == "[] and [].often.len"
    assert (
        names.most_used_first("def f(a):\n    return a.often\n")
        == "def f(a):\n    return a.often\n"
    )


def test_the_names_of_the_firmware_that_are_used_most_take_one_byte(tmp_path):
    source = build.sources(build.paths.firmware())["sense/__init__"]
    plain = source.split("\n", 1)[1]
    assert source.startswith("[] and [].")
    sizes = [len(names_and_rest(tmp_path, text)) for text in (plain, source)]
    chain = 2 * source.split("\n", 1)[0].count(".")
    assert sizes[0] - sizes[1] + chain > 300


def names_and_rest(folder, text):
    (folder / "in.py").write_text(text)
    command = [
        build._cross(),
        "-O3",
        "-s",
        "sense",
        "-o",
        str(folder / "out"),
        str(folder / "in.py"),
    ]
    subprocess.run(command, check=True)
    return (folder / "out").read_bytes()
