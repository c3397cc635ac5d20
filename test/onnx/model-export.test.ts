/** Models on the real ONNX Runtime: scores equal ours. */

import { expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import {
  BERT,
  batcherFor,
  DUET,
  DUET_MATCHZOO,
  DUET_V1,
  inputsFor,
  type ModelKind,
  type ModelOptions,
  parametersOf,
  variablesOf,
  writeInitialValues,
} from "../../src/models/index.ts";
import {
  type Backend,
  gather,
  mean,
  onnxBackend,
  scale,
  softplus,
  subtract,
  Training,
  wasmBackend,
} from "../../src/tensor/index.ts";

const runtime = process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node";
const SMALL = { dimensions: 8, queryLength: 6, documentLength: 12, filters: 6, pool: 3 };

test.each<[string, ModelKind, ModelOptions]>([
  ["duet, version 2,", DUET, { ...SMALL, hidden: "8,8" }],
  ["duet, version 1,", DUET, { ...DUET_V1, ...SMALL, hidden: "8,8" }],
  ["MatchZoo's duet", DUET, { ...DUET_MATCHZOO, ...SMALL, hidden: "8" }],
  ["bert", BERT, { layers: 2, width: 8, heads: 2, units: 16, places: 24, queryPlaces: 8 }],
])("%s scores on ONNX Runtime what it scores on wasm", async (_name, kind, options) => {
  const model = kind.create(40, options);
  const idf = Float32Array.from({ length: 40 }, (_, id) => 1 + (id % 7));
  const values = model.initialValues(new Random(4), { idf });
  const random = new Random(6);
  const text = (longest: number) =>
    Array.from({ length: 1 + random.below(longest) }, () => 1 + random.below(39));
  const pairs = Array.from({ length: 30 }, () => ({ query: text(6), document: text(12) }));
  const scoresOn = async (backend: Backend): Promise<readonly number[]> => {
    const session = await backend.open(variablesOf(model));
    await writeInitialValues(session, values);
    const step = await session.prepare({ outputs: { scores: model.score(inputsFor(model)) } });
    const { scores = [] } = (await step.run(batcherFor(model).pairs(pairs))).outputs;
    await session.close();
    return Array.from(scores);
  };
  const [found, expected] = [
    await scoresOn(onnxBackend({ runtime })),
    await scoresOn(wasmBackend()),
  ];
  expect(new Set(expected).size).toBeGreaterThan(20);
  for (const [i, score] of found.entries()) {
    expect(Math.abs(score - (expected[i] as number))).toBeLessThan(1e-4);
  }
});

test("bert learns on ONNX Runtime as it does on wasm", async () => {
  const options = { layers: 2, width: 8, heads: 2, units: 16, places: 24, queryPlaces: 8 };
  const model = BERT.create(40, options);
  const inputs = inputsFor(model);
  const random = new Random(5);
  const text = (longest: number) =>
    Array.from({ length: 1 + random.below(longest) }, () => 2 + random.below(38));
  const triples = Array.from({ length: 8 }, () => ({
    query: text(6),
    better: text(12),
    worse: text(12),
  }));
  const lossesOn = async (backend: Backend): Promise<readonly number[]> => {
    const scores = model.score(inputs);
    const lead = subtract(gather(scores, inputs.better), gather(scores, inputs.worse));
    const training = await Training.open(backend, {
      model: model.name,
      loss: mean(softplus(scale(lead, -1))),
      groups: [{ variables: parametersOf(model), rate: 0.003 }],
      clip: 1,
    });
    await writeInitialValues(training.session, model.initialValues(new Random(4)));
    const batch = batcherFor(model).triples(triples);
    const losses: number[] = [];
    for (let step = 0; step < 20; step++) losses.push(await training.step(batch));
    await training.close();
    return losses;
  };
  const [found, expected] = [
    await lossesOn(onnxBackend({ runtime })),
    await lossesOn(wasmBackend()),
  ];
  expect(expected.at(-1)).toBeLessThan(0.9 * (expected[0] as number));
  for (const [i, loss] of found.entries()) {
    expect(Math.abs(loss - (expected[i] as number))).toBeLessThan(1e-3);
  }
});
