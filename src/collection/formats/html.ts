/** The title and the readable text of an HTML page. */

import { collapseWhitespace } from "./collapse-whitespace.ts";
import { decodeEntities } from "./entities.ts";
import { MarkupParser } from "./markup-parser.ts";

/** Elements that do not end a word. */
export const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** Elements whose content is not for reading. */
export const SKIPPED_ELEMENTS: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "svg",
]);

/** The title is the `title` element, or else the first heading. */
export function extractHtmlText(html: string): { title: string; text: string } {
  const markup = new MarkupParser(html, { quotes: true });
  const text: string[] = [];
  const title: string[] = [];
  const heading: string[] = [];
  let into: string[] = text;
  let inHeading = false;
  for (let event = markup.next(); event !== "end"; event = markup.next()) {
    const { name } = markup;
    if (event === "text") {
      into.push(markup.text);
      if (inHeading) heading.push(markup.text);
      continue;
    }
    if (event === "open" && SKIPPED_ELEMENTS.has(name)) markup.skipElement(name);
    if (name === "title") into = event === "open" && title.length === 0 ? title : text;
    if (/^h[1-6]$/.test(name)) inHeading = event === "open" && heading.length === 0;
    if (!INLINE_ELEMENTS.has(name)) into.push(" ");
  }
  const toReadableText = (parts: string[]): string =>
    collapseWhitespace(decodeEntities(parts.join("")));
  return { title: toReadableText(title) || toReadableText(heading), text: toReadableText(text) };
}
