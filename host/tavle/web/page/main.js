// SPDX-License-Identifier: Apache-2.0
/** The page: what the table tells goes to the parts that show it, what people do goes to the table. */

import { linked, unlink } from "./address.js";
import { After } from "./after.js";
import { Controls, Faults, Probe } from "./bench.js";
import { Beside } from "./beside.js";
import { Explain } from "./explain.js";
import { Field } from "./field.js";
import { Board, cardName } from "./board.js";
import { Cards } from "./cards.js";
import { Gestures, areaOf, turnOf } from "./gestures.js";
import { ASK, Hands } from "./hand.js";
import { Headline, plays, reasonOf } from "./headline.js";
import { Help } from "./help.js";
import { Hint } from "./hint.js";
import { Keys } from "./keys.js";
import { Lan } from "./lan.js";
import { ALONE } from "./line.js";
import { Link } from "./link.js";
import { Lobby } from "./lobby.js";
import { Log, clock } from "./log.js";
import { keep, recall } from "./memory.js";
import { SWIFT } from "./motion.js";
import { Record, parsed } from "./record.js";
import { Seats } from "./seats.js";
import { Sound } from "./sound.js";
import { Speech } from "./speech.js";
import { byId, html } from "./svg.js";
import { dress, events, has, listed, load, say } from "./text.js";

const HERE = ["localhost", "127.0.0.1"]; // the table's own computer: other devices need a link with a key
const TOAST_MS = 6000;
const LETTER_MS = 60; // to read one
const RESULT_MS = 1500; // the last move is seen first
const SEAT_MS = 120;
const TWICE_MS = 1500; // so long a button that was pressed is not pressed again, at the table's own speed
const LATE_MS = 400; // a tap on a button that has just changed was meant for the one before
const CLICK_MS = 800; // a click ends at most so long after its press
const SPEEDS = [1, 2, 4, 10];
const ASIDE = ["withdraw", "hint", "faster"]; // buttons that are not what is to be done next
const SWIFT_MS = 100; // at a swift table the page is drawn no oftener than this

const languages = await load(recall("tavle-language") ?? "");
const link = new Link(heard, connected, refused);
const board = new Board(byId("board"));
const gestures = new Gestures(link, board);
const hands = new Hands(link, board, refuse, gestures, mayTake);
const keys = new Keys(hands, board, (text) => (byId("spoken").textContent = text));
const cards = new Cards(order);
const beside = new Beside();
const seats = new Seats(order);
const lan = new Lan(order);
const controls = new Controls(order);
const probe = new Probe(link);
new Field(link, board);
const faults = new Faults(order);
const log = new Log();
const sound = new Sound(link);
const speech = new Speech();
const help = new Help();
const cardsTold = new Explain(aside);
const hint = new Hint(order);
const after = new After(act);
const lobby = new Lobby(order, imported, (position) => link.order("check", { position }));
const record = new Record(lookBack, order);
const state = { view: null, hands: {}, seat: "", line: null, hello: null, log: [], fresh: true, moment: "" };
const page = {
  gestures,
  places: () => board.places,
  hands: () => state.hands,
  seat: () => state.seat,
  /** The last move in words, where it does not stand beside the board. */
  last: () => (beside.box.hidden ? record.last() : ""),
  get view() {
    return state.view;
  },
};
const headline = new Headline(page);
let toast = 0;
let due = false; // whether an animation frame will draw
let frame = null;
let time; // ms at the table
let drawn = 0; // when the page was drawn last
let shownActions = "";
let reason = ""; // the space a refusal hangs on: a wall, a pawn in the way

board.heldPawns = () => hands.shown();
hands.lifted = () => headline.moved();
gestures.rested = () => later();
board.pawns.partsOf = (colour, from) => gestures.partsOf(colour, from);
board.lights.seatChanged = (colour, css, level) => seats.shine(colour, css, level);
byId("slide").addEventListener("change", (event) => (hands.sliding = event.target.checked));
byId("numbers").checked = recall("tavle-numbers") === "on";
byId("numbers").addEventListener("change", (event) => keep("tavle-numbers", event.target.checked ? "on" : "off"));
byId("raw").addEventListener("change", (event) => {
  gestures.raw = event.target.checked;
  later();
});
byId("new-game").addEventListener("click", () => lobby.open({ running: running() }));
byId("bench-open").addEventListener("click", () => lobby.open({ running: running() }));
byId("past-now").addEventListener("click", () => record.go(-1));
byId("language").replaceChildren(...languages.map(([code, name]) => html("option", { value: code, lang: code }, name)));
byId("language").value = document.documentElement.lang;
byId("language").addEventListener("change", (event) => speak(event.target.value));
byId("board").addEventListener("click", (event) => explain(event));
addEventListener("hashchange", () => later());
byId("typed").addEventListener("submit", typed);
document.addEventListener("keydown", (event) => shortcut(event));

/** Tell whether a game is going on that somebody would miss. */
const running = () => state.view?.mode === "play" && state.view.party?.stage !== "over" && record.entries.some(({ kind }) => kind === "move");

/** Change the language of the page. @param {string} code */
async function speak(code) {
  keep("tavle-language", code);
  await load(code);
  if (state.hello) setUp(state.hello, state.log, record.entries);
  later();
}

/** @param {object} message everything but an answer */
function heard(message) {
  if ("loading" in message) loading(message.loading);
  if (message.hello) setUp(message.hello, message.log, message.entries);
  if ("frame" in message) {
    frame = message;
    later();
  }
  if ("hands" in message) {
    state.hands = message.hands;
    state.seat = message.seat;
    document.body.classList.toggle("phone", Boolean(message.seat));
  }
  lan.hear(message);
  if (message.out) out(message.out);
  if (message.took) complain("took");
  if (message.warn) complain(message.warn);
  if (message.view) {
    state.view = message.view;
    hands.views += 1;
  }
  if (message.view || "hands" in message || message.phones) later();
  if (message.record) record.add(message.record, message.at);
  if (message.event) listen(message);
  else if (message.note || message.fault) log.add(message);
  if (message.event || message.note || message.fault) state.log.push(message);
  const now = message.clock ?? message.t;
  if (now !== undefined) time = now;
  if (message.note || message.fault || message.clock !== undefined) later();
}

function listen(event) {
  log.add(event);
  headline.hear(event);
  sound.heard(event.event);
  if (event.event === "rolled") beside.threw(event.value);
  if (events[event.event]?.changes.includes("position")) hint.forget();
  if (event.event === "accepted" && gestures.mine) help.done();
  if (event.event === "won") setTimeout(() => plays(state.view) && result(), RESULT_MS);
  if (event.event === "ask") gestures.answer(event.choices);
  later();
}

/** Draw with the next frame of the screen, however much has happened by then. */
function later() {
  if (due) return;
  due = true;
  const wait = state.view?.speed > SWIFT ? drawn + SWIFT_MS - performance.now() : 0;
  if (wait > 0) setTimeout(() => requestAnimationFrame(draw), wait);
  else requestAnimationFrame(draw);
}

function draw() {
  due = false;
  drawn = performance.now();
  if (frame) {
    board.lights.show(frame.frame);
    byId("current").textContent = `${frame.ma} mA`;
    frame = null;
  }
  if (time !== undefined) text("clock", clock(time));
  log.draw();
  record.append();
  if (state.view && !link.ended) show(state.view);
}

/**
 * @param {object} description of the board
 * @param {object[]} lines of the log
 * @param {object[]} entries of the record
 */
function setUp(description, lines, entries) {
  state.hello = description;
  state.log = [...lines];
  state.line = null;
  state.fresh = true;
  hands.reset();
  headline.reset();
  board.setUp(description);
  cards.setUp(description);
  beside.setUp(description, entries.findLast(({ kind }) => kind === "move")?.card);
  seats.setUp(description);
  faults.setUp(board.places);
  log.setUp(board.places, lines);
  lobby.setUp(description);
  help.setUp(description);
  cardsTold.setUp(description);
  record.setUp(description, board.places, entries);
  shownActions = "";
  keys.cursor = "";
  byId("game-name").textContent = say(`game.${description.rulebook}`);
  for (const event of lines.slice(-12)) if (event.event) headline.hear(event);
  headline.why = ["", 0];
}

/** @param {object} view */
function show(view) {
  const mode = plays(view) ? "play" : view.mode;
  if (document.body.dataset.mode !== mode) document.body.dataset.mode = mode;
  document.body.classList.toggle("real", ["show", "hands"].includes(view.mode));
  if (!lobby.dialog.open && (view.mode === "lobby" ? !state.seat : linked() !== "")) invite(view);
  gestures.show(view);
  gestures.strict = view.mode === "play" && !gestures.raw;
  document.body.classList.toggle("swift", view.speed > SWIFT);
  document.body.classList.toggle("raw-hands", gestures.raw);
  byId("stage").classList.toggle("nohand", board.places.board.deck !== "hands");
  const old = state.line !== null;
  board.pawns.pawns = old ? pawnsOf(state.line) : view.pawns;
  const calm = ["card", "deal", "guide"].includes(view.phase) && !old && !gestures.possible().length;
  board.pawns.astray = new Set(calm ? view.astray.map(([id]) => id).filter((id) => view.pawns[id].at) : []);
  board.pawns.movable = old || gestures.making || !mineNow(view) ? new Set() : gestures.movable();
  hands.follow();
  const turn = view.party?.acting || turnOf(view.firmware);
  board.speed = board.pawns.speed = view.speed;
  board.pawns.show(board.pawns.pawns);
  // A pawn was in the air when this page came: it is in the hand of whoever is to move here.
  if (state.fresh && view.mode === "play" && mineNow(view)) hands.adopt();
  state.fresh = false;
  outlived(view);
  board.lay(old ? [] : view.slot, view.card, turn);
  board.ring(old ? [] : rings(view));
  cards.show(view, state.hands);
  hint.show();
  controls.show(view);
  faults.show(view.noise);
  sound.show(view, board.pawns.pawns, mineNow(view) && turn);
  seats.show(view, turn, lan);
  lan.show(view);
  byId("table").classList.toggle("off", !view.on);
  byId("table").classList.toggle("old", old);
  const now = headline.situation(view);
  tell({ ...now, actions: now.actions.filter((name) => name !== "faster" || faster()) });
  text("lately", now.actions.length || now.hint === page.last() ? "" : page.last());
  beside.show(view, now.actions.some((name) => name === "throw" || name === "draw"), record.last());
}

/** Ask what shall be played: nothing is yet, or the address names a position to begin with. */
function invite(view) {
  const forbidden = { show: "read-only", hands: "on-the-board" }[view.mode] ?? (state.seat ? "not-on-this-device" : "");
  if (!forbidden) return lobby.open({ must: view.mode === "lobby", running: running(), position: linked() });
  unlink();
  complain(forbidden);
}

/** Hide what was said of a moment that has passed. */
function outlived(view) {
  hint.follow(`${turnOf(view.firmware)} ${view.party?.stage} ${view.party?.acting}`, view.card);
  const moment = `${turnOf(view.firmware)} ${view.phase} ${view.card}`;
  if (moment === state.moment) return;
  state.moment = moment;
  byId("light-told").hidden = true;
}

/** Tell whether somebody at this page is to move. */
function mineNow(view) {
  return !view.party || headline.here(view.party, turnOf(view.firmware));
}

/** Return the rings to draw: where lifted pawns may go, and where pawns that are astray belong. */
function rings(view) {
  const found = reason ? [[keys.spaceOf(reason), "reason"]] : [];
  const stands = (area) => board.pawns.pawns.find((pawn) => areaOf(pawn.at) === area)?.at;
  for (const name of hint.places()) found.push([stands(name) ?? keys.spaceOf(name), "hint"]);
  if (!gestures.raw) {
    for (const grip of hands.grips()) {
      for (const part of gestures.partsOf(grip.colour, grip.from)) found.push([keys.spaceOf(part.to), part.home.length || part.self ? "bump" : "goal"]);
    }
  }
  for (const [id, place] of ["card", "deal", "guide"].includes(view.phase) && !gestures.possible().length ? view.astray : []) {
    found.push([keys.spaceOf(place), `belongs ${view.pawns[id].colour}`]);
  }
  return found;
}

/** @param {import("./headline.js").Situation} now */
function tell(now) {
  const why = headline.reason();
  text("title", now.title);
  text("hint", headline.good() || hint.words() || now.hint);
  text("why", why);
  byId("why").hidden = !why;
  const box = byId("headline");
  const tone = `headline ${why ? "no" : now.tone} ${now.colour}`;
  if (box.className !== tone) box.className = tone;
  const dot = `dot ${now.colour}`;
  if (byId("turn").className !== dot) byId("turn").className = dot;
  const told = JSON.stringify([now.actions, now.colour, state.view.speed, document.documentElement.lang]);
  if (told !== shownActions) {
    const fresh = !JSON.parse(shownActions || "[[]]")[0].includes("faster");
    shownActions = told;
    byId("actions").replaceChildren(...now.actions.map((name) => action(name, now.colour, fresh)));
  }
  speech.say([why, now.title, byId("hint").textContent].filter(Boolean).join(" "));
}

function text(id, words) {
  const element = byId(id);
  if (element.textContent !== words) element.textContent = words;
}

/** @param {string} name @param {string} colour @param {boolean} fresh whether another button stood there a moment ago */
function action(name, colour, fresh) {
  const words = say(`do.${name}`, { colour, n: faster() });
  const button = html("button", { type: "button", class: ASIDE.includes(name) ? "" : "main", "data-action": name }, words);
  // Until then a second tap means the first: the table has not read the card yet; and a late one the button before.
  let quiet = fresh && name === "faster" ? performance.now() + LATE_MS : 0;
  button.addEventListener("click", () => {
    const now = performance.now();
    if (now < quiet) return;
    quiet = now + TWICE_MS / (state.view?.speed ?? 1);
    act(name, colour);
  });
  return button;
}

/** Return the next speed of those that a thumb goes through, 0 when it is the last. */
const faster = () => SPEEDS.find((speed) => speed > state.view.speed) ?? 0;

/** Do what a button of the headline says. */
function act(name, colour) {
  headline.moved();
  if (name === "look") return order("look", { colour });
  if (name === "throw" || name === "draw") return order("take", { colour });
  if (name === "fold") return order("fold", { colour });
  if (name === "yes" || name === "next" || name === "decline") return pressed(colour);
  if (name === "tidy") {
    hands.reset();
    return order("tidy");
  }
  if (name === "new") return order("press", { button: state.seat || "table", ms: SEAT_MS });
  if (name === "hint") return hint.ask(colour).then(later);
  if (name === "faster") return order("speed", { factor: faster() });
  if (name === "result") return result();
  if (name === "again") return again();
  if (name === "replay") return record.replay();
  return order(name);
}

/** Show how the game went. */
const result = () => after.open(record.entries, state.hello, state.view.party, Boolean(state.seat));

/** Begin the same game again, with the same people and house rules. */
function again() {
  const { rulebook, colours, house } = state.hello;
  const { who } = state.view.party;
  order("sit", { rulebook, who: Object.fromEntries(colours.map((colour) => [colour, who[colour] ?? "none"])), options: Object.fromEntries(house) });
}

/**
 * Return why a pawn is not to be taken now, as a machine word; "" when it is.
 * @param {string} colour
 * @param {number} id
 */
function mayTake(colour, id) {
  const view = state.view;
  if (state.line !== null) return "looking-back";
  if (view.mode === "show") return "read-only";
  if (view.mode === "hands") return "on-the-board";
  if (gestures.raw || view.mode !== "play" || !view.on) return "";
  if (!view.pawns[id].at || view.astray.some(([other]) => other === id)) return "";
  const { stage, waiting } = view.party;
  if (stage === "over") return "game-over";
  if (stage === "exchange") return waiting.some((one) => headline.here(view.party, one)) ? "exchange-first" : "exchange-wait";
  if (!mineNow(view)) return "not-your-turn";
  if (view.phase === "card" || view.phase === "deal") return board.places.board.die ? "throw-first" : "card-first";
  const movable = board.pawns.movable.has(`${colour} ${areaOf(view.pawns[id].at)}`);
  if (view.phase === "ask" && !movable) return "answer-first"; // going on with the move is an answer too
  if (view.phase === "move" && view.options.length && !movable) return ASK;
  return "";
}

/** Say what the light means that was clicked. */
async function explain(event) {
  if (event.target.closest("[data-pawn], .laid") || hands.held || performance.now() - hands.acted < CLICK_MS) return;
  const space = board.places.near(board.point(event.clientX, event.clientY), 14);
  if (space) meaning(space.name);
}

/** @param {string} name of the space @param {string} [before] what is said first */
async function meaning(name, before = "") {
  const answer = await link.order("light", { name });
  if (!answer.ok) return;
  const rule = answer.means === "dark" ? board.places.rule(name) : "";
  const words = rule || say(has(`light.${answer.means}`) ? `light.${answer.means}` : "light.unknown");
  aside(`${before} ${say("light.at", { place: board.places.words(name), words })}`.trim());
}

/** Say something beside the board, for as long as it takes to read. @param {string} words */
function aside(words) {
  const box = byId("light-told");
  box.hidden = false;
  box.textContent = words;
  speech.say(words);
  clearTimeout(aside.timer);
  aside.timer = setTimeout(() => (box.hidden = true), Math.max(TOAST_MS, LETTER_MS * words.length));
}

/** Say where somebody's pawns are, or what they may do. */
function spoken(what) {
  const view = state.view;
  const turn = turnOf(view.firmware);
  const own = view.pawns.filter((pawn) => pawn.colour === turn);
  const places = own.map((pawn) => board.places.words(pawn.at)).join(", ");
  const moves = (hands.grips().length ? hands.grips().map(goalsOf) : labels()).join(". ");
  aside(what === "where" ? say("spoken.where", { colour: turn, places }) : moves ? say("spoken.can", { moves }) : say("spoken.cannot"));
}

/** Return what pawns that stand can do, each in words. */
function labels() {
  return board.pawns.items.filter((_, id) => board.pawns.can(board.pawns.pawns[id]).length).map((item) => item.label);
}

/** Return where a pawn in the hand can go, in words. @param {import("./hand.js").Grip} grip */
function goalsOf({ colour, from }) {
  const goals = gestures.partsOf(colour, from).map((part) => board.places.words(part.to));
  return say(goals.length ? "label.pawn-can" : "label.pawn", { colour, place: board.places.words(""), goals: listed(goals) });
}

/** @param {KeyboardEvent} event */
function shortcut(event) {
  const typing = event.target.closest("input:not([type=checkbox]), select, textarea, dialog");
  if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey || !state.view) return;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) pick(Number(key));
  else if (key === "m") focusMovable();
  else if (key === "g") byId("actions").querySelector(".main")?.click();
  else if (key === "w") spoken("where");
  else if (key === "v") spoken("can");
  else if (key === "s") speech.again();
  else if (key === "?") question(event.target.closest("[data-card]"));
  else return;
  event.preventDefault();
}

/** Say what a card does, or, without one, show the rules. @param {HTMLElement | null} card */
function question(card) {
  if (card) cardsTold.card(card.dataset.card);
  else help.dialog.showModal();
}

/** Play, or pass, a card of the hand by its number. @param {number} n */
function pick(n) {
  const card = byId("hand").children[n - 1];
  if (card) card.click();
  else if (plays(state.view)) headline.refuse("no-such-card", false, { n });
  later();
}

function focusMovable() {
  const { pawns, items } = board.pawns;
  const first = pawns.findIndex((pawn) => board.pawns.can(pawn).length);
  items[Math.max(first, 0)].element.focus();
}

/** Show an old position, or for null the table as it is. @param {string | null} line */
function lookBack(line) {
  state.line = line;
  hands.reset();
  later();
}

/** Return pawns on the places of a position line. @param {string} line */
function pawnsOf(line) {
  const pawns = [];
  for (const { colour } of state.view.pawns) if (!pawns.some((pawn) => pawn.colour === colour)) pawns.push(...placed(line, colour));
  return pawns;
}

function placed(line, colour) {
  const places = new RegExp(` ${colour}:(\\S+)`).exec(line)?.[1].split(",") ?? [];
  const used = {};
  return places.map((place) => {
    const slot = place === "h" || place === "f" ? (used[place] = (used[place] ?? -1) + 1) : "";
    const at = /^\d/.test(place) ? place : `${colour}:${place}${slot}`;
    return { colour, at, last: at };
  });
}

/** Show the record in a file. @param {string} content */
async function imported(content) {
  let found = null;
  try {
    found = parsed(content);
  } catch {
    complain("bad-record");
    return;
  }
  if (found.rulebook !== state.hello.rulebook && !(await order("table", { rulebook: found.rulebook })).ok) return;
  if (state.view.mode === "lobby") await order("bench");
  lobby.close();
  record.setUp(state.hello, board.places, found.entries);
  record.go(0);
}

/**
 * Give a command; what the table has against it is shown.
 * @param {string} what
 * @param {object} [fields]
 */
async function order(what, fields) {
  const answer = await link.order(what, fields);
  if (!answer.ok) refuse(answer.error);
  else headline.moved();
  return answer;
}

/**
 * Say why something is not possible: where people look.
 * @param {string} error a machine word, or a sentence of the simulator
 * @param {number} [id] the pawn it is about
 */
async function refuse(error, id) {
  // A press on a pawn that stays also asks what the light under it means.
  const under = id === undefined ? "" : state.view.pawns[id].at;
  const home = board.places.byName.get(under)?.kind === "home";
  const out = home ? say("help.out", { cards: state.hello.out.map(cardName).join(", ") }) : "";
  if (board.lights.lit.has(under)) meaning(under, out);
  else if (home) aside(out);
  if (error === ASK) {
    const { colour, at } = state.view.pawns[id];
    const said = await link.order("why", { colour, at });
    if (!said.ok) return complain(said.error);
    headline.refuse(said.why);
    reason = said.place;
    clearTimeout(refuse.timer);
    refuse.timer = setTimeout(() => ((reason = ""), later()), TOAST_MS);
    return later();
  }
  if (has(`why.${error}`) && !lobby.dialog.open) {
    headline.refuse(error);
    later();
  } else {
    complain(error);
  }
}

/** @param {string} error */
function complain(error) {
  const element = byId("toast");
  element.textContent = reasonOf(error);
  (lobby.dialog.open ? lobby.dialog : document.body).append(element);
  element.hidden = false;
  clearTimeout(toast);
  toast = setTimeout(() => (element.hidden = true), TOAST_MS);
}

/** Press a seat's button as the headline asks. @param {string} colour */
async function pressed(colour) {
  const answer = await link.press(colour, SEAT_MS, state.view.speed);
  if (!answer.ok) refuse(answer.error);
  else headline.moved();
}

/** Say how much of the table has come. @param {number} percent */
function loading(percent) {
  text("title", say("head.starting"));
  text("hint", say("hint.loading", { n: percent }));
}

/** The seat is somebody else's, or nobody's device may come in any more. @param {string} why */
function out(why) {
  link.end();
  document.body.classList.add("alone");
  hands?.reset();
  text("title", say(ALONE ? "head.gone" : "head.out"));
  text("hint", say(`out.${why}`));
  byId("typed").hidden = why === "closed";
}

function refused() {
  document.body.classList.add("alone");
  text("title", say("head.gone"));
  text("hint", say("hint.gone-far"));
  byId("typed").hidden = false;
}

/** Sit down by a code that somebody has typed. @param {SubmitEvent} event */
async function typed(event) {
  event.preventDefault();
  const why = await link.typed(byId("typed-code").value);
  if (why) complain(why);
}

/** @param {boolean} up whether the table can be reached */
function connected(up) {
  document.body.classList.toggle("alone", !up);
  byId("typed").hidden = true;
  if (up) return;
  hands?.reset();
  text("title", say("head.gone"));
  text("hint", say(HERE.includes(location.hostname) ? "hint.gone" : "hint.gone-far", { port: location.port }));
}

dress(document);
help.seen = new MutationObserver(() => state.view?.mode === "play" && help.first());
help.seen.observe(document.body, { attributes: true, attributeFilter: ["data-mode"] });
