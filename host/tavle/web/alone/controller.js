// SPDX-License-Identifier: Apache-2.0
/** A controller: MicroPython with the firmware on the simulated table. */

import { loadMicroPython } from "./micropython.mjs";

const HEAP_BYTES = 8 << 20;
const STACK_BYTES = 64 << 10; // of MicroPython's calls

// MicroPython gives back what JavaScript no longer uses, but to the interpreter that runs at that time: what an earlier one
// had handed out would be taken from this one's memory. A controller hands out one function, so none is given back.
Object.defineProperty(globalThis, "pyProxyFinalizationRegistry", { get: () => ({ register() {} }), set() {} });

const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Return bytes as base64. */
export const text = (data) => btoa(Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join(""));

/** Return what `make page` has joined: a line of JSON, path -> size, and the files' bytes. @returns {[string, Uint8Array][]} */
export function apart(joined) {
  const data = new Uint8Array(joined);
  const start = data.indexOf(10);
  let end = start + 1;
  return Object.entries(JSON.parse(new TextDecoder().decode(data.subarray(0, start)))).map(([path, size]) => [path, data.subarray(end, (end += size))]);
}

/** Write a file and the folders it is in. */
export function write(FS, path, data) {
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  FS.writeFile(path, data);
}

function* files(FS, folder) {
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    if (FS.isDir(FS.stat(path).mode)) yield* files(FS, path);
    else yield path;
  }
}

/**
 * Return a controller under power, for `WasmTarget`.
 * @param {[string, Uint8Array][]} device what its interpreter finds in its file system
 * @param {string} kept JSON: name -> base64 of its data folder's files
 */
export async function controller(device, kept) {
  const said = [];
  const mp = await loadMicroPython({ heapsize: HEAP_BYTES, pystack: STACK_BYTES, stdout: (line) => said.push(line) });
  for (const [path, data] of device) write(mp.FS, path, data);
  mp.FS.mkdirTree("/tavle");
  for (const [name, data] of Object.entries(JSON.parse(kept))) write(mp.FS, `/tavle/${name}`, bytes(data));
  // The port has loaded modules already, before the shims were there.
  mp.runPython(`import sys
sys.path[:] = ["/shim", ".frozen", "/firmware", "/host"]
for name in list(sys.modules): del sys.modules[name]`);
  const { exchange } = mp.pyimport("tavle.sim.device_side.boot_wasm");
  return {
    exchange: (order) => [exchange(order), ...said.splice(0), ""].join("\n"),
    kept: () => JSON.stringify(Object.fromEntries(Array.from(files(mp.FS, "/tavle"), (path) => [path.slice("/tavle/".length), text(mp.FS.readFile(path))]))),
  };
}
