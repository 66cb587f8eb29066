// SPDX-License-Identifier: Apache-2.0
/** What is printed on a card: big, and small below it. */

import { has, say } from "./text.js";

const DICE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
const BIG = {
  partners: { start: "▲", "8s": "8", "13s": "13", "-4": "−4", "1/14": "1·14", swap: "⇄" },
  sorry: { sorry: "!" },
  ludo: Object.fromEntries(DICE.map((face, i) => [i + 1, face])),
};

/**
 * Return what is printed on a card.
 * @param {string} game name of the board
 * @param {string} name the card's action
 */
export function faceOf(game, name) {
  const key = `print.${game}.${name}`;
  return { big: BIG[game]?.[name] ?? name, small: has(key) ? say(key) : "" };
}
