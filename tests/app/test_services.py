# SPDX-License-Identifier: Apache-2.0
# heap: 16m
"""The requests of a computer: what each answers, what it changes, and why it refuses."""

import gc

from instead import Instead, full_flash
from refusal import refusal
from tempdir import new_folder
from wholetable import Reader, WholeTable

from app import VERSION
from app.requests import REQUESTS, RequestError
from drivers import cardid
from store import files
from store.config import Config

LINE = "partners-pawns green:h,h,3,20 blue:h,h,h,33 red:h,h,h,40 yellow:h,h,h,h turn=green"
STUCK = "partners-pawns green:h,h,h,h blue:h,h,h,15 red:h,h,h,40 yellow:h,h,h,h turn=green"
LUDO = "ludo-norsk red:h,h,h,h yellow:h,h,h,h blue:h,h,h,h green:h,h,h,h turn=red"
SORRY = "sorry red:h,h,h,5 blue:h,h,h,20 yellow:h,h,h,h green:h,h,h,h turn=red"
UID = b"\x04\x11\x22\x33\x44\x55\x66"
HEX = "04112233445566"


def at(line=LINE):
    return WholeTable(new_folder(), line)


def refused(one, cmd, **fields):
    """Return why a request is refused."""
    said = refusal(RequestError, one.request, cmd, **fields)
    assert said, (cmd, fields)
    return said


# -- the table itself ----------------------------------------------------------------------


def test_hello_says_who_this_is():
    said = at(SORRY).request("hello")
    assert (
        said["version"] == VERSION and said["rulebook"] == "sorry" and said["board"] == "r1_pico2"
    )
    assert said["micropython"].count(".") == 2


def test_memory_is_told_in_bytes_free_used_and_in_one_piece():
    for name in ("mem_free", "mem_alloc"):
        if not hasattr(gc, name):  # as of MicroPython
            setattr(gc, name, lambda: 65536)
    said = at().request("memory")
    assert sorted(said) == ["free", "largest", "used"]
    assert min(said.values()) > 1024 and said["largest"] % 1024 == 0


def test_state_tells_what_the_table_believes():
    one = at().run(500)
    assert one.request("state") == {
        "firmware": LINE,
        "phase": "deal",
        "hand_counts": {"green": 4, "blue": 4, "red": 4, "yellow": 4},
        "shown": 0,
        "mode": "",
        "deal": ["yellow", 1],
    }
    one = at(STUCK).run(500).tap(0, 800).card("12").run(100)
    assert one.request("state")["shown"] == 1 and one.request("state")["phase"] == "fold"
    assert at(SORRY).request("state")["hand_counts"] == {}


def test_every_request_is_known_by_its_name_and_no_other_word_is():
    one = at()
    names = [name for _, words in REQUESTS for name in words]
    assert len(names) == len(set(names))
    for cmd in ("", "do_hello", "Hello", "hello ", "learn", "start", "tags.", None, 7, ["hello"]):
        said = refused(one, cmd)
        assert said.startswith("unknown command") and all(name in said for name in names), cmd


def test_cards_and_buttons_of_a_phone_are_those_of_the_table():
    one = at().run(500)
    assert one.request("card", card="5", copy=1) == {}
    one.run(300)
    assert one.named("card")[-1]["copy"] == 1 and one.request("state")["phase"] == "move"
    one.lift(0, 21).run(600).place(0, 26).run(3000)
    assert one.named("accepted"), "people move the pawns"
    one.request("card", card="5", copy=1)  # blue's: it has been played
    one.run(50)
    assert one.named("refused")[-1]["reason"] == "already-played"
    one.request("press", button="table", hold=True)
    assert one.named("undone")
    for fields in ({"card": "14", "copy": 1}, {"card": 5, "copy": 1}, {"card": "5", "copy": 0},
                   {"card": "5", "copy": 5}, {"card": "5"}):  # fmt: skip
        assert refused(one, "card", **fields)
    for fields in ({"button": "pink"}, {"button": 1}, {"button": "green", "hold": 1}):
        assert refused(one, "press", **fields)
    one.request("tags.start")
    assert "busy with tags" in refused(one, "card", card="5", copy=1)
    assert "busy with tags" in refused(one, "press", button="green")
    one = at(LUDO).run(500)
    one.request("press", button="red")
    assert one.run(300).named("rolled")


def test_state_tells_what_is_to_be_laid_for_a_computer():
    one = at().run(500)
    one.request("seats", seats={"blue": "easy"})
    assert one.request("state")["lay"] == ["blue", "deal"]
    for copy in (1, 2, 3, 4):
        one.request("card", card="2", copy=copy)
    one.run(3000)
    assert one.request("state")["lay"] == ["blue", "pass"]
    one.request("seats", seats={"blue": "human"})
    assert "lay" not in one.request("state")


# -- games, settings, seats ------------------------------------------------------------------


def test_new_begins_a_position_a_rulebook_or_the_same_game_again_by_a_restart():
    for fields, begun in (
        ({"position": SORRY}, SORRY),
        ({"rulebook": "sorry", "seats": [0, 2]}, "sorry red:h,h,h,h yellow:h,h,h,h"),
        ({}, "partners-pawns green:h,h,h,h"),
        ({"rulebook": "ludo-norsk", "options": {}, "seats": []}, "ludo-norsk red:h,h,h,h"),
    ):
        one = at()
        assert one.request("new", **fields) == {} and one.tasks.started == 1
        line = WholeTable(one.folder).system.table.line()
        assert line.startswith(begun), (fields, line)


def test_a_new_game_in_the_middle_of_a_move_gets_none_of_the_old_ones():
    """The controller restarts 50 ms after the answer: hands and cards go on meanwhile, and the journal is the new game's."""
    begun = "sorry red:h,h,h,h blue:h,h,h,h yellow:h,h,h,h green:h,h,h,h turn="
    for since_ms in (0, 300, 560, 590):
        one = at().run(3000).card("5").run(300)
        one.lift(0, 21).run(300).place(0, 26).run(since_ms)
        assert not one.named("accepted")
        one.request("new", rulebook="sorry")
        one.run(50).tap(0).run(1000)
        two = WholeTable(one.folder).run(100)
        assert two.system.table.line().startswith(begun) and not two.system.report, since_ms
    one = at().run(3000)
    one.request("new", position=SORRY)
    one.card("5").run(1000)
    two = WholeTable(one.folder).run(100)
    assert two.system.table.line() == SORRY and two.system.table.phase.action == -1
    assert not one.named("card") and not two.system.report


def test_new_says_what_is_wrong_and_leaves_the_game_alone():
    one = at()
    won = (
        "partners-pawns green:z1,z2,z3,z4 blue:h,h,h,h red:z1,z2,z3,z4 yellow:h,h,h,h turn=none"
        " winner=green+red"
    )
    for fields, words in (
        ({"rulebook": "chess"}, "rulebook"),
        ({"rulebook": 7}, "rulebook"),
        ({"rulebook": ["sorry"]}, "rulebook"),
        ({"position": 7}, "position must be a text"),
        ({"position": "chess"}, "chess"),
        ({"position": "", "rulebook": "sorry"}, "rulebook"),
        ({"position": None}, "position must be a text"),
        ({"position": won}, "won"),
        ({"seats": [0]}, ""),
        ({"seats": "x"}, "seats"),
        ({"seats": [0, 9]}, "seats"),
        ({"options": {"x": "y"}}, ""),
        ({"options": 7}, "options"),
        ({"options": ""}, "options"),
        ({"seats": None}, "seats"),
        ({"seats": 0}, "seats"),
    ):
        assert words in refused(one, "new", **fields), fields
    assert one.tasks.started == 0 and WholeTable(one.folder).system.table.line() == LINE


def test_a_setting_is_kept_and_in_force_and_a_wrong_one_changes_nothing():
    one = at()
    before = one.request("config")["settings"]
    assert before == one.system.config
    said = one.request("config", name="brightness", value=33)["settings"]
    assert said["brightness"] == 33 == one.system.config["brightness"]
    assert one.request("config")["settings"] == said
    assert WholeTable(one.folder).system.config["brightness"] == 33
    for name, value in (("brightness", "x"), ("brightness", 1000), ("colour", 1), ("board", "x")):
        refused(one, "config", name=name, value=value)
    assert one.request("config")["settings"] == said
    kept = Config(one.folder + "/config.json")
    kept.load()
    assert dict(kept.items()) == said


def test_what_flash_does_not_take_is_refused_and_the_old_game_and_settings_stay():
    one = at()
    with Instead(files, "write", full_flash):
        assert refused(one, "config", name="brightness", value=33)
        assert one.request("config")["settings"]["brightness"] != 33
        said = refused(one, "new", rulebook="sorry")
        assert "flash is full" in said and "continues" in said
        assert one.tasks.started == 1, "the table starts anew, with what is on flash"
    assert WholeTable(one.folder).system.table.line() == LINE


def test_who_plays_is_asked_and_set_for_this_game():
    one = at()
    people = dict.fromkeys(("green", "blue", "red", "yellow"), "human")
    assert one.request("seats") == {"seats": people}
    said = one.request("seats", seats={"blue": "hard", "red": "easy"})["seats"]
    assert said == {"green": "human", "blue": "hard", "red": "easy", "yellow": "human"}
    assert one.named("seats")[-1]["seats"] == said
    for wrong, words in (
        ({"pink": "easy"}, "no seat pink"),
        ({"blue": "expert"}, "human, easy, normal, hard"),
        (["blue"], "colours"),
        (7, "colours"),
        (0, "colours"),
        ([], "colours"),
        (None, "colours"),
        ({"green": "easy", "blue": "master"}, "one of"),
    ):
        assert words in refused(one, "seats", seats=wrong), wrong
    assert one.request("seats")["seats"] == said, "all or nothing"
    two = at("sorry red:h,h,h,5 yellow:h,h,h,h turn=red")
    assert "no seat blue" in refused(two, "seats", seats={"blue": "easy"})


def test_the_setting_of_the_players_is_followed_by_the_game_being_played():
    one = at()
    one.request("config", name="players", value=[])
    assert one.system.table.computers is None, "nobody asked for a computer"
    one.request("config", name="players", value=["human", "easy", "human", "hard"])
    assert one.system.table.computers is not None, "at once, not when somebody asks"
    names = one.request("seats")["seats"]
    assert (names["blue"], names["yellow"], names["green"]) == ("easy", "hard", "human")
    one.request("config", name="sound", value=False)
    assert one.request("seats")["seats"] == names
    one.request("config", name="players", value=[])
    assert set(one.request("seats")["seats"].values()) == {"human"}


def test_a_game_is_read_in_whatever_order_its_pieces_are_asked_for():
    one = at()
    for number in range(12):
        one.system.journal.append(2, bytes([number] * 40))
    game = one.system.journal.game
    pieces = []
    while not pieces or not pieces[-1]["end"]:
        pieces.append(one.request("log.read", game=game, at=96 * len(pieces)))
    assert len(pieces) > 5
    for order in ((0, 1, 1, 2), (3, 0, 3, 4, 2), (5, 1, 0, 0, 4, 5, 3), range(len(pieces))):
        for number in order:
            assert one.request("log.read", game=game, at=96 * number) == pieces[number], order
        assert "no byte" in refused(one, "log.read", game=game, at=95)
        assert "no byte" in refused(one, "log.read", game=game, at=96 * len(pieces) + 96)
    assert refused(one, "log.read", game=game + 1)


# -- stickers ----------------------------------------------------------------------------------


class Slot(Reader):
    """A card reader for the mode: jobs are taken until it is busy."""

    def __init__(self, one):
        Reader.__init__(self)
        self.bare = True
        self.busy_now = False
        self.events = one.reader.events
        one.system.hardware.reader = self

    def write_payload(self, uid, payload, force):
        self.jobs.append(("write", uid, payload, force))
        return not self.busy_now

    def lock_tag(self, uid, payload):
        self.jobs.append(("lock", uid, payload))
        return not self.busy_now


def preparing():
    one = at(LINE)
    slot = Slot(one)
    said = one.request("tags.start")
    assert said == {"deck": one.system.match.game.deck_id, "online": True}
    assert one.request("state")["mode"] == "tags"
    return one, slot


def tell(one, *event):
    one.reads(*event).run(20)
    return {k: v for k, v in one.named("tag")[-1].items() if k not in ("t", "event")}


def test_what_lies_on_the_slot_is_told_while_tags_are_prepared():
    one = preparing()[0]
    assert not one.named("tag")
    ours = cardid.build(one.system.match.game.deck_id, 3, 2)
    said = tell(one, "card", UID, ours, "ok")
    assert said == {"uid": HEX, "held": "ok", "card": [one.system.match.game.deck_id, 3, 2]}
    assert tell(one, "removed") == {"gone": True}
    assert tell(one, "card", UID, None, "blank") == {"uid": HEX, "held": "blank"}
    assert tell(one, "card", UID, b"nonsense", "ok") == {"uid": HEX, "held": "bad id"}
    assert tell(one, "two") == {"two": True}
    one.request("tags.learn", uid=HEX, kind=5, copy=1)
    assert tell(one, "card", UID, None, "blank")["known"] == [one.system.match.game.deck_id, 5, 1]
    count = len(one.named("tag"))
    one.reads("online").run(50)
    assert len(one.named("tag")) == count
    assert not one.named("card") and not one.named("refused"), "the game hears nothing of it"


def test_what_is_true_or_false_is_nothing_else():
    for value in ("false", 0, 1, None, []):
        tags, slot = preparing()
        said = refused(tags, "tags.write", uid=HEX, kind=0, copy=1, force=value)
        assert said == "force must be true or false" and not slot.jobs, value
        one = at()
        assert refused(one, "learn.start", id=1, fresh=value) == "fresh must be true or false"
        assert one.request("state")["mode"] == ""
        one.request("learn.start", id=1)
        assert refused(one, "learn.stop", save=value) == "save must be true or false"


def test_a_sticker_is_written_or_locked_as_one_card_and_the_result_told():
    one, slot = preparing()
    deck = one.system.match.game.deck_id
    assert one.request("tags.write", uid=HEX, kind=0, copy=255) == {}
    assert slot.jobs[-1] == ("write", UID, cardid.build(deck, 0, 255), False)
    one.request("tags.write", uid=HEX, kind=255, copy=1, force=True)
    assert slot.jobs[-1] == ("write", UID, cardid.build(deck, 255, 1), True)
    assert tell(one, "written", UID, "ok") == {"uid": HEX, "done": "write", "result": "ok"}
    assert one.request("tags.lock", uid=HEX, kind=5, copy=1) == {}
    assert slot.jobs[-1] == ("lock", UID, cardid.build(deck, 5, 1))
    assert tell(one, "locked", UID, "gone") == {"uid": HEX, "done": "lock", "result": "gone"}
    slot.busy_now = True
    assert "busy" in refused(one, "tags.write", uid=HEX, kind=1, copy=1)
    assert "busy" in refused(one, "tags.lock", uid=HEX, kind=1, copy=1)


def test_stickers_are_learnt_listed_in_pieces_and_forgotten():
    one = preparing()[0]
    deck = one.system.match.game.deck_id
    uids = ["04000000%02x" % k for k in range(12)]
    for k, uid in enumerate(uids):
        assert one.request("tags.learn", uid=uid, kind=k, copy=1) == {"other": ""}
    assert one.request("tags.learn", uid="0499999999", kind=3, copy=1) == {"other": uids[3]}
    assert one.request("tags.forget", uid="0499999999") == {"known": True}
    assert one.request("tags.forget", uid="0499999999") == {"known": False}
    found = []
    while True:
        piece = one.request("tags.list", **{"from": len(found)})
        assert piece["count"] == 12 and len(piece["tags"]) <= 5
        if not piece["tags"]:
            break
        found += piece["tags"]
    assert sorted(found) == [[uid, deck, k, 1] for k, uid in enumerate(uids)]
    assert WholeTable(one.folder).system.tags.get(b"\x04\x00\x00\x00\x05") == (deck, 5, 1)


def test_a_flash_that_is_full_learns_no_sticker_and_says_so():
    one = preparing()[0]

    one.request("tags.learn", uid=HEX, kind=5, copy=1)
    one.request("tags.write", uid=HEX, kind=6, copy=1)
    with Instead(files, "write", full_flash):
        assert refused(one, "tags.learn", uid="0499999999", kind=5, copy=1)
        said = tell(one, "written", UID, "ok")
        assert said["result"] not in ("ok", ""), "an old entry would hide what was written"


def test_a_host_that_has_gone_gives_the_reader_back_after_half_a_minute():
    one = preparing()[0]
    one.run(25_000)
    one.request("tags.forget", uid=HEX)
    one.run(25_000)
    assert one.request("state")["mode"] == "tags"
    one.run(6100)
    assert one.request("state")["mode"] == "" and one.tasks.started == 0
    one.request("tags.start")
    one.run(20_000)
    one.request("tags.start")
    one.run(29_000)
    assert one.request("state")["mode"] == "tags"
    assert one.request("tags.stop") == {} and one.request("state")["mode"] == ""


def test_a_game_that_no_computer_plays_is_refused_and_stays_peoples():
    one = at(SORRY)
    one.request("seats")  # the computers' part is there
    with Instead(one.system.match.game, "family", "nobody"):
        assert "no computer" in refused(one, "seats", seats={"red": "easy"})
        assert "no computer" in refused(
            one, "config", name="players", value=["easy", "human", "human", "human"]
        )
        assert set(one.request("seats")["seats"].values()) == {"human"}
    assert one.request("config")["settings"]["players"][0] == "easy", "the next game, perhaps"


NUMBERS = (
    ("keep.read", {"name": "tags.bin"}, "at", 0, 8192),
    ("keep.write", {"name": "tags.bin", "data": ""}, "at", 0, 8096),
    ("log.list", {}, "from", 0, 99999),
    ("log.read", {"at": 0}, "game", 0, 99999),
    ("log.read", {"game": 1}, "at", 0, 0x3FFFFFFF),
    ("log.fetched", {}, "game", 0, 99999),
    ("log.delete", {}, "game", 0, 99999),
    ("tags.list", {}, "from", 0, 255),
    ("tags.write", {"uid": HEX, "copy": 1}, "kind", 0, 255),
    ("tags.lock", {"uid": HEX, "kind": 1}, "copy", 1, 255),
    ("tags.learn", {"uid": HEX, "kind": 1}, "copy", 1, 255),
)


def test_every_number_of_a_request_has_its_limits():
    one = preparing()[0]

    def says(cmd, fields):
        try:
            one.request(cmd, **fields)
        except RequestError as error:
            return str(error)
        return ""

    for cmd, rest, name, low, high in NUMBERS:
        wrong_text = "%s must be a whole number, %d to " % (name, low)
        for value in (low - 1, 1 << 30, True, "1", 1.5, None, [1], low, low + 1):
            fields = dict(rest)
            fields[name] = value
            wrong = type(value) is not int or not low <= value <= high
            assert says(cmd, fields).startswith(wrong_text) == wrong, (cmd, name, value)


def test_a_sticker_is_named_by_4_to_10_bytes_and_only_while_tags_are_prepared():
    one = preparing()[0]
    for uid in ("", "04", "041122", "xx112233", "0411223", "04" * 11):
        assert "4 to 10 bytes" in refused(one, "tags.write", uid=uid, kind=1, copy=1), uid
    assert "text" in refused(one, "tags.write", uid=7, kind=1, copy=1)
    for uid in ("04" * 4, "04" * 10):
        one.request("tags.write", uid=uid, kind=1, copy=1)
    one.request("tags.stop")
    for cmd in ("tags.write", "tags.lock", "tags.learn", "tags.forget", "tags.stop"):
        assert "tags.start" in refused(one, cmd, uid=HEX, kind=1, copy=1), cmd
    assert one.request("tags.list")["count"] == 0, "which stickers are known can always be asked"
