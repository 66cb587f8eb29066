// SPDX-License-Identifier: Apache-2.0
/** Whether things glide and fly. */

/** At more than this speed of the table's time nobody follows single movements. */
export const SWIFT = 4;

const QUIET = matchMedia("(prefers-reduced-motion: reduce)");

/** Tell whether nothing is to move by itself. @param {number} speed of the table's time */
export const still = (speed) => QUIET.matches || speed > SWIFT;
