/** Queries together with the documents that answer them, as people write them down. */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { describeValue } from "../common/check-options.ts";
import { defined } from "../common/defined.ts";
import { badArgument, quote } from "../common/errors.ts";

/** A query to be asked. Without an id, its text is its id. */
export interface QueryInput {
  readonly text: string;
  readonly id?: string | undefined;
  /** Ids of documents that never count as answers. */
  readonly exclude?: readonly string[] | undefined;
}

/** A query whose answers are known. */
export interface JudgedQuery extends QueryInput {
  /** Ids of relevant documents, or grades by id: above 0 relevant, 0 not relevant. */
  readonly relevant: readonly string[] | Readonly<Record<string, number>>;
}

/** The queries with their ids. `BAD_ARGUMENT` for an id that comes twice. */
export function toQueries(inputs: readonly QueryInput[]): Query[] {
  if (!Array.isArray(inputs))
    throw badArgument(`queries must be an array, got ${describeValue(inputs)}`);
  const ids = new Set<string>();
  return (inputs as readonly QueryInput[]).map(({ text, id = text, exclude }) => {
    if (typeof text !== "string")
      throw badArgument(`a query must have a text, got ${describeValue(text)}`);
    if (ids.has(id)) throw badArgument(`two queries have the id ${quote(id)}`);
    ids.add(id);
    return { id, text, ...defined({ exclude }) };
  });
}

/** The grades of all queries, as `evaluate` and `compare` take them. */
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
