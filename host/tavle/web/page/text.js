// SPDX-License-Identifier: Apache-2.0
/** Sentences in the reader's language, from the catalogue that the server sends. */

import { words as fetched } from "./line.js";

const NAME = /\{(\w+)(?:\.(\w+))?\}/g;

let words = {};

/** The table of events: word -> fields, sentences, what changes (host/tavle/words/events.toml). */
export let events = {};
let plural = new Intl.PluralRules("en");
let list = new Intl.ListFormat("en");

/** The language of the page, as `nb`. */
export let language = "en";

/**
 * Load the catalogue; every sentence of the page is changed.
 * @param {string} [wanted] a language; without one the browser's, or the one the server was given
 * @returns {Promise<[string, string][]>} the languages there are: code and own name
 */
export async function load(wanted = "") {
  const said = await fetched(wanted);
  words = said.words;
  events = said.events;
  language = said.lang;
  plural = new Intl.PluralRules(language);
  list = new Intl.ListFormat(language);
  document.documentElement.lang = language;
  dress(document);
  return said.languages;
}

/** Tell whether the catalogue has a sentence. @param {string} key */
export const has = (key) => key in words;

/**
 * Return a sentence. `{n}` in it is an argument, `{colour}` a colour by name, `{colour.pawn}` that colour
 * in another form (the catalogue's `pawn.red`).
 * @param {string} key
 * @param {Object<string, string | number>} [args] `n` also chooses between one and many
 */
export function say(key, args = {}) {
  const found = words[key];
  if (found === undefined) return key;
  const text = Array.isArray(found) ? found[plural.select(args.n) === "one" ? 0 : 1] : found;
  return text.replace(NAME, (_, name, form) => {
    const value = args[name] ?? "";
    if (form) return words[`${form}.${value}`] ?? String(value);
    return words[`colour.${value}`] ?? String(value);
  });
}

/** Return several things as one: `a, b and c`. @param {string[]} items */
export const listed = (items) => list.format(items);

/** Fill every element that names its sentence. @param {ParentNode} root */
export function dress(root) {
  for (const element of root.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of root.querySelectorAll("[data-title]")) element.title = say(element.dataset.title);
  for (const element of root.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
}
