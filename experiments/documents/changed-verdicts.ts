/** The claims whose verdict changed, with the verdict before, the one now and the reason. */

import type { Finding } from "../../src/analysis/finding.ts";
import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import type { PageVerdict } from "./claim-verdict.ts";
import {
  FORMER_VERDICTS,
  findFormerVerdict,
  VERDICTS_OF_2026_11_18,
} from "./claims/former-verdicts.ts";
import type { PaperClaim } from "./claims/index.ts";
import { collectFindings, judgeClaim, selectEvidence } from "./judge-claim.ts";
import { describeExtent, type StoredOutcome } from "./stored-outcome.ts";

const CHANGES = `
## Changed verdicts

Until 2026-11-18 verdicts came from outcomes of quick size: some dozen steps of training, mostly one seed, a sample of the queries, and a difference on one collection was enough.
The rules of [protocol.md](protocol.md#verdicts) replaced them before any outcome of full size. Each claim whose verdict is another one now:
`;

const LATER_CHANGES = `
Verdicts of full size that changed on 2026-11-19, when more had been trained under the same rules:
`;

/** Two tables: against the verdicts of quick size, and against those of fewer outcomes of full size. */
export function renderChanges(
  claims: readonly PaperClaim[],
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): readonly string[] {
  const list = (former: Readonly<Record<string, string>>): string => {
    const rows = claims.flatMap((claim) => {
      const before = findFormerVerdict(claim.id, former);
      const now = judgeClaim(claim, experiments, outcomes);
      if (before === undefined || before === now) return [];
      const evidence = selectEvidence(claim, experiments, outcomes);
      const reason = explainVerdict(now, collectFindings(claim, evidence), evidence);
      return [[`[${claim.id}](#${toAnchor(claim)})`, before, now, reason]];
    });
    const table = { header: ["claim", "before", "now", "why"], rows, words: [0, 1, 2, 3] };
    return renderTable(table, "markdown");
  };
  return [CHANGES, list(FORMER_VERDICTS), LATER_CHANGES, list(VERDICTS_OF_2026_11_18)];
}

/** How many findings say what, and one of each kind that decides. */
export function explainVerdict(
  verdict: PageVerdict,
  findings: readonly Finding[],
  evidence: readonly StoredOutcome[],
): string {
  if (verdict === "demonstrated") return "a worked example is no evidence about collections";
  if (verdict.startsWith("not run")) return "no outcome of full size: quick ones give no verdict";
  const collections = [...new Set(findings.map(({ collection }) => collection))].join(", ");
  const extent = [...new Set(evidence.map(describeExtent))].join("; ");
  const kinds = listDecisive(verdict);
  const examples = kinds.flatMap((kind) => {
    const same = findings.filter((finding) => finding.verdict === kind);
    const [first] = same;
    if (first === undefined) return [];
    const count = `${kind} in ${same.length} of ${findings.length}`;
    return [`${count}, such as ${first.collection ?? "the example"}: ${first.measured}`];
  });
  return `${extent}, on ${collections}: ${examples.join("; ")}`;
}

function listDecisive(verdict: PageVerdict): readonly PageVerdict[] {
  if (verdict === "mixed") return ["holds", "fails"];
  return verdict === "holds on one" ? ["holds"] : [verdict];
}

/** The fragment of the section of a claim. */
export function toAnchor({ id }: PaperClaim): string {
  return id.toLowerCase().replaceAll(".", "");
}
