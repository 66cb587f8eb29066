# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Every machine word on the event stream has a sentence."""

import re
from pathlib import Path

from app.table.messages import sentence

_FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
# A reason is the first item of a pair, the word of a refusal, or what a card of a computer's pile is answered with.
_RULES = r'return "([a-z-]+)",|\("([a-z]+(?:-[a-z]+)+)", [a-zN]'
_TABLE = r'refuse\(\s*"\w+", "([a-z-]+)"|refuse_aside\(\s*"([a-z-]+)"'
_PILE = r'return "([a-z]+(?:-[a-z]+)*)"'


def _found(pattern: str, files: str) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in _FIRMWARE.glob(files)]
    found = [group for text in texts for group in re.findall(pattern, text)]
    return {word for group in found for word in ([group] if isinstance(group, str) else group)}


def test_every_reason_has_a_sentence():
    words = _found(_RULES, "rules/games/*/*.py") | _found(_TABLE, "app/**/*.py")
    words |= _found(_PILE, "app/table/seats.py") - {"other-card"}  # told as laid and not taken
    words -= {""}
    assert {"wall", "needs-six", "finish-move", "withdrawn", "card-missing", "thinks"} <= words
    for word in words:
        text = sentence(word)
        assert text != word.replace("-", " ") and len(text) > 10 and text[-1] != ".", word
