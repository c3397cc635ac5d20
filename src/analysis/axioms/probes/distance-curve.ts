/** How does a score change with the number of words between two query terms? */

import { madeUp, type TestCase, type TestedRanker } from "../axiom.ts";
import { distanceRow, MOST_BETWEEN } from "../families/proximity.ts";
import type { TermSampler } from "../term-sampling.ts";
import { meanOf, type ProbeResult, shortNumber } from "./probe.ts";

const SHOWN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20];

export async function distanceCurve(
  ranker: TestedRanker,
  sampler: TermSampler,
  draws: number,
): Promise<ProbeResult> {
  const gaps = Array.from({ length: MOST_BETWEEN + 1 }, (_, gap) => gap);
  const cases = Array.from({ length: draws }, (): TestCase => {
    const { query, apart } = distanceRow(sampler);
    return { query, documents: gaps.map((gap) => madeUp(apart(gap))) };
  });
  const curves = await ranker.score(cases);
  const points = gaps.map(
    (gap) =>
      [
        gap,
        meanOf(curves.map((scores) => (scores[gap] as number) - (scores[0] as number))),
      ] as const,
  );
  const isFlat = points.every(([, change]) => Math.abs(change) < 1e-9);
  return {
    id: "distance",
    title: "Score by the words between two query terms, less that of neighbours",
    table: {
      header: ["words between", "mean change"],
      rows: SHOWN.map((gap) => [String(gap), shortNumber(points[gap]?.[1] ?? 0)]),
      words: [],
    },
    finding: isFlat
      ? "the distance of query terms does not matter"
      : `from neighbours to ${MOST_BETWEEN} words apart the score changes by ${shortNumber(points.at(-1)?.[1] ?? 0)}`,
    curve: { x: "words between", y: "change of the score", points },
  };
}
