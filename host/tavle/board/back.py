# SPDX-License-Identifier: Apache-2.0
"""The printed back of a board: the rules in brief and what each card does, one page in each language, as PDF.

The words are those of `tavle rules`. A page fits on A4 and on Letter. The font is one that every reader of PDF has.
Needs reportlab, of `host[hardware]`.
"""

from pathlib import Path
from typing import Any

from tavle.live import brief
from tavle.paths import add_firmware
from tavle.words import LANGUAGES
from tavle.words.catalogue import NAMES, Words

_PT = 72 / 25.4
PAGE_MM = (210.0, 279.4)
_MARGIN_MM = 18.0
_NAME_MM = 44.0  # the column of the cards' names
_BODY, _BOLD = "Helvetica", "Helvetica-Bold"
_TITLE_PT, _TEXT_PT, _SMALL_PT = 17.0, 11.0, 8.0
_LINE = 1.32  # of the size of the letters
_GAP_PT = 3.5  # between two sentences


def write(rulebook: str, file: Path) -> int:
    """Write the back of a rulebook's board, and return the number of pages."""
    from reportlab.pdfgen.canvas import Canvas

    add_firmware()
    from rules import load

    wide, tall = (mm * _PT for mm in PAGE_MM)
    # invariant: no dates and no random ids, the same words give the same file.
    canvas = Canvas(str(file), (wide, tall), invariant=1, pageCompression=1)
    canvas.setTitle(f"Tavle: {rulebook}")
    canvas.setAuthor("Tavle")
    for language in LANGUAGES:
        words = Words(language)
        _Page(canvas, wide, tall).fill(words, load(rulebook))
        canvas.setFont(_BODY, _SMALL_PT)
        canvas.drawString(
            _MARGIN_MM * _PT,
            0.55 * _MARGIN_MM * _PT,
            f"{NAMES[language]}   tavle rules {rulebook}",
        )
        canvas.showPage()
    canvas.save()
    return len(LANGUAGES)


class _Page:
    """A page that is filled from above."""

    def __init__(self, canvas: Any, wide: float, tall: float):
        self._canvas = canvas
        self._left = _MARGIN_MM * _PT
        self._right = wide - self._left
        self._y = tall - self._left

    def fill(self, words: Words, game: Any) -> None:
        """Write what there is to say of a game. Raises ValueError when the page is full."""
        rules, cards = brief.told(words, game)
        column = self._left + _NAME_MM * _PT
        self._text(rules.title, self._left, _BOLD, _TITLE_PT)
        for text in rules.lines:
            self._text(text, self._left)
        self._y -= _TITLE_PT
        self._text(cards.title, self._left, _BOLD, _TITLE_PT)
        for name, text in cards.lines:
            y = self._y
            self._text(name, self._left, _BOLD)
            self._y = y
            self._text(text, column)
        out = ", ".join(words.named("cardname", action) for action in brief.out(game))
        self._text(words.say("help.out", cards=out), self._left)
        if self._y < self._left:
            raise ValueError(f"{game.rulebook}, {words.language}: more than a page")

    def _text(self, text: str, left: float, font: str = _BODY, size: float = _TEXT_PT) -> None:
        from reportlab.lib.utils import simpleSplit

        self._canvas.setFont(font, size)
        for line in simpleSplit(text, font, size, self._right - left):
            self._y -= _LINE * size
            self._canvas.drawString(left, self._y, line)
        self._y -= _GAP_PT
