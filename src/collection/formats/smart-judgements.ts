/**
 * Judgement files that come with SMART collections. The first line decides:
 *
 *   query document code         Cranfield: 1 is best, 4 least, 5 of no interest
 *   query document 0 0.000000   CISI, CACM: every pair listed is relevant
 *   query 0 document grade      MED: as TREC has them
 *
 * Cranfield's codes become grades by 5 - code, so that the complete answer has
 * grade 4 and graded measures are the right way up; every pair with a code
 * from 1 to 4 is relevant either way. The 225 codes of -1, one a query, are
 * explained nowhere: they stay -1, in the pool but not judged.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Judgement } from "../document.ts";
import { Columns } from "./columns.ts";
import { wholeNumber } from "./judgements-file.ts";
import type { ReadOptions } from "./lines.ts";
import { type Place, recordsOf } from "./records.ts";

export interface SmartJudgementOptions extends ReadOptions {
  /** What becomes of Cranfield's codes: grades that grow with relevance, or left as they are. */
  codes?: "graded" | "as-is";
}

export function smartJudgements(
  files: Files,
  path: string,
  { codes = "graded", ...options }: SmartJudgementOptions = {},
): AsyncGenerator<Judgement> {
  const columns = new Columns();
  let read: Layout | undefined;
  return recordsOf(
    files,
    path,
    (line, place) => {
      columns.split(line);
      read ??= layoutOf(columns, codes, place);
      return read(columns, place);
    },
    options,
  );
}

type Layout = (columns: Columns, place: Place) => Judgement;

function layoutOf(columns: Columns, codes: "graded" | "as-is", place: Place): Layout {
  if (columns.count === 3) return codes === "graded" ? graded : withGrade(3, 1);
  if (columns.count === 4) return columns.number(3) === 0 ? relevantPair : withGrade(4, 2);
  throw place.bad(`a judgement of a SMART collection has 3 or 4 columns, got ${columns.count}`);
}

function relevantPair(columns: Columns, place: Place): Judgement {
  expectCount(columns, 4, place);
  return { query: ordinal(columns, place), document: columns.text(1), grade: 1 };
}

function withGrade(count: number, document: number): Layout {
  return (columns, place) => {
    expectCount(columns, count, place);
    const grade = wholeNumber(columns.text(count - 1), "grade", place);
    return { query: ordinal(columns, place), document: columns.text(document), grade };
  };
}

function graded(columns: Columns, place: Place): Judgement {
  const { query, document, grade: code } = withGrade(3, 1)(columns, place);
  if (code !== -1 && (code < 1 || code > 5)) {
    throw place.bad(`a code must be from 1 (best) to 5, or -1, got ${code}`);
  }
  return { query, document, grade: code === -1 ? -1 : 5 - code };
}

function expectCount(columns: Columns, count: number, place: Place): void {
  if (columns.count !== count) {
    throw place.bad(`expected ${count} columns as in the first line, got ${columns.count}`);
  }
}

/** CACM writes 01 for 1. */
function ordinal(columns: Columns, place: Place): string {
  const text = columns.text(0);
  if (!/^\d{1,15}$/.test(text)) throw place.bad(`a query must be a number, got ${quote(text)}`);
  return String(Number(text));
}
