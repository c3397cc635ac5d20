/**
 * The first hit for each value of a field. Documents without a value form their own
 * groups. Found in rounds: each round orders the documents whose values have not
 * occurred yet, so one frequent value does not hide the others.
 */

import type { Hit } from "../api/search-result.ts";
import { badArgument, quote, type TermwiseError } from "../common/errors.ts";
import { type Column, formatDate, type Scalar } from "../index/columns/index.ts";
import { DocumentSet } from "../ranking/document-set.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import { OutOfTime, type TimeLimit } from "../ranking/traversal/index.ts";
import { loadFieldColumns, resolveColumn } from "./field-columns.ts";
import type { HitOrder, OrderedHits } from "./hit-order.ts";

/** Documents between two looks at the clock: less than a millisecond. */
const DOCUMENTS_PER_CHECK = 1 << 14;

/** A hit of each group, in their order. */
export interface DistinctHits extends OrderedHits {
  /** Their groups, and in an order by distance their distances. */
  readonly details: readonly Pick<Hit, "group" | "distance">[];
}

interface SegmentColumn {
  readonly base: number;
  readonly end: number;
  readonly column: Column;
}

interface GroupAccumulator {
  readonly document: number;
  readonly score: number;
  readonly value: Scalar;
  count: number;
}

/** The first `top` hits with different values of a field. `BAD_ARGUMENT` with a cursor. */
export async function collectDistinctHits(
  execution: QueryExecution,
  order: HitOrder,
  name: string,
  top: number,
  after: string | undefined,
): Promise<DistinctHits> {
  if (after !== undefined) throw badArgument("distinct takes an offset, not a cursor");
  const { snapshot } = execution;
  const requested = resolveColumn(snapshot, name, "facet");
  if (requested.type !== undefined && requested.isArray) throw createMultiValueError(name);
  const { limit } = execution;
  const columns = await loadFieldColumns(snapshot, [requested], limit);
  const parts = snapshot.parts.map(({ base }, i) =>
    toSegmentColumn(columns[i]?.get(name), base, name),
  );
  const remaining = new DocumentSet(snapshot.documentLimit);
  remaining.addAll(await execution.matches());
  const groups: GroupAccumulator[] = [];
  while (groups.length < top && !limit.checkClock()) {
    const hits = await takeInTime(order, top, remaining, groups.length > 0);
    if (hits === undefined) break;
    const newGroups = new Map<Scalar, GroupAccumulator>();
    for (const [rank, document] of hits.documents.entries()) {
      if (groups.length === top) break;
      const value = readValue(parts, document);
      if (newGroups.has(value)) continue;
      const group = { document, score: hits.scores[rank] as number, value, count: 0 };
      groups.push(group);
      if (value !== null) newGroups.set(value, group);
      else {
        group.count = 1;
        remaining.delete(document);
      }
    }
    if (!removeGroups(remaining, parts, newGroups, limit)) break;
    if (hits.documents.length < top) break;
  }
  const isDate = requested.type === "date";
  const documents = Uint32Array.from(groups, ({ document }) => document);
  const details = groups.map(({ value: raw, count }) => {
    const value = isDate && raw !== null ? formatDate(raw as number) : raw;
    return { group: { value, count } };
  });
  return {
    documents,
    scores: Float64Array.from(groups, ({ score }) => score),
    details: order.describeHits?.(documents, details) ?? details,
  };
}

/** The next hits; undefined when time is up and there are hits already. */
async function takeInTime(
  order: HitOrder,
  top: number,
  within: DocumentSet,
  hasHits: boolean,
): Promise<OrderedHits | undefined> {
  try {
    return await order.take(top, within);
  } catch (error) {
    if (hasHits && error instanceof OutOfTime) return undefined;
    throw error;
  }
}

function toSegmentColumn(column: Column | undefined, base: number, name: string): SegmentColumn {
  if (column === undefined || column.ends !== undefined) throw createMultiValueError(name);
  return { base, end: base + column.documentCount, column };
}

function createMultiValueError(name: string): TermwiseError {
  return badArgument(`distinct needs a field with one value; ${quote(name)} may have several`);
}

function readValue(parts: readonly SegmentColumn[], document: number): Scalar {
  for (const { base, end, column } of parts) {
    if (document < end) return column.valueAt(column.ordinals[document - base] as number);
  }
  return null;
}

/**
 * Removes all documents with the values of the groups from a set, and counts them. False
 * when time is up before all are counted.
 */
function removeGroups(
  remaining: DocumentSet,
  parts: readonly SegmentColumn[],
  newGroups: ReadonlyMap<Scalar, GroupAccumulator>,
  limit: TimeLimit,
): boolean {
  for (const { base, end, column } of parts) {
    const groups = new Map<number, GroupAccumulator>();
    for (const [value, group] of newGroups) {
      const ordinal = column.ordinal(value);
      if (ordinal !== undefined) groups.set(ordinal, group);
    }
    for (let from = base; from < end; from += DOCUMENTS_PER_CHECK) {
      const to = Math.min(end, from + DOCUMENTS_PER_CHECK);
      if (limit.count(to - from)) return false;
      remaining.forEachBetween(from, to, (document) => {
        const group = groups.get(column.ordinals[document - base] as number);
        if (group === undefined) return;
        group.count++;
        remaining.delete(document);
      });
    }
  }
  return true;
}
