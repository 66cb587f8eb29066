// SPDX-License-Identifier: Apache-2.0
/** What a card does, in this edition: a long press on it, a right click or `?`, and a mouse that rests on it. */

import { cardName } from "./board.js";
import { byId } from "./svg.js";
import { say } from "./text.js";

const LONG_MS = 500;

export class Explain {
  /** @param {(words: string) => void} tell says it beside the board */
  constructor(tell) {
    this.tell = tell;
    /** @type {Map<string, string>} card -> its sentence */
    this.does = new Map();
    for (const box of [byId("hand"), byId("tray")]) this.watch(box);
  }

  /** @param {object} board */
  setUp(board) {
    this.does = new Map(board.does);
  }

  watch(box) {
    let timer = 0;
    let told = false; // the press was a question: its click plays nothing
    const cardOf = (event) => event.target.closest("[data-card]");
    box.addEventListener("pointerdown", (event) => {
      const card = cardOf(event);
      told = false;
      clearTimeout(timer);
      if (card) timer = setTimeout(() => (told = this.card(card.dataset.card)), LONG_MS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(end, () => clearTimeout(timer));
    box.addEventListener("contextmenu", (event) => {
      const card = cardOf(event);
      if (!card) return;
      event.preventDefault();
      if (!told) this.card(card.dataset.card);
    });
    box.addEventListener("click", (event) => {
      if (told) event.stopImmediatePropagation();
      told = false;
    }, true);
    for (const kind of ["pointerover", "focusin"]) {
      box.addEventListener(kind, (event) => {
        const card = cardOf(event);
        if (card) card.title = this.words(card.dataset.card);
      });
    }
  }

  /** Say what a card does. @param {string} name @returns {boolean} */
  card(name) {
    this.tell(`${cardName(name)}: ${this.words(name)}`);
    return true;
  }

  words(name) {
    return say(this.does.get(name), { n: Number(name) });
  }
}
