// SPDX-License-Identifier: Apache-2.0
/** The buzzer, for those who want to hear it: its tones as the controller's PWM pin made them. */

import { byId } from "./svg.js";

const ASK_MS = 100;
const VOLUME = 0.05; // a passive buzzer is a square wave, and those are loud
const SHOWN_MS = 400;

export class Sound {
  /** @param {{order: Function}} link */
  constructor(link) {
    this.link = link;
    /** Virtual time in ms of the last change that was heard; null before the first look. */
    this.last = null;
    this.timer = 0;
    /** How fast the table's time passes. */
    this.speed = 1;
    this.box = byId("sound");
    this.box.addEventListener("change", () => (this.box.checked ? this.on() : this.off()));
  }

  on() {
    // A browser lets a page sound only after somebody has pressed something: here they have.
    this.context = new AudioContext();
    this.tone = new OscillatorNode(this.context, { type: "square" });
    this.gain = new GainNode(this.context, { gain: 0 });
    this.tone.connect(this.gain).connect(this.context.destination);
    this.tone.start();
    this.last = null;
    this.ask();
  }

  off() {
    clearTimeout(this.timer);
    this.context?.close();
    this.context = null;
  }

  async ask() {
    const answer = await this.link.order("sounds");
    if (!this.context) return;
    if (answer.ok) this.hear(answer.sounds);
    this.timer = setTimeout(() => this.ask(), ASK_MS);
  }

  /** @param {[number, number][]} log time in ms and Hz of every change; 0 Hz is silence */
  hear(log) {
    const latest = log.at(-1)?.[0] ?? 0;
    const fresh = this.last === null ? [] : log.filter(([t]) => t > this.last);
    this.last = latest;
    if (!fresh.length) return;
    const began = fresh[0][0];
    for (const [t, hz] of fresh) {
      const when = this.context.currentTime + (t - began) / 1000 / this.speed;
      if (hz) this.tone.frequency.setValueAtTime(hz, when);
      this.gain.gain.setValueAtTime(hz ? VOLUME : 0, when);
    }
    this.box.parentElement.classList.add("sounding");
    clearTimeout(this.shown);
    this.shown = setTimeout(() => this.box.parentElement.classList.remove("sounding"), SHOWN_MS);
  }
}
