/**
 * Judgements as comma-separated values with a header, as spreadsheets have them:
 *
 *   query,document,grade             and where they are known also query_text and rater
 *
 * The columns may be in any order. Several raters may grade the same pair.
 */

import { badInput, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { formatCsvLine, readCsvRows } from "./csv-rows.ts";

/** A judgement of one rater. */
export interface RatedJudgement {
  /** The id of the query. */
  readonly query: string;
  /** The text of the query; absent where the table has ids alone. */
  readonly text?: string;
  readonly document: string;
  readonly grade: number;
  /** Absent where the table has no column of raters. */
  readonly rater?: string;
}

/** Names of columns, each with those that other programs use. */
const COLUMNS = {
  query: ["query", "query_id", "query-id", "qid"],
  text: ["query_text", "text", "user_query"],
  document: ["document", "document_id", "doc_id", "docid", "corpus-id", "id"],
  grade: ["grade", "rating", "score", "relevance"],
  rater: ["rater", "judge", "assessor"],
} as const;

type ColumnName = keyof typeof COLUMNS;

/**
 * The judgements of a table, gzip or not. `BAD_INPUT` with the line for a grade that is no whole
 * number, and for two grades of one rater for the same pair.
 */
export async function readJudgementTable(files: Files, path: string): Promise<RatedJudgement[]> {
  let columns: Readonly<Partial<Record<ColumnName, number>>> | undefined;
  const judgements: RatedJudgement[] = [];
  const seen = new Map<string, number>();
  for await (const { line, cells } of readCsvRows(files, path, { delimiter: "auto" })) {
    if (columns === undefined) {
      columns = parseHeader(cells, path, line);
      continue;
    }
    const judgement = parseRow(cells, columns, path, line);
    const { query, document, rater, grade } = judgement;
    const key = JSON.stringify([query, document, rater]);
    const before = seen.get(key);
    if (before !== undefined && before !== grade) {
      const by = rater === undefined ? "" : ` by ${quote(rater)}`;
      throw badInput(
        path,
        line,
        `query ${quote(query)} and document ${quote(document)} have grade ${before}${by} already, got ${grade}`,
      );
    }
    if (before === undefined) judgements.push(judgement);
    seen.set(key, grade);
  }
  if (judgements.length === 0) throw badInput(path, 1, "there is no judgement in this table");
  return judgements;
}

/** The table of judgements as lines. Columns that none of them has are left out. */
export function formatJudgementTable(judgements: readonly RatedJudgement[]): string {
  const hasText = judgements.some(({ text }) => text !== undefined);
  const hasRater = judgements.some(({ rater }) => rater !== undefined);
  const select = (cells: readonly [string, string, string, string, string]): string => {
    const [query, text, document, grade, rater] = cells;
    const all = [query, ...(hasText ? [text] : []), document, grade, ...(hasRater ? [rater] : [])];
    return `${formatCsvLine(all)}\n`;
  };
  const rows = judgements.map(({ query, text = "", document, grade, rater = "" }) =>
    select([query, text, document, String(grade), rater]),
  );
  return [select(["query", "query_text", "document", "grade", "rater"]), ...rows].join("");
}

function parseHeader(
  cells: readonly string[],
  path: string,
  line: number,
): Partial<Record<ColumnName, number>> {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columns: Partial<Record<ColumnName, number>> = {};
  for (const [column, aliases] of Object.entries(COLUMNS) as [ColumnName, readonly string[]][]) {
    const position = names.findIndex((name) => aliases.includes(name));
    if (position >= 0) columns[column] = position;
  }
  // A table may have texts of queries in place of ids.
  if (columns.query === undefined && columns.text !== undefined) columns.query = columns.text;
  for (const column of ["query", "document", "grade"] as const) {
    if (columns[column] !== undefined) continue;
    throw badInput(
      path,
      line,
      `the first line must name the columns query, document and grade; ${column} is missing`,
    );
  }
  return columns;
}

function parseRow(
  cells: readonly string[],
  columns: Readonly<Partial<Record<ColumnName, number>>>,
  path: string,
  line: number,
): RatedJudgement {
  const readCell = (column: ColumnName): string => {
    const position = columns[column];
    return position === undefined ? "" : (cells[position] ?? "").trim();
  };
  const [query, document, grade] = [readCell("query"), readCell("document"), readCell("grade")];
  if (query === "" || document === "") throw badInput(path, line, "a query or a document is empty");
  if (!/^[+-]?\d{1,9}$/.test(grade)) {
    throw badInput(path, line, `a grade must be a whole number, got ${quote(grade)}`);
  }
  const [text, rater] = [readCell("text"), readCell("rater")];
  return {
    ...{ query, document, grade: Number(grade) },
    ...(text === "" ? {} : { text }),
    ...(rater === "" ? {} : { rater }),
  };
}
