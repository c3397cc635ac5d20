/**
 * Judgement files ("qrels"), in columns separated by white space:
 *
 *   query iteration document grade     TREC, MS MARCO
 *   query document grade               BEIR, whose first line names the columns
 *
 * A grade is a whole number: above 0 relevant, 0 not, below 0 in the pool but not judged. Lines
 * that start with # are comments, as in trec_eval 10. All lines of a file have as many columns as
 * the first.
 */

import { badInput, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Judgement } from "../document.ts";
import type { Judgements } from "../run.ts";
import { Columns } from "./columns.ts";
import type { ReadOptions } from "./lines.ts";
import { type FilePosition, streamRecords } from "./records.ts";
import { writeLines } from "./write-lines.ts";

/** Judgements in file order. */
export function streamJudgements(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Judgement> {
  return streamRecords(files, path, createJudgementParser(), options);
}

/**
 * All judgements of a file, by query. A pair that is judged twice with the same grade counts once;
 * with different grades it is BAD_INPUT. So is an empty file.
 */
export async function readJudgements(
  files: Files,
  path: string,
  options: ReadOptions = {},
): Promise<Judgements> {
  const parse = createJudgementParser();
  const judgements = new Map<string, Map<string, number>>();
  const collect = (line: string, position: FilePosition): void => {
    const judgement = parse(line, position);
    if (judgement === undefined) return;
    const { query, document, grade } = judgement;
    const grades = judgements.get(query) ?? new Map<string, number>();
    const before = grades.get(document) ?? grade;
    if (before !== grade) {
      throw position.error(
        `query ${quote(query)} and document ${quote(document)} have grade ${before} already, got ${grade}`,
      );
    }
    grades.set(document, grade);
    judgements.set(query, grades);
  };
  for await (const _ of streamRecords(files, path, collect, options));
  if (judgements.size === 0) throw badInput(path, 1, "there is no judgement in this file");
  return judgements;
}

function createJudgementParser(): (line: string, position: FilePosition) => Judgement | undefined {
  const columns = new Columns();
  let expected = 0;
  return (line, position) => {
    const count = columns.split(line);
    if (columns.text(0).startsWith("#") || (expected === 0 && isHeader(columns))) return undefined;
    if (count !== (expected || count) || (count !== 3 && count !== 4)) {
      throw position.error(
        expected === 0
          ? `a judgement has 4 columns (query, iteration, document, grade) or 3 (query, document, grade), got ${count}`
          : `expected ${expected} columns as in the lines before, got ${count}`,
      );
    }
    expected = count;
    const grade = parseInteger(columns.text(count - 1), "grade", position);
    return { query: columns.text(0), document: columns.text(count - 2), grade };
  };
}

/** How judgements are written. */
export interface JudgementsFormat {
  /** 4 as in TREC, or 3 below a header as in BEIR. */
  columns?: 3 | 4;
}

/** Writes a judgement file; compressed if the name ends in `.gz`. */
export async function writeJudgements(
  files: Files,
  path: string,
  judgements: Judgements,
  format: JudgementsFormat = {},
): Promise<void> {
  await writeLines(files, path, formatJudgements(iterateJudgements(judgements), format));
}

export async function* formatJudgements(
  judgements: AsyncIterable<Judgement> | Iterable<Judgement>,
  { columns = 4 }: JudgementsFormat = {},
): AsyncGenerator<string> {
  if (columns === 3) yield HEADER.join("\t");
  for await (const { query, document, grade } of judgements) {
    yield columns === 3 ? `${query}\t${document}\t${grade}` : `${query} 0 ${document} ${grade}`;
  }
}

function* iterateJudgements(judgements: Judgements): Generator<Judgement> {
  for (const [query, grades] of judgements) {
    for (const [document, grade] of grades) yield { query, document, grade };
  }
}

const HEADER = ["query-id", "corpus-id", "score"];

function isHeader(columns: Columns): boolean {
  return columns.count === 3 && HEADER.every((name, i) => columns.equals(i, name));
}

/** Parses a whole number: no fraction, no exponent. */
export function parseInteger(text: string, label: string, position: FilePosition): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    throw position.error(`a ${label} must be a whole number, got ${quote(text)}`);
  }
  return Number(text);
}
