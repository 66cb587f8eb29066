# SPDX-License-Identifier: Apache-2.0
"""Modules that stay are imported one after another, with garbage collected in between."""

import gc
import sys

from instead import Instead

from app import lazy
from players import modules
from rules import load


class Collector:
    """Stands for `gc`: notes which modules are there when it is called."""

    def __init__(self, names):
        self.names = names
        self.seen = []

    def collect(self):
        self.seen.append([name for name in self.names if name in sys.modules])
        gc.collect()


def test_garbage_is_collected_around_each_module_and_not_for_those_that_are_there():
    names = ["players.chance", "players.draws", "players.hard"]
    lazy.forget(*names)
    collector = Collector(names)
    with Instead(lazy, "gc", collector):
        lazy.bring(*names)
        assert collector.seen == [[], names[:1], names[:2], names]
        lazy.bring(*names)
        assert len(collector.seen) == 4


def test_a_level_names_all_its_modules_each_after_those_it_needs():
    for rulebook, judge, playout in (
        ("partners-pawns", "players.partners", "players.hands"),
        ("ludo-norsk", "players.ludo", "players.draws"),
        ("sorry", "players.sorry", "players.draws"),
    ):
        game = load(rulebook)
        for level, wanted in (
            ("easy", ["players.easy"]),
            ("normal", []),
            ("hard", ["players.playout", playout, "players.hard"]),
        ):
            first = ["players.judge", judge, "players.observation", "players.normal"]
            assert modules(level, game) == first + wanted


def test_what_is_forgotten_is_referred_to_by_nothing():
    name = "players.playout"
    __import__(name)
    lazy.forget(name)
    assert name not in sys.modules and not hasattr(sys.modules["players"], "playout")
    lazy.forget(name)  # what is not there is no mistake
    __import__(name)
    del sys.modules[name]  # others do that to load it anew
    lazy.forget(name)
    assert not hasattr(sys.modules["players"], "playout")
