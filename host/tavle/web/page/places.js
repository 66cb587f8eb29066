// SPDX-License-Identifier: Apache-2.0
/** The places of a board: where they are, what the contract calls them, what is next to what. */

/**
 * @typedef {{name: string, kind: string, colour: string, place: string, slot: number,
 *   x: number, y: number, led: number}} Space
 */

const AREAS = { row: "row space", home: "home slot", fin: "goal slot" };

export class Places {
  /** @param {object} board the description that the server sends */
  constructor(board) {
    this.board = board;
    /** @type {Space[]} */
    this.spaces = board.spaces;
    /** @type {Map<string, Space>} */
    this.byName = new Map(board.spaces.map((space) => [space.name, space]));
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
   * Return a space in words.
   * @param {string} name
   */
  words(name) {
    const space = this.byName.get(name);
    if (!space) return "the hand";
    if (space.kind === "ring") return `space ${space.place}`;
    const number = space.slot < 0 ? space.place.slice(1) : space.slot + 1;
    return `${space.colour} ${AREAS[space.kind]} ${number}`;
  }

  /**
   * Return the space one step on for a colour, or one step back.
   * @param {string} colour
   * @param {string} name where to go from
   * @param {number} step 1 or -1
   * @param {boolean} turnIn whether to turn into the own row where it begins
   */
  next(colour, name, step, turnIn) {
    const { ring, row, fin, starts, mouths } = this.board;
    const space = this.byName.get(name);
    if (space.kind === "ring") {
      const index = Number(space.place);
      if (turnIn && step > 0 && index === mouths[colour]) return `${colour}:z1`;
      return String((index + step + ring) % ring);
    }
    const owner = space.colour;
    if (space.kind === "row") {
      const k = Number(space.place.slice(1)) + step;
      if (k < 1) return String(mouths[owner]);
      if (k > row) return fin ? `${owner}:f0` : name;
      return `${owner}:z${k}`;
    }
    const slot = space.slot + step;
    if (slot >= 0 && slot < 4) return `${owner}:${space.place}${slot}`;
    if (space.kind === "home") return slot < 0 ? name : String(starts[owner]);
    return slot < 0 ? `${owner}:z${row}` : name;
  }
}
