import { describe, expect, test } from "vitest";
import reference from "../../test/reference/torch-knrm.json" with { type: "json" };
import { multiply, square } from "./elementwise.ts";
import { indexInput, input, type Tensor, variable } from "./node.ts";
import type { ParameterGroup } from "./optimisers/optimiser.ts";
import { Plateau } from "./optimisers/schedule.ts";
import { plainBackend } from "./plain/backend.ts";
import { sum } from "./reductions.ts";
import { gather } from "./rows.ts";
import { readSafetensors, writeSafetensors } from "./safetensors.ts";
import { Training, type TrainingOptions } from "./training.ts";

const weights = variable("weights", [3]);
const factors = input("factors", [3]);
const loss = sum(multiply(square(weights), factors));
const batch = { factors: [1, 2, 3] };

async function open(
  group: Partial<ParameterGroup> = {},
  others: Pick<TrainingOptions, "clip" | "plateau"> = {},
): Promise<Training> {
  const groups = [{ variables: [weights], rate: 0.1, ...group }];
  const training = await Training.open(plainBackend(), { model: "toy", loss, groups, ...others });
  await training.session.write(weights, [1, -2, 0.5]);
  return training;
}

describe("five steps end where PyTorch's do", () => {
  const rules: Record<string, [Partial<ParameterGroup>, number?]> = {
    sgd: [{ rule: "sgd" }],
    sgdWithDecay: [{ rule: "sgd", weightDecay: 0.1 }],
    adam: [{ rule: "adam" }],
    adamWithDecay: [{ rule: "adam", weightDecay: 0.1 }],
    adamw: [{ rule: "adamw", weightDecay: 0.1 }],
    clippedSgd: [{ rule: "sgd" }, 2],
  };
  test.each(Object.entries(rules))("with %s", async (name, [group, clip]) => {
    const training = await open(group, clip === undefined ? {} : { clip });
    for (let i = 0; i < 5; i++) await training.step(batch);
    const expected = reference[name as "sgd"];
    const actual = await training.session.read(weights);
    for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 5);
  });
});

test("the schedule and the factor scale the rate", async () => {
  // Gradient of Σ f w² is 2 f w: at w = 1, f = 1 it is 2; rate .1 · .5 · .5 moves w by .05.
  const group = { rule: "sgd", schedule: (step: number) => step / 2 } as const;
  const training = await open(group, { plateau: new Plateau({ patience: 1 }) });
  for (const measure of [1, 1, 1]) training.report(measure); // twice no better: the rate is halved
  expect(training.rateFactor).toBe(0.5);
  await training.step(batch);
  expect((await training.session.read(weights))[0]).toBeCloseTo(0.95, 6);
});

describe("a NaN or an infinity stops training and names model, step and tensor", () => {
  test("in the loss", async () => {
    const training = await open();
    await training.step(batch);
    const failure = training.step({ factors: [1, Infinity, 3] });
    await expect(failure).rejects.toThrow("toy stopped at step 2: the loss holds a NaN");
    await expect(failure).rejects.toMatchObject({ details: { model: "toy", step: 2 } });
    expect(training.steps).toBe(1);
  });

  test("in a gradient alone, without a change of the values", async () => {
    // At w = 0 the loss 0 · f is 0 while its gradient 2 f w is too; only √w has an infinite slope.
    const root = await import("./elementwise.ts").then(({ sqrt }) => sqrt(weights));
    const groups = [{ variables: [weights] }];
    const training = await Training.open(plainBackend(), {
      model: "root",
      loss: sum(root),
      groups,
    });
    await expect(training.step({})).rejects.toThrow(
      'root stopped at step 1: the gradient of "weights" holds a NaN or an infinity',
    );
    expect(Array.from(await training.session.read(weights))).toEqual([0, 0, 0]);
  });
});

describe("a checkpoint", () => {
  test("restores values, moments and steps", async () => {
    const training = await open();
    for (let i = 0; i < 3; i++) await training.step(batch);
    const checkpoint = await training.save();
    const other = await open();
    await other.restore(checkpoint);
    expect(other.steps).toBe(3);
    expect(await other.step(batch)).toBe(await training.step(batch));
    expect(await other.save()).toEqual(await training.save());
  });

  test("restores the state of the plateau, so that the rate falls when it would have", async () => {
    const openOnPlateau = () => open({}, { plateau: new Plateau({ patience: 2 }) });
    /** The third measurement in a row that is no better than 0.5 halves the rate. */
    const measures = [0.5, 0.4, 0.4, 0.3, 0.2];
    const goOn = async (training: Training, from: number, to: number): Promise<void> => {
      for (const measure of measures.slice(from, to)) {
        await training.step(batch);
        training.report(measure);
      }
    };
    const uninterrupted = await openOnPlateau();
    await goOn(uninterrupted, 0, 5);
    const first = await openOnPlateau();
    await goOn(first, 0, 3);
    const second = await openOnPlateau();
    await second.restore(await first.save());
    await goOn(second, 3, 5);
    expect(await second.save()).toEqual(await uninterrupted.save());
    const { metadata } = readSafetensors(await second.save(), "x");
    expect(metadata).toMatchObject({ rateFactor: "0.5", plateau: "0.5 1" });
    const without = await open();
    await expect(without.restore(await first.save())).rejects.toThrow("a training with a plateau");
    expect(() => without.report(1)).toThrow("toy is trained without a plateau");
  });

  test("is rejected if it is of another version, model or shape, and changes nothing", async () => {
    const training = await open();
    const before = await training.save();
    const { tensors, metadata } = readSafetensors(before, "x");
    const changed = (change: Record<string, string>) =>
      writeSafetensors({ tensors, metadata: { ...metadata, ...change } });
    const values = new Float32Array(4);
    const wide = { ...tensors, weights: { shape: [4], values } };
    const { weights: _, ...without } = tensors;
    const refusals: [Uint8Array, string][] = [
      [changed({ version: "2" }), "model.st does not fit: version 2 is not 1"],
      [changed({ model: "other" }), "it is of other, not of toy"],
      [changed({ steps: "x" }), "must be numbers"],
      [writeSafetensors({ tensors: wide, metadata }), '"weights" is [4], not [3]'],
      [writeSafetensors({ tensors: without, metadata }), 'it lacks "weights"'],
      [before.subarray(0, 20), "model.st is not a safetensors file"],
    ];
    for (const [bytes, message] of refusals) {
      await expect(training.restore(bytes, "model.st")).rejects.toThrow(message);
    }
    expect(await training.save()).toEqual(before);
  });
});

describe("options are rejected if", () => {
  test.each([
    ["the rate is negative", { rate: -1 }, "optimiser rate must be at least 0"],
    ["beta1 is 1", { beta1: 1 }, "optimiser beta1 must be at least 0 and below 1"],
    ["the decay is NaN", { weightDecay: NaN }, "optimiser weightDecay"],
  ])("%s", async (_name, group, message) => {
    await expect(open(group)).rejects.toThrow(message);
  });

  test("a variable is in two groups, or gradients are clipped to nothing", async () => {
    const twice = [{ variables: [weights] }, { variables: [weights] }];
    await expect(
      Training.open(plainBackend(), { model: "toy", loss, groups: twice }),
    ).rejects.toThrow("in two parameter groups");
    await expect(open({}, { clip: 0 })).rejects.toThrow("clipped to a length > 0");
  });
});

test("decay of a table changes only the rows of the batch", async () => {
  const table = variable("table", [3, 1]);
  const rows: Tensor = gather(table, indexInput("words", "words", 3));
  const groups = [{ variables: [table], rule: "adam", weightDecay: 0.1, rate: 0.1 } as const];
  const training = await Training.open(plainBackend(), { model: "toy", loss: sum(rows), groups });
  await training.session.write(table, [1, 1, 1]);
  await training.step({ words: [1] });
  const [first, second, third] = await training.session.read(table);
  expect([first, third]).toEqual([1, 1]);
  expect(second).toBeLessThan(1);
});
