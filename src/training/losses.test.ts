import { describe, expect, test } from "vitest";
import { PairBatcher } from "../models/index.ts";
import { input, plainBackend } from "../tensor/index.ts";
import { createExampleBatch, createExampleInputs } from "./example-batch.ts";
import { findLoss } from "./losses.ts";

/** The loss of given scores for lists of given grades. */
async function computeLoss(
  name: string,
  lists: readonly { readonly grades: number[]; readonly scores: number[] }[],
): Promise<number> {
  const session = await plainBackend({ precision: "float64" }).open([]);
  const loss = findLoss(name)(input("scores", ["pairs"]), createExampleInputs({ vocabulary: 10 }));
  const step = await session.prepare({ outputs: { loss } });
  const examples = lists.map(({ grades }) => {
    return { query: [2], documents: grades.map(() => [3]), grades };
  });
  const batch = createExampleBatch(new PairBatcher(10, "drop"), examples);
  const scores = lists.flatMap((list) => list.scores);
  const { outputs } = await step.run({ ...batch, scores });
  return outputs.loss?.[0] as number;
}

describe("losses, worked out by hand", () => {
  test("averages the hinge over all pairs of different grades", async () => {
    // Lead 0.2 costs 0.8; lead 2 costs 0; in the list of three the pairs (2,1), (2,0), (1,0)
    // lead by 1, 0.5 and -0.5 and cost 0, 0.5 and 1.5. Mean of 0.8, 0, 0, 0.5, 1.5.
    const lists = [
      { grades: [1, 0], scores: [2, 1.8] },
      { grades: [1, 0], scores: [2, 0] },
      { grades: [2, 1, 0], scores: [1, 0, 0.5] },
    ];
    expect(await computeLoss("hinge", lists)).toBeCloseTo(2.8 / 5, 12);
  });

  test("computes RankNet as log(1 + e^-lead), and softmax the same for one negative", async () => {
    // Lead ln 3: log(1 + 1/3) = 0.2876820724517809.
    const lists = [{ grades: [1, 0], scores: [Math.log(3), 0] }];
    expect(await computeLoss("ranknet", lists)).toBeCloseTo(0.2876820724517809, 12);
    expect(await computeLoss("softmax", lists)).toBeCloseTo(0.2876820724517809, 12);
  });

  test("normalises softmax over all documents of a list", async () => {
    // Shares 2/8, 2/8, 4/8: -log(1/4); the second list 1/2: -log(1/2). Mean 1.5 log 2.
    const [two, four] = [Math.log(2), Math.log(4)];
    const lists = [
      { grades: [1, 0, 0], scores: [two, two, four] },
      { grades: [1, 0], scores: [7, 7] },
    ];
    expect(await computeLoss("softmax", lists)).toBeCloseTo(1.5 * Math.log(2), 12);
  });

  test("applies cross-entropy per document, with any grade above 0 as relevant", async () => {
    // sigmoid(ln 3) = 3/4 for a relevant one: -log(3/4); sigmoid(0) = 1/2 for another: -log(1/2).
    const lists = [{ grades: [2, 0], scores: [Math.log(3), 0] }];
    expect(await computeLoss("cross-entropy", lists)).toBeCloseTo(-Math.log(3 / 8) / 2, 12);
  });

  test("computes mse against the grade", async () => {
    // (2 - 1.5)² = 0.25 and (0 + 1)² = 1: mean 0.625.
    expect(await computeLoss("mse", [{ grades: [2, 0], scores: [1.5, -1] }])).toBeCloseTo(
      0.625,
      12,
    );
  });

  test("computes ListNet from shares by grade and shares by score", async () => {
    // Grades ln 3 and 0 give shares 3/4 and 1/4; equal scores give 1/2 each: -log(1/2 + 1e-6).
    const lists = [{ grades: [Math.log(3), 0], scores: [5, 5] }];
    expect(await computeLoss("listnet", lists)).toBeCloseTo(-Math.log(0.5 + 1e-6), 12);
  });

  test("refuses an unknown name and lists the known ones", () => {
    expect(() => findLoss("hige")).toThrow(
      'a loss is one of hinge, ranknet, softmax, cross-entropy, mse, listnet, lambdarank, got "hige"',
    );
  });
});
