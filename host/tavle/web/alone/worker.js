// SPDX-License-Identifier: Apache-2.0
/** The table of a page that plays alone, see worker.py. Messages are those of the WebSocket. */

import { load } from "./load.js";

const KEPT = "/games";

let wakened = () => {};
const channel = new MessageChannel();

/** Wait so many ms, or until there is an order; at least as long as the browser needs to tell what has come. */
globalThis.rest = (ms) =>
  new Promise((done) => {
    wakened = done;
    if (ms >= 1) setTimeout(done, ms);
    else {
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    }
  });
globalThis.wake = () => wakened();
globalThis.tell = (message) => postMessage(message);

const early = [];
let take = (message) => early.push(message);
addEventListener("message", ({ data }) => take(data));
globalThis.ready = (heard) => {
  const keeper = heard.copy();
  take = (message) => keeper(message);
  for (const message of early) take(message);
};

/** Have the games that this browser keeps in the file system, and have what is written there kept. */
async function keepGames({ FS }) {
  FS.mkdirTree(KEPT);
  FS.mount(FS.filesystems.IDBFS, { autoPersist: true }, KEPT);
  try {
    await new Promise((done, failed) => FS.syncfs(true, (error) => (error ? failed(error) : done())));
  } catch {
    FS.unmount(KEPT);
    postMessage({ warn: "not-kept" });
  }
}

let py;
try {
  py = await load({ TAVLE_SAVES: KEPT, LANG: self.name }, (percent) => postMessage({ loading: percent }));
} catch (error) {
  postMessage({ out: "cut-off" });
  throw error;
}
await keepGames(py);
postMessage({ playing: true });
try {
  await py.runPythonAsync("from tavle.web import worker; worker.play()");
} catch (error) {
  postMessage({ out: "failed" });
  throw error;
}
