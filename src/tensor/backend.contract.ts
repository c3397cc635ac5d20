/**
 * The contract of backends: every backend computes what the plain one does, up to
 * float32 rounding.
 */

import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { createOperationCase } from "./case-builder.contract.ts";
import { multiply } from "./elementwise.ts";
import { computeGradients } from "./gradient.ts";
import { indexInput, input, type Tensor, variable } from "./node.ts";
import { DIFFERENTIABLE, FLAT } from "./operations.contract.ts";
import { plainBackend } from "./plain/backend.ts";
import type { Backend, Batch, Program, Session, Update } from "./program.ts";
import { sum } from "./reductions.ts";
import { gather } from "./rows.ts";

/** Relative to the largest value of a tensor, or absolute where that is below 1. */
const TOLERANCE = 2e-5;

/** Outputs and gradients of all operations. */
export function computationContract(open: () => Promise<Backend>, casesEach: number): void {
  let backend: Backend;
  const reference = plainBackend({ precision: "float64" });

  /**
   * Runs the programs of all seeds in one session of each backend: opening a session
   * is expensive, and a program must not depend on earlier contents of memory.
   */
  async function compare(createCase: (seed: number) => readonly [Program, Batch]): Promise<void> {
    backend ??= await open();
    const tested = await backend.open([]);
    const trusted = await reference.open([]);
    for (let seed = 0; seed < casesEach; seed++) {
      const [program, batch] = createCase(seed);
      const actual = await (await tested.prepare(program)).run(batch);
      const expected = await (await trusted.prepare(program)).run(batch);
      for (const [name, values] of Object.entries(expected.outputs)) {
        const error = distance(actual.outputs[name] ?? [], values);
        expect(error, `seed ${seed}, ${name}`).toBeLessThan(TOLERANCE);
      }
    }
    await tested.close();
    await trusted.close();
  }

  const differentiable = Object.entries(DIFFERENTIABLE);
  const flat = Object.entries(FLAT);

  describe("computes what the plain backend computes", () => {
    test.each([...differentiable, ...flat])("%s", (name, build) =>
      compare((seed) => {
        const { output, batch } = createOperationCase(build, new Random(seed).split(name));
        return [{ outputs: { output } }, batch];
      }),
    );
  });

  describe("computes the gradients that the plain backend computes", () => {
    test.each(differentiable)("of %s", (name, build) =>
      compare((seed) => {
        const { output, operands, batch } = createOperationCase(
          build,
          new Random(seed).split(name),
        );
        const loss = sum(multiply(output, output));
        const slopes = computeGradients(loss, operands).map(({ values }, i) => [
          `slope${i}`,
          values,
        ]);
        return [
          { outputs: { loss, ...Object.fromEntries(slopes) } as Record<string, Tensor> },
          batch,
        ];
      }),
    );
  });
}

/** The whole contract: computation, updates, guards and memory. */
export function backendContract(open: () => Promise<Backend>, casesEach: number): void {
  let backend: Backend;
  const reference = plainBackend({ precision: "float64" });
  computationContract(open, casesEach);

  describe("updates variables like the plain backend", () => {
    const constants = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
    const table = variable("table", [7, 6]);
    const moments = [variable("first", [7, 6]), variable("second", [7, 6])] as const;
    const words = indexInput("words", "words", 7);
    const pace = input("pace", [3]);
    const denseUpdate = { variable: table, gradient: input("slope", [7, 6]), pace, ...constants };
    const byRows = { ...denseUpdate, gradient: input("slope", ["words", 6]), rows: words };
    const rules: Record<string, Update> = {
      "stochastic gradient descent": { rule: "sgd", ...denseUpdate },
      "stochastic gradient descent by rows": { rule: "sgd", ...byRows },
      Adam: { rule: "adam", moments, ...denseUpdate },
      "Adam by rows": { rule: "adam", moments, ...byRows },
    };

    test.each(Object.entries(rules))("%s", async (_name, update) => {
      backend ??= await open();
      const results = await Promise.all(
        [backend, reference].map(async (runner) => {
          const session = await runner.open([table, ...moments]);
          const random = new Random(5);
          const sampleValues = (count: number) =>
            Array.from({ length: count }, () => random.normal());
          await session.write(table, sampleValues(42));
          const step = await session.prepare({ outputs: {}, updates: [update] });
          for (let i = 0; i < 5; i++) {
            const rows = random.shuffle([0, 1, 2, 3, 4, 5, 6]).slice(0, 3);
            const slope = sampleValues(update.rows === undefined ? 42 : 18);
            await step.run({ words: rows, slope, pace: [0.99, 0.01, 1.1] });
          }
          const values = await session.read(table);
          await session.close();
          return values;
        }),
      );
      const [actual, expected] = results as [Float32Array, Float64Array];
      expect(distance(actual, expected)).toBeLessThan(TOLERANCE);
    });
  });

  test("leaves variables unchanged if a guard finds a NaN or an infinity", async () => {
    backend ??= await open();
    const weights = variable("weights", [3]);
    const slope = input("slope", [3]);
    const pace = input("pace", [3]);
    const rule = { rule: "sgd", beta1: 0, beta2: 0, epsilon: 0 } as const;
    const session = await backend.open([weights]);
    await session.write(weights, [1, 2, 3]);
    const step = await session.prepare({
      outputs: {},
      guards: { "the slope": slope, "the weights": weights },
      updates: [{ ...rule, variable: weights, gradient: slope, pace }],
    });
    for (const value of [NaN, Infinity, -Infinity]) {
      const { notFinite } = await step.run({ slope: [0, value, 0], pace: [1, 1, 0] });
      expect(notFinite).toEqual(["the slope"]);
      expect(Array.from(await session.read(weights))).toEqual([1, 2, 3]);
    }
    const { notFinite } = await step.run({ slope: [1, 1, 1], pace: [1, 1, 0] });
    expect(notFinite).toEqual([]);
    expect(Array.from(await session.read(weights))).toEqual([0, 1, 2]);
    await session.close();
  });

  test("runs overlapping steps one by one, and continues after a failure", async () => {
    backend ??= await open();
    const x = input("x", ["rows"]);
    const session = await backend.open([]);
    const step = await session.prepare({ outputs: { total: sum(multiply(x, x)) } });
    const runs = [1, 2, 3, 4].map((size) => step.run({ x: new Float32Array(size).fill(2) }));
    const failed = step.run({});
    const after = step.run({ x: [5] });
    await expect(failed).rejects.toThrow('the batch lacks "x"');
    const totals = await Promise.all([...runs, after]);
    expect(totals.map(({ outputs }) => outputs.total?.[0])).toEqual([4, 8, 12, 16, 25]);
    await session.close();
  });

  test("needs no more memory after many steps than after a few", async () => {
    backend ??= await open();
    const table = variable("table", [50, 8]);
    const rows = gather(table, indexInput("words", "words", 50));
    const session: Session = await backend.open([table]);
    const step = await session.prepare({ outputs: { total: sum(multiply(rows, rows)) } });
    const random = new Random(1);
    const once = (): Promise<unknown> =>
      step.run({ words: Array.from({ length: random.below(2000) }, () => random.below(50)) });
    for (let i = 0; i < 20; i++) await once();
    await step.run({ words: new Int32Array(2000) });
    const { bytes } = session;
    for (let i = 0; i < 500; i++) await once();
    expect(session.bytes).toBe(bytes);
    await session.close();
  });
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  const differences = Array.from(a, (value, i) => Math.abs(value - (b[i] as number)));
  return (
    differences.reduce((x, y) => Math.max(x, y), 0) /
    Array.from(b, Math.abs).reduce((x, y) => Math.max(x, y), 1)
  );
}
