/**
 * Makes a `Collection` from its parts. All readers use it, so that they name,
 * order and refuse splits in the same way.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Collection } from "./collection.ts";
import type { Document, Judgement, Query } from "./document.ts";

/** The queries of one split and their judgements. */
export interface QuerySet {
  queries(): AsyncIterable<Query>;
  /** Left out when there are none. */
  judgements?(): AsyncIterable<Judgement>;
}

/** What a collection is made of. */
export interface CollectionParts {
  name: string;
  format: string;
  documents(): AsyncIterable<Document>;
  notes?: readonly string[];
  /** By split. */
  querySets?: ReadonlyMap<string, QuerySet>;
}

/** A collection made of its parts. */
export function collectionOf(parts: CollectionParts): Collection {
  const { name, format, notes = [], querySets = new Map<string, QuerySet>() } = parts;
  const splits = [...querySets.keys()].sort(compareSplits);
  const set = (split: string): QuerySet => {
    const found = querySets.get(split);
    if (found !== undefined) return found;
    const known = splits.length === 0 ? "it has none" : `its splits are ${splits.join(", ")}`;
    throw badArgument(`collection ${quote(name)} has no split ${quote(split)}; ${known}`);
  };
  return {
    name,
    format,
    splits,
    notes,
    documents: () => parts.documents(),
    queries: (split) => set(split).queries(),
    judgements: (split) => set(split).judgements?.() ?? none(),
  };
}

/** In the order of an experiment. Others stand between these and `all`, by name. */
const ORDER = ["train", "dev", "validation", "test"];

function compareSplits(a: string, b: string): number {
  return place(a) - place(b) || (a < b ? -1 : 1);
}

function place(split: string): number {
  if (split === "all") return ORDER.length + 1;
  const at = ORDER.indexOf(split);
  return at < 0 ? ORDER.length : at;
}

async function* none(): AsyncGenerator<never> {}
