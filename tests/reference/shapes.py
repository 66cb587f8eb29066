# SPDX-License-Identifier: Apache-2.0
"""Ways to put pawns where the rulings bite, for `reference.positions`.

A shape takes a start position and a random generator and changes the position.
It may well build an impossible one; the caller then draws again.
"""

from .notation import SEATS, on_ring


def near(rng, place, ring, reach):
    """Return a ring place at most `reach` spaces from another, either side."""
    return str((int(place) + rng.randint(-reach, reach)) % ring)


def pawns_on_ring(position):
    """Return the ring places with pawns, repeated as they are taken."""
    found = []
    for colour in position["pawns"]:
        found += [place for place in position["pawns"][colour] if on_ring(place)]
    return found


def crowd(position, rng, ring, landmarks, inside, own_share):
    """Draw every pawn: inside, at a landmark, on a friend, near anybody.

    Args:
        landmarks: ring places around which rulings change.
        inside: places off the ring to draw from.
        own_share: chance that a pawn joins one of its own colour on the ring.
    """
    colours = list(position["pawns"])
    rng.shuffle(colours)
    for colour in colours:
        pawns = position["pawns"][colour]
        for number in range(4):
            drawn = rng.random()
            friends = [place for place in pawns[:number] if on_ring(place)]
            others = pawns_on_ring(position)
            if drawn < 0.35:
                pawns[number] = rng.choice(inside)
            elif friends and rng.random() < own_share:
                pawns[number] = rng.choice(friends)
            elif others and drawn < 0.7:
                pawns[number] = near(rng, rng.choice(others), ring, 14)
            else:
                pawns[number] = near(rng, rng.choice(landmarks), ring, 4)


# Partners


def start_space(colour):
    """Return the start space of a Partners colour (P2)."""
    return str(15 * SEATS["partners"].index(colour))


def partners_crowd(position, rng):
    """Walls, stacks and foreign pawns on and around the start spaces (P4, P9, P10)."""
    crowd(position, rng, 60, ["0", "15", "30", "45"], ["h", "h", "z1", "z2", "z3", "z4"], 0.3)


def partners_walls(position, rng):
    """Every colour has a wall or a foreign pawn on its start (P9, P16, P18)."""
    for colour in position["pawns"]:
        pawns = position["pawns"][colour]
        for number in range(rng.randint(0, 2)):
            pawns[number] = start_space(colour)
        if rng.random() < 0.3:
            pawns[2] = start_space(rng.choice(SEATS["partners"]))
        if rng.random() < 0.8:
            pawns[3] = near(rng, start_space(rng.choice(SEATS["partners"])), 60, 14)


def goal_of(rng):
    """Return circles that some pawns stand in, and no more than three."""
    return rng.sample(["z1", "z2", "z3", "z4"], rng.randint(1, 3))


def partners_goal(position, rng):
    """Broken rows in the goal, others on the last steps before it (P11-P13)."""
    for colour in position["pawns"]:
        mouth = str((int(start_space(colour)) - 1) % 60)
        pawns = goal_of(rng)
        while len(pawns) < 4:
            pawns.append(
                rng.choice(["h", mouth, near(rng, mouth, 60, 7), near(rng, mouth, 60, 30)])
            )
        position["pawns"][colour] = pawns


def partners_finish(position, rng):
    """One unlocked pawn left, the partner in any state (P15, P19, P20)."""
    player = position["turn"]
    partner = {"green": "red", "red": "green", "blue": "yellow", "yellow": "blue"}[player]
    partners_goal(position, rng)
    before = (int(start_space(player)) - rng.randint(1, 8)) % 60
    last = rng.choice([str(before), str(before), "z1", "h"])
    position["pawns"][player] = [last, "z2", "z3", "z4"]
    rest = rng.choice(["locked", "home", "wall", "goal", "nearly", "anything"])
    mouth = (int(start_space(partner)) - 1) % 60
    wall_space = (int(start_space(partner)) - 15) % 60
    if rest == "locked":
        position["pawns"][partner] = ["z1", "z2", "z3", "z4"]
    elif rest == "home":
        position["pawns"][partner] = ["h", "h", rng.choice(["h", "z4"]), "h"]
    elif rest == "wall":
        owner = SEATS["partners"][wall_space // 15]
        position["pawns"][owner][0] = str(wall_space)
        position["pawns"][partner] = ["h", "h", "h", str((wall_space - rng.randint(1, 6)) % 60)]
    elif rest == "nearly":
        last = str((mouth - rng.randint(0, 6)) % 60)
        position["pawns"][partner] = [last, "z2", "z3", "z4"]
    elif rest == "anything":
        position["pawns"][partner] = ["h", str(mouth), near(rng, str(mouth), 60, 20), "z4"]


# Ludo


def frifelt(colour):
    """Return the entering field of a Ludo colour (L1)."""
    return str(13 * SEATS["ludo"].index(colour))


def ludo_crowd(position, rng):
    """Barriers, frifelt mixes and pawns below their rows (L2, L7, L8)."""
    inside = ["h", "h", "z1", "z5", "z3", "f"]
    crowd(position, rng, 52, ["0", "13", "26", "39"], inside, 0.35)


def ludo_frifelt(position, rng):
    """Several colours on the frifelt fields, entered or passed with a 6 (L8, L10)."""
    for colour in position["pawns"]:
        pawns = position["pawns"][colour]
        for number in range(rng.randint(1, 4)):
            field = rng.choice(["0", "13", "26", "39"])
            pawns[number] = rng.choice([field, str((int(field) - rng.randint(1, 6)) % 52)])


def ludo_moved(position, rng):
    """A pending capture, now and then on a frifelt or with two attackers (L9, L11)."""
    rng.choice([ludo_crowd, ludo_frifelt])(position, rng)
    player = position["turn"]
    others = [colour for colour in position["pawns"] if colour != player]
    field = str(rng.randrange(52))
    if rng.random() < 0.4:
        field = rng.choice(["0", "13", "26", "39", str((int(frifelt(player)) + 50) % 52)])
    for number in range(rng.choice([1, 1, 2, 3])):
        position["pawns"][player][number] = field
    # More than two colours meet only on a frifelt (L8).
    meeting = rng.randint(1, len(others)) if field in ("0", "13", "26", "39") else 1
    for colour in rng.sample(others, meeting):
        position["pawns"][colour][0] = field
        if rng.random() < 0.5:
            position["pawns"][colour][1] = str((int(field) + rng.randint(1, 12)) % 52)
    if rng.random() < 0.5:
        position["pawns"][player][3] = str((int(field) - rng.randint(1, 6)) % 52)
    position["moved"] = field


def ludo_tries(position, rng):
    """Nobody of the turn in play; its frifelt free, mixed or barred (L4, L6)."""
    ludo_crowd(position, rng)
    player = position["turn"]
    position["pawns"][player] = ["h", rng.choice("hf"), rng.choice("hf"), rng.choice("hf")]
    position["tries"] = rng.randint(0, 2)
    for colour in position["pawns"]:
        if colour != player:
            for number in range(rng.randint(0, 2)):
                position["pawns"][colour][number] = frifelt(player)


def ludo_finish(position, rng):
    """The last steps into the goal, exact throw (L2, L5, L12)."""
    ludo_crowd(position, rng)
    for colour in position["pawns"]:
        below = str((int(frifelt(colour)) + 50 - rng.randint(0, 4)) % 52)
        last = rng.choice([below, "z1", "z2", "z3", "z4", "z5"])
        position["pawns"][colour] = [last, rng.choice(["f", "f", last, "h"]), "f", "f"]


# Sorry!


def offset(colour):
    """Return the first track index of a Sorry! colour's side (S1)."""
    return 15 * SEATS["sorry"].index(colour)


def sorry_crowd(position, rng):
    """Pawns around triangles, start circles and safety entries (S6 to S9)."""
    landmarks = []
    for side in (0, 15, 30, 45):
        landmarks += [str(side + 1), str(side + 3), str(side + 9), str(side + 12)]
    inside = ["h", "h", "z1", "z2", "z5", "f"]
    crowd(position, rng, 60, landmarks, inside, 0.0)


def sorry_slides(position, rng):
    """Pawns on slides and a card's distance before their triangles (S7, S10)."""
    for colour in position["pawns"]:
        pawns = position["pawns"][colour]
        for number in range(rng.randint(1, 4)):
            triangle = rng.choice([1, 9]) + rng.choice([0, 15, 30, 45])
            steps = rng.choice([-4, -1, 0, 1, 2, 3, 4, 5, 7, 8, 10, 11, 12])
            by = rng.choice([-steps, -steps, rng.randint(0, 4)])
            pawns[number] = str((triangle + by) % 60)


def sorry_safety(position, rng):
    """Pawns in and just before the safety zone, forward and back (S8, S9)."""
    for colour in position["pawns"]:
        pawns = position["pawns"][colour]
        for number in range(4):
            entry = offset(colour) + rng.choice([2, 2, 3, 4, 1, 0, -1, -3, -8])
            zone = rng.choice(["z1", "z2", "z3", "z4", "z5", "f", "h"])
            pawns[number] = rng.choice([zone, zone, str(entry % 60)])


def sorry_exchange(position, rng):
    """Pawns that can only change places, or be replaced (S5, S7, S11)."""
    sorry_slides(position, rng)
    player = position["turn"]
    entry = offset(player) + rng.choice([-2, 0, 1, 2])
    pawns = [str(entry % 60)] + [rng.choice(["h", "f", "z1", "z2"]) for _ in range(3)]
    position["pawns"][player] = pawns


def sorry_finish(position, rng):
    """The last steps home, with splits and with a 2 (S4, S10, S12)."""
    sorry_crowd(position, rng)
    for colour in position["pawns"]:
        entry = str((offset(colour) + 2 - rng.randint(0, 6)) % 60)
        last = rng.choice(["z1", "z2", "z3", "z4", "z5", entry])
        second = rng.choice(["f", "f", "z1", "z4", "z5", "h"])
        position["pawns"][colour] = [last, second, "f", "f"]


SHAPES = {
    "partners": [partners_crowd, partners_walls, partners_goal, partners_finish],
    "ludo": [ludo_crowd, ludo_frifelt, ludo_moved, ludo_tries, ludo_finish],
    "sorry": [sorry_crowd, sorry_slides, sorry_safety, sorry_exchange, sorry_finish],
}
