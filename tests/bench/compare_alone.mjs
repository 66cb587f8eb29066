// SPDX-License-Identifier: Apache-2.0
// A controller of the page that plays alone, in Node: a request a line on its input, JSON; an answer a line on its output.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { apart, controller } from "./controller.js";

// Emscripten asks the table of functions at every call that may fail, and Node takes its time to answer.
const { get } = WebAssembly.Table.prototype;
WebAssembly.Table.prototype.get = function (index) {
  this.known ??= [];
  return (this.known[index] ??= get.call(this, index));
};

const device = apart(await readFile("device"));
let board;
for await (const line of createInterface({ input: process.stdin })) {
  const [name, text] = JSON.parse(line);
  let answer = "";
  if (name === "newBoard") board = await controller(device, text);
  else answer = board[name](text);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
