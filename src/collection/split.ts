/** One split of a collection, whole in memory: what a run and its evaluation need. */

import { badArgument, quote } from "../common/errors.ts";
import type { Collection } from "./collection.ts";
import type { Query } from "./document.ts";
import type { Judgements } from "./run.ts";

export interface Split {
  readonly name: string;
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
}

/** Reads a split; without a name the only one there is. `BAD_ARGUMENT` lists them when there are more. */
export async function readSplit(collection: Collection, name?: string): Promise<Split> {
  const only = collection.splits.length === 1 ? collection.splits[0] : undefined;
  const split = name ?? only;
  if (split === undefined) {
    const known = collection.splits.join(", ") || "none";
    throw badArgument(`which queries of ${quote(collection.name)}? There are ${known}`);
  }
  const queries: Query[] = [];
  for await (const query of collection.queries(split)) queries.push(query);
  const judgements = new Map<string, Map<string, number>>();
  for await (const { query, document, grade } of collection.judgements(split)) {
    const grades = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, grades.set(document, grade));
  }
  return { name: split, queries, judgements };
}
