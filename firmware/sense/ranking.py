# SPDX-License-Identifier: Apache-2.0
"""Which choice of a question is the likeliest. Likelihood orders, nothing else."""

from rules.game import TURN
from sense import hypotheses
from sense.choices import groups, is_twins, twins
from sense.question import PREVIOUS, UNCHANGED
from sense.tuning import CHOICES, NOT_LIFTED, OWN_PAWN, RESTING, TOLD

TYPE_CHECKING = False  # a type checker takes it for true
if TYPE_CHECKING:
    from sense.candidates import Candidates
    from sense.handlog import HandLog


def ranked(log: "HandLog", candidates: "Candidates", same: bool, over: bool) -> "list[int]":
    """Return what can be chosen, the likeliest first.

    Args:
        log: what the hands have done.
        candidates: the results, and the board that they are to look like.
        same: whether the board looks like the position.
        over: whether the player to act says that the move is made.
    """
    candidates.look()
    choices = _possible(candidates, same)
    states = [candidates.states[index] for index in candidates.found]
    standing = hypotheses.standing(candidates.boardmap, log, states, candidates.poll)
    aways = log.aways(False)
    weights = []
    for k in range(len(choices)):
        candidates.poll()
        choice = choices[k]
        weight = _weight(log, candidates, choice, aways)
        if choice == UNCHANGED and over:
            weight = -TOLD
        elif not over and (choice == UNCHANGED or _rests(candidates, choice)):
            weight -= RESTING
        elif choice >= 0:
            if candidates.is_swap(choice):
                told = [
                    hypotheses.exchanged(log, aways, one) for one in groups(candidates, choice)
                ]
                weight += max([0] + told)
                if over and _stays(candidates, choice):
                    weight = max(
                        weight, -NOT_LIFTED
                    )  # a player who touched nothing uses the card up
            elif candidates.boardmap.spots(candidates.states[choice]) == standing:
                weight += TOLD
        weights.append((-weight, k))
    return _named(candidates, [choices[k] for _, k in sorted(weights)])


def _possible(candidates: "Candidates", same: bool) -> "list[int]":
    """Return what can be chosen; `same`: the board looks like the position."""
    choices = list(candidates.found)
    expected = candidates.expected
    before = expected.previous
    if same:
        back = expected.alike_before(candidates.view.mask)
    else:
        back = before is not None and candidates.view.shows(expected.before)
    if back and not candidates.leads_to(before):
        choices.append(PREVIOUS)
    if same:
        choices.append(UNCHANGED)
    return choices


def _named(candidates: "Candidates", choices: "list[int]") -> "list[int]":
    """Bring every choice that moves no pawn among the named ones, in place of the unlikeliest of these."""
    k = CHOICES
    for choice in [choice for choice in choices[CHOICES:] if _stays(candidates, choice)]:
        k -= 1
        while _stays(candidates, choices[k]):
            k -= 1
        choices.remove(choice)
        other = choices.pop(k)
        choices[CHOICES - 1 : CHOICES - 1] = [choice, other]
    return choices


def _stays(candidates: "Candidates", choice: int) -> bool:
    """Return whether a choice leaves all pawns where they are seen."""
    return choice < 0 or candidates.same_pawns(choice)


def _rests(candidates: "Candidates", choice: int) -> bool:
    """Return whether a choice uses the card up and moves no pawn."""
    return choice >= 0 and not candidates.moves[choice]


def _weight(log: "HandLog", candidates: "Candidates", choice: int, aways: list) -> int:
    """Return how well the log supports a choice."""
    score = 0
    spots: "list[int]" = []
    if choice == PREVIOUS:
        spots = candidates.expected.last_move()
    elif choice >= 0:
        turn = candidates.expected.state[TURN]
        score = OWN_PAWN if candidates.moves_seat(choice, turn) else 0
        hops = candidates.hops(choice)
        spots = [start for start, _ in hops]
        if is_twins(candidates, choice):
            spots = _best_twins(log, candidates)
        for start, end in [] if candidates.is_swap(choice) else hops:
            if end in spots and not hypotheses.may_have_landed(aways, start, end):
                spots.remove(end)
                score -= NOT_LIFTED
    return score + hypotheses.support(log, candidates, spots)


def _best_twins(log: "HandLog", candidates: "Candidates") -> "list[int]":
    """Return the two pawns of one colour that were most likely moved."""
    best: "list[int]" = []
    most = -10000
    for there in twins(candidates):
        pair = sorted([(hypotheses.points(log, spot), spot) for spot in there])[-2:]
        total = pair[0][0] + pair[1][0]
        if total > most:
            most = total
            best = [spot for _, spot in pair]
    return best
