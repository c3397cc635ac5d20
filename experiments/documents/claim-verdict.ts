/**
 * The verdict on a claim from its findings on all collections, by the rules of docs/protocol.md.
 *
 * A collection speaks for a claim if a finding on it holds and none fails, and against it if one
 * fails and none holds. Several findings of one collection are of several models or depths.
 */

import type { ClaimVerdict, Finding } from "../../src/analysis/finding.ts";

/** The verdict on a claim as a whole. */
export type PageVerdict =
  | ClaimVerdict
  | "holds on one"
  | "mixed"
  | "demonstrated"
  | "not run at full size"
  | "not run";

/** The number of collections that a claim must hold on. */
export const MIN_COLLECTIONS = 2;

/** What the claim is about, where that changes the rule. */
export interface ClaimScope {
  /** A worked example: it shows that something is so once, on no collection. */
  readonly isExample?: boolean;
  /** The claim names one collection, on which alone it can be tested. */
  readonly namesCollection?: boolean;
}

/** The verdict from all findings of full size. */
export function combineVerdicts(
  findings: readonly Finding[],
  { isExample = false, namesCollection = false }: ClaimScope = {},
): PageVerdict {
  const has = (verdict: ClaimVerdict): boolean => findings.some((each) => each.verdict === verdict);
  if (isExample && has("holds") && !has("fails")) return "demonstrated";
  if (has("holds") && has("fails")) return "mixed";
  if (has("holds")) {
    const holding = findings.filter(({ verdict }) => verdict === "holds");
    const collections = new Set(holding.map(({ collection }) => collection));
    const isEnough = namesCollection || collections.size >= MIN_COLLECTIONS;
    return isEnough ? "holds" : "holds on one";
  }
  if (has("fails")) return "fails";
  return has("not shown") ? "not shown" : "not testable here";
}
