/** The neural rankers train on the webgpu backend as on the wasm one. */

import { expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import {
  createBatcher,
  createInputs,
  listParameters,
  MODEL_KINDS,
  type ModelOptions,
  writeInitialValues,
} from "../../src/models/index.ts";
import {
  type Backend,
  input,
  matmul,
  sum,
  Training,
  variable,
  wasmBackend,
  webgpuBackend,
} from "../../src/tensor/index.ts";
import { pairwiseHinge } from "../../src/training/index.ts";

const webgpu = webgpuBackend({ package: process.env.TERMWISE_WEBGPU ?? "webgpu" });
const VOCABULARY = 40;
/** Documents that a trained model scores. */
const RERANKED = 3;

/** Small sizes, because the test's GPU may be a processor. */
const OPTIONS: Readonly<Record<string, ModelOptions>> = {
  "conv-knrm": { dimensions: 4, filters: 4 },
  "s-conv-knrm": { dimensions: 4, filters: 4 },
  "match-pyramid": { dimensions: 4, filters: 2, pools: "3x6,2x3", hidden: "4" },
  duet: { dimensions: 4, queryLength: 4, documentLength: 12, filters: 4, hidden: "4,4" },
  bert: { layers: 1, width: 8, heads: 2, units: 16, places: 16, queryPlaces: 4 },
};

const random = new Random(5);
const text = (longest: number): readonly number[] =>
  Array.from({ length: 1 + random.below(longest) }, () => 2 + random.below(VOCABULARY - 2));
const triples = Array.from({ length: 2 }, () => ({
  query: text(4),
  better: text(8),
  worse: text(8),
}));

async function openTraining(backend: Backend, kind: (typeof MODEL_KINDS)[number]) {
  const model = kind.create(VOCABULARY, OPTIONS[kind.name] ?? { dimensions: 4 });
  const inputs = createInputs(model);
  const training = await Training.open(backend, {
    model: model.name,
    loss: pairwiseHinge(model.score(inputs), inputs),
    groups: [{ variables: listParameters(model), rate: 0.01 }],
    frozen: model.frozen,
  });
  const idf = Float32Array.from({ length: VOCABULARY }, (_, id) => 1 + (id % 7));
  await writeInitialValues(training.session, model.initialValues(new Random(4), { idf }));
  const batcher = createBatcher(model);
  const [{ query }] = triples as [(typeof triples)[number]];
  const documents = triples.flatMap(({ better, worse }) => [better, worse]).slice(0, RERANKED);
  const pairs = batcher.pairs(documents.map((document) => ({ query, document })));
  return { training, batch: batcher.triples(triples), scores: model.score(inputs), pairs };
}

test.each(MODEL_KINDS)(
  "$name trains and re-ranks as on the wasm backend, to the same bytes twice",
  async (kind) => {
    const run = async (backend: Backend) => {
      const { training, batch, scores, pairs } = await openTraining(backend, kind);
      const seeded = { ...batch, dropoutSeed: [7] };
      const losses: number[] = [];
      for (let step = 0; step < 2; step++) losses.push(await training.step(seeded));
      const bytes = await training.save();
      const scoring = await training.session.prepare({ outputs: { scores } });
      const { outputs } = await scoring.run({ ...pairs, dropoutSeed: [7] });
      await training.close();
      return { losses, bytes, scores: Array.from(outputs.scores ?? []) };
    };
    const [first, again, expected] = [
      await run(webgpu),
      await run(webgpu),
      await run(wasmBackend()),
    ];
    for (const [i, loss] of first.losses.entries()) {
      expect(Math.abs(loss - (expected.losses[i] as number)), `step ${i}`).toBeLessThan(2e-3);
    }
    expect(Buffer.compare(first.bytes, again.bytes)).toBe(0);
    expect(first.scores).toHaveLength(RERANKED);
    expect(again.scores).toEqual(first.scores);
    for (const [i, score] of first.scores.entries()) {
      expect(Math.abs(score - (expected.scores[i] as number)), `pair ${i}`).toBeLessThan(2e-3);
    }
  },
);

const [knrm] = MODEL_KINDS.filter(({ name }) => name === "knrm") as typeof MODEL_KINDS;

test("steps that overlap give the bytes of steps one by one, and so does a resumed training", async () => {
  const { training, batch } = await openTraining(webgpu, knrm as (typeof MODEL_KINDS)[number]);
  expect(training.depth).toBeGreaterThan(1);
  const losses = await Promise.all([1, 2, 3, 4].map(() => training.step(batch)));
  const checkpoint = await training.save();
  await Promise.all([5, 6].map(() => training.step(batch)));
  const overlapped = await training.save();
  await training.restore(checkpoint);
  losses.push(await training.step(batch), await training.step(batch));
  expect(Buffer.compare(await training.save(), overlapped)).toBe(0);
  await training.close();
  const other = await openTraining(webgpu, knrm as (typeof MODEL_KINDS)[number]);
  for (const loss of losses) expect(await other.training.step(batch)).toBe(loss);
  await other.training.close();
});

test("a step that is not finite is named, and no later step changes anything", async () => {
  const weights = variable("weights", [2, 1]);
  const x = input("x", [1, 2]);
  const training = await Training.open(webgpu, {
    model: "line",
    loss: sum(matmul(x, weights)),
    groups: [{ variables: [weights], rule: "sgd", rate: 1 }],
  });
  const running = [
    training.step({ x: [1, 2] }),
    training.step({ x: [Number.NaN, 0] }),
    training.step({ x: [3, 4] }),
  ];
  const results = await Promise.allSettled(running);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  for (const result of results.slice(1)) {
    expect(String((result as PromiseRejectedResult).reason)).toContain("line stopped at step 2");
  }
  expect(training.steps).toBe(1);
  expect(Array.from(await training.session.read(weights))).toEqual([-1, -2]);
  await training.step({ x: [1, 1] });
  expect(Array.from(await training.session.read(weights))).toEqual([-2, -3]);
  await training.close();
});
