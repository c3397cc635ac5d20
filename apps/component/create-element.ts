/** Creates DOM elements without markup, so that text of a site can never become markup. */

import type { MarkedPiece } from "../../src/search/section-results.ts";

/** Attributes by name; undefined ones are omitted. */
type Attributes = Readonly<Record<string, string | undefined>>;

/** Creates an element with its attributes and children. */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Text with `mark` around matches. */
export function renderMarks(pieces: readonly MarkedPiece[]): (Node | string)[] {
  return pieces.map(({ text, isMatch }) =>
    isMatch ? createElement("mark", { part: "mark" }, text) : text,
  );
}

/** A magnifying glass. */
export function createSearchIcon(): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20");
  svg.append(path);
  return svg;
}
