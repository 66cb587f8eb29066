// SPDX-License-Identifier: Apache-2.0
/** The two interpreters: the tool's Python in Pyodide, and for it `newBoard`, a controller with MicroPython and the firmware. */

import { FILES } from "./files.js";
import { LOCK } from "./lock.js";
import { loadMicroPython } from "./micropython.mjs";
import { loadPyodide } from "./pyodide.mjs";

const HEAP_BYTES = 8 << 20;
const STACK_BYTES = 64 << 10; // of MicroPython's calls

/** Where the tool is, in Pyodide's file system. */
export const HOME = "/lib/tavle";

const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
const text = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));

/** What the interpreter of a controller finds in its file system: [path, bytes]. */
let device = [];

/** Write a file and the folders it is in. */
function write(FS, path, data) {
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

/** A controller under power, for `WasmTarget`. @param {string} kept JSON: name -> base64 of its data folder's files */
globalThis.newBoard = async (kept) => {
  const said = [];
  const mp = await loadMicroPython({ heapsize: HEAP_BYTES, pystack: STACK_BYTES, stdout: (line) => said.push(line) });
  for (const [path, data] of device) write(mp.FS, path, data);
  mp.FS.mkdirTree("/tavle");
  for (const [name, data] of Object.entries(JSON.parse(kept))) write(mp.FS, `/tavle/${name}`, bytes(data));
  // The port has loaded modules already, before the shims were there.
  mp.runPython(`import sys
sys.path[:] = ["/shim", ".frozen", "/firmware", "/host"]
for name in list(sys.modules): del sys.modules[name]`);
  const boot = mp.pyimport("tavle.sim.device_side.boot_wasm");
  return {
    exchange: (order) => [boot.exchange(order), ...said.splice(0), ""].join("\n"),
    kept: () => JSON.stringify(Object.fromEntries(Array.from(files(mp.FS, "/tavle"), (path) => [path.slice("/tavle/".length), text(mp.FS.readFile(path))]))),
  };
};

/** What has come of the files, and who wants to know. */
let come = 0;
let counting;
const whole = Object.values(FILES).reduce((sum, { size, worker }) => sum + (worker ? size : 0), 0);

/** Fetch a file of this folder; one that `make page` has packed is unpacked. @returns {Promise<Uint8Array>} */
async function get(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform(piece, out) {
        come += piece.length;
        counting(Math.floor((100 * come) / whole));
        out.enqueue(piece);
      },
    }),
  );
  const plain = name.endsWith(".packed") ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
  return new Response(plain).arrayBuffer();
}

/** Let fetches of addresses that end like this find what is here already. */
function serve(held) {
  const plain = globalThis.fetch;
  globalThis.fetch = (address, how) => {
    const name = Object.keys(held).find((one) => String(address.url ?? address).endsWith(`/${one}`));
    return name ? Promise.resolve(new Response(held[name], { headers: { "Content-Type": "application/wasm" } })) : plain(address, how);
  };
}

/**
 * Begin both.
 * @param {Object<string, string>} env of the tool
 * @param {(percent: number) => void} told called with how much of the files has come
 */
export async function load(env, told) {
  counting = told;
  const [wasm, script, library, tavle, micropython] = await Promise.all(
    ["pyodide.asm.wasm.packed", "pyodide.asm.mjs.packed", "python_stdlib.zip", "tavle.zip", "micropython.wasm.packed"].map(get),
  );
  serve({ "pyodide.asm.wasm": wasm, "python_stdlib.zip": library, "micropython.wasm": micropython });
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const py = await loadPyodide({
    indexURL: new URL(".", import.meta.url).href,
    createPyodideModule: module.default,
    lockFileContents: LOCK,
    env: { ...env, HOME },
  });
  py.FS.mkdirTree(HOME);
  py.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  py.unpackArchive(tavle, "zip", { extractDir: HOME });
  device = Array.from(files(py.FS, `${HOME}/device`), (path) => [path.slice(`${HOME}/device`.length), py.FS.readFile(path)]);
  return py;
}

