// SPDX-License-Identifier: Apache-2.0
/**
 * The board by keyboard: Enter lifts the pawn in focus, arrows lead it, Enter puts it down. Where the rules
 * say where it may go, the arrows go only there; with raw hands they go along the ring.
 */

import { say } from "./text.js";

const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

export class Keys {
  /**
   * @param {import("./hand.js").Hands} hands
   * @param {import("./board.js").Board} board
   * @param {(text: string) => void} say what a screen reader shall say
   */
  constructor(hands, board, say) {
    this.hands = hands;
    this.board = board;
    this.say = say;
    this.cursor = "";
    board.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  pressed(event) {
    const element = event.target.closest("[data-pawn]");
    if (!element || event.ctrlKey || event.metaKey || event.altKey) return;
    const grip = this.hands.held;
    const enter = event.key === "Enter" || event.key === " ";
    // A key that is held down says nothing new.
    if (enter && event.repeat) return event.preventDefault();
    if (!grip && enter) this.lift(Number(element.dataset.pawn));
    else if (!grip && event.key in STEPS) this.other(Number(element.dataset.pawn), STEPS[event.key]);
    else if (grip && enter) this.place(grip, this.cursorOf(grip));
    else if (grip && event.key === "Escape") this.place(grip, grip.from);
    else if (grip && event.key.toLowerCase() === "h") this.home(grip);
    else if (grip && event.key in STEPS) this.step(grip, STEPS[event.key], event.key === "ArrowUp");
    else return;
    event.preventDefault();
  }

  /** Give the focus to the next pawn that can move, or, when none can, to the next of all. */
  other(id, step) {
    const { pawns, items } = this.board.pawns;
    const all = pawns.map((_, i) => i);
    const can = all.filter((i) => this.board.pawns.can(pawns[i]).length);
    const ring = can.length ? can : all;
    const at = ring.indexOf(id);
    items[ring[(at + step + ring.length) % ring.length]].element.focus();
  }

  lift(id) {
    if (this.hands.gestures.making) return;
    const pawn = this.board.pawns.pawns[id];
    const why = this.hands.may(pawn.colour, id);
    if (why) {
      this.hands.complain(why, id);
      return;
    }
    this.cursor = pawn.at || pawn.last;
    this.hands.held = this.hands.lift(id, this.above(this.cursor));
    this.hands.held.byKeys = true;
    this.board.pawns.draw();
    this.board.mark(this.board.places.byName.get(this.cursor));
    this.say(say("key.lifted", { colour: pawn.colour, place: this.board.places.words(this.cursor) }));
  }

  /** Return the space the keys have led a pawn to; a pawn lifted by a tap begins where it came from. */
  cursorOf(grip) {
    return grip.byKeys && this.board.places.byName.has(this.cursor) ? this.cursor : grip.from;
  }

  /** Return a space for an area: of slots the first free one. */
  spaceOf(name) {
    if (this.board.places.byName.has(name)) return name;
    const slots = [0, 1, 2, 3].map((slot) => `${name}${slot}`);
    return slots.find((slot) => !this.board.pawns.taken(slot)) ?? slots[0];
  }

  step(grip, step, turnIn) {
    const goals = this.hands.goals(grip).map((name) => this.spaceOf(name));
    if (goals.length) {
      const ring = [grip.from, ...goals];
      const at = ring.indexOf(this.cursorOf(grip));
      this.lead(grip, ring[(at + step + ring.length) % ring.length]);
      return;
    }
    this.lead(grip, this.board.places.next(grip.colour, this.cursorOf(grip), step, turnIn));
  }

  home(grip) {
    const slots = [0, 1, 2, 3].map((slot) => `${grip.colour}:h${slot}`);
    this.lead(grip, slots.find((name) => !this.board.pawns.taken(name, grip.id)) ?? slots[0]);
  }

  lead(grip, name) {
    grip.byKeys = true;
    this.cursor = name;
    grip.point = this.above(name);
    this.board.mark(this.board.places.byName.get(name));
    this.board.pawns.draw();
    const there = this.board.pawns.pawns.find((pawn, id) => pawn.at === name && id !== grip.id);
    const place = this.board.places.words(name);
    const key = there ? "key.taken" : this.board.lights.lit.has(name) ? "key.lit" : "key.space";
    this.say(say(key, { place, other: there?.colour ?? "" }));
  }

  async place(grip, name) {
    const text = say("key.put", { colour: grip.colour, place: this.board.places.words(name) });
    if (await this.hands.put(grip, name)) this.say(text);
  }

  above(name) {
    const space = this.board.places.byName.get(name);
    return { x: space.x + 3, y: space.y - 6 };
  }
}
