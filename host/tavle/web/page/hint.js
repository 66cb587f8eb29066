// SPDX-License-Identifier: Apache-2.0
/** A hint: one good move, lit on the board and said in the headline, until the table has moved on. */

import { cardName } from "./board.js";
import { byId } from "./svg.js";
import { listed, say } from "./text.js";

export class Hint {
  /** @param {(what: string, fields?: object) => Promise<object>} order */
  constructor(order) {
    this.order = order;
    /** @type {{card: string, parts: object[], why: [string, object][]} | null} */
    this.said = null;
  }

  /** @param {string} colour who asks */
  async ask(colour) {
    const said = await this.order("hint", { colour });
    this.said = said.ok ? said : null;
  }

  forget() {
    this.said = null;
  }

  /**
   * Forget it when the turn is over, or another card is played.
   * @param {string} turn
   * @param {string} card in force, "" for none
   */
  follow(turn, card) {
    if (turn !== this.turn || (card && card !== this.said?.card)) this.forget();
    this.turn = turn;
  }

  /** Mark the card in the hand that is meant. */
  show() {
    for (const card of byId("hand").children) card.classList.toggle("hinted", card.dataset.card === this.said?.card);
  }

  /** Return the spaces the move is about. @returns {string[]} */
  places() {
    return this.said?.parts.flatMap(({ from, to }) => [from, to]) ?? [];
  }

  /** Return it in a sentence, "" when nobody has asked. */
  words() {
    if (!this.said) return "";
    const { card, parts, why } = this.said;
    const words = listed(why.map(([name, args]) => say(name, { ...args, card: cardName(card) })));
    return parts.length ? say("hint.advice", { card: cardName(card), why: words }) : words;
  }
}
