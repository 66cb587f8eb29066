// SPDX-License-Identifier: Apache-2.0
/** Everything around the board that is pressed, chosen or switched. */

import { byId, html } from "./svg.js";

const HOLD_MS = 2000; // how long the table button is held
const SEAT_HOLD_MS = 1000;
const TAP_MS = 120;
const SEAT_WORDS = { partners: "done", ludo: "throw", sorry: "done" };

/** Let so many ms pass. @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The buttons at the table's edge: one a seat, and the table's own. */
export class Buttons {
  /** @param {(what: string, fields?: object) => void} order */
  constructor(order) {
    this.order = order;
    this.row = byId("buttons");
    this.seats = new Map();
  }

  /** @param {object} board */
  setUp(board) {
    this.seats.clear();
    const word = SEAT_WORDS[board.board];
    const seats = board.colours.map((colour) => this.make(colour, word));
    this.row.replaceChildren(...seats, this.make("table", "hold 2 s"));
  }

  make(name, word) {
    const light = html("span", { class: "light", "aria-hidden": "true" });
    const label = html("span", { class: "name" }, name);
    const below = html("span", { class: "word" }, word);
    const button = html("button", { type: "button", class: `push ${name}`, title: this.title(name) }, light, label, below);
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
    if (name !== "table") this.seats.set(name, { light, below, word });
    return button;
  }

  title(name) {
    if (name === "table") return "Hold for two seconds: withdraw a card, take back a move, overrule a sensor, begin a new game";
    return `${name}'s button: done, or take what is shown; in Ludo it throws the die, in Partners it puts the hand down when held`;
  }

  /** How fast the table's time passes. */
  speed = 1;

  /** Mirror a seat's light. @type {(colour: string, css: string, level: number) => void} */
  shine(colour, css, level) {
    const light = this.seats.get(colour)?.light;
    light?.style.setProperty("--light", css);
    light?.style.setProperty("--level", String(level));
  }

  /**
   * Tell how many cards each seat has in hand, where the table counts them.
   * @param {Object<string, number>} counts
   */
  count(counts) {
    for (const [colour, { below, word }] of this.seats) {
      const cards = counts[colour];
      const text = cards === undefined ? word : `${cards} card${cards === 1 ? "" : "s"}`;
      if (below.textContent !== text) below.textContent = text;
    }
  }
}

/** Game, speed, power, random hands. */
export class Controls {
  /** @param {(what: string, fields?: object) => void} order */
  constructor(order) {
    this.rulebook = byId("rulebook");
    this.speed = byId("speed");
    this.hands = byId("hands");
    this.plug = byId("plug");
    this.rulebook.addEventListener("change", () => order("table", { rulebook: this.rulebook.value }));
    byId("fresh").addEventListener("click", () => order("table", { rulebook: this.rulebook.value }));
    this.speed.addEventListener("change", () => order("speed", { factor: Number(this.speed.value) }));
    this.hands.addEventListener("click", () => order("hands", { on: !this.view.playing }));
    this.plug.addEventListener("click", () => order("power", { on: !this.view.on }));
    this.view = { playing: false, on: true };
  }

  /** @param {object} board */
  setUp(board) {
    this.rulebook.replaceChildren(...board.rulebooks.map(([id, title]) => html("option", { value: id }, title)));
    this.rulebook.value = board.rulebook;
  }

  /** @param {object} view */
  show(view) {
    this.view = view;
    const value = String(view.speed);
    if (![...this.speed.options].some((option) => option.value === value)) {
      this.speed.append(html("option", { value }, `${value}×`));
    }
    this.speed.value = value;
    this.hands.setAttribute("aria-pressed", String(view.playing));
    this.hands.querySelector(".glyph").textContent = view.playing ? "■" : "▶";
    this.hands.querySelector(".told").textContent = view.playing ? "Hands off" : "Random hands";
    this.hands.disabled = !view.on;
    this.plug.setAttribute("aria-checked", String(view.on));
  }
}

/** What goes wrong in the world, on purpose. */
export class Faults {
  /** @param {(what: string, fields?: object) => void} order */
  constructor(order) {
    this.order = order;
    this.noise = { stuck: {}, flicker: [] };
    byId("bounce").addEventListener("change", (event) => order("noise", { bounce: event.target.checked }));
    byId("unplug").addEventListener("change", (event) => order("noise", { unplug: event.target.checked ? "reader" : null }));
    byId("tag-errors").addEventListener("change", (event) => order("noise", { tag_errors: Number(event.target.value) }));
    for (const button of document.querySelectorAll("[data-fault]")) {
      button.addEventListener("click", () => this.break(byId("fault-space").value, button.dataset.fault));
    }
  }

  break(name, how) {
    if (how === "flicker") this.order("noise", { flicker: [...new Set([...this.noise.flicker, name])] });
    else this.order("noise", { stuck: { [name]: how === "closed" ? 1 : 0 } });
  }

  mend(name) {
    this.order("noise", { stuck: { [name]: null }, flicker: this.noise.flicker.filter((other) => other !== name) });
  }

  /** @param {import("./places.js").Places} places */
  setUp(places) {
    this.places = places;
    const order = { ring: 0, row: 1, home: 2, fin: 3 };
    const spaces = [...places.spaces].sort((a, b) => order[a.kind] - order[b.kind] || (a.kind === "ring" ? a.place - b.place : 0));
    byId("fault-space").replaceChildren(...spaces.map(({ name }) => html("option", { value: name }, places.words(name))));
  }

  /** @param {object} noise */
  show(noise) {
    this.noise = noise;
    byId("bounce").checked = noise.bounce;
    byId("unplug").checked = noise.unplug === "reader";
    byId("tag-errors").value = String(noise.tag_errors);
    byId("tag-errors-told").textContent = noise.tag_errors ? `${Math.round(10 * noise.tag_errors)} of 10` : "never";
    const broken = [
      ...Object.entries(noise.stuck).map(([name, value]) => [name, value ? "stuck closed" : "stuck open"]),
      ...noise.flicker.map((name) => [name, "flickers"]),
    ];
    byId("faults").replaceChildren(...broken.map(([name, how]) => this.chip(name, how)));
  }

  chip(name, how) {
    const button = html("button", { type: "button" }, "mend");
    button.addEventListener("click", () => this.mend(name));
    return html("li", {}, `${this.places.words(name)} ${how} `, button);
  }
}
