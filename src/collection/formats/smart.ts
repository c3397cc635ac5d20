/**
 * SMART files (Cranfield, CISI and similar): records that start with `.I` and a number, in sections
 * that start with a dot and a letter on a line of their own. `.T` is the title, `.W` the text,
 * others become `fields`.
 *
 * A letter that is repeated after another section is an error in the text (Cranfield 240, 576 and
 * 578): the line is dropped and the text continues.
 *
 * Judgement files identify queries by their position in the query file, not by their `.I` number
 * (Cranfield's range from 001 to 365 with gaps): by default queries are numbered 1, 2, 3, …
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import {
  createDocument,
  type Document,
  type JsonValue,
  type Query,
  toFieldText,
} from "../document.ts";
import { collapseWhitespace } from "./collapse-whitespace.ts";
import { MAX_LINE_BYTES, type ReadOptions } from "./lines.ts";
import { catchBadInput, checkId, FilePosition, isBlank, readLineBatches } from "./records.ts";

export interface SmartQueryOptions extends ReadOptions {
  /** `ordinal`: 1, 2, 3, … as in judgements. `given`: the `.I` numbers. */
  queryIds?: "ordinal" | "given";
}

export async function* streamSmartDocuments(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Document> {
  for await (const { id, sections } of streamSmartRecords(files, path, "document", options)) {
    const { title = "", text = "", ...fields } = sections;
    yield createDocument(id, title, text, fields);
  }
}

/** A query's text is its `.W`; a `.T` is the field `title`. */
export async function* streamSmartQueries(
  files: Files,
  path: string,
  { queryIds = "ordinal", ...options }: SmartQueryOptions = {},
): AsyncGenerator<Query> {
  for await (const { id, ordinal, sections } of streamSmartRecords(files, path, "query", options)) {
    const { text = "", ...fields } = sections;
    yield {
      id: queryIds === "given" ? id : String(ordinal),
      text,
      ...(Object.keys(fields).length > 0 && { fields }),
    };
  }
}

/** Formats a document or query as lines that parse to the same one, except for white space. */
export function toSmartRecord({ id, title, text, fields = {} }: Document): string {
  const values: Record<string, JsonValue | undefined> = { ...fields, title, text };
  const sections = [...SECTION_NAMES].flatMap(([letter, name]) => {
    const value = values[name];
    // A space keeps a line of the text from looking like a section.
    return value === undefined ? [] : [`.${letter}`, ` ${collapseWhitespace(toFieldText(value))}`];
  });
  return [`.I ${id}`, ...sections].join("\n");
}

/** In the order in which they are written. */
const SECTION_NAMES: ReadonlyMap<string, string> = new Map([
  ["T", "title"],
  ["A", "author"],
  ["B", "source"],
  ["W", "text"],
  ["K", "keywords"],
  ["C", "categories"],
  ["N", "entered"],
  ["X", "references"],
]);

interface SmartRecord {
  readonly id: string;
  /** Its position in the file, from 1; bad records count. */
  readonly ordinal: number;
  readonly sections: Readonly<Record<string, string>>;
}

async function* streamSmartRecords(
  files: Files,
  path: string,
  kind: "document" | "query",
  options: ReadOptions,
): AsyncGenerator<SmartRecord> {
  const position = new FilePosition(path);
  const { longestLine = MAX_LINE_BYTES } = options;
  let open: RecordBuilder | undefined;
  let ordinal = 0;
  for await (const { first, lines } of readLineBatches(files, path, options)) {
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as string;
      position.line = first + i;
      if (startsRecord(line)) {
        if (open !== undefined) yield open.build();
        ordinal++;
        open = catchBadInput(() => {
          const id = checkId(line.slice(2).trim(), kind, position);
          return new RecordBuilder(id, ordinal, position.line);
        }, options);
      } else if (open !== undefined) {
        const record = open;
        catchBadInput(() => record.addLine(line, position, longestLine), options);
      } else if (ordinal === 0 && !isBlank(line)) {
        catchBadInput(() => {
          throw position.error(`a record must start with .I and a number, got ${quote(line)}`);
        }, options);
      } // otherwise the rest of a record whose .I was bad
    }
  }
  if (open !== undefined) yield open.build();
}

function startsRecord(line: string): boolean {
  return line.startsWith(".I") && (line.length === 2 || line[2] === " " || line[2] === "\t");
}

class RecordBuilder {
  readonly #id: string;
  readonly #ordinal: number;
  readonly #line: number;
  readonly #sections = new Map<string, string[]>();
  #current: string[] | undefined;
  #length = 0;

  constructor(id: string, ordinal: number, line: number) {
    this.#id = id;
    this.#ordinal = ordinal;
    this.#line = line;
  }

  addLine(line: string, position: FilePosition, maxLength: number): void {
    const name = parseSectionName(line);
    if (name !== undefined) {
      if (this.#sections.has(name)) return;
      this.#current = [];
      this.#sections.set(name, this.#current);
    } else if (this.#current !== undefined) {
      this.#length += line.length;
      position.checkLength(this.#length, maxLength, this.#line);
      this.#current.push(line);
    } else if (!isBlank(line)) {
      throw position.error(`expected a section such as .T or .W, got ${quote(line)}`);
    }
  }

  build(): SmartRecord {
    const texts = [...this.#sections].map(([name, lines]) => [
      name,
      collapseWhitespace(lines.join("\n")),
    ]);
    const sections = Object.fromEntries(texts.filter(([, text]) => text !== ""));
    return { id: this.#id, ordinal: this.#ordinal, sections };
  }
}

function parseSectionName(line: string): string | undefined {
  if (line[0] !== "." || line.length < 2 || !isBlank(line.slice(2))) return undefined;
  return SECTION_NAMES.get(line[1] as string);
}
