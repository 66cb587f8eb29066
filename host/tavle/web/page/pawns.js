// SPDX-License-Identifier: Apache-2.0
/** The pawns: each colour has its form on it; on their spaces or in the air. */

import { areaOf } from "./gestures.js";
import { still } from "./motion.js";
import { svg } from "./svg.js";
import { listed, say } from "./text.js";

// Where pawns stand that share a space, in mm from its middle.
const TOGETHER = [
  [[0, 0]],
  [[-4.6, 0], [4.6, 0]],
  [[-4.6, 3.4], [4.6, 3.4], [0, -4.6]],
  [[-4.6, -4.4], [4.6, -4.4], [-4.6, 4.4], [4.6, 4.4]],
];
// A pawn in somebody's hand hovers here over the space it came from.
const HOVER = [6, -11];
// A pawn in mm, its foot on the middle of the space: foot, waist and head in one line.
const MAN = "M-8,3.2 C-8,7.6 8,7.6 8,3.2 C8,-.2 4.2,-2 3.4,-6.2 A5.6,5.6 0 1 0 -3.4,-6.2 C-4.2,-2 -8,-.2 -8,3.2 Z";
const MIDDLE_MM = 4; // the middle of a pawn as it is seen, above its foot
// Each colour has the form that the board is printed with, for those who do not see the colour.
const FORMS = {
  red: "M0,-3.6 L3.4,2.4 L-3.4,2.4 Z",
  green: "M-2.7,-2.7 H2.7 V2.7 H-2.7 Z",
  blue: "M0,-3.8 L2.7,0 L0,3.8 L-2.7,0 Z",
  yellow: "M-3.2,0 A3.2,3.2 0 1 0 3.2,0 A3.2,3.2 0 1 0 -3.2,0 Z M-1.5,0 A1.5,1.5 0 1 1 1.5,0 A1.5,1.5 0 1 1 -1.5,0 Z",
};
// How long a pawn glides: the longer the way the longer, so that one sent home is seen to go.
const GLIDE_MS = 160;
const GLIDE_MS_PER_MM = 1.1;
const LONGEST_MS = 620;

export class Pawns {
  /**
   * @param {SVGElement} layer where they are drawn
   * @param {() => Map<number, {x: number, y: number}>} held where the pawns in this page's hands are
   */
  constructor(layer, held) {
    this.layer = layer;
    this.held = held;
    /** @type {{element: SVGElement, was: string, point: {x: number, y: number}}[]} */
    this.items = [];
    /** @type {{colour: string, at: string, last: string}[]} */
    this.pawns = [];
    /** Colour and place of those that can move now. @type {Set<string>} */
    this.movable = new Set();
    /** Pawns that are not where the table believes. @type {Set<number>} */
    this.astray = new Set();
    /** @type {(colour: string, from: string) => object[]} */
    this.partsOf = () => [];
    /** How fast the table's time passes. */
    this.speed = 1;
  }

  /** @param {import("./places.js").Places} places */
  setUp(places) {
    this.places = places;
    this.layer.replaceChildren();
    this.items = [];
    this.pawns = [];
  }

  /** @param {{colour: string, at: string, last: string}[]} pawns as the table says */
  show(pawns) {
    this.pawns = pawns;
    while (this.items.length < pawns.length) this.items.push(this.make(pawns[this.items.length].colour));
    this.draw();
  }

  make(colour) {
    const element = svg("g", { class: `pawn ${colour}`, tabindex: 0, role: "button", "data-pawn": this.items.length }, this.layer);
    svg("circle", { class: "reach", r: 13 }, element);
    svg("ellipse", { class: "shadow", cx: 2, cy: 4.4, rx: 9.6, ry: 4.6 }, element);
    const body = svg("g", { class: "body" }, element);
    svg("path", { class: "man", d: MAN }, body);
    svg("path", { class: "shade", d: MAN }, body);
    svg("ellipse", { class: "shine", cx: -1.9, cy: -12.2, rx: 1.7, ry: 1.3 }, body);
    svg("path", { class: "form", d: FORMS[colour], transform: "translate(0 1.2)" }, body);
    return { element, was: "", label: "", state: "", point: { x: 0, y: 0 } };
  }

  /** Put every pawn where it belongs now. */
  draw() {
    const held = this.held();
    const sharing = new Map();
    this.pawns.forEach((pawn, id) => {
      if (pawn.at && !held.has(id)) sharing.set(pawn.at, [...(sharing.get(pawn.at) ?? []), id]);
    });
    // Where only some pawns can move, only those are stops of the Tab key.
    const some = this.pawns.some((pawn) => this.can(pawn).length) && !held.size;
    this.pawns.forEach((pawn, id) => {
      const point = held.get(id) ?? this.standing(pawn, id, sharing.get(pawn.at));
      this.put(id, pawn, point, held.has(id), some);
    });
  }

  standing(pawn, id, sharing) {
    const space = this.places.byName.get(pawn.at || pawn.last);
    const { w, h } = { w: this.places.board.size[0], h: this.places.board.size[1] };
    if (!space) return { x: w / 2, y: h / 2 };
    if (!pawn.at) return { x: space.x + HOVER[0], y: space.y + HOVER[1] };
    const group = TOGETHER[Math.min(sharing.length, 4) - 1];
    const [dx, dy] = group[sharing.indexOf(id) % group.length];
    return { x: space.x + dx, y: space.y + dy };
  }

  put(id, pawn, point, mine, some) {
    const item = this.items[id];
    const element = item.element;
    if (element.dataset.at !== pawn.at) element.dataset.at = pawn.at;
    const goals = this.can(pawn);
    const stop = mine || !some || goals.length ? "0" : "-1";
    const state = `${stop} ${goals.length > 0} ${this.astray.has(id)}`;
    if (state !== item.state) {
      item.state = state;
      element.setAttribute("tabindex", stop);
      element.classList.toggle("can", goals.length > 0);
      element.classList.toggle("astray", this.astray.has(id));
    }
    const taken = mine && !element.classList.contains("mine");
    element.classList.toggle("mine", mine);
    element.classList.toggle("lifted", mine || !pawn.at);
    const way = Math.hypot(item.point.x - point.x, item.point.y - point.y);
    item.point = point;
    // What is in the hand is above everything. The others move: a moved element loses the focus.
    while (taken && element.nextSibling) this.layer.insertBefore(element.nextSibling, element);
    const now = `translate(${point.x.toFixed(2)}px, ${point.y.toFixed(2)}px)`;
    if (item.was !== now) {
      element.style.setProperty("--glide", item.was && !still(this.speed) ? `${Math.min(LONGEST_MS, GLIDE_MS + way * GLIDE_MS_PER_MM) / this.speed}ms` : "0s");
      element.style.transform = item.was = now;
    }
    const where = this.places.words(pawn.at);
    const goal = (part) => this.places.words(part.to);
    const label = goals.length
      ? say("label.pawn-can", { colour: pawn.colour, place: where, goals: listed(goals.map(goal)) })
      : say("label.pawn", { colour: pawn.colour, place: where });
    if (item.label !== label) element.setAttribute("aria-label", (item.label = label));
  }

  /** Return the parts of moves that a pawn which stands can make. */
  can(pawn) {
    return pawn.at && this.movable.has(`${pawn.colour} ${areaOf(pawn.at)}`) ? this.partsOf(pawn.colour, pawn.at) : [];
  }

  /**
   * Return the pawn shown nearest to a point, -1 for none: where pawns crowd, they cover each other.
   * @param {{x: number, y: number}} point
   * @param {number} [reach] how far at most, in mm
   * @param {(pawn: object) => boolean} [fits] which pawns count
   * @returns {number}
   */
  nearest(point, reach = Infinity, fits = () => true) {
    const far = this.items.map((_, id) => (fits(this.pawns[id]) ? this.far(id, point) : Infinity));
    const least = Math.min(...far);
    return least <= reach ? far.indexOf(least) : -1;
  }

  /** Return how far from a point a pawn is shown, in mm. @param {number} id @param {{x: number, y: number}} point */
  far(id, point) {
    return Math.hypot(this.items[id].point.x - point.x, this.items[id].point.y - MIDDLE_MM - point.y);
  }

  /**
   * Tell whether a pawn, other than one, stands on a space.
   * @param {string} name
   * @param {number} [except]
   */
  taken(name, except = -1) {
    return this.pawns.some((pawn, id) => id !== except && pawn.at === name);
  }
}
