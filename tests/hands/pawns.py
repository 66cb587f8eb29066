# SPDX-License-Identifier: Apache-2.0
"""Coloured pawns on places, in the words of commands: where they stand and what a move asks of them.

Everything here comes from the rules alone; nothing looks at how the table recognises moves.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from movetrace import trace

from rules.moves import BUMP, SELF, SWAP, parts

_TURNS_BEFORE = 120


def token(game: Any, place: int) -> str:
    """Return a place as commands say it."""
    from rules.notation import place_text

    return place_text(game, place)


def standing(game: Any, state: bytes) -> dict[str, list[str]]:
    """Return colour -> sorted places of a position's pawns."""
    return {
        game.colours[seat]: sorted(token(game, state[4 * seat + k]) for k in range(game.pawns))
        for seat in game.seats
    }


def at_home(pawns: bytes) -> int:
    """Return how many pawns are at home: a board with few there is harder."""
    return pawns.count(0)


def apart(pawns: bytes) -> int:
    """Return how many places pawns stand on, those at home twice: a board with many on one space is harder."""
    return len(set(pawns)) + 2 * at_home(pawns)


def middle(
    rulebook: str,
    seed: int,
    seats: tuple[int, ...] | None = None,
    easy: Callable[[bytes], int] = at_home,
) -> str:
    """Return a position line some random turns into a game, of all seats or of some; half of them make it less `easy`."""
    from rules import load
    from rules.notation import position_text

    chance = random.Random(seed)
    game = load(rulebook, seats)
    while True:
        state = bytes(game.new())
        for _ in range(chance.randrange(_TURNS_BEFORE)):
            results = game.results(state, chance.randrange(len(game.actions)))
            if results and chance.random() < 0.5:
                state = bytes(min(results, key=lambda r: easy(bytes(r[0][:16])))[0])
            else:
                state = bytes(chance.choice(results)[0] if results else game.skip(state))
            if state[17]:
                break
        if not state[17]:
            return str(position_text(game, state))


def without(places: list[str], others: list[str]) -> list[str]:
    """Return places less others, in their order; two pawns on one place count twice."""
    left = list(places)
    for place in others:
        if place in left:
            left.remove(place)
    return left


def on_the_way(start: list[str], end: list[str], now: list[str]) -> bool:
    """Return whether pawns of a colour have left or reached only places of the move from `start` to `end`."""
    come = without(now, start)
    gone = without(start, now)
    return not without(come, without(end, start)) and not without(gone, without(start, end))


# -- looks -----------------------------------------------------------------------------------------


def look(pawns: dict[str, list[str]]) -> frozenset[Any]:
    """Return all that switches could know about pawns: taken places, counts in areas."""
    seen: Counter[tuple[str, str]] = Counter()
    for colour, places in pawns.items():
        for place in places:
            owner, _, rest = place.rpartition(":")
            if rest.isdigit():
                seen["", rest] = 1
            elif rest[:1] == "z":
                seen[owner or colour, rest] = 1
            else:
                seen[owner or colour, rest] += 1
    return frozenset(seen.items())


def looks_of(game: Any, states: Iterable[bytes | None]) -> set[frozenset[Any]]:
    """Return the looks of positions; those that are not there are left out."""
    return {look(standing(game, state)) for state in states if state is not None}


# -- moves -----------------------------------------------------------------------------------------


@dataclass
class Job:
    """One pawn's share of a move: places as tokens, `way` ends where the pawn stays."""

    colour: str
    start: str
    way: list[str]
    victims: list[tuple[str, str]]
    swap: tuple[str, str] | None = None  # colour and place of the partner in a swap


def is_swap(move: bytes) -> bool:
    """Return whether a move is a swap of two pawns."""
    return [part[0] for part in parts(move)][:1] == [SWAP]


def jobs_of(game: Any, state: bytes, move: bytes) -> list[Job]:
    """Return a move as jobs in the order of the rules."""
    ways = {(t[0], t[1]): t[3] for t in trace(game, state, move)}
    jobs: list[Job] = []
    for kind, seat, a, b, other in parts(move):
        colour = game.colours[seat]
        start = token(game, a)
        if kind == BUMP:
            if not jobs:
                jobs.append(Job("", "", [], []))
            jobs[-1].victims.append((colour, start))
        elif kind == SWAP:
            partner = (game.colours[other], token(game, b))
            jobs.append(Job(colour, start, [], [], partner))
        else:
            end = "h" if kind == SELF else token(game, b)
            way = [token(game, place) for place in ways.get((seat, a), b"")]
            way = [place for place in way if place not in (start, end)]
            jobs.append(Job(colour, start, [*way, end], []))
    return jobs


def places_of(game: Any, state: bytes, move: bytes) -> set[str]:
    """Return the places a move is about: starts, ends, those of pawns sent home or swapped."""
    places = set()
    for job in jobs_of(game, state, move):
        places |= {job.start, *job.way[-1:], *(place for _, place in job.victims)}
        if job.swap:
            places.add(job.swap[1])
    return places
