// SPDX-License-Identifier: Apache-2.0
/** The cards beside the board: a press lays one on the slot. */

import { byId, html } from "./svg.js";

const DICE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
/** What is printed on a card, where it is not just its name: big, and small below it. */
const PRINTED = {
  partners: {
    start: ["▲", "start"],
    "8s": ["8", "or start"],
    "13s": ["13", "or start"],
    "-4": ["−4", "back"],
    "1/14": ["1·14", "either"],
    7: ["7", "split"],
    swap: ["⇄", "swap"],
  },
  sorry: {
    1: ["1", "or start"],
    2: ["2", "… again"],
    4: ["4", "back"],
    7: ["7", "split"],
    10: ["10", "or 1 back"],
    11: ["11", "or change"],
    sorry: ["!", "Sorry!"],
  },
  ludo: Object.fromEntries(DICE.map((face, i) => [i + 1, [face, `die ${i + 1}`]])),
};
const HINTS = {
  partners: "Every card of the deck, with the copies not laid since the dealer gathered them.",
  sorry: "Draw from the pile, or choose a card.",
  ludo: "The seat button throws the die. These six cards are for those who roll a real one.",
};

/**
 * Return what is printed on a card.
 * @param {string} game name of the board
 * @param {string} name the card's action
 */
export function faceOf(game, name) {
  const [big, small] = PRINTED[game]?.[name] ?? [name, ""];
  return { big, small };
}

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
    byId("draw").addEventListener("click", () => order("draw"));
    byId("blank").addEventListener("click", () => order("card", { uid: newUid() }));
    byId("nocard").addEventListener("click", () => order("nocard"));
    const away = (event) => event.target.closest(".laid") && order("nocard");
    byId("board").addEventListener("click", away);
    byId("board").addEventListener("keydown", (event) => event.key === "Enter" && away(event));
  }

  /** @param {object} board */
  setUp(board) {
    byId("cards-hint").textContent = HINTS[board.board];
    byId("draw").textContent = board.die ? "Roll a die card" : "Draw a card";
    /** @type {Map<string, {button: HTMLElement, copies: number, count: HTMLElement}>} */
    this.cards = new Map();
    this.tray.className = `tray ${board.board}`;
    this.tray.replaceChildren(...board.actions.map(([name, copies]) => this.make(board, name, copies)));
  }

  make(board, name, copies) {
    const { big, small } = faceOf(board.board, name);
    const count = html("span", { class: "count" }, copies > 1 ? `×${copies}` : "");
    const button = html(
      "button",
      { type: "button", class: "card", "aria-label": `Lay card ${name}` },
      html("span", { class: big.length > 2 ? "big long" : "big" }, big),
      html("span", { class: "small" }, small),
      count,
    );
    button.addEventListener("click", () => this.order("card", { card: name }));
    this.cards.set(name, { button, copies, count });
    return button;
  }

  /**
   * @param {{card: string, copy: number}[]} slot
   * @param {[string, number][]} laid
   * @param {string} phase
   */
  show(slot, laid, phase) {
    // Stickers without a card are for `tavle tags`, at the other end of the USB cable.
    byId("blank").hidden = phase !== "cable";
    for (const [name, { button, copies, count }] of this.cards) {
      const left = copies - laid.filter(([other]) => other === name).length;
      if (copies > 1) count.textContent = `×${left}`;
      button.classList.toggle("spent", copies > 1 && left <= 0);
      button.classList.toggle("on", slot.some(({ card }) => card === name));
    }
    byId("nocard").disabled = !slot.length;
  }
}
