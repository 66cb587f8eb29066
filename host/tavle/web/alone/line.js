// SPDX-License-Identifier: Apache-2.0
/** Where the table is: in a worker of this page, which starts with this module. Has the names of ../page/line.js, whose place it takes. */

import { FILES } from "./files.js";
import { recall } from "./memory.js";

const LANGUAGES = ["en", "nb", "da", "sv", "fi", "de"];
const AGAIN_MS = 100;
const SAME = { no: "nb", nn: "nb" };

/** Whether the page plays alone. */
export const ALONE = true;

/** Return the language to speak. @param {string} wanted "" for the browser's */
function spoken(wanted) {
  const plain = [wanted, ...navigator.languages].map((one) => one.split("-")[0]).map((one) => SAME[one] ?? one);
  return plain.find((one) => LANGUAGES.includes(one)) ?? "en";
}

/** Return the catalogue of a language, of the browser's without one. @param {string} wanted */
export async function words(wanted) {
  const answer = await fetch(`words-${spoken(wanted)}.json`);
  return answer.json();
}

/** A worker with the table, as a WebSocket to it. */
class Line {
  constructor() {
    this.readyState = WebSocket.OPEN;
    this.opened = new Promise((done) => (this.heed = done)); // nobody listens before
    this.begin();
  }

  async begin() {
    if (!("Suspending" in WebAssembly)) return this.out("old-browser");
    await this.alone();
    await newest();
    this.worker = new Worker("worker.js", { type: "module", name: spoken(recall("tavle-language") ?? "") });
    this.worker.onmessage = ({ data }) => (data.out ? this.out(data.out) : this.take(data));
    this.worker.onerror = () => this.out("cut-off");
  }

  /** Tell what the table says, or for an object what it does not know of. @param {string | object} data */
  async take(data) {
    await this.opened;
    if (typeof data === "string") {
      this.onopen?.();
      this.onopen = null;
      this.onmessage({ data });
    } else {
      this.onmessage({ data: JSON.stringify(data) });
      if (data.playing) keepFiles();
    }
  }

  /** End it, and say why. @param {string} why name of a sentence, after `out.` */
  out(why) {
    this.worker?.terminate();
    this.take({ out: why });
  }

  /** Have the games of this browser for this tab: of two, the later one has them. */
  alone() {
    return new Promise((done) => {
      const forever = () => new Promise(done);
      navigator.locks?.request("tavle", { steal: true }, forever).catch(() => this.out("other-tab")) ?? done();
    });
  }

  send(text) {
    this.worker?.postMessage(text);
  }

  close() {
    this.worker?.terminate();
  }
}

/** Change to the newest version that this browser has, before anything of an older one runs. */
async function newest() {
  const kept = await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (!kept?.waiting) return;
  const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  // Chromium forgets it when something of this page is still loading.
  setInterval(() => kept.waiting?.postMessage("begin"), AGAIN_MS);
  await changed;
  location.reload();
  await new Promise(() => {});
}

/** Let the browser keep all files, for times without a network. */
function keepFiles() {
  navigator.serviceWorker?.register("sw.js").catch(() => {}); // without it the page needs the network
}

const manifest = document.createElement("link");
manifest.rel = "manifest";
manifest.href = "tavle.webmanifest";
document.head.append(manifest);

const line = new Line();

export function open() {
  line.heed(); // and then whoever opens it listens
  return line;
}

/** Tell whether a link's secret was refused. */
export const refused = async () => false;

/** Return the file that brings a rulebook to a new table, "" for none. @param {string} rulebook */
export const image = (rulebook) => [`tavle-${rulebook}-pico2.uf2`].find((name) => name in FILES) ?? "";
