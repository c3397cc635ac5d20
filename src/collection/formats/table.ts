/**
 * Documents and queries in tables: tab-separated lines, or CSV.
 *
 * The first row may name the columns: an id and a text column as in json-lines.ts, optionally a
 * `title`; others become `fields`. Tab-separated files may lack a header; then they have two
 * columns, id and text. Tabs have no quoting: a cell ends at the tab. The delimiter of a CSV file,
 * a comma, a semicolon or a tab, is detected from its first line.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { createDocument, type Document, type Query, toFieldText } from "../document.ts";
import { formatCsvLine, type Row, readCsvRows } from "./csv-rows.ts";
import type { ReadOptions } from "./lines.ts";
import {
  DEFAULT_FIELD_NAMES,
  findNamedColumns,
  type RecordKind,
  type RecordOptions,
  renameReservedFields,
  type TableColumns,
  UNNAMED_COLUMNS,
} from "./record-fields.ts";
import { catchBadInput, checkId, FilePosition, streamRecords } from "./records.ts";

export type Separator = "tab" | "comma";

export function streamTableDocuments(
  files: Files,
  path: string,
  separator: Separator,
  options: RecordOptions = {},
): AsyncGenerator<Document> {
  return streamTableRecords(files, path, separator, "document", options);
}

export async function* streamTableQueries(
  files: Files,
  path: string,
  separator: Separator,
  options: RecordOptions = {},
): AsyncGenerator<Query> {
  const records = streamTableRecords(files, path, separator, "query", options);
  for await (const { id, title, text, fields = {} } of records) {
    const texts = Object.entries(fields).map(([name, value]) => [name, toFieldText(value)]);
    const all = { ...(title !== undefined && { title }), ...Object.fromEntries(texts) };
    yield { id, text, ...(Object.keys(all).length > 0 && { fields: all }) };
  }
}

/** Rows of a tab-separated file. */
export function readTabRows(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Row> {
  return streamRecords(
    files,
    path,
    (text, { line }) => ({ line, cells: text.split("\t") }),
    options,
  );
}

/** Formats documents as a table with the columns id, title and text. Other fields are dropped. */
export async function* formatDocumentTable(
  documents: AsyncIterable<Document>,
  separator: Separator,
): AsyncGenerator<string> {
  const line = separator === "tab" ? formatTabLine : formatCsvLine;
  yield line(["id", "title", "text"]);
  for await (const { id, title = "", text } of documents) yield line([id, title, text]);
}

/** Formats queries as a table with the columns id and text. */
export async function* formatQueryTable(
  queries: AsyncIterable<Query>,
  separator: Separator,
): AsyncGenerator<string> {
  const line = separator === "tab" ? formatTabLine : formatCsvLine;
  yield line(["id", "text"]);
  for await (const { id, text } of queries) yield line([id, text]);
}

/** Tabs and line ends inside a cell become spaces, because the format cannot represent them. */
export function formatTabLine(cells: readonly string[]): string {
  return cells.map((cell) => cell.replaceAll(/[\t\r\n]/g, " ")).join("\t");
}

async function* streamTableRecords(
  files: Files,
  path: string,
  separator: Separator,
  kind: RecordKind,
  options: RecordOptions,
): AsyncGenerator<Document> {
  const { fieldNames = {} } = options;
  const rows =
    separator === "tab"
      ? readTabRows(files, path, options)
      : readCsvRows(files, path, { ...options, delimiter: "auto" });
  const position = new FilePosition(path);
  let columns: TableColumns | undefined;
  for await (const { line, cells } of rows) {
    position.line = line;
    if (columns === undefined) {
      columns = findNamedColumns(cells, kind, fieldNames, position);
      if (columns !== undefined) continue;
      if (separator === "comma") {
        throw position.error(`${describeMissingNames(kind)}, got ${quote(cells.join(", "))}`);
      }
      columns = UNNAMED_COLUMNS;
    }
    const header = columns;
    const record = catchBadInput(() => parseRow(cells, header, kind, position), options);
    if (record !== undefined) yield record;
  }
}

function parseRow(
  cells: readonly string[],
  { count, id, title, texts, others }: TableColumns,
  kind: RecordKind,
  position: FilePosition,
): Document {
  if (cells.length !== count) {
    throw position.error(`a row must have ${count} columns, got ${cells.length}`);
  }
  const fields = others.flatMap(([name, column]) => {
    const value = cells[column] as string;
    return value === "" ? [] : [[name, value] as const];
  });
  const [first = 0] = texts;
  return createDocument(
    checkId(cells[id] as string, kind, position),
    cells[title] ?? "",
    texts.length === 1 ? (cells[first] as string) : joinCells(cells, texts),
    Object.fromEntries(renameReservedFields(fields)),
  );
}

/** One cell per line, without empty ones. */
function joinCells(cells: readonly string[], columns: readonly number[]): string {
  const texts = columns.map((column) => cells[column] as string);
  return texts.filter((text) => text !== "").join("\n");
}

function describeMissingNames(kind: RecordKind): string {
  const { id, text } = DEFAULT_FIELD_NAMES[kind];
  const others =
    kind === "document" ? "; --id-field and --text-field (in code, fieldNames) name others" : "";
  return `the first row must name an id column (${id.join(", ")}) and a text column (${text.join(", ")})${others}`;
}
