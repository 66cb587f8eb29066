// SPDX-License-Identifier: Apache-2.0
/** Gestures that finish a move: what the rules send home goes home, an exchange is one drag. */

const STEP_MS = 220; // between two movements of a hand, at the table's own speed

const HEARD_MS = 4000; // a table that has not heard an answer by then has not heard it
const STILL_MS = 1000; // however fast the table is
const ANSWER_MS = 150;
const ANSWER_TRIES = 20;

/** Let so many ms pass. @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * A part of a legal move, as the server tells it.
 * @typedef {{colour: string, from: string, to: string, home: [string, string][], self?: boolean, swap?: string, steps?: number}} Part
 */

/** Return a slot's area: `red:h` for `red:h2`. @param {string} name */
export const areaOf = (name) => name.replace(/:(h|f)\d$/, ":$1");

/** Return whose turn a position line says it is, "" for nobody. @param {string} line */
export function turnOf(line) {
  const turn = / turn=(\w+)/.exec(line ?? "")?.[1] ?? "";
  return turn === "none" ? "" : turn;
}

export class Gestures {
  /**
   * @param {{order: Function}} link
   * @param {import("./board.js").Board} board
   */
  constructor(link, board) {
    this.link = link;
    this.board = board;
    /** Only what a hand does, nothing finished for it. */
    this.raw = false;
    /** Whether a pawn that is put where no move leads goes back at once. */
    this.strict = false;
    /** @type {Part[][]} */
    this.options = [];
    this.view = null;
    this.speed = 1;
    /** The part of a move that was made last. @type {Part | null} */
    this.last = null;
    this.mine = false; // the last move was made by a gesture of this page
    /** Whether a question of the table is being answered by what was done. */
    this.answering = false;
    this.answered = false; // ... and the table has not said so yet
    this.asked = []; // the choices of the last question
    this.making = false; // an exchange is being finished: no other pawn is taken meanwhile
    this.world = ""; // where the pawns stand
    this.still = false; // no pawn has moved for so long that the table has made of it what it can
    this.rested = () => {};
    this.busy = Promise.resolve();
  }

  /** @param {object} view */
  show(view) {
    const world = worldOf(view.pawns);
    if (world !== this.world) {
      this.world = world;
      this.still = false;
      clearTimeout(this.timer);
      this.timer = setTimeout(
        () => {
          this.still = true;
          this.rested();
        },
        Math.max(STILL_MS, HEARD_MS / view.speed),
      );
    }
    this.view = view;
    this.options = view.options;
    this.speed = view.speed;
    if (!view.options.length) this.mine = false;
    if (this.answered && view.phase !== "ask") this.answering = this.answered = false;
  }

  /**
   * Return what has changed against the position: places that are empty now, and new ones.
   * @param {{id: number, from: string}[]} [held] pawns in the hand that count as put back
   */
  changes(held = []) {
    const gone = new Map();
    const come = new Map();
    const wanted = new Map();
    for (const [colour, place] of placesOf(this.view?.firmware ?? "")) wanted.set(colour, [...(wanted.get(colour) ?? []), place]);
    for (const [colour, places] of wanted) {
      const left = [...places];
      const fresh = [];
      for (const [id, pawn] of this.board.pawns.pawns.entries()) {
        const stands = held.find((grip) => grip.id === id)?.from || pawn.at;
        if (pawn.colour !== colour || !stands) continue;
        const at = areaOf(stands);
        const i = left.indexOf(at);
        if (i >= 0) left.splice(i, 1);
        else fresh.push(at);
      }
      gone.set(colour, left);
      come.set(colour, fresh);
    }
    return { gone, come };
  }

  /** Return the legal moves that what was moved so far belongs to. @returns {Part[][]} */
  possible({ gone, come } = this.changes()) {
    return this.options.filter((parts) => {
      const ends = parts.flatMap((part) => [
        [part.colour, part.self ? `${part.colour}:h` : part.to],
        ...(part.swap ? [[part.swap, part.from]] : []),
        ...part.home.map(([colour]) => [colour, `${colour}:h`]),
      ]);
      const begins = parts.flatMap((part) => [
        [part.colour, part.from],
        ...(part.swap ? [[part.swap, part.to]] : []),
        ...part.home,
      ]);
      return within(come, ends) && within(gone, begins);
    });
  }

  /** Return the parts of a move that are not made yet, of several that are alike one for each. @param {Part[]} parts */
  todo(parts, { gone, come }) {
    const arrived = new Map([...come].map(([colour, places]) => [colour, [...places]]));
    const left = new Map([...gone].map(([colour, places]) => [colour, [...places]]));
    const rest = [];
    for (const part of parts) {
      const went = take(arrived.get(part.colour), part.self ? `${part.colour}:h` : part.to);
      if (went) take(left.get(part.colour), part.from);
      const came = !part.swap || take(arrived.get(part.swap), part.from);
      if (part.swap && came) take(left.get(part.swap), part.to);
      if (!went) rest.push(part.swap && came ? { ...part, swap: undefined } : part);
      else if (!came) rest.push({ colour: part.swap, from: part.to, to: part.from, home: [] });
    }
    return { rest, left };
  }

  /** Return the parts that a pawn can make now. @param {string} colour @param {string} from @returns {Part[]} */
  partsOf(colour, from) {
    const changes = this.changes();
    const found = new Map();
    for (const parts of this.possible()) {
      for (const part of this.todo(parts, changes).rest) {
        if (part.swap === colour && part.to === areaOf(from)) {
          const turned = { colour, from: part.to, to: part.from, home: [], swap: part.colour };
          found.set(turned.to, turned);
        }
        if (part.colour !== colour || part.from !== areaOf(from)) continue;
        const known = found.get(part.to);
        if (!known || known.home.length < part.home.length) found.set(part.to, part);
      }
    }
    return [...found.values()];
  }

  /**
   * Return the names of the pawns' places that can move now: colour and place.
   * @param {{id: number, from: string}[]} [held] pawns in the hand that count as put back
   * @returns {Set<string>}
   */
  movable(held = []) {
    const changes = this.changes(held);
    const found = new Set();
    for (const parts of this.possible(changes)) {
      const { rest, left } = this.todo(parts, changes);
      for (const part of rest) {
        if (!left.get(part.colour)?.includes(part.from)) found.add(`${part.colour} ${part.from}`);
        if (part.swap && !left.get(part.swap)?.includes(part.to)) found.add(`${part.swap} ${part.to}`);
      }
    }
    return found;
  }

  /** Return how many steps of a split card are left, null when nothing was moved or it is no such card. */
  left() {
    const changes = this.changes();
    if (![...changes.come.values()].some((places) => places.length)) return null;
    for (const parts of this.possible()) {
      if (parts.length < 2 || parts.some((part) => part.steps === undefined)) continue;
      const { rest } = this.todo(parts, changes);
      if (rest.length && rest.length < parts.length) return rest.reduce((sum, part) => sum + part.steps, 0);
    }
    return null;
  }

  /**
   * Make the part of a move that dropping a pawn on a space means; false when it means none.
   * @param {{colour: string, from: string, id: number}} grip a pawn in the hand
   * @param {string} name of the space
   */
  finish(grip, name) {
    if (this.raw) return false;
    const part = this.partsOf(grip.colour, grip.from).find((one) => one.to === areaOf(name));
    if (!part) return false;
    this.mine = true;
    this.making = Boolean(part.swap);
    this.busy = this.busy.then(() => this.make(part, name, grip.from)).finally(() => (this.making = false));
    return true;
  }

  /**
   * Return where the table has a pawn already that is still in the hand, "" when it waits for its move: onto a stack
   * no reed tells when it is put.
   * @param {{colour: string}} grip
   */
  taken(grip) {
    if (this.options.length) return "";
    const there = this.changes().gone.get(grip.colour) ?? [];
    return there.find((name) => this.board.places.byName.has(name)) ?? ""; // a slot has a reed of its own
  }

  /** Lift a pawn and make its part of a move. @param {Part} part */
  async move(part) {
    this.mine = true;
    await this.order("lift", part.colour, part.from);
    await this.rest();
    await this.make(part, part.to, part.from);
  }

  async make(part, name, from) {
    this.last = part;
    const turn = turnOf(this.view.firmware);
    const unseen = this.unseen(part);
    const others = [...part.home];
    if (part.swap) others.push([part.swap, part.to]);
    for (const [i, other] of others.entries()) {
      if ((await this.order("lift", ...other)).ok) continue;
      // Somebody has moved that pawn meanwhile: nothing of this is done.
      for (const back of [...others.slice(0, i), [part.colour, from]]) await this.order("place", ...back);
      return;
    }
    if (others.length) await this.rest();
    await this.order("place", part.colour, part.self ? `${part.colour}:h` : name);
    await this.rest();
    if (part.swap) await this.order("place", part.swap, from);
    for (const [colour] of part.home) {
      await this.order("place", colour, `${colour}:h`);
      await this.rest();
    }
    if (unseen) await this.link.press(turn, 120, this.speed);
  }

  /** Whether no reed tells of a part: from a stack of pawns onto another pawn. The button of the seat then says it. @param {Part} part */
  unseen(part) {
    if (part.self || part.swap || part.home.length) return false;
    const standing = placesOf(this.view.firmware).map(([, place]) => place);
    const slots = (place) => /:[hf]$/.test(place); // each with a reed of its own
    const count = (place) => (slots(place) ? 0 : standing.filter((one) => one === place).length);
    return count(part.from) > 1 && count(part.to) > 0;
  }

  rest() {
    return pause(STEP_MS / this.speed);
  }

  order(what, colour, name) {
    const space = this.board.places.byName.get(name);
    const at = space ? this.board.places.address(colour, name) : { at: name.startsWith(`${colour}:`) ? name.slice(colour.length + 1) : name };
    return this.link.order(what, { colour, ...at });
  }

  /**
   * Answer what the table asks after a gesture: the gesture has said it.
   * @param {string[]} choices positions; the first one is shown
   */
  answer(choices) {
    this.asked = choices;
    if (!this.mine || this.raw) return;
    this.answering = true;
    this.answered = false;
    // A pawn that has pointed at a choice is put back before the next question is answered.
    this.busy = this.busy.then(async () => {
      if (this.asked !== choices) return;
      const wanted = await this.point(choices);
      // The table hears the answer a little later; when it does not, people are asked.
      this.answered = wanted;
      this.answering = wanted;
      if (wanted) setTimeout(() => (this.answering = false), HEARD_MS / this.speed);
    });
  }

  /** Tell the table which choice it was; false when what was done fits none. @param {string[]} choices */
  async point(choices) {
    const turn = turnOf(this.view.firmware);
    let wanted;
    for (let tries = 0; !wanted; tries++) {
      // The last pawn may still be on its way to the picture. Two pawns of one colour that changed places
      // look like none: a move was made all the same.
      const open = this.view.phase === "ask"; // else somebody has answered
      const fitting = choices.filter((line) => open && worldOfLine(line) === worldOf(this.view.pawns));
      wanted = fitting.find((line) => turnOf(line) !== turn) ?? fitting[0];
      if (!wanted && tries === ANSWER_TRIES) return false;
      if (!wanted) await pause(ANSWER_MS);
    }
    if (wanted === choices[0]) {
      return (await this.link.press(turn, 120, this.view.speed)).ok;
    }
    // Point at the choice that was meant: lift and put back a pawn that only it has moved.
    const shown = new Set(worldOfLine(choices[0]).split(" "));
    const mark = worldOfLine(wanted).split(" ").find((word) => !shown.has(word));
    const [colour, place] = mark ? mark.split("=")[0].split("/") : [this.last.colour, this.last.to];
    await this.order("lift", colour, place);
    await pause(700 / this.speed);
    return (await this.order("place", colour, place)).ok;
  }
}

/** Take one of a value out of a list; tell whether there was one. @param {string[]} [list] @param {string} [value] */
function take(list = [], value = "") {
  const i = list.indexOf(value);
  if (i >= 0) list.splice(i, 1);
  return i >= 0;
}

function within(changed, known) {
  for (const [colour, places] of changed) {
    const left = known.filter(([other]) => other === colour).map(([, place]) => place);
    for (const place of places) {
      const i = left.indexOf(place);
      if (i < 0) return false;
      left.splice(i, 1);
    }
  }
  return true;
}

function counted(places) {
  const count = new Map();
  for (const place of places) count.set(place, (count.get(place) ?? 0) + 1);
  return [...count].map(([place, n]) => `${place}=${n}`).sort().join(" ");
}

/** Return where the pawns stand as a text that can be compared. */
export function worldOf(pawns) {
  return counted(pawns.map((pawn) => `${pawn.colour}/${areaOf(pawn.at)}`));
}

function worldOfLine(line) {
  return counted(placesOf(line).map(([colour, place]) => `${colour}/${place}`));
}

/** Return where the pawns of a position line stand: colour and place of each. @param {string} line @returns {[string, string][]} */
function placesOf(line) {
  const found = [];
  for (const [, colour, places] of line.matchAll(/ (red|green|blue|yellow):(\S+)/g)) {
    for (const place of places.split(",")) found.push([colour, /^\d/.test(place) ? place : `${colour}:${place}`]);
  }
  return found;
}
