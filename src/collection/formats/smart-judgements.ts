/**
 * Judgement files of SMART collections. The first line determines the layout:
 *
 *   query document code         Cranfield: 1 is best, 4 least, 5 of no interest
 *   query document 0 0.000000   CISI, CACM: every pair listed is relevant
 *   query 0 document grade      MED: as in TREC
 *
 * Cranfield's codes become grades by 5 - code, so that the complete answer has grade 4 and graded
 * measures have the right direction; every pair with a code from 1 to 4 is relevant either way. The
 * 225 codes of -1, one per query, are documented nowhere: they stay -1, in the pool but not judged.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Judgement } from "../document.ts";
import { Columns } from "./columns.ts";
import { parseInteger } from "./judgements-file.ts";
import type { ReadOptions } from "./lines.ts";
import { type FilePosition, streamRecords } from "./records.ts";

export interface SmartJudgementOptions extends ReadOptions {
  /** How Cranfield's codes are converted: to grades that grow with relevance, or not at all. */
  codes?: "graded" | "as-is";
}

export function streamSmartJudgements(
  files: Files,
  path: string,
  { codes = "graded", ...options }: SmartJudgementOptions = {},
): AsyncGenerator<Judgement> {
  const columns = new Columns();
  let parse: LineParser | undefined;
  return streamRecords(
    files,
    path,
    (line, position) => {
      columns.split(line);
      parse ??= selectParser(columns, codes, position);
      return parse(columns, position);
    },
    options,
  );
}

type LineParser = (columns: Columns, position: FilePosition) => Judgement;

function selectParser(
  columns: Columns,
  codes: "graded" | "as-is",
  position: FilePosition,
): LineParser {
  if (columns.count === 3) return codes === "graded" ? parseGraded : createGradeParser(3, 1);
  if (columns.count === 4)
    return columns.number(3) === 0 ? parseRelevantPair : createGradeParser(4, 2);
  throw position.error(
    `a judgement of a SMART collection has 3 or 4 columns, got ${columns.count}`,
  );
}

function parseRelevantPair(columns: Columns, position: FilePosition): Judgement {
  checkCount(columns, 4, position);
  return { query: parseOrdinal(columns, position), document: columns.text(1), grade: 1 };
}

function createGradeParser(count: number, document: number): LineParser {
  return (columns, position) => {
    checkCount(columns, count, position);
    const grade = parseInteger(columns.text(count - 1), "grade", position);
    return { query: parseOrdinal(columns, position), document: columns.text(document), grade };
  };
}

function parseGraded(columns: Columns, position: FilePosition): Judgement {
  const { query, document, grade: code } = createGradeParser(3, 1)(columns, position);
  if (code !== -1 && (code < 1 || code > 5)) {
    throw position.error(`a code must be from 1 (best) to 5, or -1, got ${code}`);
  }
  return { query, document, grade: code === -1 ? -1 : 5 - code };
}

function checkCount(columns: Columns, count: number, position: FilePosition): void {
  if (columns.count !== count) {
    throw position.error(`expected ${count} columns as in the first line, got ${columns.count}`);
  }
}

/** CACM writes 01 for 1. */
function parseOrdinal(columns: Columns, position: FilePosition): string {
  const text = columns.text(0);
  if (!/^\d{1,15}$/.test(text))
    throw position.error(`a query must be a number, got ${quote(text)}`);
  return String(Number(text));
}
