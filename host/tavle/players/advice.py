# SPDX-License-Identifier: Apache-2.0
"""The best move of a hand, and why; the players that sit at a table give it."""

from dataclasses import dataclass
from typing import Any

from tavle.paths import add_firmware
from tavle.players import arena

NOBODY = 255
_DANGER = 40  # of 256: a chance in six or so of being sent home

Reason = tuple[str, dict[str, str]]
"""Name of a sentence of the catalogues, and what fills it."""


@dataclass(frozen=True)
class Advice:
    """What a player would do.

    Attributes:
        action: name of the card or throw, "" when none can be used.
        move: text of the move, "" without one.
        position: the line after it, "" without one.
        why: what speaks for it.
    """

    action: str
    move: str
    position: str
    why: list[Reason]


def advise(game: Any, state: bytes, actions: list[int], level: str, seed: int = 1) -> Advice:
    """Return what a player of a level would do.

    Args:
        game: the rules.
        state: the position; the seat to act is advised.
        actions: the cards in its hand, or the one throw or card drawn.
        level: a level of `arena.LEVELS` but `random`.
        seed: decides what chance the player is given.

    Raises:
        ValueError: no such level, or the game is over.
    """
    add_firmware()
    from players import decide
    from players.chance import Chance
    from players.observation import Observation
    from rules.notation import move_text, position_text

    seat = state[16]
    if seat == NOBODY:
        raise ValueError("turn: the game is over")
    counts = bytes([len(actions)] * 4) if game.hand else bytes(4)
    seen = Observation(bytes(state), seat, bytes(actions), counts)
    player = decide(arena.make(level, game), seen, Chance(seed))
    if player.action == NOBODY:
        return Advice("", "", "", [("advice.none", {})])
    return Advice(
        game.actions[player.action],
        move_text(game, player.move),
        position_text(game, player.after),
        why(game, bytes(state), player),
    )


def why(game: Any, state: bytes, player: Any) -> list[Reason]:
    """Return what speaks for a player's last choice: what it gains, then what it avoids."""
    from rules.moves import BUMP, SWAP, parts, steps

    friends = game.side(state[16])
    if player.after[16] == NOBODY:
        return [("advice.win", {})]
    threat = getattr(player.judge, "threat", b"")
    said: list[Reason] = []
    for kind, who, a, b, other in parts(player.move):
        ours = friends >> who & 1
        own = {"colour": game.colours[who if ours else state[16]]}
        if kind == BUMP and ours:
            said.append(("advice.own-bump", own))
        elif kind == BUMP:
            said.append(("advice.bump", {**own, "other": game.colours[who]}))
        elif kind == SWAP:
            said.append(_swap(game, player.judge, friends, (who, a, b), (other, b, a)))
        elif ours and game.kind(b) == 3:
            said.append(("advice.goal", own))
        elif ours and game.kind(b) == 2 and game.kind(a) != 2:
            said.append(("advice.safety", own))
        elif ours and a == 0:
            said.append(("advice.out", own))
        elif ours and _in_danger(threat, a) and not _in_danger(threat, b):
            said.append(("advice.danger", own))
    if not said:
        moved = [pawn for pawn in steps(player.move) if pawn[1] != pawn[2]]
        ahead = moved and sum(_gain(player.judge, pawn) for pawn in moved) >= 0
        safe = ahead and not any(_in_danger(threat, b) for _, _, b in moved)
        own = {"colour": game.colours[state[16]]}
        said.append(("advice.ground" if safe else "advice.least", own))
    return [one for i, one in enumerate(said) if one not in said[:i]]


def _swap(game: Any, judge: Any, friends: int, *pawns: tuple[int, int, int]) -> Reason:
    """Return whose pawns change places, and which side gains by it; a pawn is (seat, from, to)."""
    first, second = sorted(
        pawns, key=lambda pawn: (not friends >> pawn[0] & 1, -_gain(judge, pawn))
    )
    names = {"colour": game.colours[first[0]], "other": game.colours[second[0]]}
    if first[0] == second[0]:
        return "advice.swap-same", {"colour": names["colour"]}
    if friends >> first[0] & 1 and _gain(judge, first) > 0:
        return "advice.swap-ahead", names
    if not friends >> second[0] & 1 and _gain(judge, second) < 0:
        return "advice.swap-back", names
    return "advice.swap", names


def _gain(judge: Any, pawn: tuple[int, int, int]) -> int:
    """Return how much further on a pawn, (seat, from, to), stands after its way."""
    worth, base = getattr(judge, "value", b""), pawn[0] * getattr(judge, "places", 0)
    return worth[base + pawn[2]] - worth[base + pawn[1]] if worth else 0


def _in_danger(threat: Any, place: int) -> bool:
    return 0 < place < len(threat) and threat[place] >= _DANGER
