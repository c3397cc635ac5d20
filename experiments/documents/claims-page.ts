/** docs/claims.md, from the claims and the stored outcomes: a verdict on every claim, by rule. */

import type { ClaimVerdict, Finding } from "../../src/analysis/finding.ts";
import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
import { describeExtent, formatCommand, type StoredOutcome } from "./stored-outcome.ts";

const OPENING = `# Claims

Every testable claim of the five sources, with our measurement. This page is generated from \`experiments/outcomes\` by
\`npm run docs:tables\`. The rules are those of [protocol.md](protocol.md):

| verdict | meaning |
|---|---|
| *holds*, *fails* | the difference is significant after correction over all comparisons of its table, or its interval is on one side of a margin declared beforehand |
| *not shown* | neither; the sample may be too small, or there may be no effect |
| *mixed* | findings on several collections or models disagree: some hold and some fail. Without disagreement, one finding that holds (or fails) decides |
| *cannot be tested here* | the data or the model is not available |
| *not run* | there is no stored outcome of the experiment |

Each outcome has the size that its command names. A quick outcome uses 600 training queries and, unless the command says otherwise, 150 test
queries, one seed and no tuning. That finds large effects but does not settle small ones. Outcomes with five seeds use learning rates tuned on dev
in the same way for every model, and all test queries; on a collection that has both, only these count. A verdict of quick size is provisional in
both directions: a model trained on a sample neither confirms nor refutes what a paper reports of a fully trained one.

*To show* estimates what would settle an undecided difference: how many times as many queries of this collection would move the 95 % interval off 0 if
the difference stayed the same. Significance after correction needs more. If a collection has fewer queries than that, it cannot settle the claim.
`;

/** The verdict that the page shows for a claim. */
type PageVerdict = ClaimVerdict | "mixed" | "not run";

/** The verdict on a claim from all its findings. */
export function combineVerdicts(findings: readonly Finding[]): ClaimVerdict | "mixed" {
  const has = (verdict: ClaimVerdict): boolean => findings.some((each) => each.verdict === verdict);
  if (has("holds") && has("fails")) return "mixed";
  if (has("holds")) return "holds";
  if (has("fails")) return "fails";
  return has("not shown") ? "not shown" : "cannot be tested here";
}

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
      `**${judgeClaim(claim, outcomes)}**`,
      claim.experiment ?? "",
      [...new Set(findOutcomes(claim, outcomes).map(describeExtent))].join("; "),
    ]),
    words: [0, 1, 2, 3, 4],
  };
  return [
    OPENING,
    renderTable(summary, "markdown"),
    ...PAPER_CLAIMS.flatMap(({ document, claims }) => [
      `\n# ${document}`,
      ...claims.map((claim) => renderSection(claim, experiments, outcomes)),
    ]),
    "",
  ].join("\n");
}

/** Counts verdicts as part of a sentence: `45 claims, 27 hold here, 6 fail, …`. */
export function countVerdicts(outcomes: readonly StoredOutcome[]): string {
  const all = PAPER_CLAIMS.flatMap(({ claims }) => claims);
  const verdicts = all.map((claim) => judgeClaim(claim, outcomes));
  const count = (verdict: PageVerdict): number =>
    verdicts.filter((each) => each === verdict).length;
  const untested = count("cannot be tested here") + count("not run");
  return `${all.length} claims, ${count("holds")} hold here, ${count("fails")} fail, ${count("mixed")} hold in part, ${count("not shown")} are undecided, ${untested} cannot be tested here`;
}

function judgeClaim(claim: PaperClaim, outcomes: readonly StoredOutcome[]): PageVerdict {
  const hasOutcome = findOutcomes(claim, outcomes).length > 0;
  if (claim.experiment !== undefined && !hasOutcome) return "not run";
  return combineVerdicts(collectFindings(claim, outcomes));
}

function toAnchor({ id }: PaperClaim): string {
  return id.toLowerCase().replaceAll(".", "");
}

function findOutcomes(
  { experiment }: PaperClaim,
  outcomes: readonly StoredOutcome[],
): readonly StoredOutcome[] {
  return outcomes.filter((each) => each.experiment === experiment);
}

function collectFindings(
  claim: PaperClaim,
  outcomes: readonly StoredOutcome[],
): readonly Finding[] {
  const all = findOutcomes(claim, outcomes).flatMap(({ findings }) => findings);
  return all.filter((each) => each.claim === claim.id);
}

function renderSection(
  claim: PaperClaim,
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  const findings = collectFindings(claim, outcomes);
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
    `${claim.claim} **${judgeClaim(claim, outcomes)}**. Source: ${claim.paper}.`,
    ...(claim.note === undefined ? [] : [`\n${claim.note}`]),
    ...(rows.length === 0 ? [] : [`\n${renderTable(table, "markdown")}`]),
    ...(experiment === undefined
      ? []
      : findOutcomes(claim, outcomes).map(
          (outcome) => `\n\`${formatCommand(outcome, experiment)}\``,
        )),
  ].join("\n");
}

/**
 * How many times the queries a difference needs for an interval that excludes 0: widths fall with
 * the square root of their number.
 */
export function estimateRequiredQueries({ verdict, difference, p }: Finding): string {
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
