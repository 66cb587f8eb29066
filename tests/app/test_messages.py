# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every machine word has a sentence."""

import ast
import re
from pathlib import Path

from app.table import messages
from app.table.messages import sentence

_TEXTS = dict(line.split(": ", 1) for line in messages._TEXTS.decode().strip().split("\n"))
_FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
# A reason is the first item of a returned pair, or the word of a refusal.
_REASON = re.compile(r'return "([a-z-]+)",|\("([a-z]+(?:-[a-z]+)+)", [a-zN]')
_REFUSAL = re.compile(r'\brefuse\(\s*"\w+", "([a-z-]+)"|_refuse_card\("([a-z-]+)"')


def _found(pattern: re.Pattern[str], files: str) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in _FIRMWARE.glob(files)]
    groups = [group for text in texts for group in pattern.findall(text)]
    return {word for group in groups for word in ([group] if isinstance(group, str) else group)}


def _words() -> set[str]:
    return (_found(_REASON, "rules/games/*/*.py") | _found(_REFUSAL, "app/**/*.py")) - {""}


def test_every_word_of_the_engine_and_the_table_has_a_sentence():
    words = _words()
    assert {"wall", "needs-six", "past-goal", "own-pawn", "finish-move", "playable"} <= words
    assert sorted(words - _TEXTS.keys()) == []


def test_every_word_that_refuses_a_computers_card_has_a_sentence():
    tree = ast.parse((_FIRMWARE / "app" / "table" / "seats.py").read_text(encoding="utf-8"))
    words = {
        node.value
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name in ("take", "_through")
        for back in ast.walk(function)
        if isinstance(back, ast.Return) and back.value is not None
        for node in ast.walk(back.value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {"card-missing", "not-its-card", "shown-twice", "thinks"} <= words
    # A card of the pile that was not chosen is told as laid and not taken.
    assert sorted(words - _TEXTS.keys() - {"", "other-card"}) == []


def test_sentences_are_sentences():
    for word, text in _TEXTS.items():
        assert len(text) > 10 and not text.endswith("."), word
        assert sentence(word) == text
    assert len(_TEXTS) > 30
    assert sentence("none-such") == "none such" and sentence("") == ""
