# SPDX-License-Identifier: Apache-2.0
"""Every threshold of `sense`: its unit, why it has this value, and where that is known from.

No time here is evidence: what is accepted does not depend on how long a pawn was away, only when.
"""

from micropython import const

# -- debounce ---------------------------------------------------------------------------------

# ms a closed reed stays closed before it counts. Reeds bounce for 0.5-1 ms (data sheets), worn ones
# for 6; a magnet that hovers at the edge of a lobe chatters for tens of ms.
PLACE_MS = const(25)
# ms an open reed stays open before it counts; nobody takes a pawn off its space for less on purpose.
# A shorter opening is a touch: a pawn that is pushed over its reed's dead line in a third of a second
# opens it for 5-49 ms, one that is put straight within its space not at all (calculated:
# tests/sense/test_tuning_physics.py).
LIFT_MS = const(60)
# a reed is flaky after so many debounced changes in a window, each after two levels shorter than FLIP_MS:
# a walking pawn makes one, and a hand that points by lifting the same pawn again and again is slower.
FLIPS = const(8)
FLIP_MS = const(448)  # seven units of `Debounce`
# raw edges in a window: above the first number a reed makes no touches and delays nothing, above the
# second it is ignored. A pawn that is lifted or put down makes one to three (calculated, ibid.).
RESTLESS_EDGES = const(8)
NOISE_EDGES = const(120)
# ms after which the counts of a reed are halved, and ms of quiet after which it is trusted again.
WINDOW_MS = const(8000)
QUIET_MS = const(5000)
# events kept between two scans of the recogniser: four hands make fewer in a second.
EVENTS = const(64)

# -- recogniser -------------------------------------------------------------------------------

# ms a board is still before it is judged (a setting, 300..1500): a walking hand touches a space for
# 100-300 ms, one that flies low closes reeds on its way for up to 173 (calculated, ibid.); chess
# boards wait 200-750 ms.
SETTLE_MS = const(600)
# ms more where the same hand may go on: a pawn that walks, or still hangs over a taken space.
GO_ON_MS = const(900)
# ms after which the table asks about a still board or guides: what chess programs use for a mistake.
ERROR_MS = const(3000)
# ms of thinking with a pawn in the hand, on the way to a result, before the way out is shown.
THINK_MS = const(20000)
# ms: what hands did longer ago when a card is laid is no reason to ask about that card.
STALE_MS = const(5000)

# events of the hand log: more than a 7 in four parts, walked, makes. Older ones only order choices.
LOG_EVENTS = const(128)
# ms within which events may be reported in another order than they happened: LIFT_MS - PLACE_MS
# and the scans between, with a wide margin.
REORDER_MS = const(1000)

# -- likelihood: only the order of choices ----------------------------------------------------------

# points of a pawn that was lifted, one more for each of so many ms in the air, up to a limit: a hand
# that moves a pawn holds it longer than one that straightens it.
LIFTED = const(100)
MS_PER_POINT = const(10)
MOST_MS = const(2000)
# points of a reed that only dipped.
TOUCHED = const(20)
# points lost for a pawn that a choice moves and nobody was seen to lift.
NOT_LIFTED = const(400)
# points lost for a choice that moves nothing, where nobody has pressed the button: one pawn of an exchange was in
# the air for some tenths of a second, and the other one was taken away unseen.
RESTING = const(260)
# points of a choice that moves a pawn of the player to act: players who may swap any two mostly use their own.
OWN_PAWN = const(10)
# points of the choice in which all lifts and placements end, as hands mostly make them.
TOLD = const(1000)
# share of the points for what was lifted before the card was laid: one in so many.
EARLY = const(4)

# -- question and guide ---------------------------------------------------------------------------

# choices in one event: nobody reads more. The rest is reached by lifting.
CHOICES = const(8)
# so many goals that are one pawn away: the search for the nearest ends.
TIES = const(12)
