/**
 * Rows of comma-separated values (RFC 4180), or with another delimiter: spreadsheets write
 * semicolons where the comma is the decimal separator.
 *
 * A cell in double quotes may contain delimiters, line ends and doubled quotes. A line end inside a
 * cell becomes LF. As in RFC 4180, a quote inside an unquoted cell is rejected, and so is anything
 * between a closing quote and the next delimiter.
 */

import { quote as quoted } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { MAX_LINE_BYTES, type ReadOptions } from "./lines.ts";
import { catchBadInput, FilePosition, isBlank, readLineBatches } from "./records.ts";

/** Cells, and the line on which they begin. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The supported delimiters. */
export const DELIMITERS = [",", ";", "\t"] as const;

export type Delimiter = (typeof DELIMITERS)[number];

export interface CsvOptions extends ReadOptions {
  /** `auto` selects the most frequent one in the first line. Default: a comma. */
  delimiter?: Delimiter | "auto";
}

export async function* readCsvRows(
  files: Files,
  path: string,
  options: CsvOptions = {},
): AsyncGenerator<Row> {
  const position = new FilePosition(path);
  let delimiter = options.delimiter ?? ",";
  const { longestLine = MAX_LINE_BYTES } = options;
  let open: PartialRow | undefined;
  for await (const { first, lines } of readLineBatches(files, path, options)) {
    for (const [i, line] of lines.entries()) {
      position.line = first + i;
      if (open === undefined && isBlank(line)) continue;
      if (delimiter === "auto") delimiter = detectDelimiter(line);
      const row: PartialRow = open ?? {
        line: position.line,
        delimiter,
        cells: [],
        quoted: [],
        length: 0,
      };
      row.length += line.length;
      position.checkLength(row.length, longestLine, row.line);
      // A row that breaks a rule ends with that line.
      const done = catchBadInput(() => parseLine(row, line, position), options);
      open = done === false ? row : undefined;
      if (done) yield { line: row.line, cells: row.cells };
    }
  }
  const last = open;
  if (last === undefined) return;
  catchBadInput(() => {
    throw position.error("a quote that is opened in this row is never closed", last.line);
  }, options);
}

/** Formats cells as a line that parses to the same cells. */
export function formatCsvLine(cells: readonly string[]): string {
  return cells
    .map((cell) => (/[",\r\n]|^\s*$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}

/** The most frequent delimiter of a line outside of quotes; a comma if there is none. */
export function detectDelimiter(line: string): Delimiter {
  const plain = line.replaceAll(/"[^"]*"/g, "");
  const count = (delimiter: string): number => plain.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

interface PartialRow {
  readonly line: number;
  readonly delimiter: string;
  readonly cells: string[];
  /** The lines so far of an unfinished quoted cell. */
  quoted: string[];
  length: number;
}

/** Adds the cells of a line to its row; false if a quoted cell continues in the next line. */
function parseLine(row: PartialRow, line: string, position: FilePosition): boolean {
  let at = 0;
  if (row.quoted.length > 0) at = parseQuoted(row, line, 0);
  else at = parseCell(row, line, 0, position);
  while (at <= line.length) {
    if (at === line.length) return true;
    if (line[at] !== row.delimiter) {
      const name = row.delimiter === "," ? "a comma" : quoted(row.delimiter);
      throw position.error(`${name} must follow the quote that ends a cell`);
    }
    at = parseCell(row, line, at + 1, position);
  }
  return false;
}

/** The end of the cell that starts at `from`; beyond the line if it continues in the next. */
function parseCell(row: PartialRow, line: string, from: number, position: FilePosition): number {
  if (line[from] === '"') return parseQuoted(row, line, from + 1);
  const next = line.indexOf(row.delimiter, from);
  const end = next < 0 ? line.length : next;
  const cell = line.slice(from, end);
  if (cell.includes('"')) throw position.error("a quote may stand only around a whole cell");
  row.cells.push(cell);
  return end;
}

function parseQuoted(row: PartialRow, line: string, from: number): number {
  let cell = "";
  for (let at = from; ; ) {
    const quote = line.indexOf('"', at);
    if (quote < 0) {
      row.quoted.push(cell + line.slice(at));
      return line.length + 1;
    }
    cell += line.slice(at, quote);
    if (line[quote + 1] !== '"') {
      row.cells.push([...row.quoted, cell].join("\n"));
      row.quoted = [];
      return quote + 1;
    }
    cell += '"';
    at = quote + 2;
  }
}
