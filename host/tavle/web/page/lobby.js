// SPDX-License-Identifier: Apache-2.0
/** Sitting down: which game, who plays which colour; the games that are kept. */

import { unlink } from "./address.js";
import { meaning } from "./help.js";
import { ALONE, image } from "./line.js";
import { keep, recall } from "./memory.js";
import { byId, html } from "./svg.js";
import { say } from "./text.js";

const KEPT = "tavle-house-rules";
const WHO = ["person", "easy", "normal", "hard", "expert", ...(ALONE ? [] : ["device"])];

export class Lobby {
  /**
   * @param {(what: string, fields?: object) => Promise<object>} order
   * @param {(text: string) => void} imported called with the text of a record
   * @param {(line: string) => Promise<{ok: boolean}>} check tells whether a position can be played from
   */
  constructor(order, imported, check) {
    this.order = order;
    this.check = check;
    this.dialog = byId("lobby");
    this.game = "";
    this.who = {};
    /** @type {Object<string, Object<string, string>>} rulebook -> house rule -> value, where it is another one than the rulebook's */
    this.house = kept();
    this.position = "";
    byId("begin").addEventListener("click", () => this.begin());
    byId("to-bench").addEventListener("click", async () => (await this.order("bench")).ok && this.close());
    byId("lobby-close").addEventListener("click", () => this.close());
    byId("import").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (file) imported(await file.text());
      event.target.value = "";
    });
    this.dialog.addEventListener("cancel", (event) => (this.must ? event.preventDefault() : unlink()));
  }

  /** @param {object} board */
  setUp(board) {
    this.games = board.games;
    if (!this.game) this.game = board.rulebook;
    this.draw();
  }

  /**
   * Open the dialog.
   * @param {{must?: boolean, running?: boolean, position?: string | null}} how `must`: something has to be chosen; `running`: a game
   *   would be left; `position`: to begin with, null for one that cannot be read
   */
  async open({ must = false, running = false, position = "" } = {}) {
    this.must = must;
    this.from(position);
    byId("lobby-close").hidden = must;
    byId("leaving").hidden = !running;
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
    byId("games").querySelector("input:checked").focus({ preventScroll: true });
    if (this.position && !(await this.check(this.position)).ok) {
      this.from(null);
      this.draw();
    }
    byId("saved-list").replaceChildren(); // what was kept before may be the game that is left now
    const said = await this.order("saved");
    this.saved(said.ok ? said.games : []);
  }

  /** @param {string | null} position of the link, "" for none, null for one that cannot be read */
  from(position) {
    this.position = position ?? "";
    if (position) [this.game, this.who] = [position.split(" ")[0], {}];
    const note = byId("from-position");
    note.hidden = position === "";
    note.dataset.say = position === null ? "why.bad-position" : "lobby.position";
    note.textContent = say(note.dataset.say);
  }

  close() {
    unlink();
    this.dialog.close();
  }

  draw() {
    if (!this.games) return;
    const game = this.games.find(({ id }) => id === this.game) ?? this.games[0];
    this.game = game.id;
    byId("games").replaceChildren(...this.games.map((one) => this.choice(one)));
    const seated = game.colours.filter((colour) => game.seats.some((seats) => seats.includes(colour)));
    const whole = game.colours.every((colour) => colour in this.who);
    const first = (colour, i) => (seated.includes(colour) ? (i ? "normal" : "person") : "none");
    if (!whole) this.who = Object.fromEntries(game.colours.map((colour, i) => [colour, first(colour, i)]));
    byId("seats").replaceChildren(...seated.map((colour) => this.seat(game, colour)));
    byId("pairs").hidden = !game.pairs;
    const [two, more] = game.seats.filter((seats) => seats.length === 2);
    byId("two").hidden = !two || Boolean(more) || seated.length === 2;
    if (two) byId("two").textContent = say("lobby.two", { colour: two[0], other: two[1] });
    byId("house-rules").hidden = !game.house.length || !!this.position;
    byId("house-choices").replaceChildren(...game.house.map(([name, values]) => this.rule(name, values)));
    this.offer(game);
    const file = image(game.id);
    byId("to-table").hidden = !file;
    byId("to-table-file").href = file;
  }

  choice(game) {
    const input = html("input", { type: "radio", name: "game", value: game.id });
    input.checked = game.id === this.game;
    input.addEventListener("change", () => {
      this.game = game.id;
      this.who = {};
      this.draw();
      byId("games").querySelector("input:checked").focus();
    });
    return html("label", { class: "game" }, input, html("span", { class: "title" }, say(`game.${game.id}`)), html("span", { class: "about" }, say(`about.${game.id}`)));
  }

  seat(game, colour) {
    const dot = html("span", { class: `dot ${colour}`, "aria-hidden": "true" });
    const some = game.seats.length > 1 && !this.position ? [...WHO, "none"] : WHO;
    const select = html("select", { id: `who-${colour}` }, ...some.map((who) => html("option", { value: who }, say(`who.${who}`))));
    select.value = this.who[colour];
    select.addEventListener("change", () => {
      this.who[colour] = select.value;
      this.offer(game);
    });
    return html("label", { class: "seat", for: `who-${colour}` }, dot, html("span", { class: "name" }, say(`colour.${colour}`)), select);
  }

  /** Offer only what can be played: who may be absent, and who begins. */
  offer(game) {
    const playing = game.colours.filter((colour) => this.who[colour] !== "none");
    const can = game.seats.map((seats) => seats.join());
    for (const colour of game.colours) {
      const none = byId("seats").querySelector(`#who-${colour} [value=none]`); // a seat that the board has
      if (none) none.disabled = !can.includes(playing.filter((other) => other !== colour).join());
    }
    for (const option of byId("house-choices").querySelectorAll("option:not(:first-child)")) {
      option.disabled = this.who[option.value] === "none";
      if (option.disabled && option.selected) option.parentElement.selectedIndex = 0;
    }
  }

  /** Return the choice among the values of a house rule, the rulebook's own first. */
  rule(name, values) {
    const own = this.house[this.game] ?? {};
    const texts = values.map((value, i) => (i ? meaning(name, value) : say("option.default", { text: meaning(name, value) })));
    const select = html("select", { id: `rule-${name}` }, ...values.map((value, i) => html("option", { value }, texts[i])));
    select.value = values.includes(own[name]) ? own[name] : values[0];
    select.addEventListener("change", () => {
      const { [name]: _, ...rest } = this.house[this.game] ?? {};
      this.house[this.game] = select.value === values[0] ? rest : { ...rest, [name]: select.value };
      keep(KEPT, JSON.stringify(this.house));
    });
    return html("label", { class: "seat", for: `rule-${name}` }, html("span", { class: "name" }, say(`option.${name}`)), select);
  }

  async begin() {
    const game = { rulebook: this.game, who: this.who };
    const options = Object.fromEntries(Object.entries(this.house[this.game] ?? {}).filter(([, value]) => this.who[value] !== "none"));
    const fields = this.position ? { ...game, position: this.position } : { ...game, options };
    const button = byId("begin");
    button.disabled = true;
    button.textContent = say("head.starting");
    const answer = await this.order("sit", fields);
    button.disabled = false;
    button.textContent = say("lobby.begin");
    if (answer.ok) this.close();
  }

  saved(games) {
    byId("saved").hidden = !games.length;
    byId("saved-list").replaceChildren(...games.slice(0, 8).map((game) => this.kept(game)));
  }

  kept(game) {
    const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(game.saved * 1000);
    const text = say(game.over ? "saved.over" : "saved.game", { game: say(`game.${game.rulebook}`), when, n: game.turns });
    const open = html("button", { type: "button", class: "open" }, text);
    open.addEventListener("click", async () => (await this.order("open", { name: game.name })).ok && this.close());
    const drop = html("button", { type: "button", class: "drop", "aria-label": say("saved.delete", { game: text }), title: say("saved.delete", { game: text }) }, "✕");
    drop.addEventListener("click", async () => {
      if (!drop.classList.contains("sure")) {
        drop.classList.add("sure");
        drop.textContent = say("saved.sure");
        drop.setAttribute("aria-label", `${drop.textContent} ${text}`);
        return;
      }
      const said = await this.order("forget", { name: game.name });
      if (said.ok) this.saved(said.games);
    });
    return html("li", {}, open, drop);
  }
}

/** Return the house rules that were chosen before in this browser. */
function kept() {
  try {
    return JSON.parse(recall(KEPT)) ?? {};
  } catch {
    return {};
  }
}
