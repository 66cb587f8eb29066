// SPDX-License-Identifier: Apache-2.0
/** The board: its face, its lights, the card on the slot, and the pawns on it, in millimetres. */

import { faceOf } from "./cards.js";
import { Lights } from "./lights.js";
import { Pawns } from "./pawns.js";
import { Places } from "./places.js";
import { svg } from "./svg.js";

const RIM_MM = 12;

export class Board {
  /** @param {SVGSVGElement} element */
  constructor(element) {
    this.svg = element;
    this.face = svg("g", { id: "face", "aria-hidden": "true" }, element);
    this.lights = new Lights(svg("g", { "aria-hidden": "true" }, element));
    this.slot = svg("g", { id: "slot" }, element);
    this.target = svg("circle", { class: "target", r: 14, visibility: "hidden" }, element);
    this.pawns = new Pawns(svg("g", {}, element), () => this.heldPawns());
    this.heldPawns = () => new Map();
    this.places = null;
  }

  /** @param {object} board the description that the server sends */
  setUp(board) {
    const [width, height] = board.size;
    this.svg.setAttribute("viewBox", `${-RIM_MM} ${-RIM_MM} ${width + 2 * RIM_MM} ${height + 2 * RIM_MM}`);
    this.svg.setAttribute("class", `board ${board.board}`);
    this.svg.setAttribute("aria-label", `${board.title} board`);
    const drawing = new DOMParser().parseFromString(board.face, "image/svg+xml").documentElement;
    drawing.querySelector("title")?.remove();
    const rim = svg("rect", { class: "rim", x: -RIM_MM, y: -RIM_MM, width: width + 2 * RIM_MM, height: height + 2 * RIM_MM, rx: 18 });
    this.face.replaceChildren(rim, ...document.importNode(drawing, true).children);
    this.places = new Places(board);
    this.lights.setUp(board);
    this.pawns.setUp(this.places);
    this.mark(null);
  }

  /**
   * Draw the card on the slot.
   * @param {{card: string, copy: number}[]} cards
   */
  lay(cards) {
    const { x, y, w, h } = this.places.board.card;
    this.slot.replaceChildren();
    cards.forEach((laid, i) => {
      const group = svg("g", { class: "laid", role: "button", tabindex: 0, "aria-label": `card ${laid.card} on the slot: take it away` }, this.slot);
      group.style.transform = `translate(${x + 5 * i}px, ${y + 5 * i}px)`;
      const { big, small } = faceOf(this.places.board.board, laid.card);
      svg("rect", { x: -w / 2 + 3, y: -h / 2 + 3, width: w - 6, height: h - 6, rx: 5 }, group);
      svg("text", { class: big.length > 3 ? "big long" : "big", y: 7 }, group).textContent = big;
      svg("text", { class: "small", y: 26 }, group).textContent = small;
    });
  }

  /**
   * Return where a point of the screen is on the board.
   * @param {number} clientX
   * @param {number} clientY
   */
  point(clientX, clientY) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return { x, y };
  }

  /**
   * Return the point of the board that is nearest to a point: no pawn gets lost outside.
   * @param {{x: number, y: number}} point
   */
  within(point) {
    const [width, height] = this.places.board.size;
    return { x: Math.min(Math.max(point.x, 0), width), y: Math.min(Math.max(point.y, 0), height) };
  }

  /**
   * Mark the space a pawn would drop on.
   * @param {import("./places.js").Space | null | undefined} space
   */
  mark(space) {
    this.target.setAttribute("visibility", space ? "visible" : "hidden");
    if (!space) return;
    this.target.setAttribute("cx", String(space.x));
    this.target.setAttribute("cy", String(space.y));
  }
}
