// SPDX-License-Identifier: Apache-2.0
/** The lights as glow, in the colours on the WS2812 line. */

import { svg } from "./svg.js";

// The brightness setting makes of a full pixel about this much; brighter looks the same.
const FULL = 110;
// A WS2812 is linear in its number, a screen is not.
const GAMMA = 2.2;
// Radius in mm and strength of the layers of a glow, from the halo inwards.
const LAYERS = [[19, 0.16], [16, 0.24], [13, 0.5], [10.4, 0.95]];
const SEAT_SCALE = 0.62;

export class Lights {
  /** @param {SVGElement} layer where the glows are drawn */
  constructor(layer) {
    this.layer = layer;
    /** @type {{group: SVGElement, was: string}[]} */
    this.glows = [];
    /** Names of the spaces that are lit. @type {Set<string>} */
    this.lit = new Set();
    /** Called with a colour and its seat's light as CSS. @type {(colour: string, css: string, level: number) => void} */
    this.seatChanged = () => {};
  }

  /**
   * Draw the lights of a board, all dark.
   * @param {object} board
   */
  setUp(board) {
    this.layer.replaceChildren();
    this.glows = [];
    this.names = [];
    this.lit.clear();
    for (const item of [...board.spaces, ...board.seats]) {
      const scale = item.kind === "seat" ? SEAT_SCALE : 1;
      const group = svg("g", { class: "glow", "data-light": item.name, transform: `translate(${item.x} ${item.y}) scale(${scale})` }, this.layer);
      for (const [r, opacity] of LAYERS) svg("circle", { r, opacity }, group);
      svg("circle", { r: 10.6, class: "rim" }, group);
      this.glows[item.led] = { group, was: "000000" };
      this.names[item.led] = item;
    }
  }

  /**
   * Show a frame.
   * @param {string} hex red, green, blue of every light, two digits each; "" for a dark table
   */
  show(hex) {
    this.glows.forEach((glow, led) => {
      const now = hex.slice(6 * led, 6 * led + 6) || "000000";
      if (now === glow.was) return;
      glow.was = now;
      this.paint(glow.group, now, this.names[led]);
    });
  }

  paint(group, hex, item) {
    const [css, level] = colourOf(hex);
    group.style.opacity = String(level);
    group.style.display = level ? "inline" : "none";
    group.style.fill = css;
    group.style.stroke = css;
    if (level) this.lit.add(item.name);
    else this.lit.delete(item.name);
    if (item.kind === "seat") this.seatChanged(item.colour, css, level);
  }
}

/**
 * Return a light as a CSS colour of full strength, and how strong it is (0 to 1).
 * @param {string} hex
 * @returns {[string, number]}
 */
export function colourOf(hex) {
  const value = parseInt(hex, 16);
  const channels = [value >> 16, (value >> 8) & 255, value & 255];
  const peak = Math.max(...channels);
  if (!peak) return ["rgb(0 0 0)", 0];
  const level = Math.min(1, peak / FULL) ** 0.5;
  const screen = channels.map((c) => Math.round(255 * (c / peak) ** (1 / GAMMA)));
  return [`rgb(${screen.join(" ")})`, level];
}
