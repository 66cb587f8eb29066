# SPDX-License-Identifier: Apache-2.0
"""The hands of `other_hands` at the whole simulated table, turn after turn, with a judge.

The judge knows where every coloured pawn stands at every moment: an accepted position must be
that one. What the table did is counted in `Tally`; every failure names what replays it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from other_hands import Act, OtherHands, look, standing

from tavle.sim.contract import Contract
from tavle.sim.session import Session, Wish

_PATIENCE_MS = 12_000
_TURNS_BEFORE = 120


@dataclass
class Tally:
    """What was seen.

    Attributes:
        turns: moves made by hands.
        swaps: of them, swaps of two pawns.
        asked: of the others, those the table asked about.
        asked_swaps: of the swaps, those it asked about.
        early: moves ended by the next card at once.
        undone: moves taken back by hand and found so.
        rescues: messes that had to be led out of.
        wrong: accepted positions that were not on the board.
        dead: situations without a way out.
        lost: moves made that were not accepted until a button was pressed or cards withdrawn.
    """

    turns: int = 0
    swaps: int = 0
    asked: int = 0
    asked_swaps: int = 0
    early: int = 0
    undone: int = 0
    rescues: int = 0
    wrong: list[str] = field(default_factory=list)
    dead: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add what another one has seen."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


class DeadEndError(AssertionError):
    """No way led on from here."""


def middle(rulebook: str, seed: int) -> str:
    """Return a position line some random turns into a game."""
    from rules import load
    from rules.notation import position_text

    chance = random.Random(seed)
    game = load(rulebook)
    while True:
        state = bytes(game.new())
        for _ in range(chance.randrange(_TURNS_BEFORE)):
            results = game.results(state, chance.randrange(len(game.actions)))
            if results and chance.random() < 0.5:  # a board with few pawns at home is harder
                state = bytes(min(results, key=lambda r: r[0][:16].count(0))[0])
            else:
                state = bytes(chance.choice(results)[0] if results else game.skip(state))
        if not state[17]:
            return str(position_text(game, state))


class OtherTable:
    """A table in use by these hands.

    Args:
        rulebook: its id.
        seed: decides position, cards, hands and contacts.
        log: called with one line per thing that happens, for a replay.
    """

    def __init__(self, rulebook: str, seed: int, log: Any = None) -> None:
        from rules.parse import parse_position

        self._parse = parse_position
        self._log = log or (lambda _text: None)
        self._name = f"{rulebook} seed {seed}"
        self.chance = random.Random(seed * 7919 + 5)
        self.session = Session(Wish(rulebook, position=middle(rulebook, seed), seed=seed))
        self._do_command = Contract(self.session).handle
        if not self.session.until_ready():
            raise DeadEndError(f"{self._name}: not ready")
        self.session.world.faults.bounce = seed % 2 == 1
        self.tally = Tally()
        self.game = self.session.world.game
        self.state = b""
        self.before: bytes | None = None
        self.events: list[dict[str, Any]] = []
        self._read = 0
        self._acts: list[Act] = []
        self._manners: list[str] = []
        self._card = ("", 0)
        self._played: set[tuple[str, int]] = set()  # since the dealer gathered the cards
        self._sync()

    def close(self) -> None:
        """Pull the plug."""
        self.session.close()

    # -- talking ----------------------------------------------------------------------------------

    def _do(self, **command: Any) -> dict[str, Any]:
        self._log(f"{self.session.now_ms} {command}")
        answer = self._do_command(command)
        if not answer["ok"]:
            raise AssertionError(f"{self._name}: the hands cannot do that: {answer['error']}")
        self._pull()
        return answer

    def _run(self, ms: float) -> None:
        self.session.run_ms(ms)
        self._pull()

    def _pull(self) -> None:
        """Take new events; no pawn has moved since the last time."""
        for event in self.session.events:
            self._log(f"    {event}")
            self.events.append(event)
            if event["event"] == "accepted":
                self._judge(event)
                self._played.add(self._card)
            elif event["event"] == "undone":
                self._played.discard(self._card)
            elif event["event"] == "card":
                self._card = (event["card"], event.get("copy", 0))
            elif event["event"] == "round" and event["deal"] == 1:
                self._played.clear()
        self.session.events.clear()

    def _judge(self, event: dict[str, Any]) -> None:
        told = standing(self.game, self._parse(event["position"])[1])
        real = {c: sorted(p) for c, p in self.session.world.where().items()}
        if event["move"] != "-" and told != real:
            note = f"{self._where()}: accepted {event} with {real}"
            self.tally.wrong.append(note)
            self._log("WRONG " + note)

    def _where(self) -> str:
        return f"{self._name} turn {self.tally.turns} ({', '.join(self._manners)})"

    def _look(self) -> dict[str, Any]:
        return self._do(do="state")

    def _sync(self) -> None:
        """Take over what the table believes."""
        self.state = bytes(self._parse(self._look()["firmware"])[1])

    def _next(self, *names: str) -> dict[str, Any] | None:
        """Return the next unread event of these names."""
        while self._read < len(self.events):
            event = self.events[self._read]
            self._read += 1
            if event["event"] in names:
                return event
        return None

    def _await(self, ms: float, *names: str) -> dict[str, Any] | None:
        waited = 0
        while True:
            event = self._next(*names)
            if event is not None or waited >= ms:
                return event
            self._run(40)
            waited += 40

    # -- cards ------------------------------------------------------------------------------------

    def _colour(self, state: bytes) -> str:
        return str(self.game.colours[state[16]])

    def _choose(self) -> tuple[int, list[Any]] | None:
        """Return a playable action and its results, the rarer kinds more often."""
        actions = list(range(len(self.game.actions)))
        self.chance.shuffle(actions)
        actions.sort(key=lambda a: self.game.actions[a] not in ("7", "swap", "11", "1/14", "sorry")
                     or self.chance.random() < 0.5)  # fmt: skip
        for action in actions:
            if not self._copy(action):
                continue
            results = self.game.results(self.state, action)
            if any(move for _, move in results):
                return action, results
        return None

    def _copy(self, action: int) -> int:
        """Return a copy of a card that may still be played, 0 for none."""
        if not self.game.rulebook.startswith("partners"):
            return 1
        name = self.game.actions[action]
        free = [k for k in range(1, self.game.deck[action] + 1) if (name, k) not in self._played]
        return free[0] if free else 0

    def _lay(self, action: int) -> None:
        """Lay a card until it is taken; answer what still stands in its way."""
        name = self.game.actions[action]
        copy = self._copy(action)
        for _ in range(5):
            self._do(do="nocard")
            self._run(self.chance.choice((60, 300)))
            self._do(do="card", card=name, copy=copy)
            for _ in range(4):
                event = self._await(1500, "card", "refused", "ask")
                if event is None or event["event"] != "ask":
                    break
            if event is not None and event.get("card") == name:
                return
            self._run(2500)
        raise DeadEndError(f"{self._where()}: card {name} is not taken: {self.events[-3:]}")

    # -- a turn -----------------------------------------------------------------------------------

    def turn(self) -> None:
        """Play one turn of some kind."""
        self._manners = []
        self._read = len(self.events)
        chosen = self._choose()
        if chosen is None:
            raise StopIteration
        action, results = chosen
        self.tally.turns += 1
        lively = [r for r in results if r[1] and bytes(r[0][:16]) != self.state[:16]]
        wanted, move = self.chance.choice(lively or results)
        wanted, move = bytes(wanted), bytes(move)
        self._log(f"-- turn {self.tally.turns}: {self.game.actions[action]} {move.hex()}")
        looks = {look(standing(self.game, state)) for state, _ in results}
        if self.before is not None:
            looks.add(look(standing(self.game, self.before)))
        hands = OtherHands(self.chance, self.game, self.state, looks)
        acts = hands.script(move, self.state)
        self._manners = hands.manners
        kind = self.chance.random()
        if kind < 0.1:
            self._manners.append("before the card")
            cut = self.chance.randint(1, len(acts))
            self._perform(acts[:cut])
            self._run(self.chance.choice((50, 700)))
            self._lay(action)
            self._perform(acts[cut:])
        else:
            self._lay(action)
            if self.chance.random() < 0.2:
                self._do(do="nocard")
            if kind < 0.2:
                self._mess(action)
                self._sync()
                return
            self._perform(acts)
        if kind > 0.8 and self._hasty(wanted, move):
            self.before = self.state
            self.state = wanted
            self._sync()
            return
        how = self._finish(wanted, move)
        self._count(move, how)
        if how == "lost":
            # Putting back a swap that no reed has seen would look like the swap itself.
            self._lead_out("move not accepted", "table" if move[0] & 15 == 3 else "")
        elif self.chance.random() < 0.1 and wanted[:16] != self.state[:16]:
            self._take_back(acts, self.state, wanted)
        self.before = self.state
        self._sync()

    def _perform(self, acts: list[Act]) -> None:
        began = self.session.now_ms - (acts[0].t_ms if acts else 0)
        for act in acts:
            wait = began + act.t_ms - self.session.now_ms
            if wait > 0:
                self._run(wait)
            self._do(do=act.do, colour=act.colour, at=act.at)

    def _hasty(self, wanted: bytes, move: bytes) -> bool:
        """Lay the next card at once; return whether that has ended the move."""
        if move[0] & 15 == 3 or wanted[:16] == self.state[:16]:
            return False
        self._manners.append("hasty")
        self._run(self.chance.choice((20, 60, 150, 400)))
        self._do(do="nocard")
        self._run(20)
        action = self.chance.randrange(len(self.game.actions))
        self._do(do="card", card=self.game.actions[action], copy=self._copy(action) or 1)
        event = self._await(1800, "accepted", "ask", "refused")
        if event is None or event["event"] != "accepted":
            if event is not None and event["event"] == "ask":
                self._read -= 1
            self._do(do="nocard")
            return False
        self.tally.early += 1
        self._run(400)
        if self._look()["phase"] == "move":
            self._do(do="press", button="table", ms=2300)
        self._do(do="nocard")
        self._run(900)
        return True

    def _finish(self, wanted: bytes, move: bytes) -> str:
        """Wait until the table has understood; answer its questions."""
        colour = self._colour(self.state)
        if self.chance.random() < 0.2:
            self._manners.append("button at once")
            self._run(self.chance.choice((150, 400)))
            if not any(e["event"] in ("ask", "accepted") for e in self.events[self._read :]):
                self._do(do="press", button=colour, ms=90)
        asked = pressed = False
        for _ in range(14):
            silent = wanted[:16] == self.state[:16] or move[0] & 15 == 3
            event = self._await(
                2500 if silent and not pressed else _PATIENCE_MS, "accepted", "ask"
            )
            if event is None:
                if pressed:
                    break
                pressed = True
                self._do(do="press", button=colour, ms=90)
            elif event["event"] == "accepted":
                got = bytes(self._parse(event["position"])[1])
                if got[:16] != wanted[:16] and event["asked"]:
                    self.tally.wrong.append(f"{self._where()}: asked, then {event}")
                return "asked" if asked else "accepted"
            elif self._look()["phase"] == "ask":  # else the hands have gone on since
                asked = True
                if not self._answer(event, wanted, colour):
                    break
        self.tally.lost.append(f"{self._where()}: {move.hex()} {self.events[-2:]}")
        self._log("LOST")
        return "lost"

    def _answer(self, ask: dict[str, Any], wanted: bytes, colour: str) -> bool:
        """Answer a question; False when the move made is none of its choices."""
        self._run(self.chance.choice((300, 900)))
        choices = [bytes(self._parse(line)[1][:16]) for line in ask["choices"]]
        if wanted[:16] not in choices:
            return False
        if choices[0] == wanted[:16]:
            self._do(do="press", button=colour, ms=90)
            return True
        mine = standing(self.game, wanted)
        shown = standing(self.game, choices[0] + wanted[16:])
        old = standing(self.game, self.state)
        # Pawns only the wanted choice has moved; else one that both have moved, for the next.
        for far in (shown, {c: [] for c in old}):
            pointed = [
                (name, place)
                for name, places in mine.items()
                for place in places
                if place not in far[name] + old[name]
                and place != "h"
                and sum(p.count(place) for p in mine.values()) == 1
            ]
            for name, place in pointed if far is shown else pointed[:1]:
                self._do(do="lift", colour=name, at=place)
                self._run(400)
                self._do(do="place", colour=name, at=place)
                self._run(250)
            if pointed:
                return True
        return False

    def _count(self, move: bytes, how: str) -> None:
        swap = bool(move) and move[0] & 15 == 3
        self.tally.swaps += swap
        if how == "asked":
            self.tally.asked_swaps += swap
            self.tally.asked += not swap

    # -- trouble ----------------------------------------------------------------------------------

    def _take_back(self, acts: list[Act], old: bytes, new: bytes) -> None:
        """Put the pawns of an accepted move back by hand; the table must say so."""
        if self.events and self.events[-1]["event"] in ("won", "round"):
            return
        self._manners.append("taken back")
        self._run(self.chance.choice((200, 1500, 6000)))
        self._restore(old)
        event = self._await(8000, "undone")
        self._sync()
        if self.state[:16] == old[:16]:
            self.tally.undone += 1
        elif event is None and old[:16] != new[:16]:
            self._lead_out("take-back not understood")
            return
        phase = self._look()["phase"]
        if phase == "move":
            self._do(do="press", button="table", ms=2300)
            self._run(300)
        self._must_play_on("take-back")

    def _mess(self, action: int) -> None:
        """Put pawns anywhere, then find the way out in one of several ways."""
        self._manners.append("mess")
        world = self.session.world.where()
        movable = [(c, p) for c, places in world.items() for p in places]
        for colour, place in self.chance.sample(movable, self.chance.choice((1, 2, 3))):
            self._do(do="lift", colour=colour, at=place)
            self._run(self.chance.choice((80, 400)))
            if self.chance.random() < 0.8:
                spot = str(self.chance.randrange(self.game.ring))
                self._do(do="place", colour=colour, at=spot)
            self._run(self.chance.choice((150, 900)))
        self._run(self.chance.choice((300, 2000, 8000)))
        self._lead_out("mess")

    def _lead_out(self, why: str, way: str = "") -> None:
        """Leave by one of the ways promised; whatever was accepted meanwhile counts as said."""
        self.tally.rescues += 1
        way = way or self.chance.choice(("restore", "restore", "table", "guide"))
        self._manners.append("out by " + way)
        if way == "guide":
            self._follow()
        if way == "table":
            self._do(do="press", button="table", ms=2300)
            self._run(400)
        for _ in range(3):
            self._restore(bytes(self._parse(self._look()["firmware"])[1]))
            self._run(2600)
            phase = self._look()["phase"]
            if phase == "ask":  # what stands there was asked about: the referee withdraws it
                self._do(do="press", button="table", ms=2300)
                self._run(400)
        if self._look()["phase"] == "move":
            self._do(do="press", button="table", ms=2300)
            self._run(400)
        self._must_play_on(why)

    def _follow(self) -> None:
        """Do what the lights of the guide say, one pawn at a time."""
        for _ in range(24):
            self._run(3500)
            if self._look()["phase"] != "guide":
                return
            guide = [e for e in self.events if e["event"] == "guide"][-1]
            world = self.session.world.where()
            held = [c for c, places in world.items() if "hand" in places]
            target = guide["missing"][0] if guide["missing"] else ""
            colour = target.partition(":")[0]
            if guide["extra"]:
                owner, _, place = guide["extra"][0].partition(":")
                spaces = self.session.world.spaces
                bits = spaces.bits(spaces.seat(owner), place)
                there = [c for bit in bits for c in self.session.world.pawns_on(bit)]
                if not there:
                    return
                who = owner if owner in there else there[0]
                self._do(do="lift", colour=who, at=f"{owner}:{place}")
                self._run(450)
                if not target:
                    held.append(who)
            elif held:
                who = colour if colour in held else held[0]
            else:
                return
            if target:
                command = {"do": "place", "colour": who, "at": target}
                if not self._do_command(command)["ok"]:
                    return  # strangers fill that home: put them back another way
                self._pull()

    def _restore(self, state: bytes) -> None:
        """Put every pawn where a position has it."""
        wrong = []
        for colour, places in self.session.world.where().items():
            wanted = standing(self.game, state)[colour]
            for place in places:
                if place in wanted:
                    wanted.remove(place)
                else:
                    wrong.append((colour, place))
        for colour, place in wrong:
            if place != "hand":
                self._do(do="lift", colour=colour, at=place)
                self._run(self.chance.choice((90, 300)))
        for colour, places in self.session.world.where().items():
            wanted = standing(self.game, state)[colour]
            for place in places:
                if place in wanted:
                    wanted.remove(place)
            for place in wanted:
                self._do(do="place", colour=colour, at=place)
                self._run(self.chance.choice((120, 400)))

    def _must_play_on(self, why: str) -> None:
        """Check that the table waits for a card with the pawns as it believes them."""
        self._run(1500)
        answer = self._look()
        told = standing(self.game, self._parse(answer["firmware"])[1])
        real = {c: sorted(p) for c, p in answer["world"].items()}
        if answer["phase"] not in ("card", "deal", "over") or told != real:
            note = f"{self._where()}: after {why} {answer['phase']}, {told}, {real}"
            self.tally.dead.append(note)
            self._log("DEAD " + note)
            raise DeadEndError(note)
        self.before = None


def play(rulebook: str, seed: int, turns: int, log: Any = None) -> Tally:
    """Play some turns of one seed and return what was seen."""
    table = OtherTable(rulebook, seed, log)
    try:
        for _ in range(turns):
            try:
                table.turn()
            except StopIteration:
                break
            except DeadEndError as error:
                if not table.tally.dead:
                    table.tally.dead.append(str(error))
                break
            if table.state[17]:
                break
        if table.session.target.complaints or table.session.noise:
            table.tally.dead.append(f"{rulebook} seed {seed}: {table.session.noise}")
    finally:
        table.close()
    return table.tally
