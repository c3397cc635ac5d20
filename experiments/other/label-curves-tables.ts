/** The figure and the tables of the gain by the number of judged queries. */

import type { Finding } from "../../src/analysis/finding.ts";
import { type ReportFigure, type ReportTable, renderLineChart } from "../../src/analysis/index.ts";
import { holm, pairedT } from "../../src/evaluation/index.ts";
import { formatSigned, mean } from "../format-values.ts";
import type { LabelCurve, LabelDraw, LabelPoint } from "./label-curves-outcome.ts";

/** The draws of a collection. */
export type CurveDraws = Pick<LabelCurve, "collection" | "draws">;

/** A rule of fallback: learned weights are used if the gain exceeds a number of standard errors. */
export interface FallbackRule {
  readonly name: string;
  isLearned(point: Pick<LabelPoint, "gain" | "error">): boolean;
}

const createRule = (factor: number): FallbackRule => ({
  name: factor === 0 ? "gain above 0" : `gain above ${factor} standard errors`,
  isLearned: ({ gain, error }) => gain > factor * error,
});

export const RULES: readonly FallbackRule[] = [
  { name: "always learned", isLearned: () => true },
  ...[0, 0.5, 1, 1.5, 2].map(createRule),
];
/** The rule of docs/protocol.md. */
export const FROZEN_RULE: FallbackRule = createRule(1);

/** A collection and a number of queries under one rule. */
export interface CurvePoint {
  readonly collection: string;
  readonly size: number;
  readonly draws: number;
  /** Draws that were learned from, not tuned alone. */
  readonly learned: number;
  /** Mean difference from tuned BM25 in nDCG@10, over draws and test queries. */
  readonly gain: number;
  /** Of a paired t test over the test queries, by the mean of a query over draws, corrected by Holm. */
  readonly p: number;
}

/** Every point of all curves, corrected as one family. */
export function computeCurvePoints(
  curves: readonly CurveDraws[],
  rule: FallbackRule,
): CurvePoint[] {
  const points = curves.flatMap(({ collection, draws }) => {
    const sizes = [...new Set(draws.flatMap((draw) => draw.points.map(({ size }) => size)))];
    return sizes.map((size) => ({ collection, size, ...computePoint(draws, size, rule) }));
  });
  const corrected = holm(points.map(({ p }) => p));
  return points.map((point, i) => ({ ...point, p: corrected[i] as number }));
}

function computePoint(
  draws: readonly LabelDraw[],
  size: number,
  rule: FallbackRule,
): Pick<CurvePoint, "draws" | "learned" | "gain" | "p"> {
  const differences = new Map<string, number[]>();
  let [drawCount, learnedCount] = [0, 0];
  for (const { queries, points } of draws) {
    const point = points.find((each) => each.size === size);
    if (point === undefined) continue;
    drawCount++;
    const isLearned = rule.isLearned(point);
    if (isLearned) learnedCount++;
    for (const [i, query] of queries.entries()) {
      const gain = isLearned ? (point.learned[i] as number) - (point.tuned[i] as number) : 0;
      differences.set(query, [...(differences.get(query) ?? []), gain]);
    }
  }
  const means = Float64Array.from(differences.values(), mean);
  const isZero = means.every((each) => each === 0);
  return {
    draws: drawCount,
    learned: learnedCount,
    gain: mean([...means]),
    p: isZero ? 1 : pairedT(means).p,
  };
}

/** Gains with the number of draws that were learned from; a star marks a corrected p below .05. */
export function createLabelTables(curves: readonly CurveDraws[]): ReportTable[] {
  const points = computeCurvePoints(curves, FROZEN_RULE);
  const sizes = [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b);
  const rows = curves.map(({ collection }) => [
    collection,
    ...sizes.map((size) => {
      const point = points.find((each) => each.collection === collection && each.size === size);
      if (point === undefined) return "–";
      const star = point.p < 0.05 ? "*" : "";
      return `${formatSigned(point.gain)}${star} (${point.learned}/${point.draws})`;
    }),
  ]);
  return [
    {
      title:
        "Gain over tuned BM25 in nDCG@10 by the number of judged queries (draws that learned weights, of all draws)",
      table: { header: ["collection", ...sizes.map(String)], rows, words: [0] },
      note: "* corrected p < .05, in either direction.",
    },
    {
      title: "Rules of fallback, over all collections and numbers of queries",
      table: {
        header: [
          ...["weights are used", "share of draws", "mean gain", "worst point"],
          ...["points below 0", "significantly below 0", "significantly above 0"],
        ],
        rows: RULES.map((rule) => createRuleRow(rule, computeCurvePoints(curves, rule))),
        words: [0],
      },
    },
  ];
}

/** At most so many judged queries are few. */
const FEW_LABELS = 100;

/** S1.12, few labels suffice: a finding for each collection and each of the few numbers of queries. */
export function createLabelFindings(
  points: readonly Pick<CurvePoint, "collection" | "size" | "gain" | "p">[],
): readonly Finding[] {
  return points
    .filter(({ size }) => size <= FEW_LABELS)
    .map(({ collection, size, gain, p }): Finding => {
      const measured = `${size} judged queries, nDCG@10 of learned weights − tuned BM25: ${formatSigned(gain)}`;
      const direction = gain > 0 ? "holds" : "fails";
      return {
        claim: "S1.12",
        collection,
        measured,
        p,
        verdict: p < 0.05 ? direction : "not shown",
      };
    });
}

function createRuleRow({ name }: FallbackRule, points: readonly CurvePoint[]): string[] {
  const share = mean(points.map(({ learned, draws }) => learned / draws));
  const gains = points.map(({ gain }) => gain);
  const isClear = ({ p }: CurvePoint): boolean => p < 0.05;
  return [
    name,
    `${(100 * share).toFixed(0)} %`,
    formatSigned(mean(gains)),
    formatSigned(Math.min(...gains)),
    String(gains.filter((gain) => gain < 0).length),
    String(points.filter((point) => point.gain < 0 && isClear(point)).length),
    String(points.filter((point) => point.gain > 0 && isClear(point)).length),
  ];
}

export function createLabelFigure(curves: readonly CurveDraws[]): ReportFigure {
  const points = computeCurvePoints(curves, FROZEN_RULE);
  const sizes = [...new Set(points.map(({ size }) => size))].sort((a, b) => a - b);
  const series = curves.map(({ collection }) => ({
    name: collection,
    points: points
      .filter((point) => point.collection === collection)
      .map(({ size, gain }) => [sizes.indexOf(size), gain] as const),
  }));
  return {
    title: "Gain of learned term weights by the number of judged queries",
    name: "label-curves",
    svg: renderLineChart(series, {
      x: "judged queries",
      y: "nDCG@10 above tuned BM25",
      columns: sizes.map(String),
    }),
    caption: "Means over draws of queries; where a draw keeps the tuned model, its gain is 0.",
  };
}
