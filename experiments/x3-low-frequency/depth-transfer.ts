/**
 * Whether the depth chosen on dev is as good on test as the best depth there, for one model with all
 * its vocabularies. docs/protocol.md has the rule.
 */

import { type Finding, judgeEquivalence } from "../../src/analysis/finding.ts";
import { crossedBootstrapInterval } from "../../src/evaluation/index.ts";
import { formatInterval, mean } from "../format-values.ts";
import type { SystemRow } from "../neural/system-rows.ts";
import type { TrainingOutcome } from "../neural/training-outcome.ts";

const MIN_SEEDS = 5;

/** The two values of one model with one vocabulary, of every query, by seed. */
interface DepthPair {
  readonly vocabulary: string;
  readonly chosen: readonly (readonly number[])[];
  readonly best: readonly (readonly number[])[];
}

/** The finding on one model; `isWhole` tells that lists are always re-ranked whole. */
export function createTransferFinding(
  collection: string,
  model: string,
  rows: readonly Pick<SystemRow, "name" | "outcomes">[],
  measure: string,
  isWhole: boolean,
): Finding {
  const claim = { claim: "S3.7", collection };
  const untested = (reason: string): Finding => ({
    ...{ ...claim, measured: `${model}: ${reason}`, verdict: "not testable here" },
  });
  if (isWhole) return untested("every list is re-ranked whole, so that no depth is chosen");
  const pairs = rows.flatMap((row) => readDepthPair(row, measure) ?? []);
  if (pairs.length === 0) {
    const isTrained = rows.some(({ outcomes }) => listMeasured(outcomes).length >= MIN_SEEDS);
    return untested(
      isTrained
        ? "the best depth on test is 1 with every vocabulary, so that nothing is re-ranked"
        : "no vocabulary has five seeds whose best depth on test is stored",
    );
  }
  const compared = pairs.map(({ vocabulary, chosen, best }) => {
    const differences = chosen.map((values, i) =>
      values.map((value, q) => value - (best[i]?.[q] as number)),
    );
    // Both depths are of the same network: their difference has one set of seeds, not two.
    const zero = [(differences[0] ?? []).map(() => 0)];
    const difference = crossedBootstrapInterval(differences, zero);
    const verdict = judgeEquivalence({ difference }, mean(best.map(mean)));
    return { vocabulary, difference, verdict };
  });
  const [worst] = [...compared].sort((a, b) => a.difference[1] - b.difference[1]);
  const agreeing = compared.filter(({ verdict }) => verdict === "holds").length;
  const fails = compared.some(({ verdict }) => verdict === "fails");
  const agreement = agreeing === compared.length ? "holds" : "not shown";
  const loss =
    worst === undefined ? "" : `${formatInterval(worst.difference)} (${worst.vocabulary})`;
  return {
    ...claim,
    measured: `${model}, ${measure} on test at the chosen − at the best depth: inside ±5 % with ${agreeing} of ${compared.length} vocabularies, the widest ${loss}`,
    verdict: fails ? "fails" : agreement,
  };
}

/** Absent with too few seeds, and where most seeds leave test as it was, which any depth equals. */
function readDepthPair(
  { name, outcomes }: Pick<SystemRow, "name" | "outcomes">,
  measure: string,
): DepthPair | undefined {
  const measured = listMeasured(outcomes);
  const still = measured.filter(({ testCurve = [] }) => findBest(testCurve) === 1);
  if (measured.length < MIN_SEEDS || 2 * still.length > measured.length) return undefined;
  const of = (read: (outcome: TrainingOutcome) => readonly number[] | undefined) =>
    measured.map((outcome) => read(outcome) ?? []);
  return {
    vocabulary: name,
    chosen: of(({ test }) => test[measure]),
    best: of(({ testBest }) => testBest?.[measure]),
  };
}

/** Older trainings lack the best depth on test. */
function listMeasured(outcomes: readonly TrainingOutcome[]): readonly TrainingOutcome[] {
  return outcomes.filter(({ testBest }) => testBest !== undefined);
}

/** The smallest of the best depths from 1 on. */
function findBest(curve: readonly number[]): number {
  const deep = curve.slice(1);
  return deep.indexOf(Math.max(...deep)) + 1;
}
