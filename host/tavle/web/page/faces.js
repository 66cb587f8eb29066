// SPDX-License-Identifier: Apache-2.0
/** What is printed on a card: big, and small below it; and a die. */

import { svg } from "./svg.js";
import { has, say } from "./text.js";

const BIG = {
  partners: { start: "▲", "8s": "8", "13s": "13", "-4": "−4", "1/14": "1·14", swap: "⇄" },
  sorry: { sorry: "!" },
};
// Which of the nine places on a side of a die, row by row, have a pip.
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * Return what is printed on a card.
 * @param {string} game name of the board
 * @param {string} name the card's action
 */
export function faceOf(game, name) {
  const key = `print.${game}.${name}`;
  return { big: BIG[game]?.[name] ?? name, small: has(key) ? say(key) : "" };
}

/**
 * Return a side of a die, around the origin.
 * @param {string | number} value 1 to 6
 * @param {number} size
 */
export function diceOf(value, size) {
  const group = svg("g", { class: "dice" });
  const at = (k) => ((k - 1) * size) / 3.7;
  svg("rect", { class: "side", x: -size / 2, y: -size / 2, width: size, height: size, rx: size / 5 }, group);
  for (const place of PIPS[value] ?? []) svg("circle", { class: "pip", cx: at(place % 3), cy: at(Math.floor(place / 3)), r: size / 10.5 }, group);
  return group;
}
