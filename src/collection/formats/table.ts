/**
 * Documents and queries in tables: tab-separated lines, or CSV.
 *
 * The first row may name the columns: an id and a text column as in
 * json-lines.ts, perhaps a `title`, others go into `fields`. Tab-separated
 * files may do without names; then they have two columns, id and text. Tabs
 * have no quoting: a cell ends at the tab. What separates the cells of a CSV
 * file, a comma, a semicolon or a tab, is told from its first line.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { type Document, fieldText, makeDocument, type Query } from "../document.ts";
import { csvLine, csvRows, type Row } from "./csv-rows.ts";
import type { ReadOptions } from "./lines.ts";
import {
  fieldEntries,
  namedColumns,
  type RecordKind,
  type RecordOptions,
  type TableColumns,
  UNNAMED,
  USUAL_NAMES,
} from "./record-fields.ts";
import { checkedId, Place, pardoned, recordsOf } from "./records.ts";

export type Separator = "tab" | "comma";

export function tableDocuments(
  files: Files,
  path: string,
  separator: Separator,
  options: RecordOptions = {},
): AsyncGenerator<Document> {
  return tableRecords(files, path, separator, "document", options);
}

export async function* tableQueries(
  files: Files,
  path: string,
  separator: Separator,
  options: RecordOptions = {},
): AsyncGenerator<Query> {
  const records = tableRecords(files, path, separator, "query", options);
  for await (const { id, title, text, fields = {} } of records) {
    const texts = Object.entries(fields).map(([name, value]) => [name, fieldText(value)]);
    const all = { ...(title !== undefined && { title }), ...Object.fromEntries(texts) };
    yield { id, text, ...(Object.keys(all).length > 0 && { fields: all }) };
  }
}

/** Rows of a tab-separated file. */
export function tabRows(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Row> {
  return recordsOf(files, path, (text, { line }) => ({ line, cells: text.split("\t") }), options);
}

/** Documents as a table with the columns id, title and text. Other fields have no place in it. */
export async function* documentTable(
  documents: AsyncIterable<Document>,
  separator: Separator,
): AsyncGenerator<string> {
  const line = separator === "tab" ? tabLine : csvLine;
  yield line(["id", "title", "text"]);
  for await (const { id, title = "", text } of documents) yield line([id, title, text]);
}

/** Queries as a table with the columns id and text. */
export async function* queryTable(
  queries: AsyncIterable<Query>,
  separator: Separator,
): AsyncGenerator<string> {
  const line = separator === "tab" ? tabLine : csvLine;
  yield line(["id", "text"]);
  for await (const { id, text } of queries) yield line([id, text]);
}

/** Tabs and line ends inside a cell become spaces: the format cannot hold them. */
export function tabLine(cells: readonly string[]): string {
  return cells.map((cell) => cell.replaceAll(/[\t\r\n]/g, " ")).join("\t");
}

async function* tableRecords(
  files: Files,
  path: string,
  separator: Separator,
  kind: RecordKind,
  options: RecordOptions,
): AsyncGenerator<Document> {
  const { fieldNames = {} } = options;
  const rows =
    separator === "tab"
      ? tabRows(files, path, options)
      : csvRows(files, path, { ...options, delimiter: "auto" });
  const place = new Place(path);
  let columns: TableColumns | undefined;
  for await (const { line, cells } of rows) {
    place.line = line;
    if (columns === undefined) {
      columns = namedColumns(cells, kind, fieldNames, place);
      if (columns !== undefined) continue;
      if (separator === "comma") {
        throw place.bad(`${missingNames(kind)}, got ${quote(cells.join(", "))}`);
      }
      columns = UNNAMED;
    }
    const known = columns;
    const record = pardoned(() => recordOf(cells, known, kind, place), options);
    if (record !== undefined) yield record;
  }
}

function recordOf(
  cells: readonly string[],
  { count, id, title, texts, others }: TableColumns,
  kind: RecordKind,
  place: Place,
): Document {
  if (cells.length !== count) {
    throw place.bad(`a row must have ${count} columns, got ${cells.length}`);
  }
  const fields = others.flatMap(([name, column]) => {
    const value = cells[column] as string;
    return value === "" ? [] : [[name, value] as const];
  });
  const [first = 0] = texts;
  return makeDocument(
    checkedId(cells[id] as string, kind, place),
    cells[title] ?? "",
    texts.length === 1 ? (cells[first] as string) : joinedCells(cells, texts),
    Object.fromEntries(fieldEntries(fields)),
  );
}

/** One cell per line, without those that are empty. */
function joinedCells(cells: readonly string[], columns: readonly number[]): string {
  const texts = columns.map((column) => cells[column] as string);
  return texts.filter((text) => text !== "").join("\n");
}

function missingNames(kind: RecordKind): string {
  const { id, text } = USUAL_NAMES[kind];
  const others =
    kind === "document" ? "; --id-field and --text-field (in code, fieldNames) name others" : "";
  return `the first row must name an id column (${id.join(", ")}) and a text column (${text.join(", ")})${others}`;
}
