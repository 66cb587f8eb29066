// SPDX-License-Identifier: Apache-2.0
/** What the table says, line by line, and in one sentence what it waits for. */

import { byId, html } from "./svg.js";

const LONGEST = 300;

/** What the table waits for, by its phase; C is the colour whose turn it is. */
const WAITS = {
  starting: "The table is starting …",
  off: "The plug is pulled. The game is safe in the flash.",
  cable: "A program on the USB cable has the table.",
  silent: "The firmware does not answer.",
  setup: "Set-up: put every pawn on its home slot.",
  deal: "A new deal. C begins: lay a card.",
  card: "C: lay a card.",
  move: "C: move. The lights show what can go where.",
  ask: "Which one? C: press for the one shown, or lift another pawn.",
  guide: "Something is out of place: follow the lights.",
  fold: "C puts the hand down: lay its cards one by one.",
  over: "C won. Hold the table button for a new game.",
  fault: "A part has failed.",
};
const THROW = "C: throw with your button, or lay a die card.";

/**
 * Return a table's situation in words, and whose turn it is.
 * @param {{phase: string, firmware: string}} view
 * @param {boolean} die whether the game has a die
 */
export function situation(view, die) {
  const turn = / turn=(\w+)/.exec(view.firmware)?.[1] ?? "";
  const winner = / winner=([\w+]+)/.exec(view.firmware)?.[1];
  const text = view.phase === "card" && die ? THROW : (WAITS[view.phase] ?? view.phase);
  const who = winner ? winner.replace("+", " and ") : turn;
  const name = who.charAt(0).toUpperCase() + who.slice(1);
  return { turn: winner ? "" : turn, text: text.replace("C", name) };
}

export class Log {
  constructor() {
    this.list = byId("log");
  }

  /** @param {object[]} lines what was said before this page came */
  setUp(lines) {
    this.list.replaceChildren();
    for (const line of lines) this.add(line);
  }

  /** @param {object} line an event of the table, or a note of the simulator */
  add(line) {
    const kind = line.event ?? (line.fault ? "fault" : "note");
    const text = line.words ?? line.fault ?? line.note;
    const item = html("li", { class: `said ${kind}` }, html("time", {}, clock(line.t)), html("span", {}, text));
    if (kind === "card" && line.playable === false) item.classList.add("unplayable");
    const low = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.append(item);
    while (this.list.childElementCount > LONGEST) this.list.firstElementChild.remove();
    if (low) this.list.scrollTop = this.list.scrollHeight;
  }
}

/**
 * Return a time at the table as minutes and seconds.
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
