/** docs/claims.md, from the claims and the stored outcomes: a verdict on every claim, by rule. */

import type { Finding } from "../../src/analysis/finding.ts";
import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import { renderChanges, toAnchor } from "./changed-verdicts.ts";
import { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
import { collectFindings, findOutcomes, judgeClaim, selectEvidence } from "./judge-claim.ts";
import { describeExtent, formatCommand, type StoredOutcome } from "./stored-outcome.ts";

const OPENING = `# Claims

Every testable claim of the five sources, with our measurement. This page is generated from \`experiments/outcomes\` by
\`npm run docs:tables\`. The rules are those of [protocol.md](protocol.md):

| verdict | meaning |
|---|---|
| *holds* | on at least two collections the difference is significant after correction over all comparisons of its table and its interval over queries and seeds is on the claimed side of 0, or the interval is inside a margin declared beforehand; and no collection speaks against the claim |
| *holds on one* | the same on one collection only |
| *fails* | the same in the other direction, on at least one collection, and none speaks for the claim |
| *mixed* | findings on several collections or models disagree: some hold and some fail |
| *not shown* | none of these; the sample may be too small, or there may be no effect |
| *demonstrated* | a worked example shows it once; that is no evidence about collections |
| *not testable here* | the data or the model is not available, or the baseline is not above chance or far below BM25 |
| *not run at full size* | there are only outcomes of quick size: smoke tests, from which no verdict follows |
| *not run* | there is no stored outcome of the experiment |

Verdicts come from outcomes of full size alone: every test query, at least five seeds, learning rates tuned alike for all models, and every training
ended because validation stopped improving. Measurements of quick size are shown where there are no others, without a verdict: a network trained for
some dozen steps neither confirms nor refutes what a paper reports of a trained one. \`termwise experiment status\` shows what is missing.

*To show* estimates what would settle an undecided difference: how many times as many queries of this collection would move the 95 % interval off 0 if
the difference stayed the same. Significance after correction needs more. If a collection has fewer queries than that, it cannot settle the claim.
`;

/** The whole page. */
export function renderClaimsPage(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  const all = PAPER_CLAIMS.flatMap(({ claims }) => claims);
  const summary = {
    header: ["claim", "", "verdict", "experiment", "size"],
    rows: all.map((claim) => [
      `[${claim.id}](#${toAnchor(claim)})`,
      claim.claim,
      `**${judgeClaim(claim, experiments, outcomes)}**`,
      claim.experiment ?? "",
      [...new Set(selectEvidence(claim, experiments, outcomes).map(describeExtent))].join("; "),
    ]),
    words: [0, 1, 2, 3, 4],
  };
  return [
    OPENING,
    renderTable(summary, "markdown"),
    ...renderChanges(all, experiments, outcomes),
    ...PAPER_CLAIMS.flatMap(({ document, claims }) => [
      `\n# ${document}`,
      ...claims.map((claim) => renderSection(claim, experiments, outcomes)),
    ]),
    "",
  ].join("\n");
}

function renderSection(
  claim: PaperClaim,
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  const evidence = selectEvidence(claim, experiments, outcomes);
  const isSmokeTest = evidence.length === 0;
  const shown = isSmokeTest ? findOutcomes(claim, outcomes) : evidence;
  const findings = collectFindings(claim, shown).map(
    (finding): Omit<Finding, "verdict"> & { verdict: string } =>
      isSmokeTest ? { ...finding, verdict: "smoke test" } : finding,
  );
  const experiment = experiments.find((each) => each.id === claim.experiment);
  const rows = findings.map((finding) => {
    const { collection = "", measured, p, verdict } = finding;
    return [
      collection,
      measured,
      p === undefined ? "" : formatP(p),
      verdict,
      estimateRequiredQueries(finding),
    ];
  });
  const isSettled = rows.every((row) => row[4] === "");
  const table = {
    header: ["collection", "measured", "corrected p", "verdict", ...(isSettled ? [] : ["to show"])],
    rows: isSettled ? rows.map((row) => row.slice(0, 4)) : rows,
    words: [0, 1, 3, 4],
  };
  return [
    `\n## ${claim.id}\n`,
    `${claim.claim} **${judgeClaim(claim, experiments, outcomes)}**. Source: ${claim.paper}.`,
    ...(claim.note === undefined ? [] : [`\n${claim.note}`]),
    ...(rows.length === 0 ? [] : [`\n${renderTable(table, "markdown")}`]),
    ...(experiment === undefined
      ? []
      : shown.map((outcome) => `\n\`${formatCommand(outcome, experiment)}\``)),
  ].join("\n");
}

/**
 * How many times the queries a difference needs for an interval that excludes 0: widths fall with
 * the square root of their number.
 */
export function estimateRequiredQueries({
  verdict,
  difference,
  p,
}: Pick<Finding, "difference" | "p"> & { readonly verdict: string }): string {
  if (verdict !== "not shown" || difference === undefined || p === undefined) return "";
  const [mean, low, high] = difference;
  if (mean === 0) return "no difference";
  const times = ((high - low) / 2 / mean) ** 2;
  if (times <= 1) return "corrected p alone";
  return times > 1000
    ? "> 1,000 × queries"
    : `${times < 10 ? times.toFixed(1) : times.toFixed(0)} × queries`;
}

function formatP(p: number): string {
  return p < 0.001 ? "< .001" : p.toFixed(3).replace(/^0/, "");
}
