import { expect, test } from "vitest";
import { exp } from "../elementwise.ts";
import { input, variable } from "../node.ts";
import { type OnnxRuntime, onnxBackend } from "./backend.ts";

/** A stub runtime that returns the same values for every run, and records its inputs. */
function createStubRuntime(values: Float32Array) {
  const recorded: { feeds?: Readonly<Record<string, unknown>> } = {};
  const runtime: OnnxRuntime = {
    InferenceSession: {
      create: async () => ({
        run: async (feeds) => {
          recorded.feeds = feeds;
          return { output_0: { data: values } };
        },
        release: async () => {},
      }),
    },
    Tensor: class {
      readonly inputs: readonly unknown[];
      constructor(...constructorArguments: readonly unknown[]) {
        this.inputs = constructorArguments;
      }
    },
  };
  return { runtime, seen: recorded };
}

const weights = variable("weights", [2]);
const y = exp(weights);

test("feeds variables and reads outputs and guards back", async () => {
  const { runtime, seen: recorded } = createStubRuntime(Float32Array.of(1, Infinity));
  const session = await onnxBackend({ runtime }).open([weights]);
  await session.write(weights, [3, 4]);
  const step = await session.prepare({ outputs: { y }, guards: { "the result": y } });
  const { outputs, notFinite } = await step.run({});
  expect(outputs.y).toEqual(Float32Array.of(1, Infinity));
  expect(notFinite).toEqual(["the result"]);
  expect(recorded.feeds?.weights).toMatchObject({
    inputs: ["float32", Float32Array.of(3, 4), [2]],
  });
});

test("changes variables by the gradients that the runtime returns", async () => {
  const { runtime } = createStubRuntime(Float32Array.of(2, 4));
  const session = await onnxBackend({ runtime }).open([weights]);
  await session.write(weights, [3, 5]);
  const rule = { rule: "sgd", beta1: 0, beta2: 0, epsilon: 0 } as const;
  const update = { ...rule, variable: weights, gradient: y, pace: input("pace", [3]) };
  const step = await session.prepare({ outputs: {}, updates: [update] });
  await step.run({ pace: [1, 0.5, 0] });
  expect(await session.read(weights)).toEqual(Float32Array.of(2, 3));
});

test("rejects variables of another session", async () => {
  const session = await onnxBackend({
    runtime: createStubRuntime(new Float32Array(2)).runtime,
  }).open([weights]);
  await expect(session.read(variable("other", [1]))).rejects.toThrow('no variable "other"');
  await expect(session.write(weights, [1])).rejects.toThrow("has 2 values, got 1");
});

test("describes how to install a missing runtime", async () => {
  const session = onnxBackend({ runtime: "no-such-runtime" }).open([]);
  await expect(session).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await expect(session).rejects.toThrow("npm install no-such-runtime");
});
