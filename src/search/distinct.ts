/**
 * The first hit for each value of a field. Documents without a value stand for
 * themselves. Found in rounds: each orders those documents whose values have not
 * been met, so that one frequent value does not hide the others.
 */

import { badArgument, quote, type TermwiseError } from "../common/errors.ts";
import { type Column, dateText, type Scalar } from "../index/columns/index.ts";
import { DocumentSet } from "../ranking/document-set.ts";
import type { AskedSearch } from "./asked-search.ts";
import { fieldColumns, wantedColumn } from "./field-columns.ts";
import type { HitOrder, OrderedHits } from "./hit-order.ts";

/** The documents that a hit stands for. */
export interface HitGroup {
  /** The value of the field; null for a document without one. */
  readonly value: Scalar;
  /** How many of all documents that match have it. */
  readonly count: number;
}

/** A hit of each group, in their order. */
export interface DistinctHits extends OrderedHits {
  readonly groups: readonly HitGroup[];
}

interface PlacedColumn {
  readonly base: number;
  readonly end: number;
  readonly column: Column;
}

interface FoundGroup {
  readonly document: number;
  readonly score: number;
  readonly value: Scalar;
  count: number;
}

/** The first `top` hits with different values of a field. */
export async function distinctHits(
  asked: AskedSearch,
  order: HitOrder,
  name: string,
  top: number,
): Promise<DistinctHits> {
  const { snapshot } = asked;
  const wanted = wantedColumn(snapshot, name, "facet");
  if (wanted.type !== undefined && wanted.isArray) throw severalValues(name);
  const columns = await fieldColumns(snapshot, [wanted]);
  const parts = snapshot.parts.map(({ base }, i) => placed(columns[i]?.get(name), base, name));
  const left = new DocumentSet(snapshot.documentLimit);
  left.addAll(await asked.matches());
  const groups: FoundGroup[] = [];
  while (groups.length < top) {
    const found = await order.take(top, left);
    const met = new Map<Scalar, FoundGroup>();
    for (const [rank, document] of found.documents.entries()) {
      if (groups.length === top) break;
      const value = valueIn(parts, document);
      if (met.has(value)) continue;
      const group = { document, score: found.scores[rank] as number, value, count: 0 };
      groups.push(group);
      if (value !== null) met.set(value, group);
      else {
        group.count = 1;
        left.delete(document);
      }
    }
    removeMet(left, parts, met);
    if (found.documents.length < top) break;
  }
  const isDate = wanted.type === "date";
  return {
    documents: Uint32Array.from(groups, ({ document }) => document),
    scores: Float64Array.from(groups, ({ score }) => score),
    groups: groups.map(({ value, count }) => ({
      value: isDate && value !== null ? dateText(value as number) : value,
      count,
    })),
  };
}

function placed(column: Column | undefined, base: number, name: string): PlacedColumn {
  if (column === undefined || column.ends !== undefined) throw severalValues(name);
  return { base, end: base + column.documentCount, column };
}

function severalValues(name: string): TermwiseError {
  return badArgument(`distinct needs a field with one value; ${quote(name)} may have several`);
}

function valueIn(parts: readonly PlacedColumn[], document: number): Scalar {
  for (const { base, end, column } of parts) {
    if (document < end) return column.value(column.codes[document - base] as number);
  }
  return null;
}

/** Takes all documents with the values that were met out of a set, and counts them. */
function removeMet(
  left: DocumentSet,
  parts: readonly PlacedColumn[],
  met: ReadonlyMap<Scalar, FoundGroup>,
): void {
  for (const { base, end, column } of parts) {
    const groups = new Map<number, FoundGroup>();
    for (const [value, group] of met) {
      const code = column.code(value);
      if (code !== undefined) groups.set(code, group);
    }
    left.forEachBetween(base, end, (document) => {
      const group = groups.get(column.codes[document - base] as number);
      if (group === undefined) return;
      group.count++;
      left.delete(document);
    });
  }
}
