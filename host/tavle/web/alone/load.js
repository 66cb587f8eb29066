// SPDX-License-Identifier: Apache-2.0
/** The tool's Python in Pyodide, and for it `newBoard`. */

import { apart, controller, write } from "./controller.js";
import { FILES } from "./files.js";
import { LOCK } from "./lock.js";
import { loadPyodide } from "./pyodide.mjs";

/** Where the tool is, in Pyodide's file system. */
export const HOME = "/lib/tavle";

let device;
globalThis.newBoard = (kept) => controller(device, kept);

/** What has come of the files, and who wants to know. */
let come = 0;
let counting;
const whole = Object.values(FILES).reduce((sum, { size, worker }) => sum + (worker ? size : 0), 0);

/** Fetch a file that `make page` has packed, and unpack it. @returns {Promise<ArrayBuffer>} */
async function get(name) {
  const answer = await fetch(`${name}.packed`);
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
  return new Response(counted.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Let fetches of addresses that end like this find what has been fetched already. */
function serve(held) {
  const plain = globalThis.fetch;
  globalThis.fetch = async (address, how) => {
    const name = Object.keys(held).find((one) => String(address.url ?? address).endsWith(`/${one}`));
    return name ? new Response(await held[name], { headers: { "Content-Type": "application/wasm" } }) : plain(address, how);
  };
}

/** Begin Pyodide, while its files are on their way. @param {Object<string, string>} env @param {Promise<ArrayBuffer>} script */
async function python(env, script) {
  const module = await import(URL.createObjectURL(new Blob([await script], { type: "text/javascript" })));
  return loadPyodide({
    indexURL: new URL(".", import.meta.url).href,
    createPyodideModule: module.default,
    lockFileContents: LOCK,
    env: { ...env, HOME },
  });
}

/**
 * Begin both.
 * @param {Object<string, string>} env of the tool
 * @param {(percent: number) => void} told called with how much of the files has come
 */
export async function load(env, told) {
  counting = told;
  const files = Object.fromEntries(["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "tool", "device", "micropython.wasm"].map((name) => [name, get(name)]));
  serve(files);
  // Pyodide waits for ever for a file that does not come.
  const [py, tool, held] = await Promise.all([python(env, files["pyodide.asm.mjs"]), files.tool, files.device, ...Object.values(files)]);
  for (const [path, data] of apart(tool)) write(py.FS, `${HOME}/${path}`, data);
  py.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  device = apart(held);
  return py;
}
