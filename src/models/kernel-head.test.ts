import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { plainBackend, type Tensor } from "../tensor/index.ts";
import { createBatcher, createModel, type ModelOptions, writeInitialValues } from "./index.ts";
import { createTripleInputs } from "./pair-batch.ts";

const VOCABULARY = 8;
const idf = Float32Array.from({ length: VOCABULARY }, (_, i) => 1 + i);

/** The score of one pair with the initial values of seed 1, changed by `values` by name. */
async function score(
  name: string,
  options: ModelOptions,
  values: Readonly<Record<string, number[]>> = {},
): Promise<number> {
  const small = name.includes("conv") ? { filters: 4, longest: 2 } : {};
  const model = createModel(name, VOCABULARY, { dimensions: 5, ...small, ...options });
  const inputs = createTripleInputs(model);
  const initial = model.initialValues(new Random(1).split("model"), { idf });
  const session = await plainBackend({ precision: "float64" }).open([...initial.keys()]);
  await writeInitialValues(session, initial);
  for (const tensor of initial.keys()) {
    const value = values[String(tensor.attributes.name)];
    if (value !== undefined) await session.write(tensor, value);
  }
  const step = await session.prepare({ outputs: { score: model.score(inputs) } });
  const batch = createBatcher(model).pairs([{ query: [2, 3], document: [3, 4, 5] }]);
  return (await step.run(batch)).outputs.score?.[0] ?? NaN;
}

const countNetwork = (name: string, options: ModelOptions): number =>
  createModel(name, VOCABULARY, { dimensions: 5, ...options }).trained.network.reduce(
    (sum, { shape }: Tensor) => sum + shape.reduce<number>((a, b) => a * (b as number), 1),
    0,
  );

const FAMILY = ["knrm", "knrm-idf", "s-knrm", "conv-knrm", "s-conv-knrm"];

describe.each(FAMILY)("%s", (name) => {
  test("with output=tanh is the tanh of its sum and the bias", async () => {
    const linear = await score(name, {});
    expect(await score(name, { output: "tanh" })).toBeCloseTo(Math.tanh(linear), 9);
    const shifted = await score(name, { output: "tanh" }, { bias: [0.5] });
    expect(shifted).toBeCloseTo(Math.tanh(linear + 0.5), 9);
  });

  test("starts with the fixed scale, and a learned scale multiplies the score", async () => {
    const fixed = await score(name, { scale: "fixed" });
    expect(await score(name, { scale: "learned" })).toBeCloseTo(fixed, 7);
    expect(await score(name, { scale: "learned" }, { scale: [0.03] })).toBeCloseTo(3 * fixed, 7);
  });

  test("has a weight for each kernel and group, a bias and a scale if the options ask for them", () => {
    const groups = name.includes("conv") ? 9 : 1;
    const plain = countNetwork(name, { scale: "fixed" });
    // Two wide kernels instead of ten.
    expect(countNetwork(name, { scale: "fixed", means: "0.5,0" })).toBe(plain - 8 * groups);
    expect(countNetwork(name, { scale: "learned", output: "tanh" })).toBe(plain + 2);
  });

  test("refuses other outputs and scales", () => {
    expect(() => createModel(name, VOCABULARY, { output: "relu" })).toThrow('got "relu"');
    expect(() => createModel(name, VOCABULARY, { scale: "none" })).toThrow(
      'scale must be "fixed" or "learned", got "none"',
    );
  });
});
