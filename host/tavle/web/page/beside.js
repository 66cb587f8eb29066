// SPDX-License-Identifier: Apache-2.0
/** What lies beside the board: the die, and whether a throw was of use, or the pile of cards. A tap throws or draws. */

import { cardName } from "./board.js";
import { diceOf, pileOf } from "./faces.js";
import { turnOf } from "./gestures.js";
import { still } from "./motion.js";
import { byId, svg } from "./svg.js";
import { say } from "./text.js";

const TUMBLE_MS = 640;
const SIDES = [3, 6, 2, 5]; // what is seen while it rolls

export class Beside {
  constructor() {
    this.box = byId("beside");
    this.button = byId("die");
    this.drawing = svg("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" }, this.button);
    this.button.addEventListener("click", () => document.querySelector("#actions :is([data-action=throw], [data-action=draw])")?.click());
    this.speed = 1;
  }

  /** @param {object} board @param {string} [thrown] what the die fell on last */
  setUp(board, thrown = "") {
    this.board = board;
    this.box.hidden = !board.die && board.deck !== "pile";
    this.value = 0;
    this.told = "";
    if (board.die) this.face(thrown);
    else this.drawing.replaceChildren(pileOf());
  }

  /** The die was thrown. @param {number} value */
  threw(value) {
    this.value = value;
    clearTimeout(this.timer);
    this.button.getAnimations().forEach((one) => one.cancel());
    if (still(this.speed)) return this.face(value);
    const ms = TUMBLE_MS / this.speed;
    const at = (x, y, turn) => ({ transform: `translate(${x}%, ${y}%) rotate(${turn}deg)` });
    this.button.animate([at(-60, -45, -420), at(10, -30, -150), at(4, 0, 15), at(0, 0, 0)], { duration: ms, easing: "cubic-bezier(.25, .7, .4, 1)" });
    // What came of it is read when it lies still.
    this.box.dataset.rolling = "";
    const show = (sides) => {
      this.face(sides[0]);
      if (sides.length > 1) this.timer = setTimeout(show, ms / (SIDES.length + 1), sides.slice(1));
      else delete this.box.dataset.rolling;
    };
    show([...SIDES.filter((side) => side !== value && side <= this.board.actions.length), value]);
  }

  /** @param {string | number} value "" for a die that nobody has thrown: its pips are faint */
  face(value) {
    this.button.dataset.value = String(value);
    this.drawing.replaceChildren(diceOf(value || this.board.actions.length, 50));
  }

  /**
   * Show whose turn it is, and what is to be said of the throw.
   * @param {object} view
   * @param {boolean} may whether somebody at this page is to throw or to draw
   * @param {string} last the last move in words
   */
  show(view, may, last) {
    this.speed = view.speed;
    if (this.box.hidden) return;
    // A page that comes later has not seen it thrown.
    const value = this.board.die ? Number(view.card) : 0;
    if (value && value !== this.value) this.face((this.value = value));
    const colour = turnOf(view.firmware);
    const useless = view.phase === "move" && value && !view.options.some((parts) => parts.length);
    const spent = Number(/ tries=(\d)/.exec(view.firmware)?.[1] ?? 0);
    const all = new RegExp(` ${colour}:(\\S+)`).exec(view.firmware)?.[1].split(",") ?? [];
    const waits = all.length && all.every((place) => place === "h" || place === "f");
    const told = useless ? say("head.nothing", { card: cardName(view.card) }) : value ? say("log.rolled", { n: value }) : last;
    const tries = waits && this.board.tries && (!value || useless) ? say("die.try", { n: spent + 1, of: this.board.tries }) : "";
    const key = JSON.stringify([told, tries, may, colour]);
    if (key === this.told) return;
    this.told = key;
    this.box.className = `beside ${colour}${useless ? " useless" : ""}`;
    this.button.disabled = !may;
    byId("die-told").textContent = told;
    byId("die-try").textContent = tries;
  }
}
