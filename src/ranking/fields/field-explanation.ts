/**
 * The explanation of a word over several fields: the contribution of each field to
 * its score. Where fields are saturated together, each contributes in proportion to
 * its occurrences before saturation.
 */

import type { PostingsCursor } from "../../index/snapshots/index.ts";
import type { Explanation } from "../explanation.ts";
import { openPostings } from "../postings-list.ts";
import type { Clause } from "../prepared-query.ts";

/** `cursor` belongs to the clause and is at the document. */
export function explainFields(
  clause: Clause,
  cursor: PostingsCursor,
  document: number,
): Explanation {
  const { label, statistics, weight, match, formula, facts, parts = [], shares } = clause;
  const frequencies = parts.map(({ view, term }) => {
    const own = openPostings(view, term);
    return own.seek(document) === document ? own.frequency : 0;
  });
  const matchValue = match(cursor.frequency, 0);
  const value = weight * matchValue;
  const fieldShares = shares?.(document, frequencies) ?? [];
  const total = fieldShares.reduce((sum, share) => sum + share, 0);
  const fieldParts = parts.flatMap(({ name, view, facts: own }, i) => {
    const frequency = frequencies[i] as number;
    if (frequency === 0) return [];
    return [
      {
        label: name,
        value: total === 0 ? 0 : (value * (fieldShares[i] as number)) / total,
        facts: { frequency, length: view.length(document), ...own() },
        parts: [],
      },
    ];
  });
  return {
    label,
    value,
    facts: {
      ...statistics,
      ...facts,
      combined: cursor.frequency,
      weight,
      match: matchValue,
    },
    formula,
    parts: adjustToSum(fieldParts, value),
  };
}

/**
 * Parts that add up to `value` exactly, from left to right: all but the last are
 * rounded to multiples of a power of two near the last bits of `value`, so that
 * no addition rounds, and the last part is the rest.
 */
function adjustToSum(parts: readonly Explanation[], value: number): readonly Explanation[] {
  if (parts.length === 0 || value === 0) return parts;
  const unit = 2 ** (Math.floor(Math.log2(Math.abs(value))) - 50);
  const rounded = parts.slice(0, -1).map((part) => ({
    ...part,
    value: Math.round(part.value / unit) * unit,
  }));
  const sumBefore = rounded.reduce((sum, part) => sum + part.value, 0);
  return [...rounded, { ...(parts.at(-1) as Explanation), value: value - sumBefore }];
}
