/** BERT's fine-tuning on the real ONNX Runtime. */

import { expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import {
  BERT,
  createBatcher,
  createInputs,
  listParameters,
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

test("bert learns on ONNX Runtime like on wasm", async () => {
  const options = { layers: 2, width: 8, heads: 2, units: 16, places: 24, queryPlaces: 8 };
  const model = BERT.create(40, options);
  const inputs = createInputs(model);
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
      groups: [{ variables: listParameters(model), rate: 0.003 }],
      clip: 1,
    });
    await writeInitialValues(training.session, model.initialValues(new Random(4)));
    const batch = createBatcher(model).triples(triples);
    const losses: number[] = [];
    for (let step = 0; step < 20; step++) losses.push(await training.step(batch));
    await training.close();
    return losses;
  };
  const [actual, expected] = [
    await lossesOn(onnxBackend({ runtime })),
    await lossesOn(wasmBackend()),
  ];
  expect(expected.at(-1)).toBeLessThan(0.9 * (expected[0] as number));
  for (const [i, loss] of actual.entries()) {
    expect(Math.abs(loss - (expected[i] as number))).toBeLessThan(1e-3);
  }
});
