# SPDX-License-Identifier: Apache-2.0
"""The light language: no meaning rests on colour alone."""

from light import language, layers, palette, patterns, service, signals
from light.language import SIGNALS
from light.lights import Lights


def test_every_signal_has_a_meaning_once():
    named = [name for name in dir(signals) + dir(service) if name[0].isupper()]
    told = [signal.name.upper().replace("-", "_") for signal in SIGNALS]
    assert sorted(named) == sorted(told)


def test_a_shown_signal_is_what_it_says():
    seat = (1, 2, 3)
    for signal in SIGNALS:
        table = Lights(1)
        out = bytearray(3)
        table.show(signal.light, 0, seat)
        table.render(0, out)
        assert table.seen(0) == (signal.layer, signal.pattern), signal.name
        red, green, blue = signal.rgb or seat
        full = bytes((green, red, blue))
        if signal.pattern != patterns.EFFECT:
            assert bytes(out) == full or signal.pattern == patterns.RAMP, signal.name


def test_packing_keeps_the_three_apart():
    seen = {}
    for layer in range(layers.N_LAYERS):
        for colour in range(len(palette.RGB)):
            for pattern in range(patterns.OFF, patterns.EFFECT + 1):
                seen[signals.pack(layer, colour, pattern)] = (layer, colour, pattern)
    assert len(seen) == layers.N_LAYERS * len(palette.RGB) * (patterns.EFFECT + 1)
    assert max(seen) < 1 << 12 and len(palette.RGB) == 8


def test_the_fields_are_right():
    for signal in SIGNALS:
        assert 0 <= signal.layer < layers.N_LAYERS, signal.name
        assert patterns.OFF < signal.pattern <= patterns.EFFECT, signal.name
        assert 0 < signal.where <= language.ALL and signal.mode in (
            language.PLAY,
            language.SERVICE,
        )
        assert signal.rgb is None or max(signal.rgb) >= 200, signal.name
        assert 8 < len(signal.meaning) < 80, signal.name


def test_two_signals_on_one_kind_of_light_differ_in_their_pattern():
    """Colour is left out: only pattern, kind of light and mode may tell signals apart."""
    for i, one in enumerate(SIGNALS):
        for other in SIGNALS[i + 1 :]:
            meet = one.where & other.where and one.mode == other.mode
            if meet and one.wish != other.wish:
                assert one.pattern != other.pattern, (one.name, other.name)


def test_what_looks_alike_asks_for_the_same():
    wishes = {}
    for signal in SIGNALS:
        wishes.setdefault(signal.wish, []).append(signal.name)
    shared = [sorted(names) for names in wishes.values() if len(names) > 1]
    assert shared == [["bump-home", "missing", "setup-missing"]]


def test_faults_count_up():
    faults = [s for s in SIGNALS if s.layer == layers.FAULT]
    assert [s.pattern - patterns.COUNT_1 + 1 for s in faults] == [1, 2, 3, 4, 5, 6]


def test_layers_are_told_apart_and_the_urgent_ones_come_first():
    order = (
        layers.FAULT, layers.REFUSAL, layers.FLASH, layers.GUIDE, layers.BUMP, layers.WALL,
        layers.HINTS, layers.TURN, layers.AMBIENCE,
    )  # fmt: skip
    assert order == tuple(range(layers.N_LAYERS))
