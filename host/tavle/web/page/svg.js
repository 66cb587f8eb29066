// SPDX-License-Identifier: Apache-2.0
/** Making elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an SVG element.
 * @param {string} name
 * @param {Object<string, string | number>} [attributes]
 * @param {Element} [parent]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/**
 * Make an HTML element.
 * @param {string} name
 * @param {Object<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/**
 * Return an element of the page by its id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  return document.getElementById(id);
}
