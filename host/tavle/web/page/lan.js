// SPDX-License-Identifier: Apache-2.0
/** Devices of their own: the links and codes of their seats, who is there, and an end to it. */

import { byId, html } from "./svg.js";
import { say } from "./text.js";

export class Lan {
  /** @param {(what: string, fields?: object) => Promise<object>} order */
  constructor(order) {
    this.order = order;
    this.box = byId("links");
    this.links = {};
    this.here = { phones: {}, watching: 0, open: "" };
    this.own = true; // whether this page is the table's screen
    this.told = "";
  }

  /** @param {object} message what the server says of links, or of who is there */
  hear(message) {
    if (message.links) {
      this.links = message.links;
      this.own = !message.seat;
    }
    if (message.phones) this.here = message;
  }

  /** Tell whether somebody with a device of their own is not there. @param {string} colour */
  away(colour) {
    return this.here.phones[colour] === false;
  }

  /** @param {object} view */
  show(view) {
    const told = JSON.stringify([this.links, this.here.phones, this.here.watching, this.here.open, view.party?.who, document.documentElement.lang]);
    if (told === this.told) return;
    this.told = told;
    const seats = Object.entries(this.links).map(([colour, seat]) => this.seat(colour, seat));
    const { open, watching } = this.here;
    const closed = seats.length && !open ? [html("p", { class: "note" }, say("lan.only-here"))] : [];
    this.box.hidden = !this.own || !(seats.length || open);
    if (this.own) this.box.replaceChildren(...(open ? [this.opened(open, watching)] : closed), ...seats);
  }

  /** Say that others in the network can come in, and let that be ended. */
  opened(address, watching) {
    const there = Object.values(this.here.phones).filter(Boolean).length + watching;
    const stop = html("button", { type: "button", id: "lan-stop" }, say("lan.stop"));
    stop.addEventListener("click", () => this.order("lan"));
    return html("div", { class: "open-lan" }, html("p", { class: "note" }, say("lan.open", { address })), html("p", {}, say("lan.phones", { n: there }), " ", stop));
  }

  seat(colour, { address, code, typed }) {
    const link = html("a", { href: address, target: "_blank", rel: "noreferrer" }, say("links.of", { colour }));
    const fresh = html("button", { type: "button", "data-seat": colour }, say("lan.code"));
    fresh.addEventListener("click", () => this.order("seat", { colour, who: "device" }));
    const free = html("button", { type: "button" }, say("lan.free"));
    free.addEventListener("click", () => this.order("seat", { colour, who: "person" }));
    const words = say("lan.typed", { code: typed, address: this.here.open });
    const picture = this.away(colour) ? [html("img", { src: code, alt: "", width: "148", height: "148" }), ...(this.here.open ? [html("p", { class: "note" }, words)] : [])] : [];
    return html("div", { class: "link" }, link, ...picture, html("div", { class: "row" }, fresh, free));
  }
}
