/**
 * Documents and queries in tables: tab-separated lines, or CSV.
 *
 * The first row may name the columns: an id and a text column as in json-lines.ts, optionally a
 * `title`; others become `fields`. Tab-separated files may lack a header; then they have two
 * columns, id and text. Tabs have no quoting: a cell ends at the tab. The delimiter of a CSV file,
 * a comma, a semicolon or a tab, is detected from its first line.
 */

import { BatchedItems } from "../../common/batched-items.ts";
import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { createDocument, type Document, type Query, toFieldText } from "../document.ts";
import { formatCsvLine, type Row, readCsvRows } from "./csv-rows.ts";
import type { LineBatch, ReadOptions } from "./lines.ts";
import {
  DEFAULT_FIELD_NAMES,
  findNamedColumns,
  type RecordKind,
  type RecordOptions,
  renameReservedFields,
  type TableColumns,
  UNNAMED_COLUMNS,
} from "./record-fields.ts";
import {
  catchBadInput,
  checkId,
  FilePosition,
  isBlank,
  readLineBatches,
  streamRecords,
} from "./records.ts";

export type Separator = "tab" | "comma";

export function streamTableDocuments(
  files: Files,
  path: string,
  separator: Separator,
  options: RecordOptions = {},
): AsyncIterable<Document> {
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

function streamTableRecords(
  files: Files,
  path: string,
  separator: Separator,
  kind: RecordKind,
  options: RecordOptions,
): AsyncIterable<Document> {
  const createParser = (): ((row: Row) => Document | undefined) =>
    createRowParser(new FilePosition(path), separator, kind, options);
  if (separator === "comma") return streamCsvRecords(files, path, createParser(), options);
  return new BatchedItems(async function* () {
    const parse = createParser();
    for await (const batch of readLineBatches(files, path, options)) yield parseRows(batch, parse);
  });
}

function* parseRows(
  { first, lines }: LineBatch,
  parse: (row: Row) => Document | undefined,
): Generator<Document> {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (isBlank(line)) continue;
    const record = parse({ line: first + i, cells: line.split("\t") });
    if (record !== undefined) yield record;
  }
}

async function* streamCsvRecords(
  files: Files,
  path: string,
  parse: (row: Row) => Document | undefined,
  options: RecordOptions,
): AsyncGenerator<Document> {
  for await (const row of readCsvRows(files, path, { ...options, delimiter: "auto" })) {
    const record = parse(row);
    if (record !== undefined) yield record;
  }
}

/** Parses rows one after another; the first may name the columns. Returns undefined for no record. */
function createRowParser(
  position: FilePosition,
  separator: Separator,
  kind: RecordKind,
  options: RecordOptions,
): (row: Row) => Document | undefined {
  const { fieldNames = {} } = options;
  let columns: TableColumns | undefined;
  return ({ line, cells }) => {
    position.line = line;
    if (columns === undefined) {
      columns = findNamedColumns(cells, kind, fieldNames, position);
      if (columns !== undefined) return undefined;
      if (separator === "comma") {
        throw position.error(`${describeMissingNames(kind)}, got ${quote(cells.join(", "))}`);
      }
      columns = UNNAMED_COLUMNS;
    }
    const header = columns;
    return catchBadInput(() => parseRow(cells, header, kind, position), options);
  };
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
  const [first = 0] = texts;
  if (others.length === 0 && title < 0 && texts.length === 1) {
    return { id: checkId(cells[id] as string, kind, position), text: cells[first] as string };
  }
  const fields = others.flatMap(([name, column]) => {
    const value = cells[column] as string;
    return value === "" ? [] : [[name, value] as const];
  });
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
