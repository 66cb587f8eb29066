// SPDX-License-Identifier: Apache-2.0
/** The line to the table: commands out, everything that happens in. */

import { open, refused } from "./line.js";
import { keepTab, recallTab } from "./memory.js";

const KEPT = "tavle-secret"; // for this tab, until it is closed
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 4000;

const name = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Take the secret of the link out of the address, where others see it, and keep it for this tab. */
function secret() {
  const [, given] = /^#(?:seat|key)=([\w-]+)$/.exec(location.hash) ?? [];
  if (given) {
    keepTab(KEPT, given);
    history.replaceState(null, "", location.pathname);
  }
  return given ?? recallTab(KEPT) ?? "";
}

/** A WebSocket that comes back by itself. */
export class Link {
  /**
   * @param {(message: object) => void} heard called with every message that is no answer
   * @param {(connected: boolean) => void} changed called when the line goes down or comes up
   * @param {() => void} refused called when the link's secret is wrong or old
   */
  constructor(heard, changed, refused) {
    this.refused = refused;
    this.heard = heard;
    this.changed = changed;
    this.number = 0;
    this.secret = secret();
    this.page = name();
    this.ended = false; // it is not to come back
    /** @type {Map<number, (answer: object) => void>} */
    this.open = new Map();
    this.wait = FIRST_WAIT_MS;
    this.again = 0; // the timer of the next try
    this.connect();
  }

  connect() {
    clearTimeout(this.again); // who has typed a code does not wait for the next try
    this.socket = open(this.page, this.secret);
    let came = false;
    this.socket.onopen = () => {
      came = true;
      this.wait = FIRST_WAIT_MS;
      this.changed(true);
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      for (const answer of this.open.values()) answer({ ok: false, error: "no-line" });
      this.open.clear();
      if (this.ended) return;
      this.changed(false);
      if (!came) this.ask();
      this.again = setTimeout(() => this.ended || this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
    };
  }

  /** Ask whether the secret was the reason. */
  async ask() {
    if (!(await refused(this.secret)) || this.ended) return;
    this.end();
    this.refused();
  }

  /**
   * Sit down by the code of a seat: a link has more, but nobody types that.
   * @param {string} code
   * @returns {Promise<string>} why that is not possible, "" when it is
   */
  async typed(code) {
    const answer = await fetch("/seat", { headers: { "Tavle-Code": code.replace(/\D/g, "") } }).catch(() => null);
    if (!answer) return "no-line";
    if (!answer.ok) return answer.status === 429 ? "many-codes" : "wrong-code";
    ({ secret: this.secret } = await answer.json());
    keepTab(KEPT, this.secret);
    this.ended = false;
    this.connect();
    return "";
  }

  /** Stay away from the table. */
  end() {
    this.ended = true;
    keepTab(KEPT, null);
    this.socket.close();
  }

  /**
   * Press a button for so long and let it go: down, and then up, so that nobody waits for it meanwhile.
   * @param {string} button
   * @param {number} ms of the table's time
   * @param {number} speed of it
   */
  async press(button, ms, speed) {
    if (!this.secret) return this.order("press", { button, ms }); // others of the table wait for nobody's phone
    const said = await this.order("press", { button, down: true });
    if (!said.ok) return said;
    await new Promise((done) => setTimeout(done, ms / speed));
    return this.order("press", { button, down: false });
  }

  /** @param {object} message */
  take(message) {
    if ("ok" in message) {
      this.open.get(message.re)?.(message);
      this.open.delete(message.re);
    } else {
      this.heard(message);
    }
  }

  /**
   * Give the table a command of the simulator's contract.
   * @param {string} what its name
   * @param {object} [fields] its fields
   * @returns {Promise<{ok: boolean, error?: string}>} the table's answer
   */
  order(what, fields = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ ok: false, error: "no-line" });
    }
    this.number += 1;
    const id = this.number;
    this.socket.send(JSON.stringify({ id, do: what, ...fields }));
    return new Promise((answer) => this.open.set(id, answer));
  }
}
