// SPDX-License-Identifier: Apache-2.0
/** The seats round the table: who plays what, how many cards are left, and the seats' buttons. */

import { byId, html } from "./svg.js";
import { say } from "./text.js";

const HOLD_MS = 2000; // how long the table button is held
const SEAT_HOLD_MS = 1000;
const TAP_MS = 120;

/** Let so many ms pass. @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Seats {
  /** @param {(what: string, fields?: object) => void} order */
  constructor(order) {
    this.order = order;
    this.row = byId("buttons");
    this.seats = new Map();
    /** How fast the table's time passes. */
    this.speed = 1;
  }

  /** @param {object} board */
  setUp(board) {
    this.seats.clear();
    this.board = board;
    const seats = board.seats.map(({ colour }) => this.make(colour));
    this.row.replaceChildren(...seats, this.make("table"));
  }

  make(name) {
    const light = html("span", { class: "light", "aria-hidden": "true" });
    const label = html("span", { class: "name" }, name === "table" ? say("seat.table") : say(`colour.${name}`));
    const below = html("span", { class: "word" }, name === "table" ? say("seat.hold") : "");
    const cards = html("span", { class: "backs", "aria-hidden": "true" });
    const button = html("button", { type: "button", class: `push ${name}`, title: this.title(name) }, light, label, below, cards);
    const hold_ms = name === "table" ? HOLD_MS : SEAT_HOLD_MS;
    let down = false;
    let told = Promise.resolve(0); // when the table had the button down, at last
    const press = (now) => {
      if (now === down) return;
      down = now;
      button.classList.toggle("down", now);
      button.style.setProperty("--hold", `${hold_ms / this.speed}ms`);
      told = told.then(async (since) => {
        // However quick the click and slow the table: its debounce must see the button.
        if (!now) await pause(since + TAP_MS / this.speed - performance.now());
        await this.order("press", { button: name, down: now });
        return performance.now();
      });
    };
    button.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      button.setPointerCapture(event.pointerId);
      press(true);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(end, () => press(false));
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const [kind, now] of [["keydown", true], ["keyup", false]]) {
      button.addEventListener(kind, (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        press(now);
      });
    }
    button.addEventListener("click", (event) => {
      // No pointer and no key: a screen reader has pressed it.
      if (event.detail || event.pointerType) return;
      press(true);
      press(false);
    });
    if (name !== "table") this.seats.set(name, { button, light, below, cards, told: "" });
    return button;
  }

  title(name) {
    if (name === "table") return say("seat.table-title");
    return say(this.board.die ? "seat.title-die" : this.board.deck === "hands" ? "seat.title-hands" : "seat.title", { colour: name });
  }

  /** Mirror a seat's light. @param {string} colour @param {string} css @param {number} level */
  shine(colour, css, level) {
    const light = this.seats.get(colour)?.light;
    light?.style.setProperty("--light", css);
    light?.style.setProperty("--level", String(level));
  }

  /**
   * Show who sits where, how many cards each holds, and whose turn it is.
   * @param {object} view
   * @param {string} turn
   * @param {import("./lan.js").Lan} lan
   */
  show(view, turn, lan) {
    this.speed = view.speed;
    for (const [colour, seat] of this.seats) {
      const who = view.party?.who[colour];
      const cards = view.party?.counts[colour] ?? view.hand_counts?.[colour];
      const name = who ? say(lan.away(colour) ? "lan.away" : `who.${who}`) : "";
      const count = cards === undefined ? "" : say("seat.cards", { n: cards });
      const told = JSON.stringify([name, count, turn === colour, cards]);
      if (told === seat.told) continue;
      seat.told = told;
      seat.below.textContent = [name, count].filter(Boolean).join(" · ");
      seat.button.classList.toggle("turn", turn === colour);
      seat.button.classList.toggle("absent", Boolean(view.party) && !who);
      seat.cards.replaceChildren(...Array.from({ length: cards ?? 0 }, () => html("i")));
      if (turn === colour) seat.button.setAttribute("aria-current", "true");
      else seat.button.removeAttribute("aria-current");
    }
  }
}
