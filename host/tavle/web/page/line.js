// SPDX-License-Identifier: Apache-2.0
/** Where the table is: behind a WebSocket of the server that this page comes from. */

/** Whether the page plays alone, without a server. */
export const ALONE = false;

/** Return the catalogue of a language, of the browser's or the server's own without one. @param {string} wanted */
export async function words(wanted) {
  const answer = await fetch(wanted ? `words.json?lang=${encodeURIComponent(wanted)}` : "words.json");
  return answer.json();
}

/**
 * Open a line to the table.
 * @param {string} page what this page calls itself
 * @param {string} secret of its link, "" for none: it goes along as a second protocol, in no address, and no log
 */
export const open = (page, secret) => new WebSocket(`ws://${location.host}/socket?page=${page}`, ["tavle", secret].filter(Boolean));

/** Ask whether the secret was the reason why no line came up: of a WebSocket that was refused a browser does not tell. */
export async function refused(secret) {
  const answer = await fetch("/seat", { headers: { "Tavle-Secret": secret } }).catch(() => null);
  return answer?.status === 403;
}

/** Return the file that brings a rulebook to a new table, "" for none: whoever has this server has `tavle flash`. */
export const image = () => "";
