# SPDX-License-Identifier: Apache-2.0
"""The best move of a hand, with a sentence for why; the players that sit at a table give it."""

from dataclasses import dataclass
from typing import Any

from tavle.paths import add_firmware
from tavle.players import arena
from tavle.words.terminal import COLOURS, joined, tr

_DANGER = 40  # of 256: a chance in six or so of being sent home


@dataclass(frozen=True)
class Advice:
    """What a player would do.

    Attributes:
        action: name of the card or throw, "" when none can be used.
        move: text of the move, "" without one.
        position: the line after it, "" without one.
        why: one sentence.
    """

    action: str
    move: str
    position: str
    why: str


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
    if seat == 255:
        raise ValueError("turn: the game is over")
    counts = bytes([len(actions)] * 4) if game.hand else bytes(4)
    seen = Observation(bytes(state), seat, bytes(actions), counts)
    player = decide(arena.make(level, game), seen, Chance(seed))
    if player.action == 255:
        return Advice("", "", "", tr("no card can be used: the player folds or the turn passes"))
    return Advice(
        game.actions[player.action],
        move_text(game, player.move),
        position_text(game, player.after),
        why(game, bytes(state), player),
    )


def why(game: Any, state: bytes, player: Any) -> str:
    """Return the sentences for a player's last choice: what it gains, then what it avoids."""
    from rules.moves import BUMP, SWAP, parts, steps
    from rules.notation import place_text

    seat = state[16]
    friends = game.side(seat)
    after = player.after
    if after[16] == 255:
        return tr("it wins the game")
    said = []
    threat = getattr(player.judge, "threat", b"")
    for kind, who, a, b, _ in parts(player.move):
        ours = friends >> who & 1
        where = place_text(game, a)
        if kind == BUMP and ours:
            said.append(tr("it sends home its own side at {place}", place=where))
        elif kind == BUMP:
            colour = tr(COLOURS[game.colours[who]])
            said.append(tr("it sends home {colour} from {place}", colour=colour, place=where))
        elif kind == SWAP:
            said.append(
                tr(
                    "the pawns on {one} and {two} change places",
                    one=where,
                    two=place_text(game, b),
                )
            )
        elif ours and game.kind(b) == 3:
            said.append(tr("it brings a pawn home"))
        elif ours and game.kind(b) == 2 and game.kind(a) != 2:
            said.append(tr("it brings a pawn to safety"))
        elif ours and a == 0:
            said.append(tr("it brings a pawn into play"))
        elif ours and _in_danger(threat, a) and not _in_danger(threat, b):
            said.append(tr("it takes a pawn out of danger on {place}", place=where))
    if not said:
        moved = [b for _, _, b in steps(player.move)]
        safe = not any(_in_danger(threat, b) for b in moved)
        if safe and moved:
            said.append(tr("it gains ground where no opponent is likely to land"))
        else:
            said.append(tr("it gives away least"))
    return joined(dict.fromkeys(said))


def _in_danger(threat: Any, place: int) -> bool:
    return 0 < place < len(threat) and threat[place] >= _DANGER
