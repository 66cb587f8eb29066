// SPDX-License-Identifier: Apache-2.0
/** Quiet sounds of a game, made here; at the workbench the table's own buzzer, as its PWM pin drives it. */

import { plays } from "./headline.js";
import { keep, recall } from "./memory.js";
import { SWIFT } from "./motion.js";
import { byId } from "./svg.js";

const KEPT = "tavle-sound";
const VOLUME = 0.16;
const BUZZER = 0.05; // a square wave is loud
const ASK_MS = 100;
const SHOWN_MS = 400;

const TAU = 2 * Math.PI;
const noise = () => 2 * Math.random() - 1;
/** A tone that dies away. */
const bell = (t, hz, fade) => (t < 0 ? 0 : Math.sin(TAU * hz * t) * Math.exp(-t * fade) * Math.min(1, t * 400));
/** Wood on wood. */
const knock = (t, hz = 320) => (t < 0 ? 0 : bell(t, hz, 55) + 0.35 * bell(t, 2.7 * hz, 90) + 0.25 * noise() * Math.exp(-t * 300));
const tune = (t, tones, gap) => tones.reduce((sum, hz, i) => sum + bell(t - i * gap, hz, 7) + 0.2 * bell(t - i * gap, 2 * hz, 12), 0);
const BOUNCES = [0, 0.11, 0.2, 0.27, 0.33, 0.37];

/** What is heard: seconds, and the wave at a time. @type {Object<string, [number, (t: number) => number]>} */
const SAMPLES = {
  put: [0.12, (t) => knock(t)],
  bump: [0.3, (t) => knock(t, 190) + 0.8 * knock(t - 0.09, 150)],
  card: [0.16, (t) => 0.3 * noise() * Math.sin((Math.PI * t) / 0.16) ** 2 + 0.3 * knock(t - 0.1, 240)],
  rolled: [0.5, (t) => BOUNCES.reduce((sum, at, i) => sum + 0.85 ** i * knock(t - at, 420 + 40 * (i % 3)), 0)],
  turn: [0.5, (t) => 0.5 * tune(t, [659, 880], 0.11)],
  refused: [0.3, (t) => 0.7 * (bell(t, 196, 18) + bell(t - 0.12, 165, 18))],
  undone: [0.4, (t) => 0.5 * tune(t, [587, 440], 0.1)],
  won: [1.4, (t) => 0.5 * tune(t, [523, 659, 784, 1047], 0.14)],
};

export class Sound {
  /** @param {{order: Function}} link */
  constructor(link) {
    this.link = link;
    /** Virtual time in ms of the buzzer's last change that was heard; null before the first look. */
    this.last = null;
    this.speed = 1;
    this.stood = [];
    this.turn = "";
    this.buffers = new Map();
    this.box = byId("sound");
    this.box.checked = recall(KEPT) !== "off";
    this.box.addEventListener("change", () => {
      keep(KEPT, this.box.checked ? "on" : "off");
      this.wake();
    });
    // A browser lets a page sound only after somebody has touched it.
    for (const kind of ["pointerup", "keydown"]) document.addEventListener(kind, () => this.wake());
  }

  wake() {
    const wanted = this.box.checked && navigator.userActivation?.hasBeenActive;
    try {
      if (wanted) this.context ??= new AudioContext();
      const changed = wanted ? this.context.resume() : this.context?.suspend();
      changed?.catch(() => {});
    } catch {
      // The browser has no sound, or gives none: the page is silent.
    }
  }

  /** An event of the table. @param {string} name */
  heard(name) {
    if (name in SAMPLES) this.play(name);
  }

  /**
   * Hear what has changed on the board.
   * @param {object} view
   * @param {{at: string, colour: string}[]} pawns
   * @param {string | false} turn the colour that is to act at this page
   */
  show(view, pawns, turn) {
    this.speed = view.speed;
    this.bench = view.mode === "bench";
    if (this.bench && this.box.checked && this.context && !this.buzzing) this.buzz();
    const came = pawns.filter((pawn, i) => this.stood.length === pawns.length && pawn.at && this.stood[i] !== pawn.at);
    this.stood = pawns.map((pawn) => pawn.at);
    if (came.length) this.play(came.some(({ at }) => at.includes(":h")) ? "bump" : "put");
    else if (turn && turn !== this.turn && plays(view)) this.play("turn");
    this.turn = turn;
  }

  play(name) {
    if (!this.box.checked || this.bench || this.context?.state !== "running" || this.speed > SWIFT) return;
    const source = new AudioBufferSourceNode(this.context, { buffer: this.sample(name) });
    source.connect(new GainNode(this.context, { gain: VOLUME })).connect(this.context.destination);
    source.start();
  }

  sample(name) {
    let buffer = this.buffers.get(name);
    if (buffer) return buffer;
    const [seconds, wave] = SAMPLES[name];
    const { sampleRate } = this.context;
    buffer = new AudioBuffer({ length: Math.ceil(seconds * sampleRate), sampleRate });
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = wave(i / sampleRate) * Math.min(1, (data.length - i) / 400);
    this.buffers.set(name, buffer);
    return buffer;
  }

  /** Let the buzzer be heard while the workbench is shown. */
  async buzz() {
    this.buzzing = true;
    const tone = new OscillatorNode(this.context, { type: "square" });
    const gain = new GainNode(this.context, { gain: 0 });
    tone.connect(gain).connect(this.context.destination);
    tone.start();
    this.last = null;
    do {
      const answer = await this.link.order("sounds");
      if (answer.ok) this.hear(answer.sounds, tone, gain);
      await new Promise((done) => setTimeout(done, ASK_MS));
    } while (this.bench && this.box.checked);
    tone.stop();
    this.buzzing = false;
  }

  /** @param {[number, number][]} log time in ms and Hz of every change; 0 Hz is silence */
  hear(log, tone, gain) {
    const latest = log.at(-1)?.[0] ?? 0;
    const fresh = this.last === null ? [] : log.filter(([t]) => t > this.last);
    this.last = latest;
    if (!fresh.length) return;
    const began = fresh[0][0];
    for (const [t, hz] of fresh) {
      const when = this.context.currentTime + (t - began) / 1000 / this.speed;
      if (hz) tone.frequency.setValueAtTime(hz, when);
      gain.gain.setValueAtTime(hz ? BUZZER : 0, when);
    }
    this.box.parentElement.classList.add("sounding");
    clearTimeout(this.shown);
    this.shown = setTimeout(() => this.box.parentElement.classList.remove("sounding"), SHOWN_MS);
  }
}
