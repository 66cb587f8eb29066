// SPDX-License-Identifier: Apache-2.0
/** The page: what the table tells goes to the parts that show it, what people do goes to the table. */

import { Board } from "./board.js";
import { Cards } from "./cards.js";
import { Hands } from "./hand.js";
import { Keys } from "./keys.js";
import { Link } from "./link.js";
import { Log, clock, situation } from "./log.js";
import { Buttons, Controls, Faults } from "./panels.js";
import { Sound } from "./sound.js";
import { byId } from "./svg.js";

const TOAST_MS = 5000;

const link = new Link(heard, connected);
const board = new Board(byId("board"));
const hands = new Hands(link, board, complain);
const keys = new Keys(hands, board, (text) => (byId("spoken").textContent = text));
const cards = new Cards(order);
const buttons = new Buttons(order);
const controls = new Controls(order);
const faults = new Faults(order);
const log = new Log();
const sound = new Sound(link);
let die = false;
let toast = 0;

board.heldPawns = () => hands.shown();
board.lights.seatChanged = (colour, css, level) => buttons.shine(colour, css, level);
byId("slide").addEventListener("change", (event) => (hands.sliding = event.target.checked));

/** @param {object} message everything but an answer */
function heard(message) {
  if (message.hello) setUp(message.hello, message.log);
  if ("frame" in message) {
    board.lights.show(message.frame);
    byId("current").textContent = `${message.ma} mA`;
  }
  if (message.view) show(message.view);
  if (message.event || message.note || message.fault) log.add(message);
  const now = message.clock ?? message.t;
  if (now !== undefined) byId("clock").textContent = clock(now);
}

/**
 * @param {object} description of the board
 * @param {object[]} lines of the log
 */
function setUp(description, lines) {
  die = description.die;
  hands.reset();
  board.setUp(description);
  cards.setUp(description);
  buttons.setUp(description);
  controls.setUp(description);
  faults.setUp(board.places);
  log.setUp(lines);
  keys.cursor = "";
}

/** @param {object} view */
function show(view) {
  board.pawns.pawns = view.pawns;
  hands.follow();
  board.pawns.show(view.pawns);
  board.lay(view.slot);
  cards.show(view.slot, view.laid, view.phase);
  controls.show(view);
  faults.show(view.noise);
  buttons.speed = sound.speed = view.speed;
  buttons.count(view.hand_counts);
  const { turn, text } = situation(view, die);
  byId("phase").textContent = text;
  byId("turn").className = `dot ${turn}`;
  byId("table").classList.toggle("off", !view.on);
}

/**
 * Give a command; what the table has against it is shown.
 * @param {string} what
 * @param {object} [fields]
 */
async function order(what, fields) {
  const answer = await link.order(what, fields);
  if (!answer.ok) complain(answer.error);
}

/** @param {string} text */
function complain(text) {
  const element = byId("toast");
  element.textContent = text;
  element.hidden = false;
  clearTimeout(toast);
  toast = setTimeout(() => (element.hidden = true), TOAST_MS);
}

/** @param {boolean} up whether the table can be reached */
function connected(up) {
  document.body.classList.toggle("alone", !up);
  if (up) return;
  hands?.reset();
  byId("phase").textContent = "The table is not there. Start it again with make sim; this page finds it if the address is the same.";
}
