// SPDX-License-Identifier: Apache-2.0
/** The board: its face, its lights, the card on the slot, and the pawns on it, in millimetres. */

import { faceOf } from "./faces.js";
import { Lights } from "./lights.js";
import { Pawns } from "./pawns.js";
import { Places } from "./places.js";
import { byId, svg } from "./svg.js";
import { say } from "./text.js";

const RIM_MM = 12;

export class Board {
  /** @param {SVGSVGElement} element */
  constructor(element) {
    this.svg = element;
    this.face = byId("face");
    this.lights = new Lights(byId("lights"));
    this.slot = svg("g", { id: "slot" }, element);
    this.marks = svg("g", { "aria-hidden": "true" }, element);
    this.target = svg("circle", { class: "target", r: 14, visibility: "hidden" }, element);
    this.pawns = new Pawns(svg("g", { id: "pawns" }, element), () => this.heldPawns());
    this.heldPawns = () => new Map();
    this.places = null;
    this.laid = "";
  }

  /** @param {object} board the description that the server sends */
  setUp(board) {
    const [width, height] = board.size;
    const frame = { x: -RIM_MM, y: -RIM_MM, w: width + 2 * RIM_MM, h: height + 2 * RIM_MM };
    for (const element of [this.svg, this.face]) {
      element.setAttribute("viewBox", `${frame.x} ${frame.y} ${frame.w} ${frame.h}`);
      element.setAttribute("class", `board ${board.board}`);
    }
    byId("table").style.setProperty("--shape", `${frame.w} / ${frame.h}`);
    const drawing = new DOMParser().parseFromString(board.face, "image/svg+xml").documentElement;
    drawing.querySelector("title")?.remove();
    const rim = svg("rect", { class: "rim", x: frame.x, y: frame.y, width: frame.w, height: frame.h, rx: 18 });
    this.face.replaceChildren(rim, ...document.importNode(drawing, true).children);
    this.places = new Places(board);
    this.lights.setUp(board, frame);
    this.pawns.setUp(this.places);
    this.laid = "";
    this.mark(null);
    this.ring([]);
  }

  /**
   * Draw the card on the slot.
   * @param {{card: string, copy: number}[]} cards
   * @param {string} active the card in force
   */
  lay(cards, active) {
    const told = JSON.stringify([cards, active]);
    if (told === this.laid) return;
    this.laid = told;
    const { x, y, w, h } = this.places.board.card;
    this.slot.replaceChildren();
    cards.forEach((laid, i) => {
      const spent = active && laid.card === active ? "" : " spent";
      const group = svg("g", { class: `laid${spent}`, role: "button", tabindex: 0 }, this.slot);
      svg("title", {}, group).textContent = say("slot.take", { card: cardName(laid.card) });
      group.style.transform = `translate(${x + 5 * i}px, ${y + 5 * i}px)`;
      const { big, small } = faceOf(this.places.board.board, laid.card);
      svg("rect", { x: -w / 2 + 3, y: -h / 2 + 3, width: w - 6, height: h - 6, rx: 5 }, group);
      svg("text", { class: big.length > 3 ? "big long" : "big", y: 7, "aria-hidden": "true" }, group).textContent = big;
      svg("text", { class: small.length > 10 ? "small long" : "small", y: 26, "aria-hidden": "true" }, group).textContent = small;
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

  /**
   * Draw rings: where a lifted pawn may go, and what is out of place.
   * @param {[string, string][]} rings name of a space, class of the ring
   */
  ring(rings) {
    const told = JSON.stringify(rings);
    if (told === this.rings) return;
    this.rings = told;
    this.marks.replaceChildren();
    for (const [name, kind] of rings) {
      const space = this.places?.byName.get(name);
      if (space) svg("circle", { class: `ring ${kind}`, cx: space.x, cy: space.y, r: 12.4 }, this.marks);
    }
  }
}

/** Return a card by its name for people. @param {string} card */
export const cardName = (card) => say(`cardname.${card}`);
