import { describe, expect, test } from "vitest";
import reference from "../../test/reference/torch-models.json" with { type: "json" };
import {
  type Backend,
  gradients,
  plainBackend,
  type Tensor,
  wasmBackend,
} from "../tensor/index.ts";
import { pairwiseHinge } from "../training/losses.ts";
import {
  batcherFor,
  inputsFor,
  type ModelOptions,
  parametersOf,
  variablesOf,
} from "./neural-model.ts";
import { hashedValues, referenceTriples } from "./reference-training.contract.ts";
import { createModel } from "./registry.ts";

const VOCABULARY = 60;

interface Reference {
  readonly model: string;
  readonly options: ModelOptions;
  readonly scores: readonly number[];
  readonly loss: number;
  /** Of each gradient every n-th value. */
  readonly gradients: Readonly<Record<string, { every: number; values: readonly number[] }>>;
}

const REFERENCES = Object.entries(reference.models as unknown as Record<string, Reference>);
const BACKENDS = [
  { backend: plainBackend({ precision: "float64" }), tolerance: 1e-7 },
  { backend: wasmBackend(), tolerance: 1e-4 },
];

describe.each(REFERENCES)("%s", (_name, expected) => {
  test.each(BACKENDS)(
    "has the scores and the gradients that PyTorch has, to $tolerance ($backend.name)",
    async ({ backend, tolerance }) => {
      const found = await firstStep(expected, backend);
      expect(distance(found.scores, expected.scores)).toBeLessThan(tolerance);
      expect(Object.keys(found.gradients)).toEqual(Object.keys(expected.gradients));
      for (const [variable, { every, values }] of Object.entries(expected.gradients)) {
        const kept = (found.gradients[variable] ?? []).filter((_, place) => place % every === 0);
        expect(distance(kept, values), variable).toBeLessThan(tolerance);
      }
    },
  );
});

/** Scores, and gradients of the hinge loss by the names of the parameters. */
async function firstStep({ model: name, options }: Reference, backend: Backend) {
  const model = createModel(name, VOCABULARY, options);
  const inputs = inputsFor(model);
  const scores = model.score(inputs);
  const slopes = gradients(pairwiseHinge(scores, inputs), parametersOf(model));
  const session = await backend.open(variablesOf(model));
  for (const [i, variable] of parametersOf(model).entries()) {
    await session.write(variable, hashedValues(100_000 * (i + 1), sizeOf(variable), 0.5));
  }
  for (const idf of model.frozen) {
    await session.write(
      idf,
      Array.from({ length: VOCABULARY }, (_, id) => 1 + (id % 7)),
    );
  }
  const outputs = Object.fromEntries(
    slopes.map(({ variable, values }) => [nameOf(variable), values]),
  );
  const step = await session.prepare({ outputs: { scores, ...outputs } });
  const batch = batcherFor(model).triples(referenceTriples(0));
  const { scores: found = [], ...values } = (await step.run(batch)).outputs;
  await session.close();
  const whole = slopes.map(({ variable, rows }) => {
    const slope = Array.from(values[nameOf(variable)] ?? []);
    return [nameOf(variable), rows === undefined ? slope : inTable(slope, variable, batch.words)];
  });
  return {
    scores: Array.from(found),
    gradients: Object.fromEntries(whole) as Record<string, number[]>,
  };
}

/** A gradient by rows put into a table of zeros. */
function inTable(slope: readonly number[], table: Tensor, rows: ArrayLike<number> = []): number[] {
  const width = table.shape[1] as number;
  const values = Array<number>(sizeOf(table)).fill(0);
  for (const [i, value] of slope.entries()) {
    values[(rows[Math.floor(i / width)] as number) * width + (i % width)] = value;
  }
  return values;
}

/** The largest difference, relative to the largest expected value. */
function distance(found: readonly number[], expected: readonly number[]): number {
  if (found.length !== expected.length) return Infinity;
  const largest = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
  const differences = found.map((value, i) => Math.abs(value - (expected[i] as number)));
  return Math.max(...differences) / largest;
}

function nameOf({ attributes }: Tensor): string {
  return String(attributes.name);
}

function sizeOf({ shape }: Tensor): number {
  return (shape as readonly number[]).reduce((product, size) => product * size, 1);
}
