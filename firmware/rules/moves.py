# SPDX-License-Identifier: Apache-2.0
"""A move's operations: 4 bytes each, `kind | seat2 << 4, seat, a, b`.

Everything that reads or writes moves does it with this module. No operation at all is `-`.
"""

from micropython import const

STEP = const(0)  # seat's pawn goes from place a to place b
BUMP = const(1)  # seat's pawn on place a is sent home; b is 0
SELF = const(2)  # seat's pawn goes from a to b and is sent home itself
SWAP = const(3)  # seat's pawn on a changes places with seat2's pawn on b

SIZE = const(4)  # bytes of an operation
_KIND = const(15)


def step(seat: int, a: int, b: int) -> bytes:
    """Return the operation of a pawn that goes from place `a` to place `b`."""
    return bytes((STEP, seat, a, b))


def lost(seat: int, a: int, b: int) -> bytes:
    """Return the operation of a pawn that goes from `a` to `b` and is sent home from there."""
    return bytes((SELF, seat, a, b))


def bump(seat: int, a: int) -> bytes:
    """Return the operation of a pawn that is sent home from place `a`."""
    return bytes((BUMP, seat, a, 0))


def swap(seat: int, a: int, other: int, b: int) -> bytes:
    """Return the operation of two pawns that change places, of `other` the one on `b`."""
    return bytes((SWAP | other << 4, seat, a, b))


def parts(move: "bytes | bytearray") -> list:
    """Return a move's operations as tuples (kind, seat, a, b, seat2); seat2 only of a SWAP."""
    found = []
    for i in range(0, len(move), SIZE):
        kind = move[i]
        found.append((kind & _KIND, move[i + 1], move[i + 2], move[i + 3], kind >> 4))
    return found


def steps(move: "bytes | bytearray") -> list:
    """Return (seat, from, to) of every pawn that goes by itself, also if it is sent home then."""
    found = []
    for i in range(0, len(move), SIZE):
        if move[i] == STEP or move[i] == SELF:
            found.append((move[i + 1], move[i + 2], move[i + 3]))
    return found


def hands(move: "bytes | bytearray") -> list:
    """Return (seat, from, to) of every pawn that a hand carries: of a swap both.

    `to` is where the move puts it, also when it is sent home from there.
    """
    found = []
    for i in range(0, len(move), SIZE):
        kind = move[i] & _KIND
        if kind != BUMP:
            found.append((move[i + 1], move[i + 2], move[i + 3]))
            if kind == SWAP:
                found.append((move[i] >> 4, move[i + 3], move[i + 2]))
    return found


def ends(move: "bytes | bytearray") -> list:
    """Return (seat, place) where the pawns that a hand carries are put down.

    A pawn that has changed places may slide on from there, or be sent home (Sorry!: S7).
    """
    found: list = []
    for kind, seat, a, b, other in parts(move):
        if move[0] & _KIND == SWAP and (seat, a) in found:
            found.remove((seat, a))
        if kind != BUMP:
            found.append((seat, b))
            if kind == SWAP:
                found.append((other, a))
    return found


def starts(move: "bytes | bytearray") -> list:
    """Return (seat, place) of every pawn that leaves its place, those sent home too; not home."""
    found = bumps(move)
    for seat, place, _ in hands(move):
        if place:
            found.append((seat, place))
    return found


def ways(move: "bytes | bytearray") -> list:
    """Return (seat, from, to) of every pawn that a move brings elsewhere; place 0 who is sent home.

    Who changes places and then slides, or is sent home, goes one way (Sorry!: S7).
    """
    found: list = []  # [seat, from, to], and whether it has just changed places
    for kind, seat, a, b, other in parts(move):
        after = None
        for way in found:
            if way[0] == seat and way[2] == a and (way[3] or kind == BUMP):
                after = way
                break
        if after is None:
            after = [seat, a, a, False]
            found.append(after)
        after[2] = b if kind in (STEP, SWAP) else 0
        after[3] = kind == SWAP
        if kind == SWAP:
            found.append([other, b, a, True])
    return [(way[0], way[1], way[2]) for way in found if way[1] != way[2]]


def bumps(move: "bytes | bytearray") -> list:
    """Return (seat, place) of every other pawn that a move sends home."""
    found = []
    for i in range(0, len(move), SIZE):
        if move[i] == BUMP:
            found.append((move[i + 1], move[i + 2]))
    return found


def sends_home(move: "bytes | bytearray") -> bool:
    """Tell whether a move sends any pawn home."""
    for i in range(0, len(move), SIZE):
        if move[i] == BUMP or move[i] == SELF:
            return True
    return False
