/** docs/claims.md, from the claims and the stored outcomes: a verdict on every claim, by rule. */

import type { ClaimVerdict, Finding } from "../../src/analysis/finding.ts";
import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
import { describeExtent, formatCommand, type StoredOutcome } from "./stored-outcome.ts";

const OPENING = `# Claims

Every claim of the five documents that a number can speak to, with what we measure. This page is generated from
\`experiments/outcomes\` by \`npm run docs:tables\`; nothing on it is typed. The rules are those of [protocol.md](protocol.md): *holds* and
*fails* need a difference that is significant after correction over all comparisons of its table, or an interval on one side of a
margin declared beforehand; everything else is *not shown*, which says as much about our sample as about the claim. A claim with
findings on several collections or models holds when some hold and none fails, fails when some fail and none holds, and is *mixed*
when there are both.

The outcomes are those of the size that each command names. A quick outcome comes from samples of 600 training queries and, unless the
command says otherwise, of 150 test queries, with one seed and nothing tuned: enough to see that everything runs and to find large effects,
not to settle small ones. Where five seeds are named, rates were tuned on dev, alike for every model, and all test queries were used; on a
collection that has both, only these speak. A verdict of quick size is provisional in both directions: a model that was trained on a sample
neither confirms nor refutes what a paper says of a trained one. A claim whose experiment has no stored outcome is *not run*.

*To show* says what would settle a difference that is not shown: how many times the queries of this collection would bring the 95 % interval
off 0, if the difference stayed what it is; more again for p after correction. Where that is more than a collection has, it cannot be settled on it.
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

/** `39 claims 17 hold, 3 fail, …`, for a sentence. */
export function countVerdicts(outcomes: readonly StoredOutcome[]): string {
  const all = PAPER_CLAIMS.flatMap(({ claims }) => claims);
  const verdicts = all.map((claim) => judgeClaim(claim, outcomes));
  const count = (verdict: PageVerdict): number =>
    verdicts.filter((each) => each === verdict).length;
  const untested = count("cannot be tested here") + count("not run");
  return `${all.length} claims ${count("holds")} hold here, ${count("fails")} fail, ${count("mixed")} are mixed, ${count("not shown")} are not shown either way, ${untested} cannot be tested here`;
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
    `${claim.claim} **${judgeClaim(claim, outcomes)}**. The document: ${claim.paper}.`,
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
