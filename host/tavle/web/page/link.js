// SPDX-License-Identifier: Apache-2.0
/** The line to the table: commands out, everything that happens in. */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 4000;

/** A WebSocket that comes back by itself. */
export class Link {
  /**
   * @param {(message: object) => void} heard called with every message that is no answer
   * @param {(connected: boolean) => void} changed called when the line goes down or comes up
   */
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.number = 0;
    // The secret of a seat with a device of its own, from the link.
    const words = new URLSearchParams(location.search);
    this.seat = words.get("seat") ?? "";
    // What goes with the address of the socket: also the secret of a device that looks on.
    const secrets = new URLSearchParams([...words].filter(([name]) => name === "seat" || name === "key"));
    this.query = secrets.size ? `?${secrets}` : "";
    /** @type {Map<number, (answer: object) => void>} */
    this.open = new Map();
    this.wait = FIRST_WAIT_MS;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/socket${this.query}`);
    this.socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      this.changed(true);
    };
    this.socket.onmessage = (event) => this.take(JSON.parse(event.data));
    this.socket.onclose = () => {
      for (const answer of this.open.values()) answer({ ok: false, error: "no-line" });
      this.open.clear();
      this.changed(false);
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT_MS);
    };
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
