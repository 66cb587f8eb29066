// SPDX-License-Identifier: Apache-2.0
/** The moves of the game in sentences: read them, go back to see them, play them again, keep them. */

import { told } from "./headline.js";
import { byId, html } from "./svg.js";
import { say } from "./text.js";

const REPLAY_MS = 1100;
const KINDS = { start: [], move: ["colour", "card"], fold: ["colour"], deal: ["dealer"], won: ["winner"] };
const MOST_ENTRIES = 20_000; // its twin is in `moves.py`
const MOST_CHARACTERS = 16e6;

export class Record {
  /**
   * @param {(line: string | null) => void} look shows an old position, or, for null, the table as it is
   * @param {(what: string, fields?: object) => Promise<object>} order
   */
  constructor(look, order) {
    this.look = look;
    this.order = order;
    this.entries = [];
    this.at = -1; // the entry that is shown, -1 for the table as it is
    this.list = byId("moves");
    byId("to-start").addEventListener("click", () => this.go(0));
    byId("to-back").addEventListener("click", () => this.go((this.at < 0 ? this.entries.length - 1 : this.at) - 1));
    byId("to-next").addEventListener("click", () => this.go(this.at + 1));
    byId("to-now").addEventListener("click", () => this.go(-1));
    byId("replay").addEventListener("click", () => this.replay());
    byId("takeback").addEventListener("click", () => order("back"));
    byId("export").addEventListener("click", () => this.save());
    byId("copy-link").addEventListener("click", () => this.link());
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[data-at]");
      if (item) this.go(Number(item.dataset.at));
    });
  }

  /** @param {object} board @param {import("./places.js").Places} places @param {object[]} entries */
  setUp(board, places, entries) {
    this.board = board;
    this.places = places;
    this.entries = [...entries];
    this.at = -1;
    clearInterval(this.timer);
    this.draw();
  }

  /** @param {object} entry @param {number} length how many there are now */
  add(entry, length) {
    byId("link-text").hidden = true; // it shows a position that has passed
    if (length <= this.entries.length) {
      this.entries.length = length - 1;
      this.entries.push(entry);
      this.draw();
      return;
    }
    this.entries.push(entry);
  }

  /** Show the entries that have come since, with one look at how long the list is. */
  append() {
    const shown = this.list.childElementCount;
    if (shown >= this.entries.length) return;
    const low = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
    this.list.append(...this.entries.slice(shown).map((entry, i) => this.item(entry, shown + i)));
    if (low) this.list.scrollTop = this.list.scrollHeight;
    this.buttons();
  }

  /** Return the last move in words, "" when there is none. */
  last() {
    const entry = this.entries.findLast(({ kind }) => kind === "move" || kind === "fold");
    return entry && this.places ? told(entry, this.places) : "";
  }

  draw() {
    this.list.replaceChildren();
    this.append();
    this.buttons();
  }

  item(entry, i) {
    const dot = html("span", { class: `dot ${entry.colour ?? ""}`, "aria-hidden": "true" });
    const button = html("button", { type: "button", class: `said ${entry.kind}`, "data-at": String(i) }, dot, html("span", {}, told(entry, this.places)));
    return html("li", {}, button);
  }

  /** Show the position after an entry. @param {number} at -1 or the last for the table as it is */
  go(at) {
    clearInterval(this.timer);
    this.timer = 0;
    this.turnTo(at);
  }

  turnTo(at) {
    this.at = at >= this.entries.length - 1 || at < -1 ? -1 : Math.max(at, -1);
    this.look(this.at < 0 ? null : this.entries[this.at].line);
    this.buttons();
  }

  replay() {
    clearInterval(this.timer);
    if (this.at < 0) this.turnTo(0);
    this.timer = setInterval(() => {
      this.turnTo(this.at + 1);
      if (this.at < 0) this.go(-1);
    }, REPLAY_MS);
  }

  buttons() {
    const old = this.at >= 0;
    byId("past").hidden = !old;
    byId("past-told").textContent = old ? say("record.past", { n: this.at, of: this.entries.length - 1 }) : "";
    byId("to-now").disabled = byId("to-next").disabled = !old;
    byId("to-start").disabled = byId("to-back").disabled = byId("replay").disabled = this.entries.length < 2;
    for (const item of this.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    if (old) {
      const item = this.list.querySelector(`[data-at="${this.at}"]`);
      item?.setAttribute("aria-current", "true");
      item?.scrollIntoView({ block: "nearest" });
    }
  }

  line() {
    return this.at < 0 ? this.entries.at(-1)?.line ?? "" : this.entries[this.at].line;
  }

  save() {
    const text = JSON.stringify({ format: "tavle-record 1", rulebook: this.board.rulebook, entries: this.entries }, null, 1);
    const link = html("a", { href: `data:application/json;charset=utf-8,${encodeURIComponent(text)}`, download: `tavle-${this.board.rulebook}.json` });
    document.body.append(link);
    link.click();
    link.remove();
  }

  async link() {
    const address = `${location.origin}${location.pathname}#position=${encodeURIComponent(this.line())}`;
    const field = byId("link-text");
    field.hidden = false;
    field.value = address;
    field.select();
    try {
      await navigator.clipboard.writeText(address);
      byId("spoken").textContent = say("record.copied");
    } catch {
      // Without the right to the clipboard it can be copied from the field.
      field.focus();
    }
  }
}

/**
 * Return the record in a file that was exported. Throws when it is none.
 * @param {string} text
 */
export function parsed(text) {
  if (text.length > MOST_CHARACTERS) throw new Error("no record");
  const found = JSON.parse(text);
  const good = found?.format === "tavle-record 1" && typeof found.rulebook === "string" && Array.isArray(found.entries);
  if (!good || !found.entries.length || found.entries.length > MOST_ENTRIES || !found.entries.every(isEntry)) throw new Error("no record");
  return found;
}

const isText = (value) => typeof value === "string";

function isEntry(entry) {
  if (!isText(entry?.kind) || !Object.hasOwn(KINDS, entry.kind)) return false;
  if (!["line", ...KINDS[entry.kind]].every((name) => isText(entry[name]))) return false;
  return entry.kind !== "move" || (Array.isArray(entry.parts) && entry.parts.every(isPart));
}

function isPart(part) {
  const whole = isText(part?.colour) && isText(part.from) && isText(part.to) && Array.isArray(part.home);
  return whole && part.home.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(isText));
}
