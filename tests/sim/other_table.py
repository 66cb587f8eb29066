# SPDX-License-Identifier: Apache-2.0
"""The hands of `other_hands` at the whole simulated table, turn after turn, with a judge.

They also lay the next card at once, play before the card is laid, lift it early, press the button
at once, and get into the trouble of `ways_out.py`. `judged_table.py` counts what comes of it.
"""

from __future__ import annotations

import random
from typing import Any

from judged_table import DeadEndError, JudgedTable, Tally
from other_hands import OtherHands
from pawns import is_swap, looks_of, standing
from ways_out import WaysOut

_PATIENCE_MS = 12_000
_RARE = ("7", "swap", "11", "1/14", "sorry")  # actions that are chosen more often


class OtherTable:
    """A table in use by these hands.

    Args:
        rulebook: its id.
        seed: decides position, cards, hands and contacts.
        log: called with one line per thing that happens, for a replay.
    """

    def __init__(self, rulebook: str, seed: int, log: Any = None) -> None:
        self.table = JudgedTable(rulebook, seed, log)
        self._ways = WaysOut(self.table)
        self._before: bytes | None = None

    @property
    def _chance(self) -> random.Random:
        return self.table.chance

    # -- cards ------------------------------------------------------------------------------------

    def _choose(self) -> tuple[int, list[Any]] | None:
        """Return a playable action and its results, the rarer kinds more often."""
        game = self.table.game
        actions = list(range(len(game.actions)))
        self._chance.shuffle(actions)
        actions.sort(key=lambda a: game.actions[a] not in _RARE or self._chance.random() < 0.5)
        for action in actions:
            if not self._copy(action):
                continue
            results = game.results(self.table.state, action)
            if any(move for _, move in results):
                return action, results
        return None

    def _copy(self, action: int) -> int:
        """Return a copy of a card that may still be played, 0 for none."""
        game = self.table.game
        if not game.hand:
            return 1
        name, copies = game.actions[action], range(1, game.deck[action] + 1)
        return next((copy for copy in copies if (name, copy) not in self.table.played), 0)

    def _lay(self, action: int) -> None:
        """Lay a card until it is taken; answer what still stands in its way."""
        table = self.table
        name = table.game.actions[action]
        copy = self._copy(action)
        for _ in range(5):
            table.do(do="nocard")
            table.run(self._chance.choice((60, 300)))
            table.do(do="card", card=name, copy=copy)
            for _ in range(4):
                event = table.wait_for(1500, "card", "refused", "ask")
                if event is None or event["event"] != "ask":
                    break
            if event is not None and event.get("card") == name:
                return
            table.run(2500)
        raise DeadEndError(f"{table.where()}: card {name} is not taken: {table.events[-3:]}")

    # -- a turn -----------------------------------------------------------------------------------

    def turn(self) -> None:
        """Play one turn of some kind."""
        table, game = self.table, self.table.game
        table.manners = []
        table.skip_events()
        chosen = self._choose()
        if chosen is None:
            raise StopIteration
        action, results = chosen
        table.tally.turns += 1
        lively = [r for r in results if r[1] and bytes(r[0][:16]) != table.state[:16]]
        wanted, move = self._chance.choice(lively or results)
        wanted, move = bytes(wanted), bytes(move)
        table.log(f"-- turn {table.tally.turns}: {game.actions[action]} {move.hex()}")
        looks = looks_of(game, [*(state for state, _ in results), self._before])
        hands = OtherHands(self._chance, game, table.state, looks)
        acts = hands.script(move)
        table.manners = hands.manners
        kind = self._chance.random()
        if kind < 0.1:
            table.manners.append("before the card")
            cut = self._chance.randint(1, len(acts))
            table.perform(acts[:cut])
            table.run(self._chance.choice((50, 700)))
            self._lay(action)
            table.perform(acts[cut:])
        else:
            self._lay(action)
            if self._chance.random() < 0.2:
                table.do(do="nocard")
            if kind < 0.2:
                self._ways.mess()
                self._before = None
                table.sync()
                return
            table.perform(acts)
        if kind > 0.8 and self._hasty(wanted, move):
            self._before = table.state
            table.sync()
            return
        how = self._finish(wanted, move)
        self._count(is_swap(move) or game.actions[action] == "sorry", how)
        if how == "lost":
            # Putting back a swap that no reed has seen would look like the swap itself.
            self._ways.lead_out("move not accepted", "table" if is_swap(move) else "")
        elif self._chance.random() < 0.1 and wanted[:16] != table.state[:16]:
            self._ways.take_back(table.state, wanted)
        self._before = table.state
        table.sync()

    def _count(self, exchange: bool, how: str) -> None:
        tally = self.table.tally
        tally.exchanges += exchange
        if how == "asked":
            tally.asked_exchanges += exchange
            tally.asked += not exchange

    def _hasty(self, wanted: bytes, move: bytes) -> bool:
        """Lay the next card at once; return whether that has ended the move."""
        table = self.table
        if is_swap(move) or wanted[:16] == table.state[:16]:
            return False
        table.manners.append("hasty")
        table.run(self._chance.choice((20, 60, 150, 400)))
        table.do(do="nocard")
        table.run(20)
        action = self._chance.randrange(len(table.game.actions))
        table.do(do="card", card=table.game.actions[action], copy=self._copy(action) or 1)
        event = table.wait_for(1800, "accepted", "ask", "refused")
        if event is None or event["event"] != "accepted":
            if event is not None and event["event"] == "ask":
                table.read_again()
            table.do(do="nocard")
            return False
        table.tally.early += 1
        table.run(400)
        if table.phase() == "move":
            table.hold()
        table.do(do="nocard")
        table.run(900)
        return True

    # -- until the move is accepted ---------------------------------------------------------------

    def _finish(self, wanted: bytes, move: bytes) -> str:
        """Wait until the table has understood; answer its questions."""
        table = self.table
        colour = str(table.game.colours[table.state[16]])
        if self._chance.random() < 0.2:
            table.manners.append("button at once")
            table.run(self._chance.choice((150, 400)))
            if not any(e["event"] in ("ask", "accepted") for e in table.unread()):
                table.press(colour)
        silent = wanted[:16] == table.state[:16] or is_swap(move)
        asked = pressed = False
        for _ in range(14):
            patience_ms = 2500 if silent and not pressed else _PATIENCE_MS
            event = table.wait_for(patience_ms, "accepted", "ask")
            if event is None:
                if pressed:
                    break
                pressed = True
                table.press(colour)
            elif event["event"] == "accepted":
                if table.position(event["position"])[:16] != wanted[:16] and event["asked"]:
                    table.tally.wrong.append(f"{table.where()}: asked, then {event}")
                return "asked" if asked else "accepted"
            elif table.phase() == "ask":  # else the hands have gone on since
                asked = True
                if not self._answer(event, wanted, colour):
                    break
        table.tally.lost.append(f"{table.where()}: {move.hex()} {table.events[-2:]}")
        table.log("LOST")
        return "lost"

    def _answer(self, ask: dict[str, Any], wanted: bytes, colour: str) -> bool:
        """Answer a question; False when the move made is none of its choices."""
        table, game = self.table, self.table.game
        table.run(self._chance.choice((300, 900)))
        choices = [table.position(line)[:16] for line in ask["choices"]]
        if wanted[:16] not in choices and len(choices) < 8:  # else it is reached by lifting
            # The question is perhaps older than the last pawn that came: let the board settle.
            table.run(1500)
            return table.phase() != "ask"
        if choices[0] == wanted[:16]:
            table.press(colour)
            return True
        mine = standing(game, wanted)
        shown = standing(game, choices[0] + wanted[16:])
        old = standing(game, table.state)
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
                table.do(do="lift", colour=name, at=place)
                table.run(400)
                table.do(do="place", colour=name, at=place)
                table.run(250)
            if pointed:
                return True
        return False


def play(rulebook: str, seed: int, turns: int, log: Any = None) -> Tally:
    """Play some turns of one seed and return what was seen."""
    hands = OtherTable(rulebook, seed, log)
    table = hands.table
    try:
        for _ in range(turns):
            try:
                hands.turn()
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
