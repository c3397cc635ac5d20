/**
 * The sections of a TREC topic in XML, as the web, clinical and COVID tracks have them:
 *
 *   <topic number="1"> <query>…</query> <description>…</description> </topic>
 *
 * The text of the query is `query` or `title`; without these, the text directly in the topic
 * (clinical trials), and else all sections in their order (precision medicine: `disease`, `gene`).
 * Numbers are kept as they are. Repeated sections, such as `subtopic`, are joined.
 */

import { collapseWhitespace } from "./collapse-whitespace.ts";
import { decodeEntities } from "./entities.ts";
import { MarkupParser, parseTagAttributes } from "./markup-parser.ts";
import type { SgmlRecord } from "./sgml-records.ts";

/** Names of sections that the older format has under a longer name. */
const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ["query", "title"],
  ["desc", "description"],
  ["narr", "narrative"],
  ["num", "number"],
]);

/** Texts by the name of their section; `number` and `title` are among them if the topic has them. */
export function parseXmlSections({ content, tag }: SgmlRecord): Map<string, string> {
  const sections = new Map<string, string>();
  for (const [name, text] of readSections(content)) {
    const before = sections.get(name);
    sections.set(name, before === undefined ? text : `${before} ${text}`);
  }
  const direct = sections.get("");
  sections.delete("");
  if (!sections.has("title")) {
    const title = direct ?? sections.get("description") ?? [...sections.values()].join(" ");
    if (title !== "") sections.set("title", title);
  }
  const attributes = parseTagAttributes(tag);
  const number = attributes.get("number") ?? attributes.get("id") ?? attributes.get("qid");
  if (number !== undefined) sections.set("number", number);
  return sections;
}

/** Names and texts of the elements directly in a topic; "" is the name of the text between them. */
function readSections(content: string): readonly (readonly [name: string, text: string])[] {
  const markup = new MarkupParser(content, { quotes: true });
  const sections: (readonly [string, string])[] = [];
  let [name, depth, parts] = ["", 0, [] as string[]];
  const finish = (next: string): void => {
    const text = collapseWhitespace(decodeEntities(parts.join("")));
    if (text !== "") sections.push([LONG_NAMES.get(name) ?? name, text]);
    [name, parts] = [next, []];
  };
  for (let event = markup.next(); event !== "end"; event = markup.next()) {
    if (event === "text") parts.push(markup.text);
    else if (event === "open" && depth++ === 0) finish(markup.name);
    else if (event === "close" && depth > 0 && --depth === 0) finish("");
    else parts.push(" ");
  }
  finish("");
  return sections;
}
