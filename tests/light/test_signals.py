# SPDX-License-Identifier: Apache-2.0
"""The light language: no meaning rests on colour alone."""

from light import layers, patterns, signals
from light.signals import SIGNALS


def test_every_signal_has_a_name_and_a_meaning_of_its_own():
    for signal in SIGNALS:
        assert getattr(signals, signal.name.upper().replace("-", "_")) is signal
        assert 8 < len(signal.meaning) < 80 and 0 < signal.where <= signals.ALL, signal.name
        assert signal.rgb is None or max(signal.rgb) >= 200, signal.name
    assert len({signal.name for signal in SIGNALS}) == len(SIGNALS) > 40
    assert len({signal.meaning for signal in SIGNALS}) == len(SIGNALS)


def test_two_signals_on_one_kind_of_light_differ_in_their_pattern():
    """Colour is left out: only pattern and kind of light may tell signals apart."""
    for i, one in enumerate(SIGNALS):
        for other in SIGNALS[i + 1 :]:
            meet = one.where & other.where and one.builder == other.builder
            if meet and one.wish != other.wish:
                assert one.pattern != other.pattern, (one.name, other.name)


def test_what_looks_alike_asks_for_the_same():
    wishes = {}
    for signal in SIGNALS:
        wishes.setdefault(signal.wish, []).append(signal.name)
    shared = [sorted(names) for names in wishes.values() if len(names) > 1]
    assert shared == [["bump-home", "missing", "setup-missing"]]


def test_faults_count_up():
    faults = [signal for signal in SIGNALS if signal.layer == layers.FAULT]
    assert [signal.pattern - patterns.COUNT_1 + 1 for signal in faults] == [1, 2, 3, 4, 5, 6]
