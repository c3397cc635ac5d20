/**
 * A data table: the verdicts until 2026-11-18, by outcomes of quick size (some dozen steps of
 * training, mostly one seed) and by rules that needed one collection. The page shows what became of
 * each.
 */

/** Ids of claims by verdict. */
export const FORMER_VERDICTS: Readonly<Record<string, string>> = {
  holds:
    "S0.1 S0.3 S0.4 S0.5 S0.8 S0.9 S0.12 S0.13 S0.16 S1.1 S1.2 S1.4 S1.5 S1.6 S1.7 S2.1 S2.2 S2.4 S2.5 S2.6 S3.1 S3.3 S4.1 S4.2 S4.3 S4.4 S4.6",
  "not shown": "S0.2 S0.14 S0.15 S3.2 S3.4 S3.5 S3.6",
  fails: "S0.6 S0.7 S0.11 S1.3 S2.3 S4.5",
  mixed: "S0.10 S1.8 S2.7 S2.8",
  "cannot be tested here": "S1.9",
};

/**
 * Verdicts of full size of 2026-11-18 and the night after it, of claims that were trained further on
 * 2026-11-19, under the same rules.
 */
export const VERDICTS_OF_2026_11_18: Readonly<Record<string, string>> = {
  "holds on one": "S1.2 S1.4 S1.10",
  "not shown": "S0.21 S0.22 S1.11 S4.7",
  fails: "S1.3",
  "not run at full size": "S1.13 S3.7 S4.5 S4.6",
};

/** The former verdict of a claim; undefined for a claim that is newer or unchanged. */
export function findFormerVerdict(
  id: string,
  former: Readonly<Record<string, string>>,
): string | undefined {
  return Object.entries(former).find(([, ids]) => ids.split(" ").includes(id))?.[0];
}
