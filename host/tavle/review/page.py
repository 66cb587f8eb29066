# SPDX-License-Identifier: Apache-2.0
"""A review as one HTML file that needs nothing else: boards and chart are drawn in it."""

from collections.abc import Callable, Iterable
from html import escape

from babel.numbers import format_decimal

from tavle import paths
from tavle.board import drawing, face, geometry
from tavle.live.words import Teller
from tavle.players.thinker import LEVELS
from tavle.review.chances import WHOLE, Account, Verdict
from tavle.review.game import Played
from tavle.words.catalogue import Words

_SHOWN = 3  # of the costliest choices
_STYLE = """
:root { color-scheme: light dark; color: light-dark(#2f3d42, #e9e7e2); background: light-dark(#fbf8f1, #121419) }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 60rem } .key { display: inline-block; width: 1.5em; height: .25em; vertical-align: middle }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #c9c2b1 }
td:first-child, th:first-child, .said td:nth-child(2), .said th:nth-child(2) { text-align: left } h1, h2, h3 { line-height: 1.2 } svg { max-width: 100%; height: auto }
section { display: grid; grid-template-columns: minmax(0, 22rem) 1fr; gap: 1rem; margin: 1rem 0 } .scroll { overflow-x: auto }
@media (max-width: 40rem) { section { grid-template-columns: minmax(0, 1fr) } section > :last-child { order: -1 } h1 { font-size: 1.5rem }
  table { font-size: .8rem; line-height: 1.3 } td, th { padding: .2rem .25rem }
  main > .scroll table { font-size: .7rem } main > .scroll :is(td, th) { padding: .2rem .13rem } }
"""
_MADE, _BETTER = "#b3261e", "#1b6e3c"

_Say = Callable[..., str]


class Page:
    """The file about one game.

    Args:
        played: the game.
        found: what its choices were worth.
        books: what has become of every seat's chances.
        words: the language.
    """

    def __init__(
        self, played: Played, found: list[Verdict | None], books: dict[int, Account], words: Words
    ):
        self._played = played
        self._game = played.game
        self._judged = [one for one in found if one is not None]
        self._books = books
        self._words = words
        self._say = words.say
        self._teller = Teller(words)
        self._teller.line = played.line

    def html(self) -> str:
        """Return the file."""
        title = escape(
            self._say("review.title", game=self._words.named("game", self._game.rulebook))
        )
        parts = [
            f'<!doctype html>\n<html lang="{self._words.language}">\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n<main>\n<h1>{title}</h1>",
            self._players(),
            *(f"<p>{escape(note)}</p>" for note in self.notes()),
            f"<h2>{escape(self._say('review.chart'))}</h2>",
            self._chart(),
            f"<h2>{escape(self._say('review.costly'))}</h2>",
            *self._costly(),
            f"<h2>{escape(self._say('review.every'))}</h2>",
            self._every(),
        ]
        return "\n".join(parts) + "\n</main>\n</html>\n"

    def notes(self) -> list[str]:
        """Return what a reader must know: what adds up, what was assumed, what is left out."""
        say, played = self._say, self._played
        notes = [say("review.sum"), say("review.loss-is")]
        if self._judged:
            notes.append(say("review.how", guesses=min(one.guesses for one in self._judged)))
        if self._game.hand:
            notes.append(say("review.hands"))
        if played.part:
            notes.append(say("review.part", n=played.part))
        if not played.winners:
            notes.append(say("review.open"))
        left = [turn.number for turn in played.turns if turn.wrong]
        if left:
            notes.append(say("review.left-out", turns=_ranges(left)))
        return notes

    def name(self, seat: int) -> str:
        """Return a seat's colour, and who sat there, if that is known."""
        colour = self._game.colours[seat]
        told = self._words.named("colour", colour)
        who = self._played.who.get(colour, "")
        return f"{told} ({self._words.named('who', who)})" if who in LEVELS else told

    def loss(self, book: Account) -> str:
        """Return a seat's figure: the mean loss of a choice, in percentage points."""
        return str(format_decimal(100 * book.loss / WHOLE, "0.00", locale=self._words.language))

    def _percent(self, chance: int, sign: str = "") -> str:
        form = "+0.0;-0.0" if sign else "0.0"
        return str(format_decimal(100 * chance / WHOLE, form, locale=self._words.language))

    def _players(self) -> str:
        columns = ("player", "start", "luck", "own", "others", "left", "result", "choices", "loss")
        any_left = any(turn.wrong for turn in self._played.turns)
        rows = []
        for seat, book in self._books.items():
            signed = [self._percent(one, "+") for one in (book.luck, book.own, book.others)]
            if any_left:
                signed.append(self._percent(book.left, "+"))
            ends = self._percent(book.start), self._percent(book.result)
            rows.append(
                (self.name(seat), ends[0], *signed, ends[1], str(book.choices), self.loss(book))
            )
        heads = [self._say(f"review.{one}") for one in columns if one != "left" or any_left]
        return _table(heads, rows)

    def _chart(self) -> str:
        """Return the chances after each choice as lines, one for each side."""
        wide, tall = 880, 240
        game = self._game
        sides = [
            seat
            for seat in game.seats
            if seat == min(s for s in game.seats if game.side(seat) >> s & 1)
        ]
        step = wide / max(1, len(self._judged))
        lines, legend = [], []
        for seat in sides:
            last = self._books[seat].result
            values = [one.before[seat] for one in self._judged] + [last]
            points = " ".join(
                f"{i * step:.1f},{tall - tall * value / WHOLE:.1f}"
                for i, value in enumerate(values)
            )
            colour = face.COLOURS[game.colours[seat]]
            mates = [s for s in game.seats if game.side(seat) >> s & 1]
            names = " + ".join(self._words.named("colour", game.colours[s]) for s in mates)
            lines.append(
                f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            )
            legend.append(f'<span class="key" style="background:{colour}"></span> {escape(names)}')
        frame = f'<path d="M0 0V{tall}H{wide}M0 {tall / 2}H{wide}" fill="none" stroke="#c9c2b1"/>'
        label = escape(self._say("review.chart"))
        chart = f'<svg viewBox="-2 -8 {wide + 4} {tall + 16}" role="img" aria-label="{label}">{frame}{"".join(lines)}</svg>'
        return f"{chart}<p>{' &nbsp; '.join(legend)}</p>"

    def _costly(self) -> Iterable[str]:
        worst = sorted((one for one in self._judged if one.loss > 0), key=lambda one: -one.loss)
        if not worst:
            yield f"<p>{escape(self._say('review.nothing'))}</p>"
        for one in worst[:_SHOWN]:
            head = self._say("review.cost", n=one.turn.number, cost=self._percent(one.loss))
            why = "; ".join(self._say(name, **args) for name, args in one.why)
            lines = (
                self._say("review.made", move=self._told(one, one.turn.action, one.move)),
                self._say("review.better", move=self._told(one, one.better[0], one.better[2])),
                self._say("review.why", why=why),
            )
            told = "".join(f"<p>{escape(line)}</p>" for line in lines)
            yield f"<section><div>{self._board(one)}</div><div><h3>{escape(head)}</h3>{told}</div></section>"

    def _told(self, one: Verdict, action: int, move: bytes) -> str:
        from rules.notation import move_text

        game = self._game
        text = move_text(game, move) if move else "-"
        return self._teller.turn("move", game.colours[one.turn.seat], game.actions[action], text)

    def _every(self) -> str:
        heads = [
            self._say(f"review.{one}")
            for one in ("turn", "choice", "before", "best", "after", "loss-of")
        ]
        rows = []
        for one in self._judged:
            seat = one.turn.seat
            values = (self._percent(value[seat]) for value in (one.before, one.best, one.made))
            told = self._told(one, one.turn.action, one.move)
            rows.append((str(one.turn.number), told, *values, self._percent(one.loss)))
        return f'<div class="said">{_table(heads, rows)}</div>'

    def _board(self, one: Verdict) -> str:
        """Return the board before a choice, the move that was made and the better one as arrows."""
        board = geometry.load(paths.layout_of(self._game.rulebook))
        plain = drawing.svg_of(face.drawing_of(board, "none"))
        ids = {f' id="{item.name}"' for item in board.items}
        for name in ids:  # several boards stand in one file
            plain = plain.replace(name, "")
        at = {item.name: (item.x_mm, item.y_mm) for item in board.items}
        pawns: list[drawing.Shape] = []
        for seat in self._game.seats:
            for slot, place in enumerate(one.turn.before[4 * seat : 4 * seat + self._game.pawns]):
                x, y = self._spot(at, seat, place, slot)
                ink = face.COLOURS[self._game.colours[seat]]
                form = face.form(self._game.colours[seat], (x, y), 12, drawing.Look("#fff"))
                pawns.append(drawing.Circle(x, y, 12, drawing.Look(ink, "#fff", 2)))
                pawns.append(form)
        over = drawing.svg_of(drawing.Drawing("", *board.size_mm, tuple(pawns)))
        over = over.partition("</title>")[2].rpartition("</svg>")[0]
        arrows = self._arrows(at, one, one.move, _MADE, True) + self._arrows(
            at, one, one.better[2], _BETTER, False
        )
        return plain.rpartition("</svg>")[0] + over + arrows + "</svg>"

    def _spot(
        self, at: dict[str, tuple[float, float]], seat: int, place: int, slot: int
    ) -> tuple[float, float]:
        from rules.notation import place_text

        text = place_text(self._game, place)
        name = text if text.isdigit() else f"{self._game.colours[seat]}:{text}"
        return at[name] if name in at else at[f"{name}{slot}"]

    def _arrows(
        self, at: dict[str, tuple[float, float]], one: Verdict, move: bytes, ink: str, dashed: bool
    ) -> str:
        from rules.moves import BUMP, parts

        drawn = []
        for kind, seat, a, b, _ in parts(move):
            if kind == BUMP:
                continue
            pawns = list(one.turn.before[4 * seat : 4 * seat + 4])
            slot = pawns.index(a) if a in pawns else 0
            (x, y), (to_x, to_y) = self._spot(at, seat, a, slot), self._spot(at, seat, b, 0)
            dash = ' stroke-dasharray="8 8"' if dashed else ""
            drawn.append(
                f'<path d="M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}" stroke="{ink}" stroke-width="5"{dash}/>'
                f'<circle cx="{to_x:.0f}" cy="{to_y:.0f}" r="15" stroke="{ink}" stroke-width="4"{dash}/>'
            )
        return "".join(drawn)


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<div class="scroll" tabindex="0"><table><tr>{head}</tr>\n{body}</table></div>'


def _ranges(numbers: list[int]) -> str:
    """Return ascending numbers as `3, 5-8`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)
