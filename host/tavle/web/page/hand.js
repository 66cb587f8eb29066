// SPDX-License-Identifier: Apache-2.0
/**
 * The hands: pawns are lifted, carried, slid and put down with mouse, pen and fingers.
 *
 * A grip is one pawn in this page's hands. Pawns of a colour are all alike to the table, so which of
 * them a grip holds is read anew from every view.
 */

import { areaOf } from "./gestures.js";

/** `may` answers so when the rules know why not. */
export const ASK = "ask";

const REACH_MM = 21; // a pawn let go drops on the nearest space within this
const FINGER_MM = 30; // ... or on a space it may go to within this, where none is nearer
const LENIENT_MM = 6; // ... by more than this
const TAP_PX = 22; // a pawn that may move is taken by a press this near, however small the board is drawn
const SHARED_MM = 5; // a pawn that shares its space is drawn this far from the middle
const AREA_MM = 150; // across the widest area of slots
const TOUCH_MM = 8.5; // a sliding pawn's magnet closes the reed within this
const STILL_PX = 5; // less movement is a tap
const FINGER_PX = 46; // a pawn is shown this far above the finger that carries it

/**
 * @typedef {{colour: string, id: number, from: string, point: {x: number, y: number}, on: string,
 *   pending: boolean, slide: boolean}} Grip
 */

export class Hands {
  /**
   * @param {{order: Function}} link
   * @param {import("./board.js").Board} board
   * @param {(text: string, place?: string) => void} complain takes a machine word, and the place it hangs on
   * @param {import("./gestures.js").Gestures} gestures
   * @param {(colour: string, id: number) => string} may why a pawn is not for these hands now, "" when it is, ASK when
   *   the rules know why
   */
  constructor(link, board, complain, gestures, may) {
    this.gestures = gestures;
    this.may = may;
    this.link = link;
    this.board = board;
    this.complain = complain;
    /** Pawns that pointers drag. @type {Map<number, object>} */
    this.drags = new Map();
    /** A pawn that was lifted by a tap or a key, and waits for its space. @type {Grip | null} */
    this.held = null;
    this.sliding = false;
    /** When a pawn was last taken or put by a pointer, in ms. */
    this.acted = -Infinity;
    /** How many views have come. A view says nothing of what was done after it. */
    this.views = 0;
    /** Called when a pawn is lifted. */
    this.lifted = () => {};
    const svg = board.svg;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.up(event));
    // A finger on a pawn carries it and does not scroll the page; CSS cannot say so inside an SVG.
    const carried = (event) => event.target.closest("[data-pawn]") && event.preventDefault();
    svg.addEventListener("touchstart", carried, { passive: false });
  }

  get pawns() {
    return this.board.pawns;
  }

  /** Let everything go: another table is shown. */
  reset() {
    this.drags.clear();
    this.held = null;
    this.board.mark(null);
  }

  /** Take over a pawn that is in the air: the page that lifted it is gone. */
  adopt() {
    const id = this.pawns.pawns.findIndex(({ at }) => !at);
    const pawn = this.pawns.pawns[id];
    const space = this.board.places.byName.get(pawn?.last);
    if (!space || this.grips().length) return;
    const point = { x: space.x + 3, y: space.y - 6 };
    this.held = { colour: pawn.colour, id, from: pawn.last, point, on: "", pending: false, slide: false, views: this.views };
    this.pawns.draw();
  }

  /** Return the grips. @returns {Grip[]} */
  grips() {
    const dragged = [...this.drags.values()].map((drag) => drag.grip).filter(Boolean);
    return this.held && !dragged.includes(this.held) ? [...dragged, this.held] : dragged;
  }

  /** Return pawn -> where it is shown, for the pawns in these hands. */
  shown() {
    return new Map(this.grips().map((grip) => [grip.id, grip.point]));
  }

  /**
   * See in a view which pawns the grips hold; what somebody else has put down is let go.
   * @param {number} [shown] number of the view
   */
  follow(shown = this.views) {
    const used = new Set();
    for (const grip of this.grips()) {
      const fits = (id) => {
        const pawn = this.pawns.pawns[id];
        return pawn?.colour === grip.colour && pawn.at === grip.on && !used.has(id);
      };
      if (!grip.pending && shown > grip.views && !fits(grip.id)) {
        const other = this.pawns.pawns.findIndex((_, id) => fits(id));
        if (other >= 0) grip.id = other;
        else if (!grip.on) this.release(grip);
      }
      used.add(grip.id);
    }
  }

  release(grip) {
    if (this.held === grip) this.held = null;
    for (const [pointer, drag] of this.drags) if (drag.grip === grip) this.drags.delete(pointer);
    this.board.mark(null);
  }

  /**
   * Take a pawn into the hand.
   * @param {number} id
   * @param {{x: number, y: number}} point where it is shown
   * @param {boolean} [slide] it stays on the board
   * @returns {Grip}
   */
  lift(id, point, slide = false) {
    const pawn = this.pawns.pawns[id];
    const from = pawn.at || pawn.last;
    const grip = { colour: pawn.colour, id, from, point, on: slide ? pawn.at : "", pending: false, slide, views: this.views };
    this.lifted();
    if (pawn.at && !slide) {
      grip.pending = true;
      const where = this.board.places.address(pawn.colour, pawn.at);
      this.link.order("lift", { colour: pawn.colour, ...where }).then((answer) => {
        grip.pending = false;
        grip.views = this.views;
        if (!answer.ok) {
          this.complain(answer.error);
          this.release(grip);
          this.pawns.draw();
        }
      });
    }
    return grip;
  }

  /**
   * Put a pawn down; it stays in the hand when that does not work.
   * @param {Grip} grip
   * @param {string} name of the space
   */
  async place(grip, name) {
    const space = this.board.places.byName.get(name);
    grip.point = { x: space.x, y: space.y };
    grip.pending = true;
    if (this.held === grip) this.held = null;
    this.board.mark(null);
    this.pawns.draw();
    const answer = await this.link.order("place", { colour: grip.colour, ...this.board.places.address(grip.colour, name) });
    grip.pending = false;
    grip.views = this.views;
    if (!answer.ok) {
      this.complain(answer.error);
      this.held ??= grip;
    }
    this.pawns.draw();
    return answer.ok;
  }

  /** Return the space a pawn let go would drop on: one it may go to before others, of slots a free one in the area. */
  under(grip, point, reach = REACH_MM) {
    const { places } = this.board;
    const goals = grip.slide ? [] : this.goals(grip);
    const space = this.goal(point, goals) ?? places.near(point, reach);
    const free = (other) => other.slot < 0 || !this.pawns.taken(other.name, grip.id);
    if (!space || free(space)) return space;
    const area = (other) => other.kind === space.kind && other.colour === space.colour;
    return places.near(point, AREA_MM, (other) => area(other) && free(other));
  }

  /** Return the space that a point means of those a pawn may go to, null for none: it means a space that is clearly nearer. */
  goal(point, goals) {
    const { places } = this.board;
    const far = ({ x, y }) => Math.hypot(x - point.x, y - point.y);
    const goal = places.near(point, FINGER_MM, (other) => goals.includes(areaOf(other.name)));
    return goal && far(goal) <= far(places.near(point, FINGER_MM)) + LENIENT_MM ? goal : null;
  }

  /** Return the places a pawn in the hand may go to, where moves are finished for the hand. @param {Grip} grip */
  goals(grip) {
    return this.gestures.raw ? [] : this.gestures.partsOf(grip.colour, grip.from).map((part) => part.to);
  }

  /** Return the pawn that is meant by a press, -1 for none: one that may move before others. */
  meant(event) {
    const at = this.board.point(event.clientX, event.clientY);
    const one = this.board.point(event.clientX + 1, event.clientY);
    const reach = TAP_PX * Math.hypot(one.x - at.x, one.y - at.y);
    const { pawns } = this;
    const movable = this.gestures.raw ? new Set() : this.gestures.movable(this.grips());
    const near = pawns.nearest(at, reach, (pawn) => movable.has(`${pawn.colour} ${areaOf(pawn.at)}`));
    if (near >= 0) return near;
    return event.target.closest("[data-pawn]") ? pawns.nearest(at) : -1;
  }

  // Pointers

  down(event) {
    if (event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const id = this.meant(event);
    if (id >= 0 || this.held) this.acted = performance.now();
    if (id < 0 || (this.held && this.wanted(this.held, event))) {
      if (this.held) this.drags.set(event.pointerId, { start, tap: true });
      return;
    }
    event.preventDefault();
    if (this.gestures.making) return;
    const why = this.held ? "" : this.may(this.pawns.pawns[id].colour, id);
    if (why) {
      this.complain(why, id);
      return;
    }
    this.pawns.items[id].element.focus({ preventScroll: true });
    const drag = { start, id, moved: false, grip: null, raise: event.pointerType === "touch" ? FINGER_PX : 0 };
    if (this.held?.id === id) {
      // Tapped a second time it is put down where it is shown.
      drag.grip = this.held;
      drag.again = true;
      this.held = null;
    } else if (!this.held) {
      this.take(drag, event);
    }
    this.drags.set(event.pointerId, drag);
    this.board.svg.setPointerCapture(event.pointerId);
    this.pawns.draw();
  }

  take(drag, event) {
    const point = this.board.point(event.clientX, event.clientY);
    const slide = (event.shiftKey || this.sliding) && Boolean(this.pawns.pawns[drag.id].at);
    drag.grip = this.lift(drag.id, point, slide);
  }

  move(event) {
    const drag = this.drags.get(event.pointerId);
    if (!drag) {
      if (this.held && event.pointerType === "mouse") this.carry(this.held, event, 0);
      return;
    }
    const far = Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y);
    if (far <= STILL_PX && !drag.moved) return;
    drag.moved = true;
    if (drag.tap) return;
    if (!drag.grip) this.take(drag, event);
    this.carry(drag.grip, event, drag.raise);
  }

  carry(grip, event, raise) {
    grip.point = this.board.within(this.board.point(event.clientX, event.clientY - raise));
    if (grip.slide) this.touch(grip);
    const space = this.under(grip, grip.point);
    this.board.mark(space);
    this.pawns.draw();
  }

  /** Let a sliding pawn touch the space it has come to, and leave the one it was on. */
  touch(grip) {
    const space = this.under(grip, grip.point, TOUCH_MM);
    const name = space?.name ?? "";
    if (name === grip.on) return;
    const { places } = this.board;
    if (grip.on) this.link.order("lift", { colour: grip.colour, ...places.address(grip.colour, grip.on) });
    if (name) this.link.order("place", { colour: grip.colour, ...places.address(grip.colour, name) });
    grip.on = name;
  }

  up(event) {
    // A quick finger is gone before its last movement has been told.
    const cancelled = event.type === "pointercancel";
    if (!cancelled) this.move(event);
    const drag = this.drags.get(event.pointerId);
    this.drags.delete(event.pointerId);
    if (!drag) return;
    this.acted = performance.now();
    if (cancelled) {
      if (drag.grip) this.keep(drag.grip);
    } else if (drag.tap) {
      if (!drag.moved && this.held) this.drop(this.held, this.board.point(event.clientX, event.clientY));
    } else if (drag.grip && (drag.moved || drag.again)) {
      this.drop(drag.grip, drag.grip.point);
    } else if (drag.grip) {
      this.keep(drag.grip);
    } else if (this.held) {
      // A tap on a pawn that stands, with another one in the hand: put that one beside it, or take this one instead.
      const { at, colour } = this.pawns.pawns[drag.id];
      if (this.gestures.strict && this.gestures.movable(this.grips()).has(`${colour} ${areaOf(at)}`)) this.change(drag.id);
      else if (at) this.put(this.held, at);
    }
    this.pawns.draw();
  }

  /** Tell whether a press with a pawn in the hand means a space that the pawn may go to. */
  wanted(grip, event) {
    const point = this.board.point(event.clientX, event.clientY);
    const space = this.goal(point, this.goals(grip));
    const other = this.meant(event);
    // Of a space and another pawn that may move, the nearer one is meant.
    return Boolean(space) && (other < 0 || Math.hypot(space.x - point.x, space.y - point.y) <= this.pawns.far(other, point) + SHARED_MM);
  }

  /** Put the pawn in the hand back and take another one. @param {number} id */
  async change(id) {
    const grip = this.held;
    const { x, y } = this.pawns.items[id].point;
    if (await this.place(grip, grip.from)) this.held = this.lift(id, { x: x + 3, y: y - 6 });
    this.pawns.draw();
  }

  drop(grip, point) {
    if (grip.slide && grip.on) {
      this.release(grip);
      return;
    }
    const space = this.under(grip, point);
    if (!space) this.keep(grip);
    else this.put(grip, space.name);
  }

  /**
   * Put a pawn down, with everything that belongs to it; where it may not go it goes back, and it is said why.
   * @param {Grip} grip
   * @param {string} name of the space
   * @returns {Promise<boolean>} whether it stands there
   */
  async put(grip, name) {
    const there = this.gestures.strict && !grip.slide ? this.gestures.taken(grip) : "";
    if (there && there !== areaOf(grip.from)) return this.place(grip, there);
    const back = areaOf(name) === areaOf(grip.from);
    if (this.gestures.strict && !grip.slide && !back && this.goals(grip).length && !this.goals(grip).includes(areaOf(name))) {
      this.complain("not-legal");
      this.place(grip, grip.from);
      return false;
    }
    if (grip.slide || !this.gestures.finish(grip, name)) return this.place(grip, name);
    const space = this.board.places.byName.get(name);
    grip.point = { x: space.x, y: space.y };
    this.release(grip);
    return true;
  }

  /** Keep a pawn in the hand until a space is tapped. */
  keep(grip) {
    if (grip.slide && grip.on) this.release(grip);
    else this.held ??= grip;
  }
}
