/**
 * Our relaxed axioms against ir_axioms 1.2.5 on the same pairs of WordNet's
 * definitions. test/reference/ir-axioms-preferences.py makes the file.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { TERM_PREFERENCES, type TermPreference } from "../../../src/analysis/index.ts";

interface StoredQuery {
  readonly query: readonly string[];
  readonly idf: Readonly<Record<string, number>>;
  readonly documents: readonly string[];
  readonly scores: readonly number[];
  /** By axiom, for the pairs (0,1), (0,2), … */
  readonly theirs: Readonly<Record<string, readonly number[]>>;
}

const storedQueries = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, "ir-axioms.json.gz"))).toString(),
) as { queries: readonly StoredQuery[] };

/** What we and they prefer, for every pair. */
function comparePreferences({ id, prefer, needsCloseScores }: TermPreference): [number, number][] {
  return storedQueries.queries.flatMap(({ query, idf, documents, scores, theirs }) => {
    const queryContext = { query, idf: (term: string) => idf[term] ?? NaN };
    const terms = documents.map((text) => text.split(" "));
    const pairs = terms.flatMap((_, i) => terms.slice(i + 1).map((_, step) => [i, i + 1 + step]));
    return pairs.map(([i = 0, j = 0], pairIndex): [number, number] => {
      const [a, b] = [scores[i] as number, scores[j] as number];
      const isFar = Math.abs(a - b) > 0.1 * Math.max(Math.abs(a), Math.abs(b));
      const ours =
        needsCloseScores === true && isFar
          ? 0
          : prefer(queryContext, terms[i] as string[], terms[j] as string[]);
      return [ours, theirs[id]?.[pairIndex] as number];
    });
  });
}

/** Where our premise is the stricter one: see docs/axioms.md. */
const STRICTER = ["TFC1", "TFC3", "M-TDC", "LEN-M-TDC"];

describe.each(TERM_PREFERENCES)("$id", (axiom) => {
  const sides = comparePreferences(axiom);
  const decided = sides.filter(([ours]) => ours !== 0);

  test("decides some of the stored pairs", () => {
    expect(sides).toHaveLength(3960); // 60 queries of 66 pairs
    expect(decided.length).toBeGreaterThan(10);
  });

  if (STRICTER.includes(axiom.id)) {
    test("never prefers the other document", () => {
      expect(decided.filter(([ours, theirs]) => ours === -theirs)).toEqual([]);
      expect(decided.filter(([ours, theirs]) => ours === theirs).length).toBeGreaterThan(10);
    });
  } else {
    test("prefers the same document of every pair", () => {
      expect(sides.filter(([ours, theirs]) => ours !== theirs)).toEqual([]);
    });
  }
});
