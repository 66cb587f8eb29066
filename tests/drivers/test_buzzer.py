# SPDX-License-Identifier: Apache-2.0
"""Tunes: notes in time, importance, mute and volume."""

from helpers_noalloc import no_alloc
from refusal import refusal

from drivers import buzzer


class Pwm:
    """Writes down what it is told."""

    def __init__(self):
        self.pitch_hz = 0
        self.duty = -1

    def freq(self, pitch_hz):
        assert pitch_hz > 0
        self.pitch_hz = pitch_hz

    def duty_u16(self, duty):
        self.duty = duty


def played(sound, every_ms=1, start_ms=1000):
    """Return [(Hz, ms), ...] of a sound heard from the pin, 0 Hz = silence."""
    pwm = Pwm()
    beeper = buzzer.Buzzer(pwm)
    assert beeper.play(sound)
    heard = []
    now_ms = start_ms
    while True:
        beeper.step(now_ms)
        if not beeper.playing:
            assert pwm.duty == 0
            return heard
        note = pwm.pitch_hz if pwm.duty else 0
        if heard and heard[-1][0] == note:
            heard[-1] = (note, heard[-1][1] + every_ms)
        else:
            heard.append((note, every_ms))
        now_ms = (now_ms + every_ms) & 0x3FFFFFFF
        assert now_ms != start_ms


def test_every_sound_is_played_as_its_table_says():
    for sound in range(len(buzzer.TUNES)):
        tune = buzzer.TUNES[sound]
        expected = [(tune[index], tune[index + 1]) for index in range(0, len(tune), 2)]
        assert played(sound) == expected, buzzer.NAMES[sound]


def test_the_clock_may_wrap_in_a_tune():
    expected = played(buzzer.WIN)
    assert played(buzzer.WIN, 1, 0x3FFFFFFF - 150) == expected


def test_sounds_differ_in_rhythm_and_are_short():
    rhythms = []
    for tune in buzzer.TUNES:
        rhythm = [(bool(tune[index]), tune[index + 1]) for index in range(0, len(tune), 2)]
        assert rhythm not in rhythms
        rhythms.append(rhythm)
        assert sum(part[1] for part in rhythm) <= 800
    assert len(buzzer.NAMES) == len(buzzer.TUNES) == 7


def test_the_more_important_sound_wins():
    beeper = buzzer.Buzzer(Pwm())
    assert beeper.play(buzzer.WIN)
    assert not beeper.play(buzzer.TICK)
    assert beeper.play(buzzer.FAULT)
    assert not beeper.play(buzzer.WIN)
    beeper.mute(True)
    assert not beeper.playing and not beeper.play(buzzer.FAULT)
    beeper.mute(False)
    assert beeper.play(buzzer.TICK) and beeper.play(buzzer.TICK)


def test_mute_is_silent_at_once():
    pwm = Pwm()
    beeper = buzzer.Buzzer(pwm)
    beeper.play(buzzer.WIN)
    beeper.step(0)
    assert pwm.duty > 0
    beeper.mute(True)
    assert pwm.duty == 0
    beeper.step(50)
    assert pwm.duty == 0


def test_volume_is_the_duty_and_grows():
    duties = []
    for volume in range(5):
        pwm = Pwm()
        beeper = buzzer.Buzzer(pwm, volume)
        beeper.play(buzzer.ACCEPTED)
        beeper.step(0)
        duties.append(pwm.duty)
    assert duties[0] == 0 and duties[4] == 32768
    assert duties == sorted(duties) and len(set(duties)) == 5
    for volume in (-1, 5):
        assert refusal(ValueError, buzzer.Buzzer, Pwm(), volume)


def test_step_does_not_allocate():
    beeper = buzzer.Buzzer(Pwm())
    now = [0]

    def step():
        now[0] += 40
        beeper.step(now[0])
        return beeper.playing

    beeper.play(buzzer.WIN)
    for _ in range(20):
        assert no_alloc(step) or not beeper.playing
    assert not beeper.playing
