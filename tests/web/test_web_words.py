# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The catalogues: every sentence in every language, every word of the table with a sentence."""

import re

import pytest

from tavle.paths import add_firmware, firmware
from tavle.web.server import PAGE
from tavle.words.catalogue import NAMES, Words, choose, for_page, of_browser
from tavle.words.events import EVENTS

add_firmware()

ENGLISH = Words("en").sentences
HOLE = re.compile(r"\{([\w.]+)\}")


def forms(sentence):
    return [sentence] if isinstance(sentence, str) else sentence


@pytest.mark.parametrize("language", NAMES)
def test_every_language_has_every_sentence_with_the_same_holes(language):
    own = Words(language).sentences
    assert own.keys() == ENGLISH.keys()
    for name, sentence in ENGLISH.items():
        assert len(forms(own[name])) == len(forms(sentence)), name
        wanted = {hole.split(".")[0] for hole in HOLE.findall(forms(sentence)[-1])}
        for text in forms(own[name]):
            assert text.strip(), name
            holes = {hole.split(".")[0] for hole in HOLE.findall(text)}
            # The sentence for one need not say the number.
            one = len(forms(own[name])) == 2 and text == own[name][0]
            assert holes == wanted or (one and holes == wanted - {"n"}), (name, text)
            assert text.count("{") == text.count("}") == len(HOLE.findall(text)), (name, text)
            for hole in HOLE.findall(text):
                form = hole.partition(".")[2]
                assert not form or f"{form}.red" in own, (name, text)


@pytest.mark.parametrize("language", [name for name in NAMES if name != "en"])
def test_nothing_was_left_untranslated(language):
    own = Words(language).sentences
    same = [
        name
        for name, text in ENGLISH.items()
        if own[name] == text and len(HOLE.sub("", forms(text)[-1]).split()) > 2
    ]
    assert set(same) <= {"seat.hold"}  # "hold 2 s" is Danish and Norwegian too


def used():
    """Return the names of sentences that the page names as they are."""
    names = set()
    for path in PAGE.iterdir():
        text = path.read_text(encoding="utf-8")
        names |= set(re.findall(r'data-(?:say|title|label)="([^"]+)"', text))
        if path.suffix == ".js":
            names |= set(re.findall(r'(?:say|has)\(\s*"([\w./-]+)"', text))
            for chosen in re.findall(r"say\(([^()`]*\?[^()`]*)", text):
                names |= set(re.findall(r'"([a-z]+\.[\w./-]+)"', chosen))
    return names


def test_every_sentence_the_page_names_is_there():
    assert {name for name in used() if name not in ENGLISH} == set()


PLAYERS = ("live/words.py", "live/watch.py", "live/audit.py", "commands/watch.py", "commands/play.py",
           "commands/log.py", "commands/show.py", "commands/review.py", "commands/ratings.py", "review/page.py")  # fmt: skip


def test_every_sentence_the_tool_names_is_there_and_none_stands_outside():
    for name in PLAYERS:
        text = (PAGE.parents[1] / name).read_text(encoding="utf-8")
        named = set(re.findall(r'(?:say|echo)\(\s*"([a-z-]+\.[\w-]+)"', text))
        named |= set(re.findall(r'"((?:tool|did|part|at|short|head)\.[a-z-]+)"', text))
        assert {one for one in named if one not in ENGLISH} == set(), name
        loose = re.findall(r'(?:echo|print|Text|append)\(\s*f?"([^"]*[A-Za-z]{3,} [^"{]*)"', text)
        assert loose == [], name


def test_every_sentence_of_the_table_of_events_is_there():
    for event in EVENTS.values():
        for name, *_ in event["say"]:
            field = re.search(r"\{(\w+)\}", name)
            kinds = event["fields"][field[1]].split("|") if field else [""]
            made = [name.replace(field[0], kind) if field else name for kind in kinds]
            assert kinds == ["part"] or {*made} <= ENGLISH.keys()


def test_every_word_of_the_table_has_a_sentence():
    from light.signals import SIGNALS

    assert {f"light.{s.name}" for s in SIGNALS if not s.builder} <= ENGLISH.keys()
    reasons = (firmware() / "app" / "table" / "messages.py").read_text(encoding="utf-8")
    words = re.findall(r"^([a-z-]+): ", reasons, re.M)
    assert len(words) > 30
    assert {f"why.{word}" for word in words} <= ENGLISH.keys()


def test_every_game_and_card_has_a_name():
    from rules import RULEBOOKS, load

    for rulebook in RULEBOOKS:
        assert {f"game.{rulebook}", f"about.{rulebook}"} <= ENGLISH.keys()
        assert {f"cardname.{card}" for card in load(rulebook).actions} <= ENGLISH.keys()


def test_every_headline_and_hint_is_there():
    text = (PAGE / "headline.js").read_text(encoding="utf-8")
    # basic(tone, headline, args, hint, buttons)
    heads = set(re.findall(r'basic\("\w+", "([\w-]+)"', text))
    hints = set(re.findall(r'basic\([^\n]*?\}, "([\w-]+)"', text)) - {"last"}
    assert len(heads) > 10 and len(hints) > 5
    assert {f"head.{name}" for name in heads} <= ENGLISH.keys()
    assert {f"hint.{name}" for name in hints} <= ENGLISH.keys()
    buttons = set(re.findall(r'\["(\w+)"\]', text))
    assert {f"do.{name}" for name in buttons} <= ENGLISH.keys()


def test_refusals_of_the_server_have_sentences():
    folder = PAGE.parent
    words = set()
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        words |= set(re.findall(r'NotNow\("([a-z-]+)"', text))
        words |= set(re.findall(r'"error": "([a-z]+(?:-[a-z]+)+)"', text))
    assert len(words) > 12
    assert {f"why.{word}" for word in words} <= ENGLISH.keys()


def test_no_words_stand_in_the_page_outside_the_catalogues():
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    body = re.sub(r"<(script|svg|title|noscript)\b.*?</\1>", "", text, flags=re.S)
    body = re.sub(r"<!--.*?-->|<option value=\"[\d.]+\">[^<]*", "", body, flags=re.S)
    loose = [t.strip() for t in re.findall(r">([^<>]+)<", body) if re.search(r"[A-Za-z]{2}", t)]
    assert [t for t in loose if t not in ("Tavle", "+50 ms", "+1 s")] == []
    assert not re.search(r'(?:title|aria-label|placeholder)="[A-Z]', body)
    for path in PAGE.glob("*.js"):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S)
        sentences = re.findall(r'(?:textContent|title) = "([^"]*[a-z]{3}[^"]*)"', code)
        sentences += re.findall(r'"([A-Z][a-z]+ [a-z][^"]*)"', code)
        assert sentences == [], path.name


def test_sentences_are_filled():
    nb, en, fi = Words("nb"), Words("en"), Words("fi")
    assert en.say("at.home", colour="red", n=2) == "Red's home 2"
    assert nb.say("why.not-your-turn", colour="green") == "Det er Grønns tur"
    assert fi.say("head.exchange-wait", colour="blue") == "Odotetaan: Sininen valitsee kortin"
    assert [en.say("head.left", n=n) for n in (1, 4)] == ["1 step left", "4 steps left"]
    assert en.say("no.such.sentence") == "no.such.sentence"


@pytest.mark.parametrize(
    "wishes,language",
    [
        (("nb_NO.UTF-8",), "nb"), (("no",), "nb"), (("nn-NO",), "nb"), (("de-AT",), "de"),
        (("fr", "sv-SE"), "sv"), (("C",), "en"), ((), "en"), (("zz", ""), "en"),
    ],
)  # fmt: skip
def test_the_language_that_fits_best(wishes, language):
    assert choose(*wishes) == language


def test_the_page_asks_in_this_order():
    header = "fr;q=0.9, fi-FI;q=0.8, de;q=0.3, *;q=x"
    assert of_browser(header) == ["fr", "fi-FI", "de"]
    assert for_page("da", "de", header)["lang"] == "da"
    assert for_page("", "de", header)["lang"] == "de"
    assert for_page("", "", header)["lang"] == "fi"
