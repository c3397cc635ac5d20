/** The verdict on a claim of a paper from the stored outcomes, and the number of each verdict. */

import type { Finding } from "../../src/analysis/finding.ts";
import type { Experiment } from "../experiment.ts";
import { isFullOutcome } from "../outcome-extent.ts";
import { combineVerdicts, type PageVerdict } from "./claim-verdict.ts";
import { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
import type { StoredOutcome } from "./stored-outcome.ts";

/** The verdicts on all claims, each with its number of claims. */
export function countVerdicts(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): ReadonlyMap<PageVerdict, number> {
  const counts = new Map<PageVerdict, number>();
  for (const claim of PAPER_CLAIMS.flatMap(({ claims }) => claims)) {
    const verdict = judgeClaim(claim, experiments, outcomes);
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return counts;
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
  if (claim.isExample) return all;
  // An outcome with fewer models says nothing about claims on the others.
  return all.filter(
    (each) => isFullOutcome(each, experiment) && collectFindings(claim, [each]).length > 0,
  );
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
  const all = outcomes
    .flatMap(({ findings }) => findings)
    .filter((each) => each.claim === claim.id);
  const { needsInterval = false, modelWithoutEffect: model } = claim;
  const isEvidence = ({ difference, measured }: Finding): boolean =>
    (difference !== undefined || !needsInterval) &&
    (model === undefined || !measured.startsWith(`${model}, `));
  return all.map((each) => (isEvidence(each) ? each : { ...each, verdict: "not shown" }));
}
