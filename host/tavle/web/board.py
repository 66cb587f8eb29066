# SPDX-License-Identifier: Apache-2.0
"""What the page must know of a board and a game before it can draw them."""

import functools
from typing import Any

from tavle.board import drawing, face
from tavle.board.geometry import Item, load
from tavle.board.shapes import CARD_MM
from tavle.live import brief


def _space(item: Item) -> dict[str, Any]:
    return {
        "name": item.name,
        "kind": item.kind,
        "colour": item.colour,
        "place": item.place,
        "slot": item.slot,
        "x": item.x_mm,
        "y": item.y_mm,
        "led": item.led,
        "axis": item.axis_deg,
        "reed": item.reed_mm,
    }


def _card(slot: Item | None) -> dict[str, float] | None:
    if slot is None:
        return None
    return {"x": slot.x_mm, "y": slot.y_mm, "w": CARD_MM[0], "h": CARD_MM[1]}


@functools.cache
def _face(board: str) -> str:
    """Return the drawing of a board's face: it takes the longest of all that a new table does."""
    return drawing.svg_of(face.drawing_of(load(board)))


def describe(game: Any) -> dict[str, Any]:
    """Return the board and the cards of a game, for the page.

    Places and names are those of the contract; sizes are in millimetres, and `face` is the
    drawing of the board's face that is also printed.
    """
    from rules import RULEBOOKS
    from rules.notation import place_text

    board = load(game.family)
    shape = board.shape
    width, height = board.size_mm
    colours = list(game.colours)
    return {
        "rulebook": game.rulebook,
        "games": [_offer(name) for name in RULEBOOKS],
        "board": board.board,
        "title": shape.title,
        "size": [width, height],
        "card": _card(board.card),
        "colours": colours,
        "playing": [colours[seat] for seat in game.seats],
        "ring": shape.ring,
        "row": shape.row,
        "fin": shape.fin,
        "line": shape.line,
        "pawns": shape.pawns,
        "starts": {colour: shape.start_of(seat) for seat, colour in enumerate(colours)},
        "mouths": {colour: shape.mouth_of(seat) for seat, colour in enumerate(colours)},
        "spaces": [_space(item) for item in board.spaces],
        "seats": [_space(item) for item in board.seats],
        "actions": _actions(game),
        "rules": brief.rules(game),
        "does": brief.cards(game),
        "out": brief.out(game),
        "house": [[name, game.options[name]] for name, _, _ in game.house],
        "die": bool(game.die),
        "tries": getattr(game, "tries", 0),
        "deck": _deck(game),
        "signs": [
            [sign, [place_text(game, place) for place in places], topic]
            for sign, places, topic in game.signs
        ],
        "face": _face(game.family),
    }


def _deck(game: Any) -> str:
    """Return how cards come to the players: "hands", "pile", or "" for a game with a die."""
    if game.die:
        return ""
    return "hands" if game.hand else "pile"


def _offer(rulebook: str) -> dict[str, Any]:
    """Return what there is to choose before a game of a rulebook begins."""
    from rules import load as load_game

    game = load_game(rulebook)
    seats = []
    for mask in range(1, 16):
        wanted = tuple(seat for seat in range(4) if mask >> seat & 1)
        try:
            load_game(rulebook, wanted)
        except ValueError:
            continue
        seats.append([game.colours[seat] for seat in wanted])
    return {
        "id": rulebook,
        "board": game.family,
        "colours": list(game.colours),
        "seats": seats,
        "house": [[name, list(game.choices(name))] for name, _, _ in game.house],
        "pairs": any(game.side(seat) != 1 << seat for seat in game.seats),
    }


def _actions(game: Any) -> list[list[Any]]:
    """Return [name, number of copies] of every card; a die's cards exist once."""
    deck = game.deck or bytes([1] * len(game.actions))
    return [[name, copies] for name, copies in zip(game.actions, deck, strict=True)]
