/**
 * Losses of learning to rank on toy scores: the lecture's three margin
 * examples, and one loss of each family on the same list, computed by the
 * graphs that train models.
 */

import { input, wasmBackend } from "../../src/tensor/index.ts";
import {
  createExampleInputs,
  findLoss,
  LOSS_NAMES,
  type LossName,
} from "../../src/training/index.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

/** A relevant document's score and another's: C = 1 in the lecture. */
const MARGIN_EXAMPLES = [
  [2, 1.8],
  [2, 3.8],
  [2, 0.8],
] as const;
/** One list with grades; the first document is the best. */
const TOY = { scores: [2, 1.8, 0.5, -1], grades: [2, 1, 0, 0] };

const FAMILIES: Readonly<Record<LossName, string>> = {
  hinge: "pairwise",
  ranknet: "pairwise",
  softmax: "listwise",
  "cross-entropy": "pointwise",
  mse: "pointwise",
  listnet: "listwise",
  lambdarank: "listwise (pairs weighed by the list)",
};

/** The value of a loss on one list. Weights of lambdarank are those of equal pairs. */
export async function computeLoss(
  name: LossName,
  scores: readonly number[],
  grades: readonly number[],
): Promise<number> {
  const pairs = grades.flatMap((a, i) =>
    grades.flatMap((b, j) => (a > b ? [[i, j] as const] : [])),
  );
  const total = grades.reduce((sum, grade) => sum + Math.exp(grade), 0);
  const session = await wasmBackend().open([]);
  try {
    const loss = findLoss(name)(input("scores", ["pairs"]), createExampleInputs({ vocabulary: 2 }));
    const step = await session.prepare({ outputs: { loss } });
    const { outputs } = await step.run({
      scores: Float32Array.from(scores),
      better: Int32Array.from(pairs, ([i]) => i),
      worse: Int32Array.from(pairs, ([, j]) => j),
      listOffsets: Int32Array.of(0, scores.length),
      first: Int32Array.of(0),
      labels: Float32Array.from(grades, (grade) => (grade > 0 ? 1 : 0)),
      grades: Float32Array.from(grades),
      shares: Float32Array.from(grades, (grade) => Math.exp(grade) / total),
      pairWeights: new Float32Array(pairs.length).fill(1 / Math.max(1, pairs.length)),
    });
    return outputs.loss?.[0] ?? Number.NaN;
  } finally {
    await session.close();
  }
}

/** The lecture's losses. */
export const x4Loss: Experiment = {
  id: "X4-loss",
  title: "the margin loss and the three families of learning to rank on toy lists",
  source: "the lecture's slides on learning to rank",
  collections: [],
  options: [],
  async run() {
    const margins: string[][] = [];
    for (const [better, worse] of MARGIN_EXAMPLES) {
      const hinge = await computeLoss("hinge", [better, worse], [1, 0]);
      const ranknet = await computeLoss("ranknet", [better, worse], [1, 0]);
      margins.push([String(better), String(worse), hinge.toFixed(4), ranknet.toFixed(7)]);
    }
    const families: string[][] = [];
    for (const name of LOSS_NAMES) {
      const right = await computeLoss(name, TOY.scores, TOY.grades);
      const wrong = await computeLoss(name, [...TOY.scores].reverse(), TOY.grades);
      families.push([name, FAMILIES[name], right.toFixed(4), wrong.toFixed(4)]);
    }
    const falls = families.every(([, , right, wrong]) => Number(right) < Number(wrong));
    return createSmallReport({
      title: "Losses of learning to rank",
      texts: [
        "Computed by the graphs that train models. Lambdarank's pairs have equal weights here; in training they are weighed by what a swap changes in nDCG.",
      ],
      tables: [
        {
          title: "The margin loss with C = 1: max(0, 1 − (f⁺ − f⁻)), and RankNet beside it",
          table: { header: ["f⁺", "f⁻", "margin loss", "RankNet"], rows: margins, words: [] },
        },
        {
          title: "One list of grades 2 1 0 0: scores 2, 1.8, .5, −1, and the same reversed",
          table: {
            header: ["loss", "family", "right order", "reversed"],
            rows: families,
            words: [0, 1],
          },
        },
      ],
      results: { margins, families },
      findings: [
        {
          claim: "S4.3",
          measured: "every loss of the three families is lower for the right order",
          verdict: falls ? "holds" : "fails",
        },
      ],
    });
  },
};
