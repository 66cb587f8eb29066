// SPDX-License-Identifier: Apache-2.0
/** What to do next, in one sentence, and why something was refused: always in the same place. */

import { areaOf, turnOf, worldOf } from "./gestures.js";
import { cardName } from "./board.js";
import { events, has, listed, say } from "./text.js";

const TOLD_MS = 9000; // news is read by then
const READ_MS = 5000; // so long a refusal is read, whatever others do

const BREATH_MS = 400; // a refusal of the table and what it came with are told within it

/** Tell whether cards are played from this page: on the table of the page, or on a real one. @param {object} view */
export const plays = (view) => view?.mode === "play" || view?.mode === "hands";

/**
 * The situation of the table in sentences.
 * @typedef {{tone: string, colour: string, title: string, hint: string, actions: string[], args: object}} Situation
 */

/** Return a reason in people's words; what has none is what the simulator says. @param {string} word @param {object} [args] */
export const reasonOf = (word, args) => (has(`why.${word}`) ? say(`why.${word}`, args) : say("why.simulator", { error: word }));

export class Headline {
  /** @param {{places: () => import("./places.js").Places, gestures: import("./gestures.js").Gestures, hands: () => object, seat: () => string, last: () => string}} page */
  constructor(page) {
    this.page = page;
    /** Why something was refused: the machine word, when, whose turn it was, and whether the table said so. */
    this.why = ["", 0];
    this.guide = { missing: [], extra: [] };
    this.faults = new Map();
    /** What works again, and when that was told. */
    this.news = ["", 0];
    this.moment = ""; // whose turn it was, and what for
  }

  /** Forget what was said: another table is shown. */
  reset() {
    this.why = ["", 0];
    this.guide = { missing: [], extra: [] };
    this.faults.clear();
    this.news = ["", 0];
  }

  /** @param {object} event of the table */
  hear(event) {
    const kind = event.event;
    if (kind === "refused" && event.reason !== "withdrawn") this.refuse(event.reason, true);
    // A fold that is refused for a card that can be played, and that card, come in one breath.
    else if (kind === "card") this.over(this.reading());
    else if (kind === "rolled" || events[kind]?.changes.includes("position")) this.over(this.reading(), 0);
    if (kind === "guide") this.guide = event;
    // What the table refused is put right then. A pawn that this page put back has put it right too, and explains nothing.
    if (kind === "guide" && !event.missing.length && !event.extra.length && this.why[3]) this.why = ["", 0];
    if (kind === "fault") {
      if (event.over) this.faults.delete(event.part);
      else this.faults.set(event.part, event.text);
      this.news = [event.over ? event.part : "", performance.now()];
    }
  }

  /**
   * @param {string} word machine word of a reason
   * @param {boolean} [told] whether the table said it, not this page
   * @param {object} [args] of its sentence
   */
  refuse(word, told = false, args = {}) {
    this.why = [word, performance.now(), { colour: turnOf(this.page.view?.firmware), world: worldOf(this.page.view?.pawns ?? []), ...args }, told];
  }

  /** Something was done: an old refusal has been understood. */
  moved() {
    this.over(0);
  }

  /**
   * Forget what was refused.
   * @param {number} page_ms unless this page refused it within so long
   * @param {number} [table_ms] ... or the table
   */
  over(page_ms, table_ms = BREATH_MS) {
    if (performance.now() - this.why[1] >= (this.why[3] ? table_ms : page_ms)) this.why = ["", 0];
  }

  /** Return for how long what this page refused stays: what others do is no answer to it. */
  reading() {
    const { party, firmware } = this.page.view ?? {};
    return party && !this.here(party, turnOf(firmware)) ? READ_MS : 0;
  }

  /** Return why the last thing was refused, in people's words. */
  reason() {
    const [word, when, args] = this.why;
    if (!word || performance.now() - when > 4 * TOLD_MS) return "";
    return reasonOf(word, args);
  }

  /** Return what works again, in a sentence, for as long as that is news. */
  good() {
    const [part, when] = this.news;
    return part && performance.now() - when < TOLD_MS ? say(`mended.${part}`) : "";
  }

  /** @param {object} view @returns {Situation} */
  situation(view) {
    const colour = turnOf(view.firmware);
    // What was refused in a turn is over with it.
    const moment = `${colour} ${view.party?.stage}`;
    if (moment !== this.moment) this.over(this.reading());
    this.moment = moment;
    const basic = (tone, key, args = {}, hint = "", actions = []) => ({
      tone, colour, title: say(`head.${key}`, { colour, ...args }), hint: hint === "last" ? this.page.last() : hint && say(`hint.${hint}`, { colour, ...args }), actions, args,
    });
    if (["off", "starting", "silent", "cable"].includes(view.phase)) return basic("wait", view.phase, {}, view.phase === "off" ? "off" : "");
    // A game is chosen, or has just begun: nobody sits yet.
    if ((view.mode === "lobby" || view.mode === "play") && !view.party) return basic("wait", "starting");
    if (view.paused) return basic("wait", "paused", {}, "paused");
    if (view.phase === "fault") {
      const part = [...this.faults.keys()][0] ?? "sensor";
      return basic("fix", `fault-${part}`, {}, `fault-${part}`);
    }
    // Without its reader a table that waits for a card waits for ever.
    if (this.faults.get("reader") !== undefined && ["card", "deal", "fold"].includes(view.phase)) return basic("fix", "fault-reader", {}, "fault-reader");
    if (view.phase === "setup") return this.setup(view, basic);
    const won = / winner=([\w+]+)/.exec(view.firmware)?.[1];
    if (won) return basic("won", won.includes("+") ? "won-pair" : "won", { colour: won.split("+")[0], other: won.split("+")[1] }, view.party ? "won-party" : "won", view.party ? ["result", ...(this.page.seat() || view.mode !== "play" ? [] : ["again"])] : []);
    if (view.phase === "cleared") return basic("ask", "cleared", {}, "cleared", { play: ["new", "tidy"], bench: ["new"], hands: ["new"] }[view.mode] ?? []);
    if (view.party?.stage === "exchange") return this.exchange(view, basic);
    // Half a seven, or a hand that takes its time, is no mistake yet: it can still become a legal move.
    const begun = view.phase === "guide" && view.options.length > 0 && this.page.gestures.possible().length > 0;
    if (view.phase === "guide" && !begun) return this.astray(view, basic);
    const party = view.party;
    if (party && !this.here(party, colour)) {
      const computer = !["person", "device"].includes(party.who[colour]);
      const faster = this.page.seat() || view.mode !== "play" ? [] : ["faster"]; // the speed is everybody's
      // A computer waits until every pawn is back, also one that was lifted as its turn began.
      const waits = ["card", "deal"].includes(view.phase) || (view.phase === "ask" && this.page.gestures.still);
      if (computer && view.astray.length && waits) return basic("fix", "astray", {}, "put-back", ["tidy"]);
      if (computer && view.phase === "fold") return { ...basic("wait", "computer-thinks", {}, "", faster), title: say("did.fold", { colour }) };
      if (computer && view.phase === "move") return basic("wait", this.page.places().board.die ? "computer-threw" : "computer-plays", { card: cardName(view.card) }, view.mode === "hands" ? "computer-board" : "computer-plays", faster);
      return basic("wait", computer ? "computer-thinks" : "other-device", {}, this.page.last() ? "last" : "", computer ? faster : []);
    }
    // A gesture has said already which move it was.
    if (view.phase === "ask" && this.page.gestures.answering) return basic("wait", "answering");
    if (view.phase === "ask") {
      // Whoever meant none of what the table can show takes the card back, and begins anew.
      const out = view.mode === "play" && this.page.places().board.deck === "hands" ? ["withdraw"] : [];
      // With a pawn on another one's space nothing can be answered.
      if (this.why[0] === "board-first" && this.why[2].world !== worldOf(view.pawns)) this.why = ["", 0];
      const first = view.mode === "play" && this.why[0] === "board-first" ? ["tidy"] : ["yes"];
      return basic("ask", "ask", {}, this.page.gestures.raw || view.mode !== "play" ? "ask-raw" : "ask", [...first, ...out]);
    }
    if (view.phase === "fold") return basic("do", "fold", { n: view.shown ?? 0, of: view.hand_counts?.[colour] ?? 4 }, "fold", view.mode === "play" ? ["withdraw"] : []);
    if (view.phase === "move" || begun) return this.move(view, basic);
    return this.turn(view, basic);
  }

  /** Tell whether a colour is played at this screen. */
  here(party, colour) {
    const seat = this.page.seat();
    return seat ? seat === colour : party.who[colour] === "person";
  }

  setup(view, basic) {
    const missing = this.count(view.astray.map(([id]) => view.pawns[id].colour));
    return basic("do", "setup", {}, missing.length ? "setup-missing" : "setup", []);
  }

  count(colours) {
    return [...new Set(colours)];
  }

  exchange(view, basic) {
    const party = view.party;
    const colour = party.acting;
    const other = party.partners[colour];
    if (!this.here(party, colour) || !party.waiting.includes(colour)) {
      return { ...basic("wait", "exchange-wait", { colour: party.waiting[0] ?? "" }), colour };
    }
    if (!this.page.hands()[colour]) return { ...basic("do", "look", { colour }, "look", ["look"]), colour };
    return { ...basic("do", this.alone(party) ? "give" : "give-named", { colour, other }, "give", ["hint"]), colour };
  }

  alone(party) {
    return Boolean(this.page.seat()) || Object.values(party.who).filter((who) => who === "person").length === 1;
  }

  astray(view, basic) {
    const words = (name) => this.page.places().withColour(name);
    const { missing, extra } = this.guide;
    const actions = view.mode === "play" ? ["tidy"] : [];
    if (missing.length && extra.length) return basic("fix", "astray-both", { missing: words(missing[0]), extra: words(extra[0]) }, "astray", actions);
    if (missing.length) return basic("fix", "astray-missing", { missing: words(missing[0]) }, "astray", actions);
    if (extra.length) return basic("fix", "astray-extra", { extra: words(extra[0]) }, "astray-extra", actions);
    return basic("fix", "astray", {}, "astray", actions);
  }

  move(view, basic) {
    const card = cardName(view.card);
    const held = view.pawns.some((pawn) => !pawn.at);
    // A throw or a card that nothing can be done with is closed by its player.
    const moves = view.options.some((parts) => parts.length);
    const alone = view.options.length > 0 || view.card !== "";
    if (alone && !moves && !held) return basic("do", "nothing", { card }, "nothing", view.party ? ["next"] : []);
    const left = this.page.gestures.left();
    const { deck } = this.page.places().board;
    const actions = view.mode === "play" && deck === "hands" ? ["withdraw"] : [];
    if (plays(view) && !held && view.options.some((parts) => !parts.length)) actions.push("decline");
    if (plays(view)) actions.push("hint");
    const does = new Map(this.page.places().board.does).get(view.card) ?? "card.steps";
    const hint = say(does !== "card.steps" ? does : view.mode === "hands" ? "hint.move-board" : "hint.move");
    // What has been begun, or was taken back and still stands there, is put back where nothing can go on from it.
    const { gestures } = this.page;
    if (gestures.still && view.astray.length && view.mode === "play" && !held && !gestures.movable().size) actions.unshift("tidy");
    if (left !== null && !held) return { ...basic("do", "left", { n: left, card }), hint: say("hint.left"), actions };
    if (held) return { ...basic("do", "held", { card }), hint: say("hint.held"), actions: [] };
    const [some, one] = this.mine(view) ? ["move-you", `move-${view.card}`] : ["move", `named-${view.card}`];
    return { ...basic("do", has(`head.${one}`) ? one : some, { card }), hint, actions };
  }

  mine(view) {
    return Boolean(view.party && this.alone(view.party));
  }

  turn(view, basic) {
    const you = this.mine(view) ? "-you" : "";
    const held = view.pawns.find((pawn) => !pawn.at);
    const { die, deck, rules } = this.page.places().board;
    if (held) return basic("fix", die ? "throw-first" : "card-first", {}, "put-back", view.mode === "play" ? ["tidy"] : []);
    if (view.astray.length) return basic("fix", "astray", {}, "astray", view.mode === "play" ? ["tidy"] : []);
    if (die) {
      const told = basic("do", `throw${you}`, {}, this.page.last() ? "last" : view.party ? "throw" : "throw-bench", view.party ? ["throw"] : []);
      const rule = rules.find((key) => key.endsWith(".throw")); // else it is Ludo's
      return rule && !this.page.last() ? { ...told, hint: say(rule) } : told;
    }
    // At a real table cards are in people's hands, and lie on the slot.
    if (view.mode === "show") return basic("do", deck === "hands" ? "lay-table" : "draw", {}, this.page.last() ? "last" : "lay-table");
    if (!view.party) return basic("do", view.phase === "deal" ? "deal" : "lay", {}, deck === "hands" ? "lay-bench" : "draw-bench");
    if (deck !== "hands") return basic("do", `draw${you}`, {}, this.page.last() ? "last" : "draw", ["draw"]);
    const hand = this.page.hands()[view.party.acting];
    if (!hand) return basic("do", "look", {}, "look", ["look"]);
    if (hand.length && !hand.some(([, , can]) => can)) return basic("do", `no-card${you}`, {}, "no-card", ["fold"]);
    // The card from the partner is news at the first turn of a deal.
    const [given, , , giver] = hand.find((one) => one[3]) ?? [];
    if (given && hand.length === view.party.full) return basic("do", `lay${you || "-named"}`, { card: cardName(given), other: giver }, "given", ["hint"]);
    return basic("do", `lay${you || "-named"}`, {}, this.page.last() ? "last" : "lay", ["hint"]);
  }
}

/**
 * Return a move of the record as a sentence.
 * @param {object} entry
 * @param {import("./places.js").Places} places
 */
export function told(entry, places) {
  const { kind, colour } = entry;
  if (kind === "start") return say("did.start");
  if (kind === "deal") return say("did.deal", { colour: entry.dealer, n: entry.deal });
  if (kind === "fold") return say("did.fold", { colour });
  if (kind === "won") {
    const [one, other] = entry.winner.split("+");
    return say(other ? "head.won-pair" : "head.won", { colour: one, other });
  }
  const card = cardName(entry.card);
  const die = places.board.die;
  if (!entry.parts.length) return say(die ? "did.threw-nothing" : "did.nothing", { colour, card, n: entry.card });
  const parts = partTexts(entry.parts, places);
  return say(die ? "did.threw" : "did.move", { colour, card, n: entry.card, moves: listed(parts) });
}

/** Return the parts of a move in words. @param {object[]} parts @param {import("./places.js").Places} places */
export const partTexts = (parts, places) => parts.map((part) => partText(part, places));

function partText(part, places) {
  const short = (name) => places.short(areaOf(name));
  const args = { from: short(part.from), to: short(part.to), other: part.home[0]?.[0] ?? "", n: part.home.length };
  if (part.swap) return say("part.swap", { from: args.from, to: args.to });
  const enter = part.from.endsWith(":h");
  if (part.self) return say("part.self", args);
  if (part.home.length > 1) return say("part.bumps", args);
  if (part.home.length) return say(enter ? "part.enter-bump" : "part.bump", args);
  return say(enter ? "part.enter" : "part.step", args);
}
