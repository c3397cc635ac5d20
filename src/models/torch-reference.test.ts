import { describe, expect, test } from "vitest";
import reference from "../../test/reference/torch-models.json" with { type: "json" };
import {
  type Backend,
  computeGradients,
  plainBackend,
  type Tensor,
  wasmBackend,
} from "../tensor/index.ts";
import { pairwiseHinge } from "../training/losses.ts";
import {
  createBatcher,
  createInputs,
  listParameters,
  listVariables,
  type ModelOptions,
} from "./neural-model.ts";
import { createHashedValues, createReferenceTriples } from "./reference-training.contract.ts";
import { createModel } from "./registry.ts";

const VOCABULARY = 60;

interface Reference {
  readonly model: string;
  readonly options: ModelOptions;
  readonly scores: readonly number[];
  readonly loss: number;
  /** Every n-th value of each gradient. */
  readonly gradients: Readonly<Record<string, { every: number; values: readonly number[] }>>;
}

const REFERENCES = Object.entries(reference.models as unknown as Record<string, Reference>);
const BACKENDS = [
  { backend: plainBackend({ precision: "float64" }), tolerance: 1e-7 },
  { backend: wasmBackend(), tolerance: 1e-4 },
];

describe.each(REFERENCES)("%s", (_name, expected) => {
  test.each(BACKENDS)(
    "has the scores and the gradients of PyTorch, to $tolerance ($backend.name)",
    async ({ backend, tolerance }) => {
      const actual = await runFirstStep(expected, backend);
      expect(distance(actual.scores, expected.scores)).toBeLessThan(tolerance);
      expect(Object.keys(actual.gradients)).toEqual(Object.keys(expected.gradients));
      for (const [variable, { every, values }] of Object.entries(expected.gradients)) {
        const sample = (actual.gradients[variable] ?? []).filter(
          (_, position) => position % every === 0,
        );
        expect(distance(sample, values), variable).toBeLessThan(tolerance);
      }
    },
  );
});

/** Scores, and gradients of the hinge loss by the names of the parameters. */
async function runFirstStep({ model: name, options }: Reference, backend: Backend) {
  const model = createModel(name, VOCABULARY, options);
  const inputs = createInputs(model);
  const scores = model.score(inputs);
  const slopes = computeGradients(pairwiseHinge(scores, inputs), listParameters(model));
  const session = await backend.open(listVariables(model));
  for (const [i, variable] of listParameters(model).entries()) {
    await session.write(
      variable,
      createHashedValues(100_000 * (i + 1), computeVolume(variable), 0.5),
    );
  }
  for (const idf of model.frozen) {
    await session.write(
      idf,
      Array.from({ length: VOCABULARY }, (_, id) => 1 + (id % 7)),
    );
  }
  const outputs = Object.fromEntries(
    slopes.map(({ variable, values }) => [getVariableName(variable), values]),
  );
  const step = await session.prepare({ outputs: { scores, ...outputs } });
  const batch = createBatcher(model).triples(createReferenceTriples(0));
  const { scores: actual = [], ...values } = (await step.run(batch)).outputs;
  await session.close();
  const denseGradients = slopes.map(({ variable, rows }) => {
    const slope = Array.from(values[getVariableName(variable)] ?? []);
    return [
      getVariableName(variable),
      rows === undefined ? slope : toDenseTable(slope, variable, batch.words),
    ];
  });
  return {
    scores: Array.from(actual),
    gradients: Object.fromEntries(denseGradients) as Record<string, number[]>,
  };
}

/** A gradient by rows put into a table of zeros. */
function toDenseTable(
  slope: readonly number[],
  table: Tensor,
  rows: ArrayLike<number> = [],
): number[] {
  const width = table.shape[1] as number;
  const values = Array<number>(computeVolume(table)).fill(0);
  for (const [i, value] of slope.entries()) {
    values[(rows[Math.floor(i / width)] as number) * width + (i % width)] = value;
  }
  return values;
}

/** The largest difference, relative to the largest expected value. */
function distance(actual: readonly number[], expected: readonly number[]): number {
  if (actual.length !== expected.length) return Infinity;
  const largest = expected.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-12);
  const differences = actual.map((value, i) => Math.abs(value - (expected[i] as number)));
  return Math.max(...differences) / largest;
}

function getVariableName({ attributes }: Tensor): string {
  return String(attributes.name);
}

function computeVolume({ shape }: Tensor): number {
  return (shape as readonly number[]).reduce((product, size) => product * size, 1);
}
