/** The p values of selected pairs of systems, raw and corrected for their number. */

import { badArgument, quote } from "../../common/errors.ts";
import { computeDifferences } from "./differences.ts";
import { bonferroni, holm } from "./multiple-comparisons.ts";
import { pairedT } from "./paired-t.ts";
import { randomisation } from "./randomisation.ts";
import { tukey } from "./tukey.ts";
import { wilcoxon } from "./wilcoxon.ts";

/** A test of paired differences. */
export type PairTest = "t" | "randomisation" | "wilcoxon";

/** How p values are corrected for many comparisons. */
export type Correction = "none" | "bonferroni" | "holm" | "tukey";

export interface PairPValue {
  readonly raw: number;
  readonly corrected: number;
}

const TESTS: Readonly<Record<PairTest, (d: Float64Array, seed: number) => number>> = {
  t: (d) => pairedT(d).p,
  randomisation: (d, seed) => randomisation(d, { seed }).p,
  wilcoxon: (d) => wilcoxon(d).p,
};

const CORRECTIONS: Readonly<Record<Exclude<Correction, "tukey">, (ps: number[]) => number[]>> = {
  none: (ps) => ps,
  bonferroni,
  holm,
};

/**
 * Tests `pairs`, given as indexes of `systems`. Tukey's correction has its own test over all
 * systems and ignores `test`.
 */
export function testPairs(
  systems: readonly Float64Array[],
  pairs: readonly (readonly [number, number])[],
  { test, correction, seed }: { test: PairTest; correction: Correction; seed: number },
): PairPValue[] {
  if (!Object.hasOwn(TESTS, test)) throw createUnknownOptionError("test", test, Object.keys(TESTS));
  if (correction === "tukey") {
    const { pair } = tukey(systems);
    return pairs.map(([a, b]) => {
      const { rawP, p } = pair(a, b);
      return { raw: rawP, corrected: p };
    });
  }
  if (!Object.hasOwn(CORRECTIONS, correction)) {
    throw createUnknownOptionError("correction", correction, [
      ...Object.keys(CORRECTIONS),
      "tukey",
    ]);
  }
  const raw = pairs.map(([a, b]) =>
    TESTS[test](computeDifferences(systems[a] as Float64Array, systems[b] as Float64Array), seed),
  );
  const corrected = CORRECTIONS[correction](raw);
  return raw.map((p, i) => ({ raw: p, corrected: corrected[i] as number }));
}

function createUnknownOptionError(
  option: string,
  value: string,
  allowed: readonly string[],
): Error {
  return badArgument(`${option} must be one of ${allowed.join(", ")}, got ${quote(String(value))}`);
}
