// SPDX-License-Identifier: Apache-2.0
/** After the game: who won, who sent whom home how often, how long people waited, and who led when. */

import { ALONE } from "./line.js";
import { byId, html, svg } from "./svg.js";
import { listed, say } from "./text.js";

const WIDE = 320;
const HIGH = 110;
const RIM = 4;

/**
 * Return what a record of a game tells.
 * @param {object[]} entries
 * @param {object} board
 * @param {Object<string, string>} who colour -> who plays it
 * @param {string[][]} sides the colours that win together
 */
export function summary(entries, board, who, sides) {
  const turns = entries.filter(({ kind }) => kind === "move" || kind === "fold");
  const home = new Map();
  const unused = new Map();
  const more = (map, key, n = 1) => map.set(key, (map.get(key) ?? 0) + n);
  for (const { kind, colour, parts = [], cards = 0 } of turns) {
    if (kind === "fold") more(unused, colour, cards);
    else if (!parts.length) more(unused, colour);
    for (const part of parts) {
      for (const [other] of part.home) more(home, `${colour} ${other}`);
      if (part.self) more(home, `${colour} ${part.colour}`);
    }
  }
  const lines = entries.filter(({ kind }) => kind === "start" || kind === "move" || kind === "fold");
  const lead = lines.map(({ line }) => sides.map((side) => side.reduce((sum, colour) => sum + way(line, colour, board), 0) / side.length));
  return { turns: turns.length, home, unused, wait: longestWait(turns, who), lead };
}

/** Return how far a colour's pawns have come, 0 to 1. @param {string} line @param {string} colour @param {object} board */
function way(line, colour, board) {
  const { ring, row, fin, line: straight, pawns, starts, mouths } = board;
  const from = (index) => (straight ? Math.abs(index - starts[colour]) : (index - starts[colour] + ring) % ring) + 1;
  const round = from(mouths[colour]);
  const whole = round + row + 1; // to the finish; without one the pawns fill the row
  const all = fin ? pawns * whole : pawns * round + (row * (row + 1)) / 2;
  const steps = (place) => {
    if (place === "h") return 0;
    if (place === "f") return whole;
    return place.startsWith("z") ? round + Number(place.slice(1)) : from(Number(place));
  };
  const places = new RegExp(` ${colour}:(\\S+)`).exec(line)?.[1].split(",") ?? [];
  return places.reduce((sum, place) => sum + steps(place), 0) / all;
}

/** Return [colour, s] of the person who waited longest for a turn, null when nobody did. */
function longestWait(turns, who) {
  let longest = null;
  for (const [colour, kind] of Object.entries(who)) {
    if (kind !== "person" && kind !== "device") continue;
    let from = NaN; // since when this person waits
    turns.forEach((turn, i) => {
      if (turn.colour !== colour) return;
      const s = (turns[i - 1]?.t - from) / 1000;
      if (s > (longest?.[1] ?? 0)) longest = [colour, s];
      from = turn.t;
    });
  }
  return longest;
}

export class After {
  /** @param {(what: "again" | "replay") => void} act */
  constructor(act) {
    this.title = html("h2", { id: "after-title" });
    this.facts = html("ul", { class: "rules" });
    this.chart = html("figure", { class: "lead" });
    this.close = this.button("lobby.close", () => {});
    this.again = this.button("do.again", () => act("again"));
    this.again.classList.add("main");
    this.replay = this.button("record.replay", () => act("replay"));
    this.review = html("a", { href: "review", target: "_blank", class: "filebutton", "data-say": "after.review" }, say("after.review"));
    const row = html("div", { class: "row foot" }, this.again, this.replay, this.review, html("span", { class: "gap" }), this.close);
    this.dialog = html("dialog", { id: "after", "aria-labelledby": "after-title" }, this.title, this.facts, this.chart, row);
    byId("help").after(this.dialog);
  }

  button(key, act) {
    const button = html("button", { type: "button", "data-say": key }, say(key));
    button.addEventListener("click", () => {
      this.dialog.close();
      act();
    });
    return button;
  }

  /**
   * Show how a game went.
   * @param {object[]} entries
   * @param {object} board
   * @param {object} party
   * @param {boolean} [guest] whether another page begins the games
   */
  open(entries, board, party, guest = false) {
    this.again.hidden = guest;
    this.review.hidden = guest || ALONE;
    this.review.href = `review?lang=${document.documentElement.lang}`;
    const colours = board.playing;
    const sides = [...new Set(colours.map((colour) => [colour, party.partners[colour]].filter(Boolean).sort().join(" ")))].map((side) => side.split(" "));
    const told = summary(entries, board, party.who, sides);
    const [colour, other] = entries.findLast(({ kind }) => kind === "won")?.winner.split("+") ?? [];
    this.title.textContent = colour ? say(other ? "head.won-pair" : "head.won", { colour, other }) : "";
    this.facts.replaceChildren(...facts(told).map((text) => html("li", {}, text)));
    this.draw(told.lead, sides);
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {number[][]} lead at the start and after every turn, how far each side has come @param {string[][]} sides */
  draw(lead, sides) {
    const last = lead.at(-1) ?? sides.map(() => 0);
    const name = (side) => listed(side.map((colour) => say(`colour.${colour}`)));
    const far = sides.map((side, i) => say("after.far", { side: name(side), n: Math.round(100 * last[i]) }));
    const chart = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img" });
    chart.setAttribute("aria-label", far.join("; "));
    svg("path", { class: "axis", d: `M${RIM},${RIM} V${HIGH - RIM} H${WIDE - RIM}` }, chart);
    sides.forEach((side, i) => {
      const point = (value, n) => `${(RIM + (n * (WIDE - 2 * RIM)) / Math.max(1, lead.length - 1)).toFixed(1)},${(HIGH - RIM - value * (HIGH - 2 * RIM)).toFixed(1)}`;
      svg("polyline", { class: side[0], points: lead.map((values, n) => point(values[i], n)).join(" ") }, chart);
    });
    const legend = sides.map((side, i) => html("li", {}, html("span", { class: `dot ${side[0]}`, "aria-hidden": "true" }), far[i]));
    this.chart.replaceChildren(html("figcaption", {}, say("after.lead")), chart, html("ul", { class: "sides" }, ...legend));
  }
}

/** Return a summary in sentences. */
function facts({ turns, home, unused, wait }) {
  return [
    say("after.turns", { n: turns }),
    ...[...home].map(([pair, n]) => say("after.home", { colour: pair.split(" ")[0], other: pair.split(" ")[1], n })),
    ...[...unused].filter(([, n]) => n).map(([colour, n]) => say("after.unused", { colour, n })),
    ...(wait ? [say("after.wait", { colour: wait[0], n: Math.round(wait[1]) })] : []),
  ];
}
