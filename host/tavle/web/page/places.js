// SPDX-License-Identifier: Apache-2.0
/** The places of a board: where they are, what the contract calls them, what is next to what. */

import { say } from "./text.js";

/**
 * @typedef {{name: string, kind: string, colour: string, place: string, slot: number,
 *   x: number, y: number, led: number}} Space
 */


export class Places {
  /** @param {object} board the description that the server sends */
  constructor(board) {
    this.board = board;
    /** @type {Space[]} */
    this.spaces = board.spaces;
    /** @type {Map<string, Space>} */
    this.byName = new Map(board.spaces.map((space) => [space.name, space]));
    /** @type {Map<string, {sign: string, topic: string}>} space -> what is drawn on it, and the topic of the rule about that */
    this.signs = new Map(board.signs.flatMap(([sign, names, topic]) => names.map((name) => [name, { sign, topic }])));
  }

  /**
   * Return the nearest space, or null when none is near.
   * @param {{x: number, y: number}} point in mm
   * @param {number} reach in mm
   * @param {(space: Space) => boolean} [fits] which spaces count
   * @returns {Space | null}
   */
  near(point, reach, fits = () => true) {
    let best = null;
    let least = reach;
    for (const space of this.spaces) {
      const far = Math.hypot(space.x - point.x, space.y - point.y);
      if (far < least && fits(space)) {
        best = space;
        least = far;
      }
    }
    return best;
  }

  /**
   * Return a space as the contract's commands name it for a pawn of a colour.
   * @param {string} colour
   * @param {string} name
   */
  address(colour, name) {
    const space = this.byName.get(name);
    if (space.kind === "ring") return { at: space.place };
    const at = space.colour === colour ? space.place : `${space.colour}:${space.place}`;
    return space.slot < 0 ? { at } : { at, slot: space.slot };
  }

  /**
   * Return a space in words: `space 17`, `Red's goal 2`.
   * @param {string} name
   */
  words(name) {
    const space = this.byName.get(name) ?? this.byName.get(`${name}0`);
    if (!space) return say("at.hand");
    if (space.kind === "ring") return say(`at.${this.signs.get(space.name)?.sign ?? "ring"}`, { n: space.place });
    if (!this.byName.has(name)) return say(`at.${space.kind}s`, { colour: space.colour });
    const n = space.slot < 0 ? space.place.slice(1) : space.slot + 1;
    const goal = space.kind === "row" && !this.board.fin ? "circle" : space.kind;
    return say(`at.${goal}`, { colour: space.colour, n });
  }

  /** Return the rule about what is drawn on a space, "" where nothing is. @param {string} name */
  rule(name) {
    const topic = this.signs.get(name)?.topic;
    return topic ? say(this.board.rules.find((key) => key.split(".")[2] === topic)) : "";
  }

  /**
   * Return a space in a few letters, for lists of moves: `17`, `goal 2`.
   * @param {string} name
   */
  short(name) {
    const space = this.byName.get(name) ?? this.byName.get(`${name}0`);
    if (!space || space.kind === "ring") return space?.place ?? name;
    if (space.kind !== "row") return say(`short.${space.kind}`);
    return say(this.board.fin ? "short.row" : "short.circle", { n: space.place.slice(1) });
  }

  /**
   * Return what the table says of a place, in words: `red:17` is Red's pawn on space 17.
   * @param {string} told
   */
  withColour(told) {
    const [colour, place] = told.split(/:(.*)/);
    if (place === undefined) return this.words(colour);
    const name = /^\d/.test(place) || place.includes(":") ? place : `${colour}:${place}`;
    return say("at.pawn", { colour, place: this.words(name) });
  }

  /**
   * Return the space one step on for a colour, or one step back.
   * @param {string} colour
   * @param {string} name where to go from
   * @param {number} step 1 or -1
   * @param {boolean} turnIn whether to turn into the own row where it begins
   */
  next(colour, name, step, turnIn) {
    const { ring, row, fin, line, pawns, starts, mouths } = this.board;
    const space = this.byName.get(name);
    if (space.kind === "ring") {
      const index = Number(space.place);
      if (turnIn && step > 0 && index === mouths[colour]) return `${colour}:z1`;
      if (!line) return String((index + step + ring) % ring);
      const to = index + (starts[colour] ? -step : step);
      if (to < 0 || to >= ring) return step < 0 ? `${colour}:h0` : name;
      return String(to);
    }
    const owner = space.colour;
    if (space.kind === "row") {
      const k = Number(space.place.slice(1)) + step;
      if (k < 1) return String(mouths[owner]);
      if (k > row) return fin ? `${owner}:f0` : name;
      return `${owner}:z${k}`;
    }
    const slot = space.slot + step;
    if (slot >= 0 && slot < pawns) return `${owner}:${space.place}${slot}`;
    if (space.kind === "home") return slot < 0 ? name : String(starts[owner]);
    return slot < 0 ? `${owner}:z${row}` : name;
  }
}
