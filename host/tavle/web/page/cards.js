// SPDX-License-Identifier: Apache-2.0
/** The cards: one's own hand under the board, or, at the workbench, the whole deck. */

import { cardName } from "./board.js";
import { diceOf, faceOf } from "./faces.js";
import { byId, html, svg } from "./svg.js";
import { say } from "./text.js";

/** Return the UID of a sticker that nobody has seen before: NXP's 04 and six bytes of chance. */
function newUid() {
  const bytes = crypto.getRandomValues(new Uint8Array(7));
  bytes[0] = 0x04;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Cards {
  /** @param {(what: string, fields?: object) => void} order gives a command and shows its complaint */
  constructor(order) {
    this.order = order;
    this.tray = byId("tray");
    this.hand = byId("hand");
    this.board = null;
    this.drawn = "";
    byId("draw").addEventListener("click", () => order("draw"));
    byId("blank").addEventListener("click", () => order("card", { uid: newUid() }));
    byId("nocard").addEventListener("click", () => this.away());
    const away = (event) => event.target.closest(".laid") && this.away();
    byId("board").addEventListener("click", away);
    byId("board").addEventListener("keydown", (event) => event.key === "Enter" && away(event));
  }

  /** Take the card off the slot; in a game that withdraws it while no pawn was moved. */
  away() {
    if (this.view?.mode !== "hands") this.order(this.view?.mode === "play" ? "withdraw" : "nocard");
  }

  /** @param {object} board */
  setUp(board) {
    this.board = board;
    this.drawn = "";
    byId("draw").textContent = say(board.die ? "bench.roll" : "bench.draw");
    /** @type {Map<string, {button: HTMLElement, copies: number, count: HTMLElement}>} */
    this.cards = new Map();
    this.tray.className = `tray ${board.board}`;
    this.tray.replaceChildren(...(board.card ? board.actions : []).map(([name, copies]) => this.make(name, copies)));
  }

  make(name, copies) {
    const count = html("span", { class: "count" }, copies > 1 ? `×${copies}` : "");
    const button = this.face(name, say("card.lay", { card: cardName(name) }));
    button.append(count);
    button.dataset.card = name;
    button.addEventListener("click", () => this.order("card", { card: name }));
    this.cards.set(name, { button, copies, count });
    return button;
  }

  face(name, label) {
    if (this.board.die) {
      const side = svg("svg", { viewBox: "-30 -30 60 60", "aria-hidden": "true" });
      side.append(diceOf(name, 50));
      return html("button", { type: "button", class: "card" }, html("span", { class: "unseen" }, label), side);
    }
    const { big, small } = faceOf(this.board, name);
    const corner = (at) => html("span", { class: `corner ${at}`, "aria-hidden": "true" }, big);
    return html(
      "button",
      { type: "button", class: "card" },
      html("span", { class: "unseen" }, label),
      corner("top"),
      corner("bottom"),
      html("span", { class: big.length > 2 ? "big long" : "big", "aria-hidden": "true" }, big),
      html("span", { class: "small", "aria-hidden": "true" }, small),
    );
  }

  /** @param {object} view @param {Object<string, [string, number, boolean][]>} hands */
  show(view, hands) {
    this.view = view;
    // Stickers without a card are for `tavle tags`, at the other end of the USB cable.
    byId("blank").hidden = view.phase !== "cable";
    byId("nocard").disabled = !view.slot.length;
    for (const [name, { button, copies, count }] of this.cards) {
      const left = copies - view.laid.filter(([other]) => other === name).length;
      if (copies > 1) count.textContent = `×${left}`;
      button.classList.toggle("spent", copies > 1 && left <= 0);
      button.classList.toggle("on", view.slot.some(({ card }) => card === name));
    }
    this.showHand(view, hands);
  }

  /** Show the hand of whoever is to act here; a seat with its own device always sees its own. */
  showHand(view, hands) {
    const party = view.party;
    const shown = Object.keys(hands);
    const colour = party && (shown.includes(party.acting) ? party.acting : shown[0]);
    const exchange = party?.stage === "exchange" && party.waiting.includes(colour);
    const slot = view.slot.map(({ card, copy }) => `${card}/${copy}`);
    const told = JSON.stringify([party?.stage, colour, hands[colour], slot, exchange, view.phase, document.documentElement.lang]);
    if (told === this.drawn) return;
    this.drawn = told;
    const hand = hands[colour] ?? [];
    this.hand.className = `hand ${colour ?? ""}`;
    this.hand.dataset.stage = exchange ? "exchange" : "play";
    this.hand.setAttribute("aria-label", colour ? say("hand.of", { colour }) : say("hand.none"));
    const cards = hand
      .filter(([name, copy]) => !slot.includes(`${name}/${copy}`))
      .map((card, i) => this.held(colour, card, exchange, i));
    this.hand.replaceChildren(...cards);
  }

  held(colour, [name, copy, can, giver], exchange, i) {
    const key = exchange ? "card.give" : can ? "card.play" : "card.cannot";
    const button = this.face(name, say(key, { card: cardName(name), n: i + 1 }));
    if (giver) button.append(html("span", { class: `giver ${giver}`, title: say("card.from", { colour: giver }) }, html("span", { class: "unseen" }, say("card.from", { colour: giver }))));
    button.classList.toggle("cannot", !exchange && !can);
    button.dataset.card = name;
    button.style.setProperty("--i", String(i));
    button.append(html("kbd", { class: "count", "aria-hidden": "true" }, String(i + 1)));
    button.addEventListener("click", () => this.order(exchange ? "give" : "play", { colour, card: name, copy }));
    return button;
  }
}
