/** Judged queries and training pairs as callers give them, parsed into the types of the collection. */

import type { JudgedQuery } from "../api/judged-query.ts";
import type { Query } from "../collection/document.ts";
import type { TextPair } from "../collection/formats/index.ts";
import type { Judgements } from "../collection/run.ts";
import { badArgument, describeValue, quote } from "../common/errors.ts";
import type { EncoderExamples } from "../dense/training/index.ts";
import { toQueries } from "./query-inputs.ts";

/** The grades of all queries, for `evaluate` and `compare`. */
export function toJudgements(judged: readonly JudgedQuery[]): Judgements {
  const queries = toQueries(judged);
  return new Map(
    judged.map(({ relevant }, i) => {
      const { id } = queries[i] as Query;
      const isList = Array.isArray(relevant);
      if (!isList && (typeof relevant !== "object" || relevant === null)) {
        throw badArgument(
          `relevant of query ${quote(id)} must be ids or grades by id, got ${describeValue(relevant)}`,
        );
      }
      const grades = isList
        ? (relevant as readonly string[]).map((document) => [document, 1] as const)
        : Object.entries(relevant as Readonly<Record<string, number>>);
      for (const [document, grade] of grades) {
        if (Number.isSafeInteger(grade)) continue;
        throw badArgument(
          `the grade of ${quote(String(document))} for query ${quote(id)} must be a whole number, got ${describeValue(grade)}`,
        );
      }
      return [id, new Map(grades)] as const;
    }),
  );
}

/** Separates text pairs from judged queries. `BAD_ARGUMENT` for anything else. */
export function parseEncoderExamples(
  input: readonly (JudgedQuery | TextPair)[],
): Required<EncoderExamples> {
  if (!Array.isArray(input))
    throw badArgument(`examples must be an array, got ${describeValue(input)}`);
  const examples = input as readonly (JudgedQuery | TextPair)[];
  const pairs = examples.filter((each) => "document" in each);
  for (const { query, document } of pairs) {
    const wrong = [query, document].find((text) => typeof text !== "string" || text.trim() === "");
    if (wrong === undefined) continue;
    throw badArgument(`a pair has a query and a document, both texts, got ${describeValue(wrong)}`);
  }
  const judged = examples.filter((each) => !("document" in each)) as readonly JudgedQuery[];
  return { queries: toQueries(judged), judgements: toJudgements(judged), pairs };
}
