// SPDX-License-Identifier: Apache-2.0
/** The board by keyboard: Enter lifts the pawn in focus, arrows lead it, Enter puts it down. */

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
    if (!grip && enter) this.lift(Number(element.dataset.pawn));
    else if (grip && enter) this.place(grip, this.cursorOf(grip));
    else if (grip && event.key === "Escape") this.place(grip, grip.from);
    else if (grip && event.key.toLowerCase() === "h") this.home(grip);
    else if (grip && event.key in STEPS) this.step(grip, STEPS[event.key], event.key === "ArrowUp");
    else return;
    event.preventDefault();
  }

  lift(id) {
    const pawn = this.board.pawns.pawns[id];
    this.cursor = pawn.at || pawn.last;
    this.hands.held = this.hands.lift(id, this.above(this.cursor));
    this.board.pawns.draw();
    this.board.mark(this.board.places.byName.get(this.cursor));
    this.say(`${pawn.colour} pawn lifted from ${this.board.places.words(this.cursor)}`);
  }

  /** Return the space the keys have led a pawn to; a pawn lifted by a tap begins where it came from. */
  cursorOf(grip) {
    const known = this.board.places.byName.has(this.cursor);
    const near = this.hands.under(grip, grip.point, 30);
    return known && grip.byKeys ? this.cursor : near?.name ?? grip.from;
  }

  step(grip, step, turnIn) {
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
    const there = this.board.pawns.pawns.filter((pawn) => pawn.at === name).map((pawn) => `${pawn.colour} pawn`);
    const lit = this.board.lights.lit.has(name) ? ["lit"] : [];
    this.say([this.board.places.words(name), ...there, ...lit].join(", "));
  }

  async place(grip, name) {
    if (await this.hands.place(grip, name)) this.say(`${grip.colour} pawn put on ${this.board.places.words(name)}`);
  }

  above(name) {
    const space = this.board.places.byName.get(name);
    return { x: space.x + 3, y: space.y - 6 };
  }
}
