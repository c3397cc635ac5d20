/**
 * The lecture's measures on its examples: precision at n, reciprocal rank, a swap that P@6 ignores,
 * and the table of discounted cumulative gain.
 */

import { evaluate } from "../../src/evaluation/index.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

/** Relevant, relevant, not, not, relevant: P@3 = 2/3, P@4 = 2/4, P@5 = 3/5. */
const BINARY = [1, 1, 0, 0, 1];
/** Six results with their labels: excellent, fair, bad, good, fair, bad. */
const LABELLED = [4, 1, 0, 3, 1, 0];
/** The ten grades of the table of DCG. */
const GRADED = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0];

/** The measures of a ranking of graded documents. */
export function computeMeasures(
  grades: readonly number[],
  measures: readonly string[],
): ReadonlyMap<string, number> {
  const documents = grades.map((_, i) => `d${String(i).padStart(2, "0")}`);
  const scores = Float64Array.from(grades, (_, i) => -i);
  const run = { name: "example", rankings: new Map([["q", { documents, scores }]]) };
  const judgements = new Map([["q", new Map(documents.map((id, i) => [id, grades[i] as number]))]]);
  const evaluated = evaluate(run, judgements, measures).measures;
  return new Map(evaluated.map(({ overall }, i) => [measures[i] as string, overall]));
}

/** The lecture's examples of evaluation. */
export const x4Evaluation: Experiment = {
  id: "X4-eval",
  title: "precision, reciprocal rank and discounted cumulative gain on worked examples",
  source: "the lecture's slides on evaluation",
  collections: [],
  options: [],
  async run() {
    const binary = computeMeasures(BINARY, ["P@3", "P@4", "P@5", "RR", "AP"]);
    const swapped = [...LABELLED];
    [swapped[0], swapped[5]] = [LABELLED[5] as number, LABELLED[0] as number];
    const names = ["P@6", "RR", "DCG(form=log-rank)@6", "nDCG@6"];
    const [before, after] = [computeMeasures(LABELLED, names), computeMeasures(swapped, names)];
    const forms = ["DCG(form=log-rank)@10", "nDCG(form=log-rank)@10", "DCG@10", "nDCG@10"];
    const exponential = ["DCG(form=exp)@10", "nDCG(form=exp)@10"];
    const graded = computeMeasures(GRADED, [...forms, ...exponential]);
    const formatRows = (values: ReadonlyMap<string, number>): string[][] =>
      [...values].map(([name, value]) => [name, value.toFixed(7)]);
    const dcg = GRADED.map((grade, i) => {
      const discount = i === 0 ? 1 : Math.log2(i + 1);
      const sum = GRADED.slice(0, i + 1).reduce(
        (all, each, at) => all + each / (at === 0 ? 1 : Math.log2(at + 1)),
        0,
      );
      return [String(i + 1), String(grade), (grade / discount).toFixed(2), sum.toFixed(2)];
    });
    return createSmallReport({
      title: "Measures on the lecture's examples",
      tables: [
        {
          title: "Relevant, relevant, not, not, relevant",
          table: { header: ["measure", "value"], rows: formatRows(binary), words: [0] },
        },
        {
          title: "Excellent, fair, bad, good, fair, bad; and with the first and the last swapped",
          table: {
            header: ["measure", "before", "after"],
            rows: names.map((name) => [
              name,
              (before.get(name) ?? 0).toFixed(4),
              (after.get(name) ?? 0).toFixed(4),
            ]),
            words: [0],
          },
          note: "P@6 is the same: it does not see the order.",
        },
        {
          title: "Discounted cumulative gain of the grades 3 2 3 0 0 1 2 2 3 0",
          table: { header: ["rank", "gain", "discounted", "DCG"], rows: dcg, words: [] },
        },
        {
          title: "The same grades in the three forms of DCG",
          table: { header: ["measure", "value"], rows: formatRows(graded), words: [0] },
        },
      ],
      results: { binary: [...binary], graded: [...graded] },
      findings: [
        {
          claim: "S4.2",
          measured: `P@6 before ${before.get("P@6")}, after ${after.get("P@6")}`,
          verdict: before.get("P@6") === after.get("P@6") ? "holds" : "fails",
        },
      ],
    });
  },
};
