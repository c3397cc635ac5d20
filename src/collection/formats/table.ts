/**
 * Documents and queries in tables: tab-separated lines, or CSV.
 *
 * The first row may name the columns: an id and a text column as in
 * json-lines.ts, perhaps a `title`, others go into `fields`. Tab-separated
 * files may do without names; then they have two columns, id and text. Tabs
 * have no quoting: a cell ends at the tab.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { type Document, makeDocument, type Query } from "../document.ts";
import { csvLine, csvRows, type Row } from "./csv-rows.ts";
import { NAMES } from "./json-lines.ts";
import type { ReadOptions } from "./lines.ts";
import { checkedId, Place, pardoned, recordsOf } from "./records.ts";

export type Separator = "tab" | "comma";

export function tableDocuments(
  files: Files,
  path: string,
  separator: Separator,
  options: ReadOptions = {},
): AsyncGenerator<Document> {
  return tableRecords(files, path, separator, "document", options);
}

export async function* tableQueries(
  files: Files,
  path: string,
  separator: Separator,
  options: ReadOptions = {},
): AsyncGenerator<Query> {
  const records = tableRecords(files, path, separator, "query", options);
  for await (const { id, title, text, fields } of records) {
    const all = { ...(title !== undefined && { title }), ...fields };
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

type Kind = keyof typeof NAMES;

async function* tableRecords(
  files: Files,
  path: string,
  separator: Separator,
  kind: Kind,
  options: ReadOptions,
): AsyncGenerator<Document> {
  const rows = separator === "tab" ? tabRows : csvRows;
  const place = new Place(path);
  let columns: TableColumns | undefined;
  for await (const { line, cells } of rows(files, path, options)) {
    place.line = line;
    if (columns === undefined) {
      columns = namedColumns(cells, kind);
      if (columns !== undefined) continue;
      if (separator === "comma")
        throw place.bad(`${missingNames(kind)}, got ${quote(cells.join(","))}`);
      columns = UNNAMED;
    }
    const known = columns;
    const record = pardoned(() => recordOf(cells, known, kind, place), options);
    if (record !== undefined) yield record;
  }
}

interface TableColumns {
  count: number;
  id: number;
  title: number;
  text: number;
  others: readonly (readonly [name: string, column: number])[];
}

const UNNAMED: TableColumns = { count: 2, id: 0, title: -1, text: 1, others: [] };

/** The columns that a first row names; undefined when it names no id or no text. */
function namedColumns(cells: readonly string[], kind: Kind): TableColumns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const find = (wanted: readonly string[]): number =>
    names.indexOf(wanted.find((name) => names.includes(name)) ?? "\0");
  const id = find(NAMES[kind].id);
  const text = find(NAMES[kind].text);
  if (id < 0 || text < 0) return undefined;
  const title = find(["title"]);
  const others = names.flatMap((name, i) =>
    name === "" || [id, title, text].includes(i) ? [] : [[name, i] as const],
  );
  return { count: cells.length, id, title, text, others };
}

function recordOf(
  cells: readonly string[],
  { count, id, title, text, others }: TableColumns,
  kind: Kind,
  place: Place,
): Document {
  if (cells.length !== count) {
    throw place.bad(`a row must have ${count} columns, got ${cells.length}`);
  }
  const fields = others.flatMap(([name, column]) => {
    const value = cells[column] as string;
    return value === "" ? [] : [[name, value] as const];
  });
  return makeDocument(
    checkedId(cells[id] as string, kind, place),
    cells[title] ?? "",
    cells[text] as string,
    Object.fromEntries(fields),
  );
}

function missingNames(kind: Kind): string {
  const { id, text } = NAMES[kind];
  return `the first row must name an id column (${id.join(", ")}) and a text column (${text.join(", ")})`;
}
