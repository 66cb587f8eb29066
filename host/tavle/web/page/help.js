// SPDX-License-Identifier: Apache-2.0
/** Rules in brief, the meaning of the lights, shortcuts, and a guide through the first turn. */

import { byId, html } from "./svg.js";
import { cardName } from "./board.js";
import { keep, recall } from "./memory.js";
import { has, say } from "./text.js";

const LIGHTS = ["movable", "destination", "bump-target", "origin", "wall", "bump-home", "missing", "extra", "choice", "choice-other", "turn", "refused", "accepted"];
const DEALT = ["dealer", "deal"]; // where hands are dealt
const KEYS = ["cards", "pawns", "arrows", "enter", "escape", "main", "where", "what", "speak"];
const GUIDE = ["welcome", "headline", "card", "pawn", "lights", "end"];

/** Return a house rule of a game and its value. @param {string} name @param {string} value */
const ruled = (name, value) => `${say(`option.${name}`)}: ${meaning(name, value)}`;

/** Return what a value of a house rule means. @param {string} name @param {string} value */
export const meaning = (name, value) => say(has(`option.${name}.${value}`) ? `option.${name}.${value}` : `colour.${value}`);

export class Help {
  constructor() {
    this.dialog = byId("help");
    this.step = -1;
    byId("help-open").addEventListener("click", () => this.dialog.showModal());
    byId("help-close").addEventListener("click", () => this.dialog.close());
    byId("guide-again").addEventListener("click", () => {
      this.dialog.close();
      this.guide(0);
    });
    byId("guide-next").addEventListener("click", () => this.guide(this.step + 1));
    byId("guide-skip").addEventListener("click", () => this.guide(-1));
  }

  /** @param {object} board */
  setUp(board) {
    byId("rules-title").textContent = say("help.rules", { game: say(`game.${board.rulebook}`) });
    byId("rules").replaceChildren(...board.rules.map((key) => html("li", {}, say(key))));
    byId("does-title").textContent = say(board.die ? "help.throws" : "help.cards");
    byId("does").replaceChildren(...board.does.map(([name, key]) => html("li", {}, html("b", {}, cardName(name)), ": ", say(key, { n: Number(name) }))));
    byId("house").replaceChildren(...board.house.map(([name, value]) => html("li", {}, ruled(name, value))));
    byId("house").hidden = byId("house-title").hidden = !board.house.length;
    const own = board.die ? ["die"] : board.deck === "hands" ? DEALT : [];
    byId("legend").replaceChildren(...[...LIGHTS, ...own].map((name) => html("li", {}, html("span", { class: `lamp ${name}`, "aria-hidden": "true" }), say(`light.${name}`))));
    byId("shortcuts").replaceChildren(...KEYS.map((name) => html("li", {}, say(`keys.${name}`))));
    this.board = board;
  }

  /** Begin the first-turn guide, unless it was seen. */
  first() {
    if (this.step < 0 && !recall("tavle-guided")) this.guide(0);
  }

  /** Somebody has made a move: whoever can needs no guide. */
  done() {
    if (this.step >= 0) this.guide(-1);
  }

  /** @param {number} step -1 ends it */
  guide(step) {
    this.step = step < GUIDE.length ? step : -1;
    const box = byId("guide");
    box.hidden = this.step < 0;
    if (this.step < 0) {
      keep("tavle-guided", "yes");
      return;
    }
    const name = GUIDE[this.step];
    const own = `guide.${this.board.board}.${name}`;
    byId("guide-text").textContent = say(has(own) ? own : `guide.${name}`);
    byId("guide-next").textContent = say(this.step === GUIDE.length - 1 ? "guide.done" : "guide.next");
  }
}
