/**
 * Documents of the TREC discs: SGML between `<DOC>` and `</DOC>`.
 *
 * Each collection has its own sections. The title is HEAD (AP), HEADLINE (FT, LA), HL (WSJ), TITLE
 * (ZIFF) or TI (FBIS); the text is TEXT, and LP (WSJ), ABSTRACT (ZIFF) and GRAPHIC (LA) if present;
 * repeated sections are all included. The rest becomes `fields` by tag name. A document with none
 * of these sections, as in Vaswani or the web collections, is all text except its number and
 * header.
 *
 * The number is DOCNO, DOCID, or the attribute of `<DOC id="…">`, as in Gigaword.
 *
 * Tags inside a section are dropped, references decoded, lines joined. A line that is not valid
 * UTF-8 is decoded as windows-1252, because the discs are older.
 */

import type { Files } from "../../storage/files.ts";
import { createDocument, type Document, toFieldText } from "../document.ts";
import { collapseWhitespace } from "./collapse-whitespace.ts";
import { decodeEntities, encodeEntities } from "./entities.ts";
import type { ReadOptions } from "./lines.ts";
import { MarkupParser, parseTagAttributes } from "./markup-parser.ts";
import { catchBadInput, checkId, FilePosition } from "./records.ts";
import { type SgmlRecord, streamSgmlRecords } from "./sgml-records.ts";

const TITLE = new Set(["head", "headline", "title", "hl", "ti"]);
const TEXT = new Set(["text", "lp", "leadpara", "abstract", "graphic"]);
const NUMBERS = new Set(["docno", "docid"]);
const NOT_TEXT = new Set([...NUMBERS, "docoldno", "dochdr"]);

export async function* streamTrecDocuments(
  files: Files,
  path: string,
  { encoding = "auto", ...rest }: ReadOptions = {},
): AsyncGenerator<Document> {
  const options = { encoding, ...rest };
  const position = new FilePosition(path);
  for await (const record of streamSgmlRecords(files, path, "doc", options)) {
    position.line = record.addLine;
    const document = catchBadInput(() => parseDocument(record, position), options);
    if (document !== undefined) yield document;
  }
}

/** Formats a document as lines that parse to the same one, except for white space. */
export function toDocumentSgml({ id, title, text, fields = {} }: Document): string {
  const others = Object.entries(fields).filter(([name]) => isFieldName(name));
  return [
    "<DOC>",
    `<DOCNO>${encodeEntities(id)}</DOCNO>`,
    ...(title === undefined ? [] : [`<TITLE>${encodeEntities(title)}</TITLE>`]),
    ...others.map(([name, value]) => `<${name}>${encodeEntities(toFieldText(value))}</${name}>`),
    "<TEXT>",
    encodeEntities(text),
    "</TEXT>",
    "</DOC>",
  ].join("\n");
}

function isFieldName(name: string): boolean {
  const isReserved = TITLE.has(name) || TEXT.has(name) || NOT_TEXT.has(name) || name === "doc";
  return !isReserved && /^[a-z][a-z0-9_-]*$/.test(name);
}

function parseDocument({ content, tag }: SgmlRecord, position: FilePosition): Document {
  const sections = parseSections(content);
  const joinSections = (accept: (section: string) => boolean): string =>
    collapseWhitespace(
      sections
        .map(({ name, text }) => (accept(name) ? decodeEntities(text.join("")) : ""))
        .join(" "),
    );
  const number =
    joinSections((name) => name === "docno") ||
    joinSections((name) => name === "docid") ||
    parseTagAttributes(tag).get("id") ||
    "";
  if (number === "") throw position.error('a document needs a <DOCNO>, a <DOCID> or <DOC id="…">');
  const id = checkId(number, "document", position);
  if (!sections.some(({ name }) => TITLE.has(name) || TEXT.has(name))) {
    return createDocument(
      id,
      "",
      joinSections((name) => !NOT_TEXT.has(name)),
    );
  }
  return createDocument(
    id,
    joinSections((name) => TITLE.has(name)),
    joinSections((name) => TEXT.has(name)),
    collectFields(sections),
  );
}

/** One section of a document: pieces of text under the same tag. `name` is "" outside of any. */
interface Section {
  readonly name: string;
  readonly text: string[];
}

/**
 * Cuts a document into sections. A tag directly inside the document starts one; inside a section
 * only title and text tags do, and the outer one continues after them. So a `<P>` inside TEXT is
 * just dropped, and an unclosed HEADLINE does not swallow the TEXT.
 */
function parseSections(content: string): Section[] {
  const sections: Section[] = [{ name: "", text: [] }];
  const open: string[] = [];
  const markup = new MarkupParser(content);
  const enter = (name: string): void => void sections.push({ name, text: [] });
  for (let event = markup.next(); event !== "end"; event = markup.next()) {
    const { name } = markup;
    const current = sections.at(-1) as Section;
    if (event === "text") {
      current.text.push(markup.text);
    } else if (event === "open" && startsSection(name, open)) {
      open.push(name);
      enter(name);
    } else if (event === "close" && open.includes(name)) {
      open.length = open.indexOf(name);
      enter(open.at(-1) ?? "");
    } else {
      current.text.push(" ");
    }
  }
  return sections;
}

/** No tag is open twice, so `open` stays short for any document. */
function startsSection(name: string, open: readonly string[]): boolean {
  return open.length === 0 || ((TITLE.has(name) || TEXT.has(name)) && !open.includes(name));
}

function collectFields(sections: readonly Section[]): Record<string, string> {
  const fields = new Map<string, string>();
  for (const { name, text } of sections) {
    if (name === "" || TITLE.has(name) || TEXT.has(name) || NOT_TEXT.has(name)) continue;
    fields.set(name, `${fields.get(name) ?? ""} ${decodeEntities(text.join(""))}`);
  }
  const all = [...fields].map(([name, value]) => [name, collapseWhitespace(value)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== ""));
}
