# SPDX-License-Identifier: Apache-2.0
"""The judge against the table of README.md, told once more in words: what is said of a still board, and when.

Hands make a move in part or in whole, take one back, or only lift and put back, on many drawn
boards. The model knows what every hand did and reads facts off the results one by one; what
single results are on the way to is `Candidates`', which has a model of its own.
"""

from dice import Dice
from halfway import games, hops, likely, turns
from rig import Rig

from rules.game import HOME, NOBODY, TURN
from rules.moves import SWAP, parts
from rules.notation import position_text
from sense.candidates import Candidates
from sense.progress import PARTIAL, UNBEGUN, Progress
from sense.question import PREVIOUS, RIVAL, UNCHANGED
from sense.recognise import NOTHING
from sense.tuning import ERROR_MS, GO_ON_MS, SETTLE_MS, STALE_MS, THINK_MS

TURNS = 36
SLACK_MS = 150  # a judgement goes on for some scans
LONGER_MS = SETTLE_MS + GO_ON_MS
NEVER = (None, 0)
ENTERS = {  # where the pawns of each seat come from home (P2, L1, S1)
    "partners": (1, 16, 31, 46),
    "ludo": (1, 14, 27, 40),
    "sorry": (5, 20, 35, 50),
}


class Hands:
    """Hands at a table, and what the reeds told of them."""

    def __init__(self, rig, dice):
        self.rig = rig
        self.dice = dice
        self.told = []  # ("lift" or "place" or "dip", spot) that a reed saw, in order
        self.card = 0  # those before the card that do not count
        self.still_ms = rig.now_ms - 95  # the first scan
        self.card_ms = rig.now_ms

    def pause(self):
        self.rig.wait(70 + 5 * self.dice(20))

    def seen(self, spot):
        """Tell whether the reeds of a spot tell of one pawn more or less."""
        return spot >= self.rig.map.home or self.rig.counts[spot] == 1

    def tell(self, what, spot):
        """Note what a reed sees from the next scan on."""
        self.told.append((what, spot))
        self.still_ms = self.rig.now_ms + 5

    def lift(self, spot):
        if self.rig.counts[spot]:
            if self.seen(spot):
                self.tell("lift", spot)
            self.rig.take(spot)
            self.pause()

    def place(self, spot):
        if spot < self.rig.map.home or self.rig.counts[spot] < 4:
            self.rig.put(spot)
            if self.seen(spot):
                self.tell("place", spot)
            self.pause()

    def dip(self, spot):
        if self.rig.counts[spot] == 1 and spot < self.rig.map.home:
            self.tell("dip", spot)
            self.rig.take(spot)
            self.rig.wait(20)
            self.rig.put(spot)
            self.pause()

    def lay(self, results, patient=False, rivals=None):
        """Lay a card; who played with pawns long before it did not mean it."""
        rig = self.rig
        same = rig.recogniser.at_rest()
        long_ago = rig.now_ms - self.still_ms + 5 > STALE_MS
        self.card = len(self.told) if same and long_ago else 0
        rig.results = results
        self.card_ms = rig.now_ms
        rig.recogniser.offer(results, rig.now_ms, patient, rivals)

    def lifted(self, spot):
        return ("lift", spot) in self.told[self.card :]

    def dipped(self, spot):
        return ("dip", spot) in self.told[self.card :]

    def together(self, spots):
        """Tell whether two of some spots were empty at the same time since the card."""
        empty = set()
        for what, spot in self.told[self.card :]:
            if what == "lift" and spot in spots:
                empty.add(spot)
            elif what == "place":
                empty.discard(spot)
            if len(empty) > 1:
                return True
        return False


class Model:
    """What is known of the board that a table shows now, and what follows from it."""

    def __init__(self, hands, patient=False, rivals=None):
        rig = hands.rig
        self.hands = hands
        self.map = rig.map
        self.state = bytes(rig.state)
        self.before = rig.previous
        self.results = rig.results or None
        self.patient = patient
        self.rivals = rivals or []
        self.view = rig.recogniser._view
        self.candidates = Candidates(rig.map, self.view)
        self.progress = Progress(self.candidates)
        self.image = self.imaged(self.state)
        self.candidates.set(self.results, self.state, self.image)
        self.progress.look()
        self.n = len(self.results) if self.results else 0
        found = [i for i in range(self.n) if self.view.shows(self.imaged(self.results.state(i)))]
        self.found = found
        self.same = self.view.shows(self.image)
        self.shows_before = self.before is not None and self.view.shows(self.imaged(self.before))
        self.alike = (
            self.before is not None
            and self.before[:16] != self.state[:16]
            and self.imaged(self.before) == self.image
        )
        self.dark = rig.recogniser._log.marks[0] > 0  # hands may have done what nobody saw
        self.others = []  # what may still follow

    def imaged(self, state):
        return self.map.image(state, bytearray(self.map.size))

    def about(self, choice):
        """Return the groups of spots that a choice is about."""
        if choice == PREVIOUS:
            spots = set()
            for seat in range(4):
                one = sorted([self.map.spot(seat, p) for p in self.state[4 * seat : 4 * seat + 4]])
                two = sorted(
                    [self.map.spot(seat, p) for p in self.before[4 * seat : 4 * seat + 4]]
                )
                for spot in list(one):
                    if spot in two:
                        one.remove(spot)
                        two.remove(spot)
                spots.update(one + two)
            return [sorted(spots)]
        if self.is_swap(choice) and self.results.state(choice)[:16] == self.state[:16]:
            groups = []  # any two pawns of a colour that stand alone on the ring
            pawns = [place for place in self.state[:16] if place != NOBODY]
            for seat in range(4):
                four = [
                    p for p in self.state[4 * seat : 4 * seat + 4] if 0 < p <= self.map.game.ring
                ]
                four = [place for place in four if pawns.count(place) == 1]
                if len(four) > 1:
                    groups.append(four)
            return groups
        spots = []
        for way in hops(self.map, self.results.move(choice)):
            spots += way
        return [spots]

    def is_swap(self, choice):
        move = parts(self.results.move(choice))
        return bool(move) and move[0][0] == SWAP

    def unmoved(self, hurried):
        """The board looks like the position."""
        hands = self.hands
        lifts = [spot for what, spot in self.hands.told if what == "lift"]
        touched = self.alike and [s for s in self.about(PREVIOUS)[0] if s in lifts]
        if self.n == 1 and self.results.state(0)[:16] == self.state[:16] and not touched:
            return ("accept", SETTLE_MS) if hurried or not self.patient else NEVER
        exchanged = lifted = False
        silent = bool(touched)
        pawns = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        for choice in self.found + ([PREVIOUS] if self.alike else []):
            exchange = choice == PREVIOUS or self.is_swap(choice)
            if not exchange:
                starts = [way[0] for way in hops(self.map, self.results.move(choice))]
                hidden = [s for s in starts if s < self.map.home and pawns.count(s) > 1]
                silent = silent or len(hidden) == len(starts)
            elif choice != PREVIOUS and self.dark:
                silent = True
            for spots in self.about(choice):
                if exchange and hands.together(spots):
                    exchanged = True
                elif choice != PREVIOUS:
                    for spot in spots:
                        lifted = lifted or hands.lifted(spot)
                        lifted = lifted or (hands.dipped(spot) and not exchange)
        if exchanged:
            return "ask", SETTLE_MS
        if lifted:
            return "ask", ERROR_MS
        return ("ask", 0) if silent and hurried else NEVER

    def one(self, hurried):
        """The board looks like one result alone."""
        index = self.found[0]
        mine = self.results.state(index)
        progress = self.progress
        reached = progress.of(index)
        air = reached & PARTIAL
        followed = reached & UNBEGUN
        twin = bool(self.rivals)
        walks = False
        crossed = self.about(PREVIOUS)[0] if self.alike else []
        starts = [start for start, _ in hops(self.map, self.results.move(index))]
        crossing = [s for s in crossed if s in starts and self.came([s], sum(crossed) - s)]
        followed = followed or bool(crossing)
        self.others = [PREVIOUS] if crossing else []
        for k in range(self.n):
            if k == index or self.results.state(k)[:16] == mine[:16]:
                continue
            if progress.of(k) & PARTIAL:
                followed = True
                self.others.append(k)
            elif progress.sends_home(index) and progress.of(k, True):
                twin = True
                self.others.append(k)
            elif progress.beside(k, index) or self.aside(k) or self.exchanged_besides(k):
                followed = True
                self.others.append(k)
            elif (air and self.landed(k, index)) or self.parted(k, index) or self.unseen(k, index):
                followed = True
                self.others.append(k)
            elif progress.goes_on(index, k):
                walks = True
        if twin:
            return "ask", SETTLE_MS
        if followed:
            return "ask", ERROR_MS
        if air:
            ways = hops(self.map, self.results.move(index))
            onto = [way for way in ways if progress.joins(way[1]) and way[1] not in starts]
            landed = onto and all(self.dipped_since_lifted(*way) for way in onto)
            return "accept", SETTLE_MS if hurried else LONGER_MS if landed else ERROR_MS
        return "accept", LONGER_MS if walks and not hurried else SETTLE_MS

    def dipped_since_lifted(self, start, end):
        """Tell whether the reed of a spot has dipped since the pawn of another was lifted last."""
        told = self.hands.told[self.hands.card :]
        if ("lift", start) not in told:
            return False
        return ("dip", end) in told[len(told) - told[::-1].index(("lift", start)) :]

    def exchanged_besides(self, k):
        """Tell whether two that stand alone, one of which was lifted, may have changed places as well.

        Or one was put aside, and the other onto it.
        """
        if not self.is_swap(k):
            return False
        spots = hops(self.map, self.results.move(k))[0]
        missing = []
        self.map.differences(self.view.seen, self.image, missing, missing)
        pawns = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        unmoved = [s for s in spots if pawns.count(s) == 1 and s not in missing]
        up = [s for s in spots if self.hands.lifted(s)]
        if len(unmoved) == 1:
            return len(up) == 2 and self.came(spots, unmoved[0])
        return len(unmoved) == 2 and up != []

    def landed(self, k, index):
        """Tell whether a pawn of a result may have joined another one while a second rests where it has no business."""
        missing = []
        extra = []
        self.map.differences(self.view.seen, self.image, missing, extra)
        ways = hops(self.map, self.results.move(k))
        ends = [end for _, end in hops(self.map, self.results.move(index))]
        others = [s for s in extra if s not in [end for _, end in ways]]
        gone = [start for start, _ in ways if start in missing]
        if len(others) != 1 or others[0] >= self.map.home or len(gone) < 2:
            return False
        if set(missing) - set(gone) or len(missing + extra) != len(gone) + 1:
            return False
        state = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        taken = [end for _, end in ways if end < self.map.home and end in state]
        taken = [end for end in taken if end not in ends + missing + extra]
        return bool([start for start, end in ways if start in gone and end in taken])

    def unseen(self, k, index):
        """Tell whether one of a stack may have gone as a result has it, besides another result.

        Onto a taken space, when nothing tells that the rest was not made; or anywhere when that result takes one of another stack.
        """
        changed = []
        self.map.differences(self.view.seen, self.image, changed, changed)
        pawns = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        there = [s for s in pawns if s < self.map.home and s not in changed]
        ways = hops(self.map, self.results.move(k))
        mine = hops(self.map, self.results.move(index))
        starts = [start for start, _ in mine]
        from_stacks = [s for s in starts if there.count(s) > 1]
        made = not [
            way
            for way in ways
            if way not in mine
            and there.count(way[0]) < 2
            and not (self.dark or self.hands.lifted(way[0]))
        ]
        more = self.unseen_lifts() > len(from_stacks)
        for start, end in ways:
            if there.count(start) - starts.count(start) > 1:
                if (from_stacks and start not in starts) or (end in there and (made or more)):
                    return True
        return False

    def parted(self, k, index):
        """Tell whether a result sends a pawn home from beside the one that seems to have moved."""
        starts = [start for start, _ in hops(self.map, self.results.move(index))]
        pawns = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        starts = [s for s in starts if s <= self.map.game.ring and pawns.count(s) > 1]
        ways = hops(self.map, self.results.move(k))
        return bool(
            [end for start, end in ways if start in starts and self.map.home <= end < self.map.fin]
        )

    def aside(self, k):
        """Tell whether a pawn of a result may stand where one has come, and another of it on its space."""
        missing = []
        extra = []
        self.map.differences(self.view.seen, self.image, missing, extra)
        ways = hops(self.map, self.results.move(k))
        starts = [start for start, _ in ways]
        ends = [end for _, end in ways]
        if [s for s in extra if s >= self.map.home and s not in starts + ends]:
            return False
        extra = [s for s in extra if s < self.map.home]
        told = self.hands.told[self.hands.card :]
        came = max(
            [i for i in range(len(told)) if told[i][0] == "place" and told[i][1] in extra] + [0]
        )
        up = [spot for what, spot in told[:came] if what != "place"]
        pawns = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        alone = [s for s in starts if s in ends and s < self.map.home and pawns.count(s) == 1]
        there = [s for s in alone if s in up and s not in missing + extra]
        there = [s for s in there if self.others_left(ways, s, missing) >= max(1, len(extra))]
        astray = [spot for spot in extra if spot not in ends]
        return there and len(astray) < 2 and not [s for s in missing if s not in starts + ends]

    def others_left(self, ways, spot, missing):
        """Count the other pawns of a result that may have gone before a spot was taken last."""
        told = self.hands.told[self.hands.card :]
        taken = max([i for i in range(len(told)) if told[i][1] == spot])
        left = [told[i][1] for i in range(taken) if told[i][0] == "lift"]
        pawns = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        ends = [end for _, end in ways]
        count = 0
        for start, _ in ways:
            stack = start < self.map.home and pawns.count(start) > 1
            gone = start in left and (start >= self.map.home or start in ends + missing)
            count += start != spot and (stack or gone)
        return count

    def lost_sight(self, extra):
        """Tell whether who has come to one of some spots may not be who stood there before the last move."""
        for seat in range(4):
            now, then = (
                [self.map.spot(seat, place) for place in state[4 * seat : 4 * seat + 4]]
                for state in (self.state, self.before)
            )
            gone = sorted(spot for spot in now if now.count(spot) > then.count(spot))
            was = sorted(spot for spot in then if then.count(spot) > now.count(spot))
            for here, there in zip(gone, was):
                if there in extra and self.seen_to(here) != there:
                    return True
        return False

    def seen_to(self, spot):
        """Return where who stood on a spot stands, 0 when another was in the air as it was put down."""
        air = 0
        for what, at in self.hands.told:
            if what == "lift":
                air += 1
                spot = "hand" if at == spot else spot
            elif what == "place":
                if spot == "hand":
                    spot = at if air == 1 else 0
                air -= 1
        return spot

    def gone_back(self):
        """Return the spots that pawns leave when the last move is taken back."""
        out = []
        for seat in range(4):
            now, then = (
                [self.map.spot(seat, place) for place in state[4 * seat : 4 * seat + 4]]
                for state in (self.state, self.before)
            )
            out += [spot for spot in now if now.count(spot) > then.count(spot)]
        return out

    def seen_last(self, what, spot):
        """Return when something was told of a spot last since the card, -1 for never."""
        told = self.hands.told
        return max(
            [i for i in range(self.hands.card, len(told)) if told[i] == (what, spot)] + [-1]
        )

    def taken_over(self):
        """Return (where a seat's pawns have gone, spot of one of them that another seat's pawn took)."""
        gone, was = [], []
        for seat in range(4):
            now, then = (
                [self.map.spot(seat, place) for place in state[4 * seat : 4 * seat + 4]]
                for state in (self.state, self.before)
            )
            gone.append([spot for spot in now if now.count(spot) > then.count(spot)])
            was.append([spot for spot in then if then.count(spot) > now.count(spot)])
        out = []
        for seat in range(4):
            others = [spot for k in range(4) if k != seat for spot in gone[k]]
            out += [(gone[seat], spot) for spot in was[seat] if spot in others]
        return out

    def came(self, starts, end):
        """Tell whether a pawn was put down on a spot after one of others was lifted."""
        told = self.hands.told
        lifts = [i for i in range(len(told)) if told[i][0] == "lift" and told[i][1] in starts]
        return bool(lifts) and ("place", end) in told[lifts[0] :]

    def unseen_lifts(self):
        """Count the pawns that were put down though all that were seen to be lifted had been."""
        balance = [0]
        for what, _ in self.hands.told:
            balance.append(balance[-1] + {"lift": 1, "place": -1}.get(what, 0))
        return -min(balance)

    def back(self):
        """The board looks like the position before and no result."""
        if self.n:
            return "ask", ERROR_MS
        missing = []
        extra = []
        self.map.differences(self.view.seen, self.image, missing, extra)
        about = self.about(PREVIOUS)[0]
        told = self.hands.told
        busy = [spot for what, spot in told if what == "lift"]
        gone = [self.seen_last("lift", here) for here in self.gone_back()]
        busy += [told[i][1] for i in range(len(told)) if told[i][0] == "dip" and i > min(gone)]
        pawns = [
            self.map.spot(i >> 2, self.state[i]) for i in range(16) if self.state[i] != NOBODY
        ]
        stacks = [s for s in set(pawns) if s < self.map.home and pawns.count(s) > 1]
        unsure = (
            not extra  # a pawn may only have been taken up
            or (len(extra) > len(missing) and len(stacks) > 1)  # come from another stack
            or self.unseen_lifts()
            > max(0, len(extra) - len(missing))  # from a stack, not from there
            or min(missing + extra) >= self.map.home  # only homes tell of it
            or [  # who was sent home may have come in again
                seat
                for seat in range(4)
                if self.map.spot(seat, HOME) in missing
                and ENTERS[self.map.game.family][seat] in extra
            ]
            or [spot for spot in busy if spot not in about + extra]
            or [spot for gone, spot in self.taken_over() if not self.came(gone, spot)]
            or (self.taken_over() and self.lost_sight(extra))
        )
        return ("ask", ERROR_MS) if unsure else ("undo", SETTLE_MS)

    def expected(self, hurried):
        """Return (what is said, after which stillness in ms); None: nothing."""
        if self.same:
            return self.unmoved(hurried)
        if len(self.found) + self.shows_before > 1:
            air = [i for i in self.found if self.progress.of(i) & PARTIAL]
            return "ask", LONGER_MS if air else SETTLE_MS
        if self.found:
            return self.one(hurried)
        if hurried:
            return NEVER
        begun = [i for i in range(self.n) if self.progress.of(i) & PARTIAL]
        self.others = begun
        if self.shows_before:
            return self.back()
        if [i for i in begun if self.progress.lands(i)]:
            return "guide", ERROR_MS
        return "guide", THINK_MS if begun else ERROR_MS

    def asked(self):
        """Return what a question must name: (to be chosen, only named)."""
        choices = list(self.found)
        if self.same:
            choices += [PREVIOUS] if self.alike else []
            choices.append(UNCHANGED)
            others = []
        else:
            choices += [PREVIOUS] if self.shows_before else []
            others = list(self.others)
        others += [RIVAL - k for k in range(len(self.rivals))]
        return sorted(choices), sorted(others or ([UNCHANGED] if len(choices) == 1 else []))


def scenes(dice):
    """Yield hands at tables of played games, and the results of a card."""
    for game, _ in games():
        for state, results in turns(game, dice, TURNS, 2):
            if len(results) <= 40:
                yield Hands(Rig(position_text(game, state)), dice), results


def played(dice):
    """Yield hands at tables where a move has just been made, and the ways that take it back."""
    for hands, results in scenes(dice):
        rig = hands.rig
        i = dice(len(results))
        after = results.state(i)
        if after[TURN] != NOBODY:
            table = Rig(position_text(rig.game, after)).before(position_text(rig.game, rig.state))
            ways = [(end, start) for start, end in reversed(hops(rig.map, results.move(i)))]
            yield Hands(table, dice), ways


def handle(hands, ways, dice):
    """Make some ways (from spot, to spot), in one of the manners of hands."""
    manner = dice(6) if ways else 0
    if manner == 0:  # all in the air, then all down
        for start, _ in ways:
            hands.lift(start)
        for _, end in ways:
            hands.place(end)
    elif manner == 1:  # one after the other, the last stays in the hand
        for start, end in ways[:-1]:
            hands.lift(start)
            hands.place(end)
        hands.lift(ways[-1][0])
    elif manner == 2:  # lifted and put back
        for start, _ in ways:
            hands.lift(start)
        for start, _ in ways:
            hands.place(start)
    elif manner == 3:  # only straightened
        for start, end in ways:
            hands.dip(start)
            hands.dip(end)
    else:  # one after the other, from the last: who bumps takes the other pawn away first
        for start, end in reversed(ways):
            hands.lift(start)
            hands.place(end)
    if not dice(4):
        hands.dip(1 + dice(hands.rig.map.home - 1))
    if not dice(6):  # another pawn is put straight
        pawns = [spot for spot in range(1, hands.rig.map.home) if hands.rig.counts[spot]]
        if pawns:
            spot = pawns[dice(len(pawns))]
            hands.lift(spot)
            hands.place(spot)


def said_next(hands, limit_ms):
    """Wait; return (code, stillness) of the first thing that is said, NEVER when it is nothing."""
    rig = hands.rig
    end_ms = rig.now_ms + limit_ms
    while rig.now_ms < end_ms and not rig.out:
        rig.wait(50)
    if not rig.out:
        return NEVER
    at_ms, code, _ = rig.out[0]
    return code, at_ms - hands.still_ms


def check(hands, model, expected, said):
    """Compare what was said, and what is asked, answered or shown."""
    what, wait_ms = expected
    rig = hands.rig
    line = (position_text(rig.game, model.state), hands.told, expected, said)
    assert said[0] == what, line
    if what is not None:
        wait_ms = max(wait_ms, hands.card_ms - hands.still_ms)
        assert wait_ms <= said[1] < wait_ms + SLACK_MS, line
    if what == "accept":
        assert rig.state == model.results.state(model.found[0]) and not rig.recogniser.asked, line
    elif what == "ask":
        asked(hands, model, line)
    elif what == "guide":
        guided(hands, line)


def asked(hands, model, line):
    """The question names what it must, and the button takes what is shown."""
    rig = hands.rig
    question = rig.recogniser.question
    assert (sorted(question.choices), sorted(question.others)) == model.asked(), line
    shown = question.shown
    assert shown in question.choices
    rig.out = []
    rig.press()
    if shown >= 0:
        assert rig.said() == "accept" and rig.recogniser.asked, line
        assert rig.state == model.results.state(shown), line
    elif shown == UNCHANGED:
        assert rig.said() == "back" and rig.state == model.state, line
    else:
        assert rig.said() == "undo" and rig.state == model.before, line
    assert not question.choices and not question.others


def guided(hands, line):
    """Who does what the guide says, pawn by pawn, comes to a board that can be played on."""
    rig = hands.rig
    guide = rig.recogniser.guide
    rig.out = []
    for _ in range(8):
        if not rig.recogniser.guiding:
            break
        assert len(guide.missing) == len(guide.missing_spots) > 0, line
        assert len(guide.extra) == len(guide.extra_spots), line
        if guide.extra_spots:
            rig.take(guide.extra_spots[0]).wait(SETTLE_MS + 100)
        if rig.recogniser.guiding:
            wanted = guide.missing_spots[0]
            if wanted < rig.map.home and rig.counts[wanted]:
                return  # no reed tells when it has joined another
            rig.put(wanted).wait(ERROR_MS + 100)
    else:
        raise AssertionError((line, rig.out, guide.missing, guide.extra))
    assert rig.out and rig.out[-1][1] in ("back", "accept", "ask", "undo"), (line, rig.out)


def test_a_still_board_is_told_as_the_table_says():
    met = set()
    dice = Dice(41)
    for hands, results in scenes(dice):
        rig = hands.rig
        early = not dice(3)
        patient = not dice(5)
        if not early:
            hands.lay(results, patient)
        handle(hands, hops(rig.map, likely(results, dice)), dice)
        if early:
            if rig.recogniser.at_rest() and dice(2):
                rig.wait(STALE_MS + 500)
            rig.out = []
            hands.lay(results, patient)
        if not rig.out:
            model = Model(hands, patient)
            expected = model.expected(False)
            check(hands, model, expected, said_next(hands, THINK_MS + 1500))
            met.add(expected)
    assert met == {
        NEVER, ("accept", SETTLE_MS), ("accept", LONGER_MS), ("accept", ERROR_MS), ("ask", SETTLE_MS),
        ("ask", ERROR_MS), ("guide", ERROR_MS), ("guide", THINK_MS),
    }  # fmt: skip


def test_who_hurries_is_answered_when_the_board_has_settled():
    met = {}
    slices = 0
    dice = Dice(42)
    for hands, results in scenes(dice):
        rig = hands.rig
        patient = not dice(3)
        hands.lay(results, patient)
        handle(hands, hops(rig.map, likely(results, dice)), dice)
        if rig.out:
            continue
        model = Model(hands, patient)
        expected = model.expected(True)
        hands.card_ms = rig.now_ms  # the next card, or a button
        sure = expected[0] == "accept" and not model.same and model.expected(False)[1] == SETTLE_MS
        soon = (expected[0], SETTLE_MS // 2 if sure else SETTLE_MS) if expected != NEVER else NEVER
        if expected[0] == "accept" and not model.same:
            met["made"] = met.get("made", 0) + 1
        while not rig.recogniser.prepare(False):  # found in slices, scans go on
            slices += 1
            assert not rig.out
            rig.wait(5)
        assert not rig.recogniser.preparing()
        settled = rig.now_ms - hands.still_ms >= (SETTLE_MS // 2 if sure else SETTLE_MS) - 5
        assert settled or not hands.told  # there is nothing to wait for where nobody has moved
        if not settled:
            soon = (soon[0], 0) if soon != NEVER else NEVER
        rig.note(rig.recogniser.hurry())
        said = (rig.out[0][1], rig.out[0][0] - hands.still_ms) if rig.out else NEVER
        check(hands, model, soon, said)
        met[soon] = met.get(soon, 0) + 1
    keys = (NEVER, ("accept", SETTLE_MS // 2), ("accept", SETTLE_MS), ("ask", SETTLE_MS), "made")
    assert min([met[key] for key in keys]) > 5, met
    assert slices > 20


def prepared(rig, over):
    """Let the recogniser find what it will be asked, without a scan meanwhile; return whether it has."""
    for _ in range(200):
        if rig.recogniser.prepare(over):
            assert not rig.recogniser.preparing()
            return True
        if not rig.recogniser.preparing():
            return False  # it waits: a pawn may be in the hand
    raise AssertionError("no end")


def test_the_button_of_the_player_who_acts_uses_the_card_up():
    met = {}
    dice = Dice(46)
    for hands, results in scenes(dice):
        rig = hands.rig
        dark = not dice(3)  # nobody knows what hands did before
        if not dark:
            rig.recogniser.expect(rig.state, rig.now_ms)
        hands.lay(results, True)
        if dice(2):
            handle(hands, hops(rig.map, likely(results, dice)), dice)
        if rig.out:
            continue
        model = Model(hands, True)
        what = model.expected(True)[0]
        pawns = [spot for spot in range(1, rig.map.home) if rig.counts[spot] > 1]
        if what is None and model.same and model.found:
            resting = [i for i in model.found if results.state(i)[:16] == model.state[:16]]
            sure = len(model.found) == 1 or (not hands.told and not dark)
            if len(resting) == 1 and sure and not pawns:
                what = "accept"
                model.found = resting
            else:
                what = "ask"
        if not prepared(rig, True):
            assert rig.recogniser.done() == NOTHING, hands.told
            met["early"] = met.get("early", 0) + 1
            while not rig.recogniser.prepare(True):
                rig.wait(5)
        assert rig.now_ms - hands.still_ms >= SETTLE_MS // 2 - 5 or not hands.told
        if not rig.out:
            rig.note(rig.recogniser.done())
        assert (rig.out[0][1] if rig.out else None) == what, (
            position_text(rig.game, model.state),
            hands.told,
        )
        if what == "ask":
            question = rig.recogniser.question
            assert (sorted(question.choices), sorted(question.others)) == model.asked()
            if model.same and len(question.choices) > 1:
                assert question.shown != UNCHANGED  # whose button it is means some move
        elif what == "accept":
            assert rig.state == model.results.state(model.found[0])
        met[what] = met.get(what, 0) + 1
    assert min([met[what] for what in ("ask", "accept", None)]) > 5 and met["early"], met


def test_a_move_that_is_taken_back():
    met = {}
    dice = Dice(43)
    for hands, ways in played(dice):
        rig = hands.rig
        action = dice(len(rig.game.actions))
        results = rig.game.results(rig.state, action) if dice(3) == 0 else None
        if results and len(results) <= 40:
            hands.lay(results)
        handle(hands, ways, dice)
        if rig.out:
            continue
        model = Model(hands)
        expected = model.expected(False)
        check(hands, model, expected, said_next(hands, THINK_MS + 1500))
        key = (expected[0], bool(results))
        met[key] = met.get(key, 0) + 1
    for key in (("undo", False), ("ask", True), ("ask", False), ("guide", False), (None, True)):
        assert met[key] > 5, met


def test_a_result_that_looks_like_another_is_asked_about():
    met = {}
    dice = Dice(44)
    for hands, results in scenes(dice):
        rig = hands.rig
        index = dice(len(results))
        for i in range(len(results)):  # one that has rivals, where there is one
            if rig.recogniser.looks_like(results, i):
                index = i
        rivals = rig.recogniser.looks_like(results, index)
        results.only(index)
        hands.lay(results, False, rivals)
        handle(hands, hops(rig.map, results.move(0)), dice)
        if rig.out:
            continue
        model = Model(hands, False, rivals)
        expected = model.expected(False)
        check(hands, model, expected, said_next(hands, THINK_MS + 1500))
        key = (expected[0], bool(rivals))
        met[key] = met.get(key, 0) + 1
    assert met[("ask", True)] > 5 and met[("accept", False)] > 5, met


def test_what_the_game_may_ask_about_the_board():
    met = {True: 0, False: 0}
    dice = Dice(45)
    for hands, ways in played(dice):
        rig = hands.rig
        r = rig.recogniser
        before = rig.previous
        seats = range(4)
        four = [rig.state[4 * seat : 4 * seat + 4] for seat in seats]
        left = []  # places of the position before that stand empty of that colour now
        for seat in seats:
            for place in before[4 * seat : 4 * seat + 4]:
                if place not in (HOME, NOBODY) and place not in four[seat]:
                    left.append((seat, place))
        assert r.expected.ends_before() == left
        assert r.at_rest() and r.gone() == [] and not r.going_back()
        handle(hands, ways, dice)
        if rig.out:
            continue
        model = Model(hands)
        missing = []
        extra = []
        rig.map.differences(r._view.seen, model.image, missing, extra)
        assert r.at_rest() == (not missing and not extra)
        gone = []
        for seat in seats:
            for place in sorted(set(four[seat])):
                if place != NOBODY and rig.map.spot(seat, place) in missing:
                    gone.append((seat, place))
        assert r.gone() == gone
        come = []  # what the position before has more than the position
        rig.map.differences(model.imaged(before), model.image, [], come)
        about = model.about(PREVIOUS)[0]
        back = not r.at_rest() and not [spot for spot in missing if spot not in about]
        back = back and not [spot for spot in extra if spot not in come]
        assert r.going_back() == back
        met[back] += 1
    assert min(met.values()) > 20, met
    nothing = Rig(position_text(rig.game, rig.state))
    assert nothing.recogniser.expected.ends_before() == [] and not nothing.recogniser.going_back()
    nothing.take(nothing.map.spot(0, HOME)).wait(100)
    assert not nothing.recogniser.at_rest() and not nothing.recogniser.going_back()


def test_faulty_reeds_are_named_by_their_places():
    rig = Rig("sorry red:h,h,20,z5 blue:h,h,h,f yellow:h,h,h,40 green:h,h,h,h turn=blue")
    debounce = rig.debounce
    assert rig.recogniser.faulty(debounce) == []
    for spot, slot, kind in ((21, 0, debounce.masked), (41, 0, debounce.restless),
                             (9, 0, debounce.masked), (rig.map.home + 1, 3, debounce.restless)):  # fmt: skip
        bit = rig.map.bits(spot)[slot]
        kind[bit >> 3] |= 1 << (bit & 7)
    told = sorted(rig.recogniser.faulty(debounce))
    assert told == ["blue:h", "red:20", "red:8", "yellow:40"]
