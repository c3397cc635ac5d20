import fc from "fast-check";
import { describe, expect, test } from "vitest";
import reference from "../../test/reference/torch-knrm.json" with { type: "json" };
import { Random } from "../common/random.ts";
import {
  cells,
  input,
  kernelPool,
  plainBackend,
  segmentsInput,
  type Tensor,
  wasmBackend,
} from "../tensor/index.ts";
import {
  CONV_KNRM_UNKNOWN,
  createConvKnrm,
  initialiseConvKnrm,
  listConvKnrmParameters,
  scoreConvKnrm,
} from "./conv-knrm.ts";
import { countParameters, writeInitialValues } from "./initial-values.ts";
import { computeKernelFeatures, createKernels } from "./kernel-features.ts";
import { createKnrm, initialiseKnrm, KNRM_UNKNOWN, scoreKnrm } from "./knrm.ts";
import { createTripleInputs, PairBatcher, type TokenPair } from "./pair-batch.ts";
import { computeReferenceLosses, openReferenceTraining } from "./reference-training.contract.ts";

const VOCABULARY = 40;

describe("kernel pooling", () => {
  test("counts softly: the lecture's example with one kernel at 0.5", async () => {
    // exp(-(x - .5)² / .02) of .2, .45, .7, .1 is .0111090, .8824969, .1353353, .0003355.
    const x = input("x", ["cells"]);
    const rows = segmentsInput("rows", "rows", "cells");
    const session = await plainBackend({ precision: "float64" }).open([]);
    const count = kernelPool(x, rows, [{ mean: 0.5, width: 0.1 }]);
    const step = await session.prepare({ outputs: { count } });
    const { outputs } = await step.run({ x: [0.2, 0.45, 0.7, 0.1], rows: [0, 4] });
    expect(outputs.count?.[0]).toBeCloseTo(1.0292766, 7);
  });

  test.each([plainBackend(), wasmBackend()])(
    "computes the features of a known matrix ($name)",
    async (backend) => {
      // Similarities of two query words with three document words; expected values
      // computed beforehand.
      const pairs = {
        left: segmentsInput("left", "pairs", "queryTokens"),
        right: segmentsInput("right", "pairs", "documentTokens"),
      };
      const similarity = input("similarity", [cells(pairs)]);
      const session = await backend.open([]);
      const features = computeKernelFeatures(similarity, pairs, createKernels(1e-3));
      const step = await session.prepare({ outputs: { features } });
      const { outputs } = await step.run({
        left: [0, 2],
        right: [0, 3],
        similarity: [1, 0.45, 0.2, 0.7, 0.1, -0.3],
      });
      const expected = [
        -0.230259, -0.024999, -0.028995, -0.0211, -0.020688, -0.004961, -0.058068, -0.124997,
        -0.250259, -0.310259, -0.410259,
      ];
      for (const [k, value] of expected.entries()) {
        expect(outputs.features?.[k]).toBeCloseTo(value, 5);
      }
    },
  );
});

test("parameter counts are those of the lecture's table", () => {
  const vocabulary = 364_938;
  const { embeddings, weights } = createKnrm({ vocabulary });
  expect(countParameters([embeddings, weights])).toBe(109_481_411);
  const countParametersWith = (filters: number) =>
    countParameters(listConvKnrmParameters(createConvKnrm({ vocabulary, filters })));
  expect(countParametersWith(300)).toBe(110_022_399);
  expect(countParametersWith(128)).toBe(109_481_400 + 230_883);
});

test("KNRM with the output of Eq. 3 is the tanh of the sum and a bias, with the requested kernels", async () => {
  // One word on each side, the same: cosine 1. Kernels: exact at 1, wide at 0.5. Soft counts 1 and
  // exp(-12.5); features .01 · ln: 0 and -.125. Score tanh(3 · 0 + 2 · -.125 + .5) = tanh(.25).
  const model = createKnrm({
    ...{ vocabulary: 3, dimensions: 2, means: "0.5", output: "tanh", exactWidth: 1e-3 },
  });
  const inputs = createTripleInputs({ vocabulary: 3 });
  const { embeddings, weights, bias } = model;
  const session = await plainBackend({ precision: "float64" }).open([
    ...[embeddings, weights, bias as Tensor],
  ]);
  await session.write(embeddings, [0, 0, 0, 0, 1, 0]);
  await session.write(weights, [3, 2]);
  await session.write(bias as Tensor, [0.5]);
  const step = await session.prepare({ outputs: { score: scoreKnrm(model, inputs) } });
  const batch = new PairBatcher(3, KNRM_UNKNOWN).pairs([{ query: [2], document: [2] }]);
  expect((await step.run(batch)).outputs.score?.[0]).toBeCloseTo(Math.tanh(0.25), 9);
});

test.each([
  [{ means: "0.5,two" }, 'numbers from -1 to 1 with commas, got "0.5,two"'],
  [{ means: "2" }, "numbers from -1 to 1"],
  [{ output: "relu" }, 'output must be "linear" or "tanh", got "relu"'],
])("KNRM is rejected with %j", (options, message) => {
  expect(() => createKnrm({ vocabulary: 3, ...options })).toThrow(message);
});

describe.each(["knrm", "convKnrm"] as const)("%s", (kind) => {
  test.each([plainBackend(), wasmBackend()])(
    "has the loss curve of PyTorch, to 1e-4 over 30 steps ($name)",
    async (backend) => {
      const training = await openReferenceTraining(kind, backend);
      const losses = await computeReferenceLosses(kind, training, 0, 30);
      await training.close();
      const expected = reference[kind];
      expect(losses).toHaveLength(30);
      const worst = Math.max(...losses.map((loss, i) => Math.abs(loss - (expected[i] as number))));
      expect(worst).toBeLessThan(1e-4);
    },
  );

  test("continues from a checkpoint to the same bytes", async () => {
    const uninterrupted = await openReferenceTraining(kind, wasmBackend());
    await computeReferenceLosses(kind, uninterrupted, 0, 10);
    const checkpoint = await uninterrupted.save();
    const rest = await computeReferenceLosses(kind, uninterrupted, 10, 20);
    const resumed = await openReferenceTraining(kind, wasmBackend());
    await resumed.restore(checkpoint);
    expect(resumed.steps).toBe(10);
    expect(await computeReferenceLosses(kind, resumed, 10, 20)).toEqual(rest);
    expect(await resumed.save()).toEqual(await uninterrupted.save());
  });

  test("scores a pair the same, to the bit, whatever else is in the batch and however it is padded", async () => {
    const score = await createScorer(kind);
    const tokens = fc.array(fc.integer({ min: 1, max: VOCABULARY - 1 }), {
      minLength: 1,
      maxLength: 12,
    });
    const pair = fc.record({ query: tokens, document: tokens });
    await fc.assert(
      fc.asyncProperty(
        pair,
        fc.array(pair, { maxLength: 4 }),
        fc.nat(5),
        async (one, others, padding) => {
          const [single] = await score([one]);
          const padded = {
            query: [...one.query, ...Array(padding).fill(0)],
            document: [...one.document, ...Array(padding).fill(0)],
          };
          const among = await score([...others, padded]);
          expect(among.at(-1)).toBe(single);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("scores words outside the vocabulary and a vocabulary of one word", async () => {
    const score = await createScorer(kind, 3);
    const scores = await score([
      { query: [1], document: [1, 1] },
      { query: [2], document: [2] },
      { query: [2, 1], document: [1] },
    ]);
    expect(scores.every(Number.isFinite)).toBe(true);
    // A query without known words has no features to score.
    if (kind === "knrm") expect(scores[0]).toBe(0);
  });
});

test("a batch holds a repeated query, as the same tokens or as equal ones, each time", () => {
  const batcher = new PairBatcher(VOCABULARY, "drop");
  const [query, other] = [
    [2, 0, 1, 3],
    [4, 2],
  ];
  const pairs = [query, query, query, other, query].map((tokens, i) => ({
    query: tokens,
    document: [5 + i, 2],
  }));
  const copied = pairs.map((pair) => ({ ...pair, query: [...pair.query] }));
  const batch = batcher.pairs(pairs);
  expect(batch).toEqual(batcher.pairs(copied));
  expect([...(batch.queryOffsets as Int32Array)]).toEqual([0, 2, 4, 6, 8, 10]);
  const words = batch.words as Int32Array;
  const read = Array.from(batch.query as Int32Array, (position) => words[position]);
  expect(read).toEqual([2, 3, 2, 3, 2, 3, 4, 2, 2, 3]);
});

describe("a batch of pairs is rejected if", () => {
  const batcher = new PairBatcher(VOCABULARY, "drop");
  test.each([
    ["it is empty", [], "at least one pair"],
    ["a query is empty", [{ query: [], document: [2] }], "the query of pair 0 has no tokens"],
    [
      "a document is padding",
      [{ query: [2], document: [0, 0] }],
      "the document of pair 0 has no tokens",
    ],
    [
      "a token is unknown",
      [{ query: [2], document: [40] }],
      "must be a whole number below 40, got 40",
    ],
    ["a token is negative", [{ query: [-1], document: [2] }], "got -1"],
    ["a token is not whole", [{ query: [2.5], document: [2] }], "got 2.5"],
  ])("%s", (_name, pairs, message) => {
    expect(() => batcher.pairs(pairs)).toThrow(message);
  });

  test("the vocabulary has no ids for padding and unknown", () => {
    expect(() => new PairBatcher(1, "drop")).toThrow("at least 2 ids");
  });
});

/** A function that scores pairs with a randomly initialised model. */
async function createScorer(kind: "knrm" | "convKnrm", vocabulary = VOCABULARY) {
  const inputs = createTripleInputs({ vocabulary });
  const size = { vocabulary, dimensions: 10 };
  const random = new Random(4);
  const [scores, values]: [Tensor, ReadonlyMap<Tensor, Float32Array>] = (() => {
    if (kind === "knrm") {
      const model = createKnrm(size);
      return [scoreKnrm(model, inputs), initialiseKnrm(model, random)] as const;
    }
    const model = createConvKnrm({ ...size, filters: 6 });
    return [scoreConvKnrm(model, inputs), initialiseConvKnrm(model, random)] as const;
  })() as [Tensor, ReadonlyMap<Tensor, Float32Array>];
  const session = await wasmBackend().open([...values.keys()]);
  await writeInitialValues(session, values);
  const step = await session.prepare({ outputs: { scores } });
  const batcher = new PairBatcher(vocabulary, kind === "knrm" ? KNRM_UNKNOWN : CONV_KNRM_UNKNOWN);
  return async (pairs: readonly TokenPair[]): Promise<number[]> =>
    Array.from((await step.run(batcher.pairs(pairs))).outputs.scores ?? []);
}
