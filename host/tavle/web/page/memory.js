// SPDX-License-Identifier: Apache-2.0
/** What the browser remembers of this page; one that may keep nothing remembers until the page is closed. */

const here = new Map();

/** Return what was kept under a name, null for nothing. @param {string} name */
export function recall(name) {
  if (here.has(name)) return here.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // site data is blocked
  }
}

/** @param {string} name @param {string} text */
export function keep(name, text) {
  here.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // Site data is blocked, or there is no room: the page remembers it by itself.
  }
}

/** Return what this tab keeps until it is closed, null for nothing. @param {string} name */
export function recallTab(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null; // site data is blocked
  }
}

/** Keep a text for this tab, or forget it. @param {string} name @param {string | null} text */
export function keepTab(name, text) {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // Site data is blocked: a reload asks for the link again.
  }
}
