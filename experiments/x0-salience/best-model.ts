/**
 * Tests whether a model is the best of all: it is compared with each of the others, corrected
 * together by Holm's method. The claim holds if it is significantly better than every other one,
 * and fails if one is significantly better than it. The highest mean alone decides neither.
 */

import { type Finding, judgeSuperiority } from "../../src/analysis/finding.ts";
import { compareSystems, type SystemSeeds, type SystemValues } from "../compare-systems.ts";
import { formatInterval, formatMean, mean } from "../format-values.ts";

/**
 * The finding from the values of every query; none with fewer than two models or without the
 * claimed one.
 */
export function judgeBestModel(
  claimed: string,
  values: SystemValues,
  seeds?: SystemSeeds,
): readonly Pick<Finding, "measured" | "difference" | "p" | "verdict">[] {
  const others = [...values.keys()].filter((name) => name !== claimed);
  if (!values.has(claimed) || others.length === 0) return [];
  const compared = compareSystems(
    values,
    others.map((other) => [claimed, other]),
    seeds,
  );
  const byMean = [...compared].sort((a, b) => a.difference[0] - b.difference[0]);
  const verdicts = compared.map((each) => judgeSuperiority(each, each.correctedP));
  const isWorse = verdicts.includes("fails");
  const isBest = verdicts.every((each) => each === "holds");
  // The strongest rival, and among rivals that are significantly better the one that settles it.
  const rival = byMean.find(({ correctedP }) => isWorse && correctedP < 0.05) ?? byMean[0];
  if (rival === undefined) return [];
  const { baseline, difference, correctedP } = rival;
  const own = `${claimed} ${formatMean(mean(values.get(claimed) ?? []))}`;
  const other = `${baseline} ${formatMean(mean(values.get(baseline) ?? []))}`;
  return [
    {
      measured: `${own}, strongest other ${other}, difference ${formatInterval(difference)}`,
      difference,
      p: correctedP,
      verdict: isWorse ? "fails" : isBest ? "holds" : "not shown",
    },
  ];
}
