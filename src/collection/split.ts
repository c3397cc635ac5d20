/** One split of a collection in memory, for runs and their evaluation. */

import { badArgument, quote } from "../common/errors.ts";
import type { Collection } from "./collection.ts";
import type { Query } from "./document.ts";
import type { Judgements } from "./run.ts";

/** A named set of queries with its judgements, in memory. */
export interface Split {
  readonly name: string;
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
}

/**
 * Reads a split; without a name, the only split. Fails with `BAD_ARGUMENT`, which lists the names,
 * if there are several.
 */
export async function readSplit(collection: Collection, name?: string): Promise<Split> {
  const only = collection.splits.length === 1 ? collection.splits[0] : undefined;
  const split = name ?? only;
  if (split === undefined) {
    const splitNames = collection.splits.join(", ");
    const rule =
      splitNames === "" ? "has no queries" : `needs a split; its splits are ${splitNames}`;
    throw badArgument(`collection ${quote(collection.name)} ${rule}`);
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
