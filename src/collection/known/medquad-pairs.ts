/**
 * The questions and answers of MedQuAD: JSON Lines with `_id`, `question`,
 * `answer`, `focus` (what it is about) and `qtype`.
 *
 * Where an `_id` comes again (it does in the parts of some cancer.gov pages),
 * the second is `_id#2`, and so on. Questions that differ in case or spaces
 * alone are one query; `Q1` is the first of the file.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { checkedId, type Place, recordsOf } from "../formats/records.ts";
import { collapsed } from "../formats/white-space.ts";

/** A line, with an id of its own and that of its query. */
export interface Pair {
  readonly id: string;
  readonly query: string;
  readonly question: string;
  /** Whether the question comes for the first time. */
  readonly isFirst: boolean;
  readonly answer: string;
  readonly focus: string;
  readonly type: string;
}

/** What `make` makes of each line. Ids and questions seen so far are kept, to tell them apart. */
export function eachPair<T>(
  files: Files,
  path: string,
  options: ReadOptions,
  make: (pair: Pair) => T | undefined,
): AsyncGenerator<T> {
  const uses = new Map<string, number>();
  const queries = new Map<string, string>();
  const parse = (line: string, place: Place): T | undefined => {
    const { _id, question, answer, focus = "", qtype = "" } = strings(line, place);
    if (_id === undefined || question === undefined || answer === undefined) {
      throw place.bad("a pair needs the strings _id, question and answer");
    }
    const use = (uses.get(_id) ?? 0) + 1;
    const id = checkedId(use === 1 ? _id : `${_id}#${use}`, "document", place);
    uses.set(_id, use);
    const folded = collapsed(question).toLowerCase();
    const known = queries.get(folded);
    const query = known ?? `Q${queries.size + 1}`;
    queries.set(folded, query);
    return make({ id, query, question, isFirst: !known, answer, focus, type: qtype });
  };
  return recordsOf(files, path, parse, options);
}

/** The strings among the properties of a line's object. */
function strings(line: string, place: Place): Partial<Record<string, string>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw place.bad(`not a JSON object: ${quote(line)}`);
  }
  if (typeof value !== "object" || value === null) {
    throw place.bad(`not a JSON object: ${quote(line)}`);
  }
  return Object.fromEntries(
    Object.entries(value).filter(([, property]) => typeof property === "string"),
  );
}
