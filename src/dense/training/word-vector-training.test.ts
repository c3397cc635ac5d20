/** The in-batch softmax over means of word vectors: values by hand, gradients by finite differences, learning. */

import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import {
  createMeanPoolingInputs,
  MeanPoolingBatcher,
  poolMeans,
} from "../../models/mean-pooling.ts";
import { computeSlope } from "../../tensor/finite-differences.contract.ts";
import {
  computeGradients,
  plainBackend,
  type Tensor,
  variable,
  wasmBackend,
} from "../../tensor/index.ts";
import { createPairMasks, inBatchSoftmax } from "./in-batch-softmax.ts";
import { trainWordVectors } from "./word-vector-training.ts";

const none = (): boolean => false;
const [WORDS, DIMENSIONS] = [7, 3];
const ids = (...words: number[]): Int32Array => Int32Array.from(words);

function createGraph(rows: number, dimensions: number): { table: Tensor; loss: Tensor } {
  const table = variable("embeddings", [rows, dimensions]);
  const means = poolMeans(table, createMeanPoolingInputs(rows));
  return { table, loss: inBatchSoftmax(means.queries, means.documents) };
}

async function computeLoss(
  table: readonly number[],
  dimensions: number,
  texts: readonly [readonly Int32Array[], readonly Int32Array[]],
  isRelevant: (query: number, document: number) => boolean = none,
): Promise<number> {
  const rows = table.length / dimensions;
  const lossGraph = createGraph(rows, dimensions);
  const session = await plainBackend({ precision: "float64" }).open([lossGraph.table]);
  await session.write(lossGraph.table, table);
  const step = await session.prepare({ outputs: { loss: lossGraph.loss } });
  const pairs = texts[0].map((_, i) => ({ query: i, document: i }));
  const masks = createPairMasks(pairs, isRelevant);
  const { outputs } = await step.run({ ...new MeanPoolingBatcher(rows).batch(...texts), ...masks });
  await session.close();
  return outputs.loss?.[0] as number;
}

describe("the loss", () => {
  // Words 0 and 1 are the axes; word 2 lies between them.
  const table = [1, 0, 0, 1, 1, 1];

  test("equals the value computed by hand", async () => {
    // Cosines: query 0 with its own 1, with the other √½; query 1 with its own √½, with the other 0.
    const loss = await computeLoss(table, 2, [
      [ids(0), ids(1)],
      [ids(0), ids(2)],
    ]);
    const scaled = 20 * Math.SQRT1_2;
    const first = Math.log(1 + Math.exp(scaled - 20));
    const second = Math.log(1 + Math.exp(-scaled));
    expect(loss).toBeCloseTo((first + second) / 2, 12);
  });

  test("leaves out other relevant documents of a query", async () => {
    const texts = [
      [ids(0), ids(1)],
      [ids(0), ids(2)],
    ] as const;
    // The other document answers query 0 as well; query 1 still has a rival.
    const loss = await computeLoss(table, 2, texts, (query) => query === 0);
    expect(loss).toBeCloseTo(Math.log(1 + Math.exp(-20 * Math.SQRT1_2)) / 2, 12);
  });

  test("has the gradients of finite differences", async () => {
    const random = new Random(3);
    const values = Array.from({ length: WORDS * DIMENSIONS }, () => random.normal());
    // Words that come twice in a text, in several texts, and one, 6, in none.
    const texts = [
      [ids(0, 1, 1), ids(2), ids(3, 4)],
      [ids(1, 5), ids(2, 3, 0), ids(4, 4, 5)],
    ] as const;
    const isRelevant = (query: number, document: number): boolean => query + document === 3;
    const vectorGraph = createGraph(WORDS, DIMENSIONS);
    const session = await plainBackend({ precision: "float64" }).open([vectorGraph.table]);
    await session.write(vectorGraph.table, values);
    const [slope] = computeGradients(vectorGraph.loss, [vectorGraph.table]);
    const step = await session.prepare({ outputs: { slope: slope?.values as Tensor } });
    const batch = new MeanPoolingBatcher(WORDS).batch(...texts);
    const pairs = [0, 1, 2].map((i) => ({ query: i, document: i }));
    const { outputs } = await step.run({ ...batch, ...createPairMasks(pairs, isRelevant) });
    const rows = Array.from(batch.words as Int32Array);
    expect(rows.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const [position, word] of rows.entries()) {
      for (let i = 0; i < DIMENSIONS; i++) {
        const moved = async (by: number): Promise<number> => {
          const changed = [...values];
          changed[word * DIMENSIONS + i] = (changed[word * DIMENSIONS + i] as number) + by;
          return computeLoss(changed, DIMENSIONS, texts, isRelevant);
        };
        const expected = await computeSlope(moved);
        expect(outputs.slope?.[position * DIMENSIONS + i]).toBeCloseTo(expected, 6);
      }
    }
    await session.close();
  });
});

describe("training", () => {
  const random = new Random(1);
  const start = Float32Array.from({ length: 12 * 4 }, () => random.normal());
  /** Query words 0 to 5 are answered by documents of words 6 to 11; each query names a colour, each document its shade. */
  const examples = {
    queries: Array.from({ length: 6 }, (_, i) => ({ words: ids(i), relevant: [i] })),
    documents: Array.from({ length: 6 }, (_, i) => ids(6 + i)),
  };
  const settings = { epochs: 60, batchSize: 4, rate: 0.05 };

  test("moves queries near their documents and is deterministic", async () => {
    const first = await trainWordVectors(wasmBackend(), start, 4, examples, settings);
    expect(first.losses).toHaveLength(60);
    expect(first.losses.at(-1)).toBeLessThan(0.05);
    expect(first.losses[0]).toBeGreaterThan(1);
    const again = await trainWordVectors(wasmBackend({ threads: 2 }), start, 4, examples, settings);
    expect(again.table).toEqual(first.table);
    const other = await trainWordVectors(wasmBackend(), start, 4, examples, {
      ...{ ...settings, seed: 2 },
    });
    expect(other.table).not.toEqual(first.table);
  });

  test("rejects missing pairs and invalid settings", async () => {
    const train = (trainingExamples: typeof examples, how: object) =>
      trainWordVectors(plainBackend(), start, 4, trainingExamples, how);
    const none = { queries: [], documents: [] };
    await expect(train(none, {})).rejects.toThrow("no query has a relevant document");
    await expect(train(examples, { epochs: 0 })).rejects.toThrow(
      "epochs must be a whole number ≥ 1",
    );
    await expect(train(examples, { batchSize: 1.5 })).rejects.toThrow("batchSize must be");
  });
});
