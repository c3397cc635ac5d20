import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { computeGradients, input, multiply, plainBackend, sum } from "../../tensor/index.ts";
import { createBatcher, createInputs, listParameters } from "../neural-model.ts";
import { BERT } from "./bert.ts";
import { createEncoder, encodeFirst, encodeTokens, listEncoderParameters } from "./encoder.ts";
import { createHashedValues } from "./hashed-values.contract.ts";

/** Written by test/reference/torch-bert.py. */
interface Reference {
  readonly pairs: readonly (readonly [number[], number[]])[];
  readonly states: readonly (readonly number[][])[];
  readonly scores: readonly number[];
  readonly "gradient lengths": Readonly<Record<string, number>>;
}

const reference = JSON.parse(
  readFileSync(new URL("../../../test/reference/torch-bert.json", import.meta.url), "utf8"),
) as Reference;

const SHAPE = { layers: 2, width: 8, heads: 2, units: 16, places: 24 };
const VOCABULARY = 40;
const pairs = reference.pairs.map(([query, document]) => ({ query, document }));
const DOUBLE = plainBackend({ precision: "float64" });

describe("equals Hugging Face's transformers:", () => {
  const model = BERT.create(VOCABULARY, { ...SHAPE, queryPlaces: 12 });
  const batch = createBatcher(model).pairs(pairs);

  test("every token has its hidden state, and the first also by the shorter path", async () => {
    const encoder = createEncoder({ ...SHAPE, vocabulary: VOCABULARY });
    const variables = [encoder.words, ...listEncoderParameters(encoder)];
    const session = await DOUBLE.open(variables);
    for (const variable of variables) await session.write(variable, createHashedValues(variable));
    const { x: states } = encodeTokens(encoder, createInputs(model));
    const step = await session.prepare({
      outputs: { states, first: encodeFirst(encoder, createInputs(model)) },
    });
    const { outputs } = await step.run(batch);
    expectNear(outputs.states, reference.states.flat(2), 1e-7);
    expectNear(
      outputs.first,
      reference.states.flatMap(([first]) => first as number[]),
      1e-7,
    );
  });

  test("pairs have their scores, and the scores their gradients", async () => {
    const session = await DOUBLE.open(listParameters(model));
    for (const variable of listParameters(model))
      await session.write(variable, createHashedValues(variable));
    const scores = model.score(createInputs(model));
    const loss = sum(multiply(scores, input("shares", scores.shape)));
    const slopes = computeGradients(loss, listParameters(model));
    const squares = slopes.map(({ variable, values }) => [
      String(variable.attributes.name),
      sum(multiply(values, values)),
    ]);
    const step = await session.prepare({ outputs: { scores, ...Object.fromEntries(squares) } });
    const { outputs } = await step.run({ ...batch, shares: [1, 2, 3] });
    expectNear(outputs.scores, reference.scores, 1e-7);
    const lengths = reference["gradient lengths"];
    expect(Object.keys(lengths).sort()).toEqual(squares.map(([name]) => name).sort());
    for (const [name, expected] of Object.entries(lengths)) {
      const actual = Math.sqrt(outputs[name]?.[0] as number);
      expect(Math.abs(actual - expected), name).toBeLessThan(1e-6 * Math.max(1, expected));
    }
  });
});

test("a sequence longer than the number of positions is rejected", async () => {
  const encoder = createEncoder({ ...SHAPE, places: 6, vocabulary: VOCABULARY });
  const session = await DOUBLE.open([encoder.words, ...listEncoderParameters(encoder)]);
  const model = BERT.create(VOCABULARY, { ...SHAPE, queryPlaces: 12 });
  const step = await session.prepare({ outputs: { x: encodeFirst(encoder, createInputs(model)) } });
  await expect(step.run(createBatcher(model).pairs(pairs))).rejects.toThrow(
    "pair 0 has 8 tokens; the maximum is 6",
  );
});

test.each([
  ["its width is no multiple of its heads", { heads: 3 }, "a multiple of its 3 heads, got 8"],
  ["a query may fill all places", { queryPlaces: 24 }, "queryPlaces must be below its 24 places"],
])("bert is rejected if %s", (_name, options, message) => {
  expect(() => BERT.create(40, { ...SHAPE, queryPlaces: 12, ...options })).toThrow(message);
});

function expectNear(
  actual: ArrayLike<number> | undefined,
  expected: readonly number[],
  by: number,
): void {
  expect(actual).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) {
    expect(Math.abs((actual?.[i] as number) - value), `value ${i}`).toBeLessThan(by);
  }
}
