// SPDX-License-Identifier: Apache-2.0
/** The reeds under the board, as the simulator's magnets drive them: where each lies, how strongly, and which are closed. */

import { byId, svg } from "./svg.js";

const ASK_MS = 250;
const GLASS_MM = 14;
/** Ampere-turns that draw a reed in full colour: what the dullest of the chosen class needs. */
const FULL_AT = 30;

export class Field {
  /**
   * @param {{order: Function}} link
   * @param {import("./board.js").Board} board
   */
  constructor(link, board) {
    this.link = link;
    this.board = board;
    this.box = byId("field-on");
    this.layer = svg("g", { id: "field", "aria-hidden": "true" });
    byId("pawns").after(this.layer);
    this.box.addEventListener("change", () => this.ask());
  }

  async ask() {
    clearTimeout(this.timer);
    if (!this.box.checked) {
      this.layer.replaceChildren();
      return;
    }
    const said = await this.link.order("reeds");
    if (said.ok && this.box.checked) this.draw(said.ampere_turns, new Set(said.closed));
    this.timer = setTimeout(() => this.ask(), ASK_MS);
  }

  /**
   * @param {Object<string, number>} drives ampere-turns by space; a space without is driven by nothing
   * @param {Set<string>} closed
   */
  draw(drives, closed) {
    this.layer.replaceChildren();
    for (const { name, x, y, axis, reed } of this.board.places?.spaces ?? []) {
      const drive = Math.abs(drives[name] ?? 0);
      const angle = (axis * Math.PI) / 180;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const at = (far) => [x + far * dx, y + far * dy];
      const [x1, y1] = at(reed - GLASS_MM / 2);
      const [x2, y2] = at(reed + GLASS_MM / 2);
      const strength = Math.min(1, drive / FULL_AT).toFixed(2);
      const state = closed.has(name) ? "reed closed" : "reed";
      const group = svg("g", { class: state, "data-space": name }, this.layer);
      group.style.setProperty("--strength", strength);
      svg("line", { x1, y1, x2, y2 }, group);
      if (drive < 1) continue;
      const [tx, ty] = at(reed + GLASS_MM / 2 + 4);
      svg("text", { x: tx, y: ty + 1.5 }, group).textContent = drive.toFixed(drive < 10 ? 1 : 0);
    }
  }
}
