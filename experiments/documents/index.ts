/** Documents that are made from stored outcomes. */

import type { Experiment } from "../experiment.ts";
import { claimsPage } from "./claims-page.ts";
import { classicalTables } from "./effectiveness-tables.ts";
import { readmeResults } from "./readme-results.ts";
import { replicationPage } from "./replication-page.ts";
import type { StoredOutcome } from "./stored-outcome.ts";

export { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
export { overallVerdict } from "./claims-page.ts";
export { withBlock } from "./generated-block.ts";
export { type StoredOutcome, storedOutcome } from "./stored-outcome.ts";

/** A generated part of a document, by the document's path and the name of the part. */
export interface GeneratedBlock {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** The generated parts of documents that are otherwise written by hand. */
export function generatedBlocks(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): readonly GeneratedBlock[] {
  const blocks = [
    { path: "README.md", name: "results", text: readmeResults(experiments, outcomes) },
    {
      ...{ path: "docs/effectiveness.md", name: "classical" },
      text: classicalTables(experiments, outcomes),
    },
  ];
  return blocks;
}

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
