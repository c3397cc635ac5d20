/** The onnx backend on the real ONNX Runtime, tested by the contract of all backends. */

import { describe, expect, test } from "vitest";
import { Random } from "../../src/common/index.ts";
import {
  CONV_KNRM_UNKNOWN,
  createConvKnrm,
  initialiseConvKnrm,
  listConvKnrmParameters,
  scoreConvKnrm,
} from "../../src/models/conv-knrm.ts";
import { createTripleInputs, PairBatcher, writeInitialValues } from "../../src/models/index.ts";
import { createReferenceTriples } from "../../src/models/reference-training.contract.ts";
import { backendContract } from "../../src/tensor/backend.contract.ts";
import { computeGradients, onnxBackend, wasmBackend } from "../../src/tensor/index.ts";
import { pairwiseHinge } from "../../src/training/index.ts";

const name = process.env.TERMWISE_ONNXRUNTIME ?? "onnxruntime-node";
const backend = onnxBackend({ runtime: name });
const CASES = Number(process.env.ONNX_CASES ?? 6);

describe("the onnx backend", () => {
  backendContract(async () => backend, CASES);

  test("computes ConvKNRM's loss and gradients like the wasm backend", async () => {
    const inputs = createTripleInputs({ vocabulary: 60 });
    const model = createConvKnrm({ vocabulary: 60, dimensions: 20, filters: 8 });
    const parameters = listConvKnrmParameters(model);
    const loss = pairwiseHinge(scoreConvKnrm(model, inputs), inputs);
    const slopes = computeGradients(loss, parameters).map(({ values }, i) => [`slope${i}`, values]);
    const batch = new PairBatcher(60, CONV_KNRM_UNKNOWN).triples(createReferenceTriples(0));
    const [actual, expected] = await Promise.all(
      [backend, wasmBackend()].map(async (runner) => {
        const session = await runner.open(parameters);
        await writeInitialValues(session, initialiseConvKnrm(model, new Random(3)));
        const step = await session.prepare({ outputs: { loss, ...Object.fromEntries(slopes) } });
        return (await step.run(batch)).outputs;
      }),
    );
    for (const [key, values] of Object.entries(expected ?? {})) {
      const largest = Math.max(...values.map(Math.abs));
      for (const [i, value] of values.entries()) {
        expect(Math.abs((actual?.[key]?.[i] as number) - value)).toBeLessThan(
          1e-5 + 1e-4 * largest,
        );
      }
    }
  });
});
