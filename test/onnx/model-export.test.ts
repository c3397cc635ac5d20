/** Models on the real ONNX Runtime: scores equal ours. */

import { expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import {
  batcherFor,
  DUET,
  DUET_MATCHZOO,
  DUET_V1,
  inputsFor,
  type ModelOptions,
  variablesOf,
  writeInitialValues,
} from "../../src/models/index.ts";
import { type Backend, onnxBackend, wasmBackend } from "../../src/tensor/index.ts";

const runtime = process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node";
const SMALL = { dimensions: 8, queryLength: 6, documentLength: 12, filters: 6, pool: 3 };

test.each<[string, ModelOptions]>([
  ["version 2", { ...SMALL, hidden: "8,8" }],
  ["version 1", { ...DUET_V1, ...SMALL, hidden: "8,8" }],
  ["MatchZoo's", { ...DUET_MATCHZOO, ...SMALL, hidden: "8" }],
])("duet, %s, scores on ONNX Runtime what it scores on wasm", async (_name, options) => {
  const model = DUET.create(40, options);
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
