# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Whatever the chip answers, the reader does not raise, and works again when the chip does."""

from fake_pn532 import PAYLOAD, UID, Bench, Chip, answer, ours
from hypothesis import given
from hypothesis import strategies as st

from drivers import cardid

KINDS = {"card", "removed", "two", "error", "offline", "online", "written", "locked"}


class Mad(Chip):
    """Gives sound frames with any content, or any bytes, while `script` lasts."""

    script: list

    def send(self, frame: bytes) -> None:
        if self.script:
            raw, content = self.script.pop(0)
            code = self.commands[-1][0] + 1
            frame = content if raw else answer(code, *content)
        Chip.send(self, frame)


ANSWERS = st.lists(st.tuples(st.booleans(), st.binary(max_size=40)), max_size=30)


@given(ANSWERS, st.sampled_from(("start", "wait", "write", "lock")))
def test_any_answers(script: list, when: str) -> None:
    chip = Mad()
    chip.script = script if when == "start" else []
    bench = Bench(chip)
    events = bench.run(1000)
    chip.tags = [ours()]
    if when == "wait":
        chip.script = script
    events += bench.run(1000)
    if when in ("write", "lock"):
        chip.script = script
    if when == "write":
        bench.reader.write_payload(UID, cardid.build(1, 1, 1))
    elif when == "lock":
        bench.reader.lock_tag(UID, PAYLOAD)
    events += bench.run(8000)
    assert {event[0] for event in events} <= KINDS
    # Sane again: a fresh card is read.
    chip.script = []
    chip.tags = []
    bench.run(12000)
    chip.tags = [ours()]
    assert bench.run(3000)[-1] == ("card", UID, PAYLOAD, "ok")
    assert bench.reader.online
