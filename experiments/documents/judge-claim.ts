/** The verdict on a claim of a paper from the stored outcomes, and the number of each verdict. */

import type { Finding } from "../../src/analysis/finding.ts";
import type { Experiment } from "../experiment.ts";
import { isFullOutcome } from "../outcome-extent.ts";
import { combineVerdicts, type PageVerdict } from "./claim-verdict.ts";
import { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
import type { StoredOutcome } from "./stored-outcome.ts";

/** The verdicts in the order of counts. */
const VERDICTS: readonly PageVerdict[] = [
  ...(["holds", "holds on one", "fails", "mixed", "not shown", "demonstrated"] as const),
  ...(["not run at full size", "not run", "not testable here"] as const),
];

/** Counts verdicts: `60 claims: holds 7, fails 2, …`. */
export function countVerdicts(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  const all = PAPER_CLAIMS.flatMap(({ claims }) => claims);
  const verdicts = all.map((claim) => judgeClaim(claim, experiments, outcomes));
  const counts = VERDICTS.flatMap((verdict) => {
    const count = verdicts.filter((each) => each === verdict).length;
    return count === 0 ? [] : [`${verdict} ${count}`];
  });
  return `${all.length} claims: ${counts.join(", ")}`;
}

/** The verdict on a claim from the stored outcomes. */
export function judgeClaim(
  claim: PaperClaim,
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): PageVerdict {
  if (claim.experiment === undefined) return "not testable here";
  if (findOutcomes(claim, outcomes).length === 0) return "not run";
  const evidence = selectEvidence(claim, experiments, outcomes);
  if (evidence.length === 0) return "not run at full size";
  const findings = collectFindings(claim, evidence);
  return findings.length === 0 ? "not run" : combineVerdicts(findings, claim);
}

/** The outcomes that the verdict rests on: those of full size, or any for a worked example. */
export function selectEvidence(
  claim: PaperClaim,
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): readonly StoredOutcome[] {
  const experiment = experiments.find(({ id }) => id === claim.experiment);
  if (experiment === undefined) return [];
  const all = findOutcomes(claim, outcomes);
  return claim.isExample ? all : all.filter((each) => isFullOutcome(each, experiment));
}

/** The outcomes of the claim's experiment. */
export function findOutcomes(
  { experiment }: PaperClaim,
  outcomes: readonly StoredOutcome[],
): readonly StoredOutcome[] {
  return outcomes.filter((each) => each.experiment === experiment);
}

/** The findings of outcomes on the claim. */
export function collectFindings(
  claim: PaperClaim,
  outcomes: readonly StoredOutcome[],
): readonly Finding[] {
  const all = outcomes.flatMap(({ findings }) => findings);
  return all.filter((each) => each.claim === claim.id);
}
