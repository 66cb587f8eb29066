# SPDX-License-Identifier: Apache-2.0
"""Who may do what: one table of roles, modes and commands; what does not stand in it is refused."""

LOBBY, PLAY, BENCH, SHOW, HANDS = "lobby", "play", "bench", "show", "hands"
"""What a table is for: nothing yet, a game of people and computers, makers and their tests; a real one is only shown, or also
played at with hands on phones."""

SCREEN, SEAT, ONLOOKER = "screen", "seat", "onlooker"
"""Who is there: a page on the table's own computer, somebody with a device of their own, somebody who only looks."""

_TELLS = frozenset(("state", "light", "why", "sounds"))
_CARRIES = frozenset(("lift", "place", "press"))
_PLAYS = frozenset(("give", "play", "take", "fold", "withdraw", "tidy", "hint"))
_HELD = frozenset(("give", "play", "take", "fold", "hint", "press"))
_OPEN_DECK = frozenset(("card", "draw", "hands"))
_OWNS = frozenset((
    "sit", "bench", "back", "saved", "check", "open", "forget", "seat", "look", "lan", "table", "speed", "pause", "step",
    "power", "noise", "wait", "walk", "slide", "nocard", "push", "topple", "reeds", "seats", "leds", "stats", "probe", "build",
))  # fmt: skip
_ALL = _TELLS | _CARRIES | _PLAYS | _OPEN_DECK | _OWNS

MAY: dict[str, dict[str, frozenset[str]]] = {
    SCREEN: {
        LOBBY: _ALL,
        BENCH: _ALL,
        PLAY: _ALL - _OPEN_DECK,
        SHOW: frozenset(("lan",)),
        HANDS: _HELD | {"seat", "look", "lan"},
    },
    SEAT: {PLAY: _TELLS | _CARRIES | _PLAYS, HANDS: _HELD},
    ONLOOKER: {},
}
"""Role -> mode -> commands."""

_WHY = {SCREEN: "not-in-hand", SEAT: "not-on-this-device", ONLOOKER: "read-only"}


def refusal(role: str, mode: str, command: str) -> str:
    """Return why somebody may not give a command, as a machine word; "" when they may."""
    if command in MAY.get(role, {}).get(mode, ()):
        return ""
    if mode == HANDS and role != ONLOOKER:
        return "on-the-board"
    return "read-only" if mode == SHOW else _WHY[role]
