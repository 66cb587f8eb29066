# SPDX-License-Identifier: Apache-2.0
"""Coloured pawns on places, in the words of commands: where they stand and what a move asks of them.

Everything here comes from the rules alone; nothing looks at how the table recognises moves.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from movetrace import trace

from rules import load
from rules.moves import BUMP, SELF, SWAP, parts
from rules.notation import place_text, position_text

Pawns = dict[str, list[str]]
"""Colour -> places."""


def standing(game: Any, state: bytes) -> Pawns:
    """Return colour -> sorted places of a position's pawns."""
    return {
        game.colours[seat]: sorted(
            place_text(game, state[4 * seat + k]) for k in range(game.pawns)
        )
        for seat in game.seats
    }


def at_home(pawns: bytes) -> int:
    """Return how many pawns are at home: a board with few there is harder."""
    return pawns.count(0)


def apart(pawns: bytes) -> int:
    """Return how many places pawns stand on, those at home twice: a board with many on one space is harder."""
    return len(set(pawns)) + 2 * at_home(pawns)


def middle(
    game: Any,
    chance: random.Random,
    turns: tuple[int, int] = (10, 150),
    easy: Callable[[bytes], int] = at_home,
) -> tuple[bytes, bytes | None]:
    """Return a position some random turns into a game, and the one before the last move; half of the moves make it less `easy`."""
    while True:
        state = bytes(game.new())
        before = None
        for _ in range(chance.randrange(*turns)):
            results = game.results(state, chance.randrange(len(game.actions)))
            if not results:
                state = bytes(game.skip(state))
                continue
            before = state
            if chance.random() < 0.5:
                state = bytes(min(results, key=lambda r: easy(bytes(r[0][:16])))[0])
            else:
                state = bytes(chance.choice(results)[0])
            if state[17]:
                break
        if not state[17]:
            return state, before


def middle_line(
    rulebook: str,
    seed: int,
    seats: tuple[int, ...] | None = None,
    easy: Callable[[bytes], int] = at_home,
) -> str:
    """Return such a position as a line, with all seats or with some."""
    game = load(rulebook, seats)
    return str(position_text(game, middle(game, random.Random(seed), (0, 120), easy)[0]))


def each(pawns: Pawns) -> list[tuple[str, str]]:
    """Return (colour, place) of every pawn."""
    return [(colour, at) for colour, places in pawns.items() for at in places]


def alone(pawns: Pawns) -> list[tuple[str, str]]:
    """Return (colour, place) of the pawns that stand alone on a space of the ring."""
    count = Counter(at for _, at in each(pawns))
    return [(colour, at) for colour, at in each(pawns) if at.isdigit() and count[at] == 1]


def free_spaces(game: Any, pawns: Pawns) -> list[str]:
    """Return the spaces of the ring on which none of these pawns stands."""
    taken = {at for _, at in each(pawns)}
    return [str(k) for k in range(game.ring) if str(k) not in taken]


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


def under_way(start: Pawns, end: Pawns, now: Pawns) -> bool:
    """Return whether only pawns of the move are away, and stand where it ends or are held."""
    return all(on_the_way(start[c], end[c], places) for c, places in now.items())


# -- looks -----------------------------------------------------------------------------------------


def look(pawns: Pawns) -> frozenset[Any]:
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


def tempting(
    chance: random.Random,
    looks: set[frozenset[Any]],
    pawns: Pawns,
    colour: str,
    free: list[str],
) -> str:
    """Return a free space, mostly one where the board has one of these looks with a pawn more on it."""
    bad = [at for at in free if look({**pawns, colour: [*pawns[colour], at]}) in looks]
    return str(chance.choice(bad if bad and chance.random() < 0.8 else free))


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
        start = place_text(game, a)
        if kind == BUMP:
            if not jobs:
                jobs.append(Job("", "", [], []))
            jobs[-1].victims.append((colour, start))
        elif kind == SWAP:
            partner = (game.colours[other], place_text(game, b))
            jobs.append(Job(colour, start, [], [], partner))
        else:
            end = "h" if kind == SELF else place_text(game, b)
            way = [place_text(game, place) for place in ways.get((seat, a), b"")]
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
