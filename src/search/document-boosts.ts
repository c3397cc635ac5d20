/** The boosts of all documents of a snapshot, computed from their columns. Loaded with the first search that boosts. */

import type { Boost } from "../api/boost.ts";
import { readTimeOfDay } from "../common/time-of-day.ts";
import type { Column, Scalar } from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { parseDate } from "../index/schema/index.ts";
import type { BoostValues, DocumentBoost } from "../ranking/boost-score.ts";
import { createBoostValues, createDocumentBoost } from "../ranking/document-boost.ts";
import { documentsWithIds } from "../ranking/documents-by-id.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import {
  computeBoost,
  type FieldFunction,
  formatBoost,
  isDecay,
  type ParsedBoost,
  parseBoosts,
} from "./boosts.ts";
import { loadFieldColumns } from "./field-columns.ts";
import { filterDocuments } from "./filter-documents.ts";

/** Maximum bytes of cached values per snapshot; the newest are cached in any case. */
const MAX_CACHE_BYTES = 1 << 26;

const boostCache = new WeakMap<IndexSnapshot, Map<string, DocumentBoost>>();

/** Undefined for an empty list. `OutOfTime` when time is up before all values are computed. */
export async function loadDocumentBoost(
  snapshot: IndexSnapshot,
  boosts: Boost | readonly Boost[],
  limit: TimeLimit,
): Promise<DocumentBoost | undefined> {
  const parsed = parseBoosts(snapshot, boosts, readTimeOfDay());
  if (parsed.length === 0) return undefined;
  const key = JSON.stringify(parsed);
  const cached = readCache(snapshot, key);
  if (cached !== undefined) return cached;
  const cache = boostCache.get(snapshot) ?? new Map<string, DocumentBoost>();
  boostCache.set(snapshot, cache);
  const values: BoostValues[] = [];
  for (const each of parsed) values.push(await computeValues(snapshot, each, limit));
  const boost = createDocumentBoost(values, snapshot.documentLimit);
  let bytes = countBytes(boost);
  for (const each of cache.values()) bytes += countBytes(each);
  for (const [oldest, each] of cache) {
    if (bytes <= MAX_CACHE_BYTES) break;
    cache.delete(oldest);
    bytes -= countBytes(each);
  }
  cache.set(key, boost);
  return boost;
}

/** The same at once; undefined if it is not cached. */
export function getDocumentBoost(
  snapshot: IndexSnapshot,
  boosts: Boost | readonly Boost[],
): DocumentBoost | undefined {
  return readCache(snapshot, JSON.stringify(parseBoosts(snapshot, boosts, readTimeOfDay())));
}

function readCache(snapshot: IndexSnapshot, key: string): DocumentBoost | undefined {
  const cache = boostCache.get(snapshot);
  const cached = cache?.get(key);
  if (cached === undefined) return undefined;
  cache?.delete(key); // moves it to the end, as the most recently used
  cache?.set(key, cached);
  return cached;
}

function countBytes({ boosts, classes }: DocumentBoost): number {
  return (8 * boosts.length + 1) * classes.length;
}

async function computeValues(
  snapshot: IndexSnapshot,
  boost: ParsedBoost,
  limit: TimeLimit,
): Promise<BoostValues> {
  const { documentLimit, parts } = snapshot;
  const { isFactor, weight } = boost;
  const values = createBoostValues(documentLimit);
  limit.spend(1 + documentLimit);
  if ("filter" in boost) {
    (await filterDocuments(snapshot, boost.filter, limit)).forEach((document) => {
      values[document] = weight;
    });
  } else if ("ids" in boost) {
    documentsWithIds(snapshot, boost.ids).forEach((document) => {
      values[document] = weight;
    });
  } else {
    const columns = await loadFieldColumns(snapshot, [boost.column], limit);
    for (const [i, { base }] of parts.entries()) {
      const column = columns[i]?.get(boost.column.name);
      if (column !== undefined) writeColumn(column, boost, values.subarray(base), limit);
    }
  }
  return { ...formatBoost(boost), isFactor, weight, values };
}

/** The cost of reading a value, perhaps a date, and of its function, in documents. */
const VALUE_COST = 16;

/** Computes the function once per distinct value. A value that is no number counts as none. */
function writeColumn(
  column: Column,
  boost: ParsedBoost & FieldFunction,
  out: Float64Array,
  limit: TimeLimit,
): void {
  const { values, ordinals, ends, documentCount } = column;
  const functions = new Float64Array(values.count + 1);
  for (let ordinal = 1; ordinal <= values.count; ordinal++) {
    limit.spend(VALUE_COST);
    const number = toNumber(column.valueAt(ordinal), boost);
    if (number !== undefined) functions[ordinal] = computeBoost(boost, number);
  }
  for (let document = 0; document < documentCount; document++) {
    limit.spend();
    let largest = 0;
    if (ends === undefined) largest = functions[ordinals[document] as number] as number;
    else {
      for (let i = column.start(document); i < column.end(document); i++) {
        largest = Math.max(largest, functions[ordinals[i] as number] as number);
      }
    }
    out[document] = boost.weight * largest;
  }
}

/** In an index without a schema, dates are texts. */
function toNumber(value: Scalar, boost: FieldFunction): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && isDecay(boost.function) ? parseDate(value) : undefined;
}
