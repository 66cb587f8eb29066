// SPDX-License-Identifier: Apache-2.0
/** The workbench: an open deck, faults, the clock, what the wires carry, positions. For makers. */

import { byId, html } from "./svg.js";
import { say } from "./text.js";

const PROBE_MS = 400;

/** Game, speed, power, random hands, the clock. */
export class Controls {
  /** @param {(what: string, fields?: object) => void} order */
  constructor(order) {
    this.order = order;
    this.speed = byId("speed");
    this.hands = byId("hands");
    this.plug = byId("plug");
    this.speed.addEventListener("change", () => order("speed", { factor: Number(this.speed.value) }));
    this.hands.addEventListener("click", () => order("hands", { on: !this.view.playing }));
    this.plug.addEventListener("click", () => order("power", { on: !this.view.on }));
    byId("pause").addEventListener("click", () => order("pause", { on: !this.view.paused }));
    for (const button of document.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => order("step", { ms: Number(button.dataset.step) }));
    }
    byId("set-position").addEventListener("submit", (event) => {
      event.preventDefault();
      const position = byId("position").value.trim();
      order("table", { rulebook: position.split(" ")[0], position: position.includes(" ") ? position : "" });
    });
    byId("take-position").addEventListener("click", () => (byId("position").value = this.view.firmware));
    this.view = { playing: false, on: true, paused: false };
  }

  /** @param {object} view */
  show(view) {
    this.view = view;
    const value = String(view.speed);
    if (![...this.speed.options].some((option) => option.value === value)) {
      this.speed.append(html("option", { value }, `${value}×`));
    }
    this.speed.value = value;
    this.hands.setAttribute("aria-pressed", String(view.playing));
    this.hands.querySelector(".glyph").textContent = view.playing ? "■" : "▶";
    this.hands.querySelector(".told").textContent = say(view.playing ? "bench.hands-off" : "bench.hands");
    this.hands.disabled = !view.on;
    this.plug.setAttribute("aria-checked", String(view.on));
    byId("pause").setAttribute("aria-pressed", String(view.paused));
    for (const button of document.querySelectorAll("[data-step]")) button.disabled = !view.paused;
  }
}

/** What the wires carry, as long as somebody looks at it. */
export class Probe {
  /** @param {{order: Function}} link */
  constructor(link) {
    this.link = link;
    this.panel = byId("wires");
    this.panel.addEventListener("toggle", () => this.ask());
  }

  async ask() {
    clearTimeout(this.timer);
    if (!this.panel.open) return;
    const said = await this.link.order("probe");
    if (said.ok) {
      byId("chain-bits").textContent = said.chain;
      byId("light-bits").textContent = said.lights.replace(/(.{6})/g, "$1 ");
      byId("closed").textContent = said.closed.join("  ");
      byId("usb-lines").textContent = said.usb.join("\n");
    }
    this.timer = setTimeout(() => this.ask(), PROBE_MS);
  }
}

/** What goes wrong in the world, on purpose. */
export class Faults {
  /** @param {(what: string, fields?: object) => void} order */
  constructor(order) {
    this.order = order;
    this.noise = { stuck: {}, flicker: [] };
    this.told = "";
    byId("bounce").addEventListener("change", (event) => order("noise", { bounce: event.target.checked }));
    byId("unplug").addEventListener("change", (event) => order("noise", { unplug: event.target.checked ? "reader" : null }));
    byId("tag-errors").addEventListener("change", (event) => order("noise", { tag_errors: Number(event.target.value) }));
    byId("build").addEventListener("submit", (event) => {
      event.preventDefault();
      order("build", { how: byId("built").value.split(/\s+/).filter(Boolean) });
    });
    for (const button of document.querySelectorAll("[data-fault]")) {
      button.addEventListener("click", () => this.break(byId("fault-space").value, button.dataset.fault));
    }
  }

  break(name, how) {
    if (how === "flicker") this.order("noise", { flicker: [...new Set([...this.noise.flicker, name])] });
    else this.order("noise", { stuck: { [name]: how === "closed" ? 1 : 0 } });
  }

  mend(name) {
    this.order("noise", { stuck: { [name]: null }, flicker: this.noise.flicker.filter((other) => other !== name) });
  }

  /** @param {import("./places.js").Places} places */
  setUp(places) {
    this.places = places;
    this.told = "";
    const order = { ring: 0, row: 1, home: 2, fin: 3 };
    const spaces = [...places.spaces].sort((a, b) => order[a.kind] - order[b.kind] || (a.kind === "ring" ? a.place - b.place : 0));
    byId("fault-space").replaceChildren(...spaces.map(({ name }) => html("option", { value: name }, places.words(name))));
  }

  /** @param {object} noise */
  show(noise) {
    const told = JSON.stringify(noise);
    if (told === this.told) return;
    this.told = told;
    this.noise = noise;
    byId("bounce").checked = noise.bounce;
    byId("unplug").checked = noise.unplug === "reader";
    byId("tag-errors").value = String(noise.tag_errors);
    byId("tag-errors-told").textContent = noise.tag_errors ? say("fault.rate", { n: Math.round(10 * noise.tag_errors) }) : say("fault.never");
    const broken = [
      ...Object.entries(noise.stuck).map(([name, value]) => [name, value ? "fault.is-closed" : "fault.is-open"]),
      ...noise.flicker.map((name) => [name, "fault.is-flicker"]),
    ];
    byId("faults").replaceChildren(...broken.map(([name, how]) => this.chip(name, how)));
  }

  chip(name, how) {
    const button = html("button", { type: "button" }, say("fault.mend"));
    button.addEventListener("click", () => this.mend(name));
    return html("li", {}, say(how, { place: this.places.words(name) }), " ", button);
  }
}
