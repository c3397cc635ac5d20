/**
 * The claims of the report "Term dependency and term proximity in neural IR models" (sections 4 and
 * 5) about SDM and PACRR, derived there from their formulas. They are compared with measurements.
 */

import type { AxiomResult, Verdict } from "./axiom-result.ts";

/** A claim about a kind of ranker and an axiom. */
export interface Claim {
  /** The kind of ranker. */
  readonly kind: string;
  readonly axiom: string;
  readonly expects: "holds" | "fails" | "open";
  /** In the words of the report, shortened. */
  readonly claim: string;
}

/** All claims. */
export const CLAIMS: readonly Claim[] = [
  { kind: "sdm", axiom: "TFC1", expects: "holds", claim: "more matches rank higher" },
  { kind: "sdm", axiom: "TFC2", expects: "holds", claim: "the logarithm discounts" },
  {
    kind: "sdm",
    axiom: "TDC-2011",
    expects: "fails",
    claim: "cf/|C| is not used to discriminate; |C|/cf would be",
  },
  { kind: "sdm", axiom: "LNC1", expects: "holds", claim: "tf/|D| ensures it" },
  { kind: "sdm", axiom: "LNC2", expects: "holds", claim: "the counts grow k-fold" },
  { kind: "sdm", axiom: "TF-LNC", expects: "holds", claim: "all counts grow" },
  { kind: "pacrr", axiom: "TFC1", expects: "holds", claim: "more matches in the matrix" },
  {
    kind: "pacrr",
    axiom: "TFC2",
    expects: "fails",
    claim: "a hard limit at k instead of diminishing returns",
  },
  { kind: "pacrr", axiom: "TDC-2011", expects: "open", claim: "can be learned from the idf input" },
  { kind: "pacrr", axiom: "LNC1", expects: "holds", claim: "an unrelated term adds nothing" },
  { kind: "pacrr", axiom: "LNC2", expects: "holds", claim: "more signals pass k-max pooling" },
  { kind: "pacrr", axiom: "TF-LNC", expects: "holds", claim: "more signals pass k-max pooling" },
];

/** A claim with its measurement. */
export interface CheckedClaim extends Claim {
  readonly measured: AxiomResult;
  readonly agreement: "agrees" | "in part" | "differs" | "open";
}

/** The claims about a kind of ranker, with their measurements. */
export function checkClaims(
  kind: string | undefined,
  results: readonly AxiomResult[],
): CheckedClaim[] {
  return CLAIMS.flatMap((claim) => {
    if (claim.kind !== kind) return [];
    const measured = results.find(({ axiom }) => axiom === claim.axiom);
    if (measured === undefined) return [];
    return [{ ...claim, measured, agreement: compareVerdict(claim.expects, measured.verdict) }];
  });
}

function compareVerdict(expects: Claim["expects"], verdict: Verdict): CheckedClaim["agreement"] {
  if (expects === "open" || verdict === "not shown") return "open";
  if (verdict === "conditional") return "in part";
  return (expects === "holds") === (verdict === "holds") ? "agrees" : "differs";
}
