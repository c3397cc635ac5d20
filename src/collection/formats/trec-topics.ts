/**
 * TREC topics: queries between `<top>` and `</top>`, or in XML (trec-xml-topics.ts).
 *
 * Sections start with a tag, which early topics never close, and a label ("Number:",
 * "Description:"), which is dropped. The text of the query is the title; the other sections are
 * fields under their long names. Topics without a title (201–250) have their description as text.
 * Numbers after a label lose leading zeros: "Number: 051" is "51" in the judgements.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Query } from "../document.ts";
import { collapseWhitespace } from "./collapse-whitespace.ts";
import { hasXmlTopics } from "./detect-content.ts";
import { decodeEntities, encodeEntities } from "./entities.ts";
import type { ReadOptions } from "./lines.ts";
import { MarkupParser } from "./markup-parser.ts";
import { catchBadInput, checkId, FilePosition } from "./records.ts";
import { streamSgmlRecords } from "./sgml-records.ts";
import { parseXmlSections } from "./trec-xml-topics.ts";

/** Tags, the names of their sections, and the labels they start with. */
const SECTIONS: ReadonlyMap<string, { name: string; label: RegExp }> = new Map([
  ["num", { name: "number", label: /^Number\s*:/i }],
  ["title", { name: "title", label: /^Topic\s*:/i }],
  ["desc", { name: "description", label: /^Description\s*:/i }],
  ["narr", { name: "narrative", label: /^Narrative\s*:/i }],
  ["dom", { name: "domain", label: /^Domain\s*:/i }],
  ["smry", { name: "summary", label: /^Summary\s*:/i }],
  ["con", { name: "concepts", label: /^Concepts?(\(s\))?\s*:/i }],
  ["fac", { name: "factors", label: /^Factors?(\(s\))?\s*:/i }],
  ["def", { name: "definitions", label: /^Definitions?(\(s\))?\s*:/i }],
]);

export interface TopicOptions extends ReadOptions {
  /**
   * Sections that form the text of the query, joined in this order: `title`, `description`,
   * `narrative`, …
   */
  topicText?: readonly string[];
}

export async function* streamTrecTopics(
  files: Files,
  path: string,
  { encoding = "auto", topicText = ["title"], ...rest }: TopicOptions = {},
): AsyncGenerator<Query> {
  const named = [...SECTIONS.values()].map(({ name }) => name).slice(1); // all but the number
  const names = [...named, "question"];
  if (topicText.length === 0 || topicText.some((name) => !names.includes(name))) {
    throw badArgument(
      `topicText must name one or more of ${names.join(", ")}, got ${quote(topicText.join(", "))}`,
    );
  }
  const options = { encoding, ...rest };
  const position = new FilePosition(path);
  const isXml = await hasXmlTopics(files, path);
  for await (const record of streamSgmlRecords(files, path, isXml ? "topic" : "top", options)) {
    position.line = record.addLine;
    const query = catchBadInput(() => {
      const sections = isXml ? parseXmlSections(record) : parseSections(record.content);
      return createQuery(sections, topicText, position);
    }, options);
    if (query !== undefined) yield query;
  }
}

/** Formats a query as lines that parse to the same one, except for white space. */
export function toQuerySgml({ id, text, fields = {} }: Query): string {
  const section = (tag: string, name: string): string[] => {
    const value = fields[name];
    return value === undefined ? [] : [`<${tag}>${encodeEntities(value)}</${tag}>`];
  };
  const others = [...SECTIONS].filter(([, { name }]) => name !== "number" && name !== "title");
  return [
    "<top>",
    `<num>${encodeEntities(id)}</num>`,
    `<title>${encodeEntities(text)}</title>`,
    ...others.flatMap(([tag, { name }]) => section(tag, name)),
    "</top>",
  ].join("\n");
}

function parseSections(content: string): Map<string, string> {
  const markup = new MarkupParser(content);
  const pieces = new Map<string, string[]>();
  let current = "";
  for (let event = markup.next(); event !== "end"; event = markup.next()) {
    const isSection = SECTIONS.has(markup.name);
    if (event === "open" && isSection) current = markup.name;
    else if (event === "close" && markup.name === current) current = "";
    const text = event === "text" ? markup.text : " ";
    const before = pieces.get(current);
    if (before === undefined) pieces.set(current, [text]);
    else before.push(text);
  }
  const sections = new Map<string, string>();
  for (const [tag, { name, label }] of SECTIONS) {
    const text = collapseWhitespace(decodeEntities((pieces.get(tag) ?? []).join("")));
    const rest = text.replace(label, "").trim();
    const unlabelled = tag === "num" && rest !== text ? stripLeadingZeros(rest) : rest;
    if (unlabelled !== "") sections.set(name, unlabelled);
  }
  return sections;
}

function stripLeadingZeros(number: string): string {
  return /^\d+$/.test(number) ? number.replace(/^0+(?=\d)/, "") : number;
}

function createQuery(
  sections: Map<string, string>,
  sectionNames: readonly string[],
  position: FilePosition,
): Query {
  const number = sections.get("number");
  if (number === undefined) throw position.error('a topic needs a <num> or <topic number="…">');
  const id = checkId(number, "query", position);
  const parts = sectionNames.flatMap((name) => sections.get(name) ?? []);
  const text = parts.length > 0 ? parts.join(" ") : sections.get("description");
  if (text === undefined) {
    throw position.error(`topic ${quote(id)} needs a <title> or a <desc>`);
  }
  const fields = Object.fromEntries(
    [...sections].filter(
      ([name]) => name !== "number" && (name !== "title" || !sectionNames.includes("title")),
    ),
  );
  return { id, text, ...(Object.keys(fields).length > 0 && { fields }) };
}
