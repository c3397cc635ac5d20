/**
 * Creates a `Collection` from its parts. All readers use it, so that they name, order and check
 * splits in the same way.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Collection } from "./collection.ts";
import type { Document, Judgement, Query } from "./document.ts";

/** The queries of one split and their judgements. */
export interface QuerySet {
  queries(): AsyncIterable<Query>;
  /** Absent if there are none. */
  judgements?(): AsyncIterable<Judgement>;
}

/** The parts of a collection. */
export interface CollectionParts {
  name: string;
  format: string;
  documents(): AsyncIterable<Document>;
  notes?: readonly string[];
  /** By split. */
  querySets?: ReadonlyMap<string, QuerySet>;
}

/** Creates a collection from its parts. */
export function createCollection(parts: CollectionParts): Collection {
  const { name, format, notes = [], querySets = new Map<string, QuerySet>() } = parts;
  const splits = [...querySets.keys()].sort(compareSplits);
  const getQuerySet = (split: string): QuerySet => {
    const querySet = querySets.get(split);
    if (querySet !== undefined) return querySet;
    const available = splits.length === 0 ? "it has none" : `its splits are ${splits.join(", ")}`;
    throw badArgument(`collection ${quote(name)} has no split ${quote(split)}; ${available}`);
  };
  return {
    name,
    format,
    splits,
    notes,
    documents: () => parts.documents(),
    queries: (split) => getQuerySet(split).queries(),
    judgements: (split) => getQuerySet(split).judgements?.() ?? yieldNothing(),
  };
}

/** In the order of an experiment. Other names sort between these and `all`. */
const SPLIT_ORDER = ["train", "dev", "validation", "test"];

function compareSplits(a: string, b: string): number {
  return getSplitRank(a) - getSplitRank(b) || (a < b ? -1 : 1);
}

function getSplitRank(split: string): number {
  if (split === "all") return SPLIT_ORDER.length + 1;
  const at = SPLIT_ORDER.indexOf(split);
  return at < 0 ? SPLIT_ORDER.length : at;
}

async function* yieldNothing(): AsyncGenerator<never> {}
