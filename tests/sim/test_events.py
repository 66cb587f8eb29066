# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The table of events: the firmware says what it holds and nothing else, and the docs have it."""

import ast
import os
import re
from pathlib import Path

from stdio_program import Bench

from tavle.device import shapes
from tavle.words.events import EVENTS, as_table

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "host" / "STDIO.md"
PARTNERS = "partners-pawns green:h,h,3,20 blue:h,h,h,26 red:h,h,h,40 yellow:h,h,h,50 turn=green"
FOLDING = PARTNERS.replace("h,h,3,20", "h,h,h,h")
LAST = "sorry red:z4,f,f,f blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn=red"
LUDO = "ludo-norsk red:h,h,h,5 yellow:h,h,h,h blue:h,h,h,40 green:h,h,h,h turn=red"
ELSEWHERE = {
    "lost": "tests/app/test_usb_link.py: a computer that does not read",
    "safe": "a firmware that a computer has interrupted",
}


def hands():
    """Cards, hands, buttons and faults at a table with people."""
    with Bench(PARTNERS) as table:
        table.does("card 5, wait 900, lift green 20, wait 300, place green 25, wait 1500")
        table.does("lift green 25, wait 300, place green 20, wait 1500")
        table.does("press table 1600, wait 300")
        table.does("lift red 40, wait 4000, press table 1600, wait 300, place red 40, wait 1500")
        table.does("card swap, wait 900, lift green 20, lift red 40, wait 300")
        table.does("place green 40, place red 20, wait 1500")
        table.good("noise", unplug="reader", then_ms=4000)
        table.good("noise", unplug=None, then_ms=4000)
        return table.events


def cleared():
    """A board from which every pawn is carried home."""
    with Bench(LUDO.replace("blue:h,h,h,40", "blue:h,h,h,h")) as table:
        table.does("lift red 5, wait 300, place red h, wait 4500, press table 100, wait 500")
        return table.events


def last_move():
    """A game that is won."""
    with Bench(LAST) as table:
        table.does("card 2, wait 900, lift red z4, place red f, wait 2000")
        return table.events


def die():
    """A computer that throws and moves."""
    with Bench(LUDO) as table:
        table.good("seats", seats={"red": "easy"}, then_ms=3000)
        return table.events


def linked():
    """A person whose throw comes over the link."""
    with Bench(LUDO) as table:
        table.good("seats", seats={"blue": "remote"})
        table.does("press red, wait 900")
        return table.events


def piles():
    """A hand that is put down card by card, then a computer's pile."""
    with Bench(FOLDING) as table:
        table.does(
            "press green 800, wait 300, card 5, wait 900, card 6, wait 900, card 9, wait 900"
        )
        table.does("card 10, wait 900")
        table.good("seats", seats={"blue": "easy"}, then_ms=1000)
        table.does("card 5 2, wait 900")
        return table.events


def service():
    """Stickers, then an input, a button and a card, and a space that is asked."""
    with Bench(PARTNERS) as table:
        ask = table.session.request
        ask("tags.start")
        table.does("card 5, wait 900")
        uid, card = (table.named("tag")[-1][name] for name in ("uid", "card"))
        ask("tags.write", uid=uid, kind=card[1], copy=card[2])
        table.does("wait 900")
        ask("tags.learn", uid=uid, kind=card[1], copy=card[2])
        table.does("nocard, wait 900, card 5 1, wait 900")
        table.good("card", card="6", keep=True, then_ms=900)
        ask("tags.stop")
        ask("doctor.start")
        table.does("lift blue 26, wait 300, nocard, wait 900")
        ask("doctor.ask", bit=9)
        table.does("press table, wait 100, place blue 26, wait 900")
        return table.events


def learning():
    """The wiring, learnt in part and left: a right answer, a wrong one, and the walk instead."""
    with Bench("partners-pawns") as table:
        ask = table.session.request
        ask("learn.start")
        table.does("wait 900")
        for colour in ("green", "blue", "red", "yellow"):
            table.does(", ".join([f"lift {colour} h"] * 4))
        table.does("wait 900, place green 0, wait 900, lift green 0, wait 2500")
        table.does("place green 0, wait 900, lift green 0, wait 900, press red 1000, wait 900")
        while not any(event.get("step") == "done" for event in table.events):
            ask("learn.skip")
        return table.events


def test_every_event_of_the_table_is_said_with_its_fields_and_no_others():
    heard = {}
    for run in (hands, cleared, last_move, die, linked, piles, service, learning):
        for event in run():
            word = event["event"]
            fields = EVENTS[word]["fields"]
            told = {name: value for name, value in event.items() if name not in ("event", "t")}
            needed = {name for name, kind in fields.items() if not kind.endswith("?")}
            assert needed <= told.keys() <= fields.keys(), event
            assert shapes.wrong(shapes.EVENTS[word], told) == "", event
            for name, value in told.items():
                assert "|" not in fields[name] or value in fields[name].split("|"), event
            heard.setdefault(word, set()).update(told)
    assert heard == {word: {*EVENTS[word]["fields"]} for word in EVENTS if word not in ELSEWHERE}


def test_the_firmware_has_no_event_that_the_table_lacks():
    found = set()
    for path in (ROOT / "firmware" / "app").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        found |= set(re.findall(r"""["']event["'](?::|\] =) ["'](\w+)["']""", source))
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Dict):
                keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
                if keys[:1] == ["event"]:
                    fields = EVENTS[node.values[0].value]["fields"]
                    assert {*keys[1:]} - {"t"} <= {*fields}, path
    assert found == {*EVENTS}


def test_the_docs_hold_the_table():
    text = PAGE.read_text(encoding="utf-8")
    begin, end = "by `make accept` -->\n", "<!-- end of events -->"
    head, _, rest = text.partition(begin)
    wanted = f"{head}{begin}" + "".join(f"{line}\n" for line in as_table())
    wanted += end + rest.partition(end)[2]
    if os.environ.get("TAVLE_ACCEPT"):
        PAGE.write_text(wanted, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == wanted
