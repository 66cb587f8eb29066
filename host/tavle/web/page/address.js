// SPDX-License-Identifier: Apache-2.0
/** The position that the page's address names: somebody has followed a link to it. */

/** Return the position, "" for none, null for one that cannot be read. */
export function linked() {
  const line = /#position=([^&]*)/.exec(location.hash);
  if (!line) return "";
  try {
    return decodeURIComponent(line[1]) || null;
  } catch {
    return null; // cut in the middle of a letter
  }
}

/** Forget it: it has been asked about. */
export function unlink() {
  if (linked() !== "") history.replaceState(null, "", location.pathname + location.search);
}
