/** Documents that are made from stored outcomes. */

import type { Experiment } from "../experiment.ts";
import { claimsPage } from "./claims-page.ts";
import { replicationPage } from "./replication-page.ts";
import type { StoredOutcome } from "./stored-outcome.ts";

export { PAPER_CLAIMS, type PaperClaim } from "./claims.ts";
export { overallVerdict } from "./claims-page.ts";
export { type StoredOutcome, storedOutcome } from "./stored-outcome.ts";

/** The text of each generated document, by its path. */
export function generatedDocuments(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): ReadonlyMap<string, string> {
  const ordered = [...outcomes].sort((a, b) => (a.experiment < b.experiment ? -1 : 1));
  return new Map([
    ["docs/claims.md", claimsPage(experiments, ordered)],
    ["docs/replication.md", replicationPage(experiments, ordered)],
  ]);
}
