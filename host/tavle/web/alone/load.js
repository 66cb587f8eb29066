// SPDX-License-Identifier: Apache-2.0
/** The tool's Python in Pyodide, and for it `newBoard`. */

import { apart, controller, text, write } from "./controller.js";
import { FILES } from "./files.js";
import { LOCK } from "./lock.js";
import { loadPyodide } from "./pyodide.mjs";

/** Where the tool is, in Pyodide's file system. */
export const HOME = "/lib/tavle";

const MEMORY = "tavle.memory"; // name of a cache
const VERSION = `memory?${Object.values(FILES).map((file) => file.sum.slice(0, 4)).join("")}`;

let device;
globalThis.newBoard = (kept) => controller(device, kept);

/** What has come of the files, and who wants to know. */
let come = 0;
let counting;
const whole = Object.values(FILES).reduce((sum, { size, worker }) => sum + (worker ? size : 0), 0);

function count(bytes) {
  come += bytes;
  counting(Math.floor((100 * come) / whole));
}

/** Fetch what is in a file that `make page` has packed; the service worker has unpacked it already. @returns {Promise<Response>} */
async function get(name) {
  const answer = await fetch(`${name}.packed`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  if (answer.headers.has("Unpacked")) {
    count(FILES[`${name}.packed`].size);
    return answer;
  }
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform(piece, out) {
        count(piece.length);
        out.enqueue(piece);
      },
    }),
  );
  return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
}

/** Return it whole; WebAssembly is compiled while it comes. @returns {Promise<ArrayBuffer | WebAssembly.Module>} */
const hold = async (name) => (name.endsWith(".wasm") ? WebAssembly.compileStreaming(get(name)) : (await get(name)).arrayBuffer());

/** Let fetches of addresses that end like this find what has come already, compiled where it is WebAssembly. */
function serve(held) {
  const plain = globalThis.fetch;
  globalThis.fetch = async (address, how) => {
    const name = Object.keys(held).find((one) => String(address.url ?? address).endsWith(`/${one}`));
    if (!name) return plain(address, how);
    return name.endsWith(".wasm") ? held[name] : new Response(await held[name]);
  };
  WebAssembly.instantiateStreaming = async (compiled, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
}

const sum = async (data) => text(await crypto.subtle.digest("SHA-256", data));

/** Return Pyodide's memory as it was after a start of the same files, none without one. @returns {Promise<ArrayBuffer?>} */
async function recall() {
  try {
    const found = await (await caches.open(MEMORY)).match(VERSION);
    const data = await found?.arrayBuffer();
    return data && found.headers.get("Sum") === (await sum(data)) ? data : null;
  } catch {
    return null; // this browser keeps nothing
  }
}

/** Keep it for the next start, in the place of any other. */
async function keep(py) {
  const data = py.makeMemorySnapshot(); // at once: before it holds anything of this start
  await caches.delete(MEMORY);
  await (await caches.open(MEMORY)).put(VERSION, new Response(data, { headers: { Sum: await sum(data) } }));
}

/** Begin Pyodide, while its files are on their way: with the memory, or if that fails without. @param {Promise<ArrayBuffer>} script @param {Promise<ArrayBuffer?>} recalled */
async function python(script, recalled) {
  const module = await import(URL.createObjectURL(new Blob([await script], { type: "text/javascript" })));
  const begin = (how) =>
    loadPyodide({ indexURL: new URL(".", import.meta.url).href, createPyodideModule: module.default, lockFileContents: LOCK, env: { HOME }, ...how });
  const memory = await recalled;
  if (memory) {
    try {
      return [await begin({ _loadSnapshot: memory }), true];
    } catch (error) {
      console.warn(error);
    }
  }
  return [await begin({ _makeSnapshot: true }), false];
}

/**
 * Begin both.
 * @param {Object<string, string>} env of the tool
 * @param {(percent: number) => void} told called with how much of the files has come
 */
export async function load(env, told) {
  counting = told;
  const memory = recall();
  const files = Object.fromEntries(["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "tool", "device", "micropython.wasm"].map((name) => [name, hold(name)]));
  serve(files);
  // Pyodide waits for ever for a file that does not come.
  const [[py, known], tool, held] = await Promise.all([python(files["pyodide.asm.mjs"], memory), files.tool, files.device, ...Object.values(files)]);
  for (const [path, data] of apart(tool)) write(py.FS, `${HOME}/${path}`, data);
  if (!known) {
    py.runPython(`import sys; sys.path.insert(0, "${HOME}"); from tavle.web import worker`);
    keep(py).catch(() => {}); // then the next start takes longer
  }
  py.runPython(`import os; os.environ.update(${JSON.stringify(env)})`);
  device = apart(held);
  return py;
}
