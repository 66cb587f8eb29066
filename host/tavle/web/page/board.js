// SPDX-License-Identifier: Apache-2.0
/** The board: its printed face, its lights, what lies on the slot, and the pawns on it, in millimetres. */

import { diceOf, faceOf } from "./faces.js";
import { Lights } from "./lights.js";
import { still } from "./motion.js";
import { Pawns } from "./pawns.js";
import { Places } from "./places.js";
import { byId, svg } from "./svg.js";
import { say } from "./text.js";

const FLY_MS = 420;
const DIE_MM = 50;
/** What a game adds to the board of another one, in millimetres around the middle of a space: no bare star, as goals have. */
const SIGNS = {
  star: "M11 0A11 11 0 1 1-11 0 11 11 0 0 1 11 0ZM0-8 2-2.7 7.6-2.5 3.2 1 4.7 6.5 0 3.3-4.7 6.5-3.2 1-7.6-2.5-2-2.7Z",
  globe: "M7 0A7 7 0 1 1-7 0 7 7 0 0 1 7 0ZM-7 0H7M0-7V7M0-7C-5-3-5 3 0 7 5 3 5-3 0-7Z",
};

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
    /** How fast the table's time passes. */
    this.speed = 1;
  }

  /** @param {object} board the description that the server sends */
  setUp(board) {
    const [width, height] = board.size;
    for (const element of [this.svg, this.face]) {
      element.setAttribute("viewBox", `0 0 ${width} ${height}`);
      element.setAttribute("class", `board ${board.board}`);
    }
    byId("table").style.setProperty("--shape", `${width} / ${height}`);
    const drawing = new DOMParser().parseFromString(board.face, "image/svg+xml").documentElement;
    drawing.querySelector("title")?.remove();
    this.face.replaceChildren(...document.importNode(drawing, true).children);
    for (const shape of this.face.children) {
      for (const what of ["fill", "stroke"]) if (shape.hasAttribute(what)) shape.style[what] = byNight(shape.getAttribute(what));
    }
    this.places = new Places(board);
    for (const [sign, names] of board.signs) {
      for (const { x, y } of names.map((name) => this.places.byName.get(name))) {
        svg("path", { class: `sign ${sign}`, d: SIGNS[sign], transform: `translate(${x} ${y})` }, this.face);
      }
    }
    this.lights.setUp(board);
    this.pawns.setUp(this.places);
    this.laid = "";
    this.mark(null);
    this.ring([]);
  }

  /**
   * Draw what lies on the slot; what is new comes flying.
   * @param {{card: string, copy: number}[]} cards
   * @param {string} active the card in force
   * @param {string} colour whose turn it is
   */
  lay(cards, active, colour) {
    const told = JSON.stringify([cards, active]);
    if (told === this.laid) return;
    const before = this.laid ? JSON.parse(this.laid)[0].map((one) => JSON.stringify(one)) : [];
    this.laid = told;
    const { x, y } = this.places.board.card ?? {};
    this.slot.replaceChildren();
    cards.forEach((laid, i) => {
      const spent = active && laid.card === active ? "" : " spent";
      const group = svg("g", { class: `laid${spent}`, role: "button", tabindex: 0 }, this.slot);
      svg("title", {}, group).textContent = say("slot.take", { card: cardName(laid.card) });
      const there = `translate(${x + 5 * i}px, ${y + 5 * i}px)`;
      group.style.transform = there;
      if (this.places.board.die) group.append(diceOf(laid.card, DIE_MM));
      else this.print(group, laid.card);
      if (!before.includes(JSON.stringify(laid))) this.fly(group, there, laid.card, colour);
    });
  }

  print(group, card) {
    const { w, h } = this.places.board.card;
    const { big, small } = faceOf(this.places.board, card);
    svg("rect", { class: "paper", x: -w / 2 + 1.5, y: -h / 2 + 1.5, width: w - 3, height: h - 3, rx: 6 }, group);
    svg("rect", { class: "frame", x: -w / 2 + 5, y: -h / 2 + 5, width: w - 10, height: h - 10, rx: 3.5 }, group);
    svg("text", { class: big.length > 3 ? "big long" : "big", y: 7, "aria-hidden": "true" }, group).textContent = big;
    svg("text", { class: small.length > 10 ? "small long" : "small", y: 21, "aria-hidden": "true" }, group).textContent = small;
    for (const turn of [0, 180]) {
      const corner = svg("g", { transform: `rotate(${turn})`, "aria-hidden": "true" }, group);
      svg("text", { class: "corner", x: -w / 2 + 8, y: -h / 2 + 15.5 }, corner).textContent = big;
    }
  }

  /** Let a card come from the hand or the pile, or from its player's side of the board. */
  fly(group, there, card, colour) {
    if (still(this.speed)) return;
    const seat = this.places.board.seats.find((one) => one.colour === colour);
    const lay = `#hand.${colour || "none"} [data-card="${card}"], .beside #die, #tray [data-card="${card}"]`;
    const held = [...document.querySelectorAll(lay)].map((one) => one.getBoundingClientRect()).find((box) => box.width);
    const from = held ? this.point(held.x + held.width / 2, held.y + held.height / 2) : seat;
    if (!from) return;
    const turn = this.places.board.die ? "rotate(-540deg)" : "rotate(-14deg)";
    const frames = [{ transform: `translate(${from.x}px, ${from.y}px) ${turn} scale(.7)`, opacity: held ? 1 : 0 }, { opacity: 1, offset: 0.3 }, { transform: there }];
    group.animate(frames, { duration: FLY_MS / this.speed, easing: "cubic-bezier(.2, .7, .3, 1)" });
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

/**
 * Return a printed colour and what it is on a dark page: paper and ink change places, a full colour stays.
 * @param {string} colour
 */
function byNight(colour) {
  const full = "min(1, c * c / .012)";
  return `light-dark(${colour}, oklch(from ${colour} calc(${full} * l * .95 + (1 - ${full}) * (.985 - .77 * l)) c h))`;
}

/** Return a card by its name for people. @param {string} card */
export const cardName = (card) => say(`cardname.${card}`);
