# SPDX-License-Identifier: Apache-2.0
# runs on: cpython
"""The pictures of the light language are those of today's lights, small, and well-formed."""

import os
from xml.etree import ElementTree

import pytest

from tavle import pictures

SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 40_000


@pytest.mark.parametrize("name", sorted(pictures.PICTURES))
def test_picture_in_the_repository_is_what_the_lights_show(name):
    path = pictures.folder() / f"{name}.svg"
    drawn = pictures.PICTURES[name]()
    if os.environ.get("TAVLE_ACCEPT"):
        path.write_text(drawn, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == drawn, "make accept redraws it"
    assert len(drawn.encode()) < MOST_BYTES
    assert ElementTree.fromstring(drawn).tag == SVG + "svg"


def test_every_signal_is_drawn():
    texts = {node.text for node in ElementTree.fromstring(pictures.language()).iter(SVG + "text")}
    for signal in pictures.signals.SIGNALS:
        assert {signal.name, signal.meaning} <= texts


def test_no_picture_is_left_over():
    assert sorted(path.stem for path in pictures.folder().iterdir()) == sorted(pictures.PICTURES)


def test_animation_keeps_the_times_of_the_frames():
    assert pictures.animated(["#000", "#000"], 100) == ""
    assert 'keyTimes="0;.5" values="#000;#fff"' in pictures.animated(
        ["#000", "#000", "#fff", "#fff"], 200
    )


def test_the_lifted_pawn_shows_one_bump_and_one_way():
    scene = ElementTree.fromstring(pictures.lifted())
    moving = [node for node in scene.iter(SVG + "circle") if len(node)]
    assert len(moving) == 2
