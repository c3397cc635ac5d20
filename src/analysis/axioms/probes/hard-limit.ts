/**
 * From which occurrence on does a query term add nothing?
 *
 * A ranker that keeps the k best matches of a term (PACRR's k-max pooling) stops at k, where others
 * only add less and less. The documents repeat one filler, with the term at evenly spaced
 * positions, so that every match has the same context.
 */

import { createTestDocument, type TestCase, type TestedRanker } from "../axiom.ts";
import type { TermSampler } from "../term-sampler.ts";
import { computeMean, formatShortNumber, type ProbeResult } from "./probe.ts";

const MAX_OCCURRENCES = 30;
const LENGTH = 180;
const TOLERANCE = 1e-6;
/** Rows of the table; the curve has all. */
const TABLE_OCCURRENCES = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30];

export async function probeHardLimit(
  ranker: TestedRanker,
  sampler: TermSampler,
  draws: number,
): Promise<ProbeResult> {
  const cases = Array.from({ length: draws }, () => drawOccurrenceCase(sampler));
  const curves = (await ranker.score(cases)).map((scores) => Array.from(scores));
  const limits = curves.map(findLimit);
  const points = Array.from(
    { length: MAX_OCCURRENCES + 1 },
    (_, n) => [n, computeMean(curves.map((curve) => curve[n] as number))] as const,
  );
  const reached = limits.filter((limit) => limit < MAX_OCCURRENCES).sort((a, b) => a - b);
  return {
    id: "hard-limit",
    title: "Score by the occurrences of the query term",
    table: {
      header: ["occurrences", "mean score"],
      rows: TABLE_OCCURRENCES.map((n) => [String(n), formatShortNumber(points[n]?.[1] ?? 0)]),
      words: [],
    },
    finding:
      reached.length === 0
        ? `no limit up to ${MAX_OCCURRENCES} occurrences`
        : `${reached.length} of ${draws} terms add nothing from occurrence ${reached[Math.floor(reached.length / 2)]} on (median)`,
    curve: { x: "occurrences", y: "score", points },
  };
}

function drawOccurrenceCase(sampler: TermSampler): TestCase {
  const term = sampler.term();
  const [filler] = sampler.fillers(1, [term]) as [string];
  const length = Math.min(LENGTH, sampler.longest);
  const step = Math.floor(length / (MAX_OCCURRENCES + 1));
  const documents = Array.from({ length: MAX_OCCURRENCES + 1 }, (_, n) =>
    createTestDocument(
      Array.from({ length }, (_, position) => {
        const isSlot = position % step === step - 1 && position < n * step; // leaves space for a window around each
        return isSlot ? term.word : filler;
      }),
    ),
  );
  return { query: [term.word], documents };
}

/** The first count after which the score is constant. */
function findLimit(curve: readonly number[]): number {
  let limit = curve.length - 1;
  while (limit > 0) {
    const [score, before] = [curve[limit] as number, curve[limit - 1] as number];
    if (Math.abs(score - before) > TOLERANCE * Math.max(1, Math.abs(score))) return limit;
    limit--;
  }
  return limit;
}
