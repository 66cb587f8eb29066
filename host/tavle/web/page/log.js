// SPDX-License-Identifier: Apache-2.0
/** What the table says, line by line, in words. */

import { cardName } from "./board.js";
import { partTexts } from "./headline.js";
import { byId, html } from "./svg.js";
import { has, listed, say } from "./text.js";

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

  words(event) {
    const places = (names) => names.map((name) => this.places.withColour(name)).join("; ");
    const [winner, other] = (event.winner ?? "").split("+");
    switch (event.event) {
      case "ready": return say("log.ready", { version: event.version });
      case "card": return say(event.playable ? "log.card" : "log.card-no", { card: cardName(event.card) });
      case "rolled": return say("log.rolled", { n: event.value });
      case "refused": return say(`log.refused-${event.what}`, { why: has(`why.${event.reason}`) ? say(`why.${event.reason}`) : event.text });
      case "accepted": {
        const move = listed(partTexts(event.parts ?? [], this.places));
        return event.move === "-" || !move ? say("log.accepted-nothing") : say(event.asked ? "log.accepted-asked" : "log.accepted", { move });
      }
      case "ask": return say("log.ask", { n: event.choices.length });
      case "guide": {
        if (event.missing.length && event.extra.length) return say("log.guide-both", { missing: places(event.missing), extra: places(event.extra) });
        if (event.missing.length) return say("log.guide-missing", { missing: places(event.missing) });
        return event.extra.length ? say("log.guide-extra", { extra: places(event.extra) }) : say("log.right-again");
      }
      case "undone": return say("log.undone");
      case "round": return say("log.round", { colour: event.dealer, other: event.first, n: event.deal });
      case "folded": return say("did.fold", { colour: event.colour });
      case "won": return say(other ? "head.won-pair" : "head.won", { colour: winner, other });
      case "fault": return event.over ? say(`mended.${event.part}`) : say("log.fault", { part: say(`part-name.${event.part}`), text: event.text });
      case "resync": return say("log.resync");
      default: return event.words ?? event.event;
    }
  }
}

/**
 * Return a time at the table as minutes and seconds.
 * @param {number} ms
 */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
