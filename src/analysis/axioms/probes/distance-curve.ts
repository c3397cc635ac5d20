/** How does a score change with the number of words between two query terms? */

import { createTestDocument, type TestCase, type TestedRanker } from "../axiom.ts";
import { drawDistanceDocuments, MAX_DISTANCE } from "../families/proximity.ts";
import type { TermSampler } from "../term-sampler.ts";
import { computeMean, formatShortNumber, type ProbeResult } from "./probe.ts";

const TABLE_DISTANCES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20];

export async function probeDistanceCurve(
  ranker: TestedRanker,
  sampler: TermSampler,
  draws: number,
): Promise<ProbeResult> {
  const gaps = Array.from({ length: MAX_DISTANCE + 1 }, (_, gap) => gap);
  const cases = Array.from({ length: draws }, (): TestCase => {
    const { query, apart } = drawDistanceDocuments(sampler);
    return { query, documents: gaps.map((gap) => createTestDocument(apart(gap))) };
  });
  const curves = await ranker.score(cases);
  const points = gaps.map(
    (gap) =>
      [
        gap,
        computeMean(curves.map((scores) => (scores[gap] as number) - (scores[0] as number))),
      ] as const,
  );
  const isFlat = points.every(([, change]) => Math.abs(change) < 1e-9);
  return {
    id: "distance",
    title: "Score by the words between two query terms, less that of neighbours",
    table: {
      header: ["words between", "mean change"],
      rows: TABLE_DISTANCES.map((gap) => [String(gap), formatShortNumber(points[gap]?.[1] ?? 0)]),
      words: [],
    },
    finding: isFlat
      ? "the distance of query terms does not matter"
      : `from neighbours to ${MAX_DISTANCE} words apart the score changes by ${formatShortNumber(points.at(-1)?.[1] ?? 0)}`,
    curve: { x: "words between", y: "change of the score", points },
  };
}
