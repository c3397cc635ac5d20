/** All pairs of runs as a matrix: the difference of row and column, with its mark and corrected p. */

import { renderTable, type TableStyle } from "../../src/analysis/table.ts";
import type { Comparison, PairComparison } from "../../src/evaluation/index.ts";

/** The tests by the names that papers give them. */
export const TEST_NAMES: Readonly<Record<Comparison["test"], string>> = {
  t: "paired t test",
  randomisation: "randomisation test",
  wilcoxon: "Wilcoxon test",
  tukey: "Tukey's HSD",
};

/** A matrix for each measure, then a line that describes the test. */
export function formatPairs(result: PairComparison, style: TableStyle): string {
  const tables = result.measures.map(({ measure, runs, pairs }) => {
    const cell = (run: string, against: string): string => {
      const comparison = pairs.find((each) => each.run === run && each.against === against);
      if (comparison === undefined) return "";
      const { difference, mark, correctedP } = comparison;
      const differenceText = `${difference < 0 ? "−" : "+"}${Math.abs(difference).toFixed(4)}${mark}`;
      return `${differenceText} (${correctedP < 0.001 ? "< .001" : correctedP.toFixed(3).replace("0.", ".")})`;
    };
    const others = runs.slice(0, -1).map(({ run }) => run);
    const rows = runs.map(({ run, overall }) => [
      ...[measure, run, overall.toFixed(4)],
      ...others.map((against) => cell(run, against)),
    ]);
    const header = ["measure", "run", "mean", ...others.map((run) => `− ${run}`)];
    return renderTable({ header, rows, words: [0, 1] }, style);
  });
  const { queries, test, correction, comparisons, alpha } = result;
  const corrected = correction === "none" || correction === "tukey" ? "" : `, ${correction}`;
  const count = comparisons === 1 ? "1 pair" : `${comparisons} pairs`;
  const note = `${queries} queries; row minus column, corrected p in brackets; ${TEST_NAMES[test]}${corrected}, ${count} per measure; marks at p < ${alpha}`;
  return style === "latex" ? [`% ${note}`, ...tables].join("\n\n") : [...tables, note].join("\n\n");
}
