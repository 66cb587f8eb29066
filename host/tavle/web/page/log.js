// SPDX-License-Identifier: Apache-2.0
/** What the table says, line by line, in words. */

import { cardName } from "./board.js";
import { partTexts } from "./headline.js";
import { byId, html } from "./svg.js";
import { events, has, listed, say } from "./text.js";

const LONGEST = 300;

export class Log {
  constructor() {
    this.list = byId("log");
    /** Lines that are not in the list yet. */
    this.waiting = [];
  }

  /** @param {import("./places.js").Places} places @param {object[]} lines what was said before this page came */
  setUp(places, lines) {
    this.places = places;
    this.list.replaceChildren();
    this.waiting = [];
    for (const line of lines) this.add(line);
    this.draw();
  }

  /** @param {object} line an event of the table, or a note of the simulator: it is shown with the next `draw` */
  add(line) {
    this.waiting.push(line);
  }

  /** Show what has come, with one look at how long the list is. */
  draw() {
    if (!this.waiting.length) return;
    const low = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40;
    this.list.append(...this.waiting.splice(0).slice(-LONGEST).map((line) => this.item(line)));
    while (this.list.childElementCount > LONGEST) this.list.firstElementChild.remove();
    if (low) this.list.scrollTop = this.list.scrollHeight;
  }

  item(line) {
    const kind = line.event ?? (line.fault ? "fault" : "note");
    const text = line.event ? this.words(line) : line.fault ?? line.note;
    const item = html("li", { class: `said ${kind}` }, html("time", {}, clock(line.t)), html("span", {}, text));
    if (kind === "card" && line.playable === false) item.classList.add("unplayable");
    return item;
  }

  /** Return an event in words, as `Teller` of live/words.py does: by the table of events; what that lacks as it came. */
  words(event) {
    const known = events[event.event];
    const whole = known && Object.entries(known.fields).every(([field, kind]) => kind.endsWith("?") || (event[field] ?? null) !== null);
    const rest = Object.entries(event).filter(([field]) => !["event", "t", "turn", "parts"].includes(field));
    return (whole && this.told(known, event)) || [event.event, ...rest.map(([field, value]) => `${field} ${value}`)].join(" ");
  }

  told(known, event) {
    const told = {};
    for (const [field, kind] of Object.entries(known.fields)) {
      if (field in event) told[field] = this.worded(kind, event[field], event);
      if (kind === "colours") [told.colour, told.other = ""] = event[field].split("+");
    }
    for (const [hole, field] of Object.entries(known.as)) told[hole] = told[field];
    const said = { ...told, ...event };
    const [key] = known.say.find(([, ...needs]) => needs.every((one) => tells(said[one]))) ?? [""];
    const name = key.replace(/\{(\w+)\}/g, (_, field) => said[field]);
    const each = told.seats ? Object.entries(told.seats).map(([colour, level]) => ({ colour, who: say(`level.${level}`) })) : [told];
    return has(name) ? each.map((holes) => say(name, holes)).join(", ") : "";
  }

  /** Return a value of an event as a sentence takes it. */
  worded(kind, value, event) {
    if (kind === "card") return cardName(value);
    if (kind === "move") return listed(partTexts(event.parts ?? [], this.places)) || say("part.none");
    if (kind === "places") return value.map((name) => this.places.withColour(name)).join("; ");
    if (kind === "positions") return value.length;
    if (kind === "part") return has(`part-name.${value}`) ? say(`part-name.${value}`) : value;
    if (kind === "reason") return has(`why.${value}`) ? say(`why.${value}`, { colour: event.turn }) : event.text;
    return value;
  }
}

/** Tell whether a field says something: no flag that is down, no empty list, no move without a step. */
const tells = (value) => Boolean(value) && value.length !== 0 && value !== "-";

/**
 * Return a time at the table as minutes and seconds.
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
