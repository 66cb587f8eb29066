// SPDX-License-Identifier: Apache-2.0
/** The die in its tray: whose throw it was, what it shows, and whether it was of use; a tap on it throws. */

import { cardName } from "./board.js";
import { diceOf } from "./faces.js";
import { turnOf } from "./headline.js";
import { still } from "./motion.js";
import { byId, svg } from "./svg.js";
import { say } from "./text.js";

const TUMBLE_MS = 640;
const SIDES = [3, 6, 2, 5]; // what is seen while it rolls

export class Die {
  constructor() {
    this.tray = byId("dice");
    this.button = byId("die");
    this.drawing = svg("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" }, this.button);
    this.button.addEventListener("click", () => document.querySelector("#actions [data-action=throw]")?.click());
    this.speed = 1;
  }

  /** @param {object} board */
  setUp(board) {
    this.tries = board.tries;
    this.tray.hidden = !board.die;
    this.value = 0;
    this.told = "";
    this.face(0);
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
    const show = (sides) => {
      this.face(sides[0]);
      if (sides.length > 1) this.timer = setTimeout(show, ms / (SIDES.length + 1), sides.slice(1));
    };
    show([...SIDES.filter((side) => side !== value), value]);
  }

  face(value) {
    this.button.dataset.value = String(value);
    this.drawing.replaceChildren(diceOf(value, 50));
  }

  /**
   * Show whose die it is and what is to be said of the throw.
   * @param {object} view
   * @param {boolean} may whether somebody at this page is to throw
   * @param {string} last the last move in words
   */
  show(view, may, last) {
    this.speed = view.speed;
    if (this.tray.hidden) return;
    // A page that comes later has not seen it thrown.
    const value = Number(view.card);
    if (value && value !== this.value) this.face((this.value = value));
    const colour = turnOf(view.firmware);
    const useless = view.phase === "move" && value && !view.options.some((parts) => parts.length);
    const spent = Number(/ tries=(\d)/.exec(view.firmware)?.[1] ?? 0);
    const all = new RegExp(` ${colour}:(\\S+)`).exec(view.firmware)?.[1].split(",") ?? [];
    const waits = all.length && all.every((place) => place === "h" || place === "f");
    const told = useless ? say("head.nothing", { card: cardName(view.card) }) : value ? say("log.rolled", { n: value }) : last;
    const tries = waits && this.tries && (!value || useless) ? say("die.try", { n: spent + 1, of: this.tries }) : "";
    const key = JSON.stringify([told, tries, may, colour]);
    if (key === this.told) return;
    this.told = key;
    this.tray.className = `dice-tray ${colour}${useless ? " useless" : ""}`;
    this.button.disabled = !may;
    byId("die-told").textContent = told;
    byId("die-try").textContent = tries;
  }
}
