# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""Fuzzing of files that the tool reads: state files, records, images of MicroPython, sheets, boards and games."""

import base64
import contextlib
import functools
import json
import random
import struct
import sys
import zlib
from pathlib import Path

import pytest
from corpus import damaged
from hypothesis import given
from hypothesis import strategies as st
from tempdir import new_folder

sys.path.insert(0, str(Path(__file__).parents[1] / "sim"))
from fake_target import FakeTarget

from rules import load
from rules.parse import parse_position
from store.journal import Journal
from tavle import games
from tavle.board import fittings, geometry, pins
from tavle.device import sheet, uf2
from tavle.errors import TavleError
from tavle.live import record, replay, words
from tavle.paths import ROOT, add_firmware
from tavle.players import ladder
from tavle.sim import snapshot
from tavle.sim.world import World
from tavle.web import saves
from tavle.web.party import DEVICE, PERSON, Party

add_firmware()
import boards.partners  # noqa: E402

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"

# What no writer of JSON would put there, as text: also numbers that Python would not write.
_STRANGE = (
    "null", "true", "-1", "0", "1.5", "1e999", "NaN", "65536", "9" * 40, '""', '"x"', '"5/1"', '"00"',
    '"\\ud800"', "[]", "[[]]", "[1,2]", '["5",1]', "{}", '{"a":1}', "[" * 2000 + "]" * 2000,
)  # fmt: skip


def _paths(tree, path=()):
    """Give where every value of a JSON tree is."""
    yield path
    if isinstance(tree, (dict, list)):
        inside = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, value in inside:
            yield from _paths(value, (*path, key))


@st.composite
def wrong_json(draw, good):
    """Make texts of JSON in which up to three values are others, gone or doubled."""
    tree = json.loads(json.dumps(good))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(list(_paths(tree))))
        strange = f"@{draw(st.integers(0, len(_STRANGE) - 1))}@"
        if not path:
            tree = strange
            break
        inner = functools.reduce(lambda at, key: at[key], path[:-1], tree)
        what = draw(st.sampled_from(("other", "other", "gone", "twice")))
        if what == "gone":
            del inner[path[-1]]
        elif what == "twice" and isinstance(inner, list):
            inner.append(inner[path[-1]])
        else:
            inner[path[-1]] = strange
    text = json.dumps(tree)
    for number, strange in enumerate(_STRANGE):
        text = text.replace(f'"@{number}@"', strange)
    return text.encode()


def _file(data, name="file"):
    path = Path(new_folder()) / name
    path.write_bytes(data)
    return path


def _read(read, *what):
    """Return what is read; None when it is refused, in one line."""
    try:
        return read(*what)
    except TavleError as error:
        assert error.what and error.why and error.next_step and "\n" not in str(error), error
        return None


def _world():
    game, state = parse_position(LINE)
    target = FakeTarget(boards.partners.N_CHIPS + 1)
    return World(game, boards.partners, target, 1, bytes(state[:16]))


def _state():
    world = _world()
    world.box.laid.add(("5", 1))
    card = world.box.card("6", 1)
    world.lay(card)
    world.run(1_000_000)
    flash = base64.b64encode(zlib.compress(bytes(snapshot.FLASH_SIZE), 9)).decode()
    return {
        "format": "tavle-sim 1", "rulebook": "partners-pawns", "position": LINE, "now_us": 0, "dealer": "green",
        "world": world.snapshot(), "flash": flash, "notes": {},
    }  # fmt: skip


STATE = _state()


@given(data=st.one_of(wrong_json(STATE), damaged([json.dumps(STATE).encode()], 20000)))
def test_any_state_file_is_continued_or_named(data):
    kept = _read(snapshot.load, str(_file(data)))
    if kept is None:
        return
    world = _world()
    try:
        world.restore(kept["world"])
    except (ValueError, TypeError, LookupError):
        return  # what the session calls a damaged world
    again = _world()
    again.restore(json.loads(json.dumps(world.snapshot())))
    assert again.snapshot() == world.snapshot()
    assert sum(map(len, world.where().values())) == 16


@given(
    kept=st.lists(
        st.one_of(wrong_json({**STATE, "flash": "", "notes": {"turns": 3, "party": {"who": {}, "stage": "play"}}}),
                  st.binary(max_size=60)), max_size=3
    )
)  # fmt: skip
def test_any_kept_games_are_listed_or_left_out(kept):
    with pytest.MonkeyPatch.context() as patch:
        folder = Path(new_folder())
        patch.setattr(saves, "folder", lambda: folder)
        for number, data in enumerate(kept):
            (folder / f"partners-pawns-{number}.json").write_bytes(data)
        json.dumps(saves.listed())


def _party():
    """Return the people at a table of Partners in their second turn, as JSON."""
    who = {"green": PERSON, "blue": "hard", "red": DEVICE, "yellow": PERSON}
    party = Party(load("partners-pawns"), who, random.Random(3))
    party.hear({"event": "round", "dealer": "yellow", "deal": 1, "first": "green"}, "green")
    for colour in party.who:
        party.give(colour, party.hands[colour][0])
    name, copy = party.hands["green"][1]
    party.hear({"event": "card", "card": name, "copy": copy}, "green")
    party.hear({"event": "accepted"}, "green")
    return json.loads(json.dumps(party.as_dict()))


@given(data=wrong_json(_party()))
def test_any_people_of_a_kept_game_are_seated_or_refused(data):
    game = load("partners-pawns")
    try:
        party = Party.from_dict(game, json.loads(data))
    except (ValueError, RecursionError):
        return
    json.dumps([party.public("green"), party.as_dict(), party.last_mover()])
    party.known()
    party.draw()
    for colour in game.colours:
        party.waiting()
        party.acting(colour)
    party.hear({"event": "round", "dealer": "green", "deal": 2, "first": "blue"}, "blue")
    assert {len(hand) for hand in party.hands.values()} == {game.hand[1]}


@functools.cache
def _entries(rulebook):
    """Return the entries of a short game with a take-back, and in Partners a hand put down."""
    from app.table.match import Match

    journal = Journal(new_folder())
    journal.open()
    match = Match(load(rulebook), journal)
    match.start()
    for turn in range(12):
        if turn == 9:
            match.undo()
        elif turn == 4 and match.round is not None:
            match.fold([])
        else:
            # The last of the actions brings pawns in, in some games; another then.
            usable = [a for a in range(len(match.game.actions)) if match.results(a)]
            action = usable[turn % len(usable)]
            copy = next(copy for copy in range(1, 99) if not match.seen(action, copy))
            match.accept(action, copy, match.results(action)[-1][0])
    return [tuple(entry) for entry in journal.read(journal.game)]


def _record():
    entries = [
        [seq, kind, prev, bytes(payload).hex()]
        for seq, kind, prev, payload in _entries("partners-pawns")
    ]
    return {"format": record.FORMAT, "game": 1, "records": entries}


@pytest.mark.parametrize("rulebook", ["partners-pawns", "partners-movers", "ludo-norsk", "sorry"])
def test_a_game_of_the_tables_own_agrees_with_the_rules(rulebook):
    found = record.read(record.Record(1, list(_entries(rulebook))))
    assert len(found.steps) == 13 and not found.wrong and not found.gaps


@given(
    rulebook=st.sampled_from(("partners-pawns", "partners-movers", "ludo-norsk", "sorry")),
    spoilt=st.lists(st.tuples(
        st.sampled_from(("gone", "twice", "kind", "prev", "seq", "byte", "short", "long", "payload")),
        st.integers(0, 40), st.integers(0, 255), st.integers(0, 40)), min_size=1, max_size=4),
)  # fmt: skip
def test_whatever_a_flash_has_made_of_a_game_is_told_step_by_step(rulebook, spoilt):
    entries = [list(entry) for entry in _entries(rulebook)]
    for what, at, value, place in spoilt:
        entry = entries[at % len(entries)]
        payload = bytearray(entry[3])
        if what == "gone" and len(entries) > 1:
            entries.remove(entry)
        elif what == "twice":
            entries.append(list(entry))
        elif what in ("kind", "prev", "seq"):
            entry[("seq", "kind", "prev").index(what)] = value % 16
        elif what == "byte" and payload:
            payload[place % len(payload)] = value
            entry[3] = bytes(payload)
        elif what == "short":
            entry[3] = bytes(payload[:place])
        elif what == "long":
            entry[3] = bytes(payload) + bytes([value]) * place
        elif what == "payload":
            entry[3] = entries[value % len(entries)][3]
    found = _read(record.read, record.Record(1, [tuple(entry) for entry in entries]))
    if found is None:
        return
    assert len(found.steps) == len(entries)
    json.dumps([step.as_dict() for step in found.steps])
    teller = words.Teller(words.Words("en"))
    assert all(step.text(teller) for step in found.steps)
    assert len(replay.in_force(found)) <= len(entries)


@given(data=st.one_of(wrong_json(_record()), damaged([json.dumps(_record()).encode()])))
def test_any_record_is_read_or_named(data):
    found = _read(record.load, _file(data))
    if found is None:
        return
    assert found.entries and len(found.steps) == len(found.entries)
    json.dumps([found.game, found.gaps, [step.line for step in found.steps]])


def _uf2(count=4):
    heads = (
        (0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 256 * n, 256, n, count, 0xE48BFF59)
        for n in range(count)
    )
    return b"".join(
        struct.pack("<8I", *head) + bytes(476) + struct.pack("<I", 0x0AB16F30) for head in heads
    )


@st.composite
def _shuffled(draw):
    """Make images whose blocks are whole, but gone, doubled, exchanged or of another image."""
    data = _uf2() + _uf2(6)
    order = draw(st.lists(st.integers(0, len(data) // 512 - 1), max_size=6))
    return b"".join(data[512 * n : 512 * n + 512] for n in order)


@given(data=st.one_of(damaged([_uf2()], 4096), st.binary(max_size=600), _shuffled()))
def test_any_image_of_micropython_is_whole_or_refused(data):
    chip = _read(uf2.check, _file(data))
    if chip is None:
        return
    assert chip in ("RP2040", "RP2350")
    assert len(data) // 512 == struct.unpack_from("<8I", data)[6], (
        "a block is missing, or one too many"
    )


@pytest.mark.parametrize("board", ["partners", "ludo", "sorry"])
def test_any_board_is_read_or_named_by_row(board):
    texts = [geometry.path(board).read_bytes(), fittings.path(board).read_bytes()]

    @given(data=damaged(texts, 20000), first=st.booleans())
    def tried(data, first):
        text = data.decode(errors="replace")
        with contextlib.suppress(TavleError):
            if first:
                items = geometry.parse(board, text)
                list(geometry.problems(geometry.Geometry(board, items)))
            else:
                found = fittings.parse(board, text)
                list(fittings.problems(geometry.load(board), found))

    tried()


_PINS = (ROOT / "firmware" / "boards" / "r1_pico2.py").read_bytes()


@st.composite
def _rewired(draw):
    """Give some pins another number, or none."""
    lines = _PINS.split(b"\n")
    rows = [row for row, line in enumerate(lines) if line.startswith(b"PIN_")]
    for row in draw(st.lists(st.sampled_from(rows), min_size=1, max_size=3)):
        value = draw(st.one_of(st.integers(-1, 30).map(str), st.text(max_size=4)))
        lines[row] = lines[row].partition(b"=")[0] + b"= " + value.encode("utf-8", "replace")
    return b"\n".join(lines)


@given(data=st.one_of(damaged([_PINS], 20000), _rewired()))
def test_any_pins_are_read_or_named_by_row(data):
    try:
        found = pins.parse("r1_pico2", data.decode(errors="replace"))
    except TavleError as error:
        assert "row" in error.why
        return
    assert len({pin.gpio for pin in found}) == len(found)


_GAME = (ROOT / "tests" / "games" / "hop" / games.FILE).read_bytes()


@given(data=damaged([_GAME], 2000))
def test_any_game_that_comes_in_is_read_or_named(data):
    folder = Path(new_folder()) / "hop"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "__init__.py").write_bytes(b"")
    (folder / "geometry.csv").write_bytes(b"")
    (folder / games.FILE).write_bytes(data)
    found = _read(games._read, folder)
    assert found is None or (found.rulebooks and len(found.shape.colours) == 4)


_SHEET = (ROOT / "hardware" / "guide" / "sheets" / "partners.md").read_bytes()


@given(data=st.one_of(damaged([_SHEET], 20000), st.binary(max_size=60)))
def test_any_sheet_is_filled_in_or_left_alone(data):
    path = _file(data, "sheet.md")
    text = _read(sheet.base, path, "partners")
    if text is None:
        assert path.read_bytes() == data
        return
    names = sheet.names_of(text)
    sheet.write(
        path,
        "partners",
        [sheet.Result(name, sheet.OK, "a|b") for name in names[:3]],
        {},
    )
    assert sheet.names_of(path.read_text("utf-8")) == names


_LADDER = "".join(
    f"{one},{level},easy,{seed},{turn},1,{turns},{ladder.mark(one, level, 'easy')}\n"
    for one, level, seed, turn, turns in (("partners-pawns", "hard", 7, 0, 210), ("sorry", "normal", 8, 1, 90))
).encode()  # fmt: skip


@given(
    data=damaged(
        [
            _LADDER,
            _LADDER.replace(b",210,", ",\u00b2,".encode()),
            b"rulebook,level,against,mark,games,won,seeds\nsorry,hard,easy,a,2,1,0-1\n",
        ]
    )
)
def test_any_results_of_the_ladder_are_read_or_refused(data):
    for told in ladder.read(_file(data)).values():
        assert all(turns >= 0 for _, turns in told.values())
    with contextlib.suppress(ValueError):
        ladder.load_kept(_file(data))
