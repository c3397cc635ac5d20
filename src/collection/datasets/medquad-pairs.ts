/**
 * The questions and answers of MedQuAD: JSON Lines with `_id`, `question`, `answer`, `focus` (the
 * topic) and `qtype`.
 *
 * A repeated `_id` (as in the parts of some cancer.gov pages) becomes `_id#2`, and so on. Questions
 * that differ only in case or spaces are one query; `Q1` is the first of the file.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { collapseWhitespace } from "../formats/collapse-whitespace.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { checkId, type FilePosition, streamRecords } from "../formats/records.ts";

/** A line, with a unique id and the id of its query. */
export interface Pair {
  readonly id: string;
  readonly query: string;
  readonly question: string;
  /** Whether this is the first occurrence of the question. */
  readonly isFirst: boolean;
  readonly answer: string;
  readonly focus: string;
  readonly type: string;
}

/**
 * Maps each line with `make`. Ids and questions so far are held in memory, to detect repetitions.
 */
export function streamPairs<T>(
  files: Files,
  path: string,
  options: ReadOptions,
  make: (pair: Pair) => T | undefined,
): AsyncGenerator<T> {
  const uses = new Map<string, number>();
  const queries = new Map<string, string>();
  const parse = (line: string, position: FilePosition): T | undefined => {
    const { _id, question, answer, focus = "", qtype = "" } = parseStrings(line, position);
    if (_id === undefined || question === undefined || answer === undefined) {
      throw position.error("a pair needs the strings _id, question and answer");
    }
    const use = (uses.get(_id) ?? 0) + 1;
    const id = checkId(use === 1 ? _id : `${_id}#${use}`, "document", position);
    uses.set(_id, use);
    const folded = collapseWhitespace(question).toLowerCase();
    const existing = queries.get(folded);
    const query = existing ?? `Q${queries.size + 1}`;
    queries.set(folded, query);
    return make({ id, query, question, isFirst: !existing, answer, focus, type: qtype });
  };
  return streamRecords(files, path, parse, options);
}

/** The string properties of a line's object. */
function parseStrings(line: string, position: FilePosition): Partial<Record<string, string>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw position.error(`not a JSON object: ${quote(line)}`);
  }
  if (typeof value !== "object" || value === null) {
    throw position.error(`not a JSON object: ${quote(line)}`);
  }
  return Object.fromEntries(
    Object.entries(value).filter(([, property]) => typeof property === "string"),
  );
}
