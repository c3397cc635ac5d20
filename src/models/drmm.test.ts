import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { plainBackend, wasmBackend } from "../tensor/index.ts";
import { DRMM } from "./drmm.ts";
import { writeInitialValues } from "./initial-values.ts";
import { createBatcher, createInputs, listVariables, type ModelOptions } from "./neural-model.ts";

// Query words e1 and e2; document words e1, (.6, .8) and -e1. Of three bins over [-1, 1], bin
// ⌊(x + 1) / 2 · 2⌋ = ⌊x + 1⌋: e1 has cosines 1, .6, -1 → bins 2, 1, 0, one each; e2 has
// 0, .8, 0 → three in bin 1.
const VECTORS = [0, 0, 0, 0, 1, 0, 0, 1, 0.6, 0.8, -1, 0];
const COUNTS = [
  [1, 1, 1],
  [0, 3, 0],
] as const;
const PAIR = { query: [2, 3], document: [2, 4, 5] };
const IDF = [0, 0, 2, 1, 1, 1];

describe("the score is the value of each histogram, weighted by the gate", () => {
  const shapes = {
    log: (count: number) => Math.log(1 + count),
    count: (count: number) => count,
    share: (count: number) => count / 3,
  };
  test.each(Object.entries(shapes))("%s", async (histogram, shaped) => {
    // Hidden unit tanh(.3 a - .2 b + .1 c + .05), value tanh(2 h - .1); gate w = .5 over idf 2 and 1.
    const value = ([a, b, c]: readonly number[]): number =>
      Math.tanh(2 * Math.tanh(0.3 * (a ?? 0) - 0.2 * (b ?? 0) + 0.1 * (c ?? 0) + 0.05) - 0.1);
    const [first, second] = COUNTS.map((counts) => value(counts.map(shaped))) as [number, number];
    const [e1, e2] = [Math.exp(1), Math.exp(0.5)];
    const expected = (e1 * first + e2 * second) / (e1 + e2);
    const actual = await score({ histogram }, [[0.3, -0.2, 0.1], [0.05], [2], [-0.1], [0.5]]);
    expect(actual).toBeCloseTo(expected, 12);
  });
});

test("a gate of vectors weights terms by w · v", async () => {
  // Histograms do not matter: values tanh(.4 + tanh(0) · 0) for both, so any gate gives tanh(.4).
  const equal = [[0, 0, 0], [0], [0], [0.4]];
  expect(await score({ gate: "vector" }, [...equal, [1, -1]])).toBeCloseTo(Math.tanh(0.4), 12);
  // Counts of the lowest bin alone: values tanh(tanh(ln 2)) and tanh(tanh(0)) = 0, shares
  // e^1 and e^-1 over their sum for w = (1, -1).
  const lowest = [[1, 0, 0], [0], [1], [0]];
  const share = Math.exp(1) / (Math.exp(1) + Math.exp(-1));
  expect(await score({ gate: "vector" }, [...lowest, [1, -1]])).toBeCloseTo(
    share * Math.tanh(Math.tanh(Math.log(2))),
    12,
  );
});

test("a word matches itself in the last bin, in spite of rounding", async () => {
  const words = 200;
  const model = DRMM.create(words, { dimensions: 30, hidden: 1, gate: "vector" });
  const session = await wasmBackend().open(listVariables(model));
  await writeInitialValues(session, model.initialValues(new Random(1)));
  // Only the last bin counts: tanh(tanh(ln 2)) where there is an exact match.
  const values = [[...Array(29).fill(0), 1], [0], [1], [0], Array(30).fill(0)];
  for (const [i, part] of model.trained.network.entries()) {
    await session.write(part, values[i] as number[]);
  }
  const step = await session.prepare({ outputs: { scores: model.score(createInputs(model)) } });
  const pairs = Array.from({ length: words - 2 }, (_, i) => ({
    query: [i + 2],
    document: [i + 2],
  }));
  const { scores = [] } = (await step.run(createBatcher(model).pairs(pairs))).outputs;
  for (const actual of scores) expect(actual).toBeCloseTo(Math.tanh(Math.tanh(Math.log(2))), 5);
  expect(scores).toHaveLength(words - 2);
});

test.each([
  [{ histogram: "bar" }, 'drmm histogram must be one of log, count, share, got "bar"'],
  [{ histogram: "constructor" }, "drmm histogram must be one of log, count, share"],
  [{ gate: "df" }, 'drmm gate must be one of idf, vector, got "df"'],
])("rejects %o", (options, message) => {
  expect(() => DRMM.create(4, options)).toThrow(message);
});

async function score(options: ModelOptions, values: readonly number[][]): Promise<number> {
  const model = DRMM.create(6, { dimensions: 2, bins: 3, hidden: 1, ...options });
  const session = await plainBackend({ precision: "float64" }).open(listVariables(model));
  for (const [i, part] of model.trained.network.entries()) {
    await session.write(part, values[i] as number[]);
  }
  const tables = [VECTORS, IDF];
  for (const [i, part] of model.frozen.entries()) await session.write(part, tables[i] as number[]);
  const step = await session.prepare({ outputs: { score: model.score(createInputs(model)) } });
  return (await step.run(createBatcher(model).pairs([PAIR]))).outputs.score?.[0] as number;
}
