// SPDX-License-Identifier: Apache-2.0
/** What is printed on a card: big, and small below it; and a die. */

import { svg } from "./svg.js";
import { has, say } from "./text.js";

const BIG = {
  partners: { start: "▲", "8s": "8", "13s": "13", "-4": "−4", "1/14": "1·14", swap: "⇄" },
  sorry: { sorry: "!" },
  tock: { joker: "★" },
};
// Which of the nine places on a side of a die, row by row, have a pip.
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * Return what is printed on a card.
 * @param {{rulebook: string, board: string}} board the rulebook's words go before those of its board
 * @param {string} name the card's action
 */
export function faceOf({ rulebook, board }, name) {
  const key = [rulebook, board].map((game) => `print.${game}.${name}`).find(has);
  return { big: BIG[rulebook]?.[name] ?? BIG[board]?.[name] ?? name, small: key ? say(key) : "" };
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

/** Return a pile of cards, their backs up, around the origin. */
export function pileOf() {
  const group = svg("g", { class: "pile" });
  for (const turn of [-7, 4, 0]) {
    const card = svg("g", { transform: `rotate(${turn})` }, group);
    svg("rect", { class: "back", x: -19, y: -27, width: 38, height: 54, rx: 4 }, card);
    svg("rect", { class: "frame", x: -16.5, y: -24.5, width: 33, height: 49, rx: 2.5 }, card);
    for (let k = 0; k < 8; k++) svg("path", { class: "petal", d: "M0,-1 L3.2,-8.4 L3.2,-12 L0,-9 L-3.2,-12 L-3.2,-8.4 Z", transform: `rotate(${45 * k})` }, card);
  }
  return group;
}
