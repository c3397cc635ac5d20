import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { plainBackend, type Tensor } from "../tensor/index.ts";
import { writeInitialValues } from "./initial-values.ts";
import { createBatcher, createInputs, listVariables } from "./neural-model.ts";
import {
  computeMatchFeatures,
  createWindowFilters,
  PACRR,
  PACRR_DEFAULTS,
  PACRR_NO_IDF,
} from "./pacrr.ts";
import { S_PACRR } from "./s-pacrr.ts";

const DOUBLE = plainBackend({ precision: "float64" });
const SMALL = { dimensions: 4, filters: 3, top: 2, queryLength: 3 };

test("the features of a query term are its largest matches, alone and in windows", async () => {
  // Two orthogonal query words and four document words with the cosines [[.9, .1, .4,
  // .2], [0, .8, .3, .5]]. The window [[1, 0], [0, 1]] with bias -.2 adds each cell to
  // the one right below it: [[1.5, .2, .7, 0], [0, .6, .1, .3]] after the ReLU.
  const model = PACRR.create(8, { ...SMALL, dimensions: 3 });
  const filters = createWindowFilters({ ...PACRR_DEFAULTS, longest: 2, filters: 1 });
  const [{ weights, bias }] = filters as [(typeof filters)[number]];
  const documents = [
    [0.9, 0],
    [0.1, 0.8],
    [0.4, 0.3],
    [0.2, 0.5],
  ].map(([x, y]) => [x, y, Math.sqrt(1 - (x as number) ** 2 - (y as number) ** 2)]);
  const vectors = [[0, 0, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0], ...documents].flat() as number[];
  const session = await DOUBLE.open([model.embeddings, weights, bias as Tensor]);
  await session.write(model.embeddings, vectors);
  await session.write(weights, [1, 0, 0, 1]);
  await session.write(bias as Tensor, [-0.2]);
  const [single, inWindows] = computeMatchFeatures(
    model.embeddings,
    filters,
    2,
    createInputs(model),
  );
  const outputs = { alone: single as Tensor, inWindows: inWindows as Tensor };
  const batch = createBatcher(model).pairs([{ query: [2, 3], document: [4, 5, 6, 7] }]);
  const outputValues = (await (await session.prepare({ outputs })).run(batch)).outputs;
  const rounded = (values: ArrayLike<number> = []) => Array.from(values, (x) => +x.toFixed(6));
  expect(rounded(outputValues.alone)).toEqual([0.9, 0.4, 0.8, 0.5]);
  expect(rounded(outputValues.inWindows)).toEqual([1.5, 0.7, 0.6, 0.3]);
});

describe("idf", () => {
  const scoresWith = async (
    kind: typeof PACRR,
    idf: Float32Array,
    { query = [2, 3], document = [4, 5, 3] } = {},
  ): Promise<readonly number[]> => {
    const model = kind.create(6, SMALL);
    const session = await DOUBLE.open(listVariables(model));
    await writeInitialValues(session, model.initialValues(new Random(2), { idf }));
    const step = await session.prepare({ outputs: { scores: model.score(createInputs(model)) } });
    const batch = createBatcher(model).pairs([{ query, document }]);
    return Array.from((await step.run(batch)).outputs.scores ?? []);
  };
  const one = Float32Array.of(0, 0, 1, 2, 3, 4);
  const other = Float32Array.of(0, 0, 5, 1, 3, 4);

  test("enters pacrr", async () => {
    expect(await scoresWith(PACRR, one)).not.toEqual(await scoresWith(PACRR, other));
  });

  test("enters pacrr as a softmax over the query: adding a constant changes nothing", async () => {
    const higher = one.map((value) => value + 2);
    const [expected] = await scoresWith(PACRR, one);
    expect((await scoresWith(PACRR, higher))[0]).toBeCloseTo(expected as number, 12);
  });

  test("of an unknown word of the query counts as 0, whatever the table contains", async () => {
    // Nothing matches unknown words, so the terms of a query differ only by their idf.
    const document = [1, 1];
    const actual = await scoresWith(PACRR, Float32Array.of(0, 9, 1, 0, 3, 4), { document });
    const unknown = { query: [2, 1], document };
    expect(await scoresWith(PACRR, Float32Array.of(0, 9, 1, 7, 3, 4), unknown)).toEqual(actual);
    expect(await scoresWith(PACRR, Float32Array.of(0, 9, 2, 7, 3, 4), unknown)).not.toEqual(actual);
  });

  test("does not enter pacrr-noidf", async () => {
    expect(await scoresWith(PACRR_NO_IDF, one)).toEqual(await scoresWith(PACRR_NO_IDF, other));
  });

  test("is required by pacrr only", () => {
    const start = (kind: typeof PACRR) => () => kind.create(6, SMALL).initialValues(new Random(1));
    expect(start(PACRR)).toThrow("pacrr needs the idf of the words");
    expect(start(PACRR_NO_IDF)).not.toThrow();
  });
});

describe("training starts", () => {
  const createValues = (options: { combine: string }) =>
    new Map(
      [...S_PACRR.create(6, options).initialValues(new Random(3))].map(
        ([{ attributes }, values]) => [attributes.name, values],
      ),
    );

  test("with every gate of a document open", () => {
    const values = createValues({ combine: "mlp" });
    for (const width of [1, 2, 3]) {
      const weights = values.get(`salience.window${width}.weights`) as Float32Array;
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...weights)).toBeLessThanOrEqual(1 / width);
      expect(Math.max(...weights)).toBeGreaterThan(0.8 / width);
      expect(values.get(`salience.window${width}.bias`)).toEqual(new Float32Array(32));
    }
  });

  test("with an LSTM that forgets nothing", () => {
    const values = createValues({ combine: "lstm" });
    expect(values.get("combine.bias")).toEqual(Float32Array.of(0, 1, 0, 0));
    expect(Math.hypot(...(values.get("combine.recurrent") ?? []))).toBeCloseTo(1, 6);
  });
});

test.each([PACRR, PACRR_NO_IDF, S_PACRR])(
  "$name rejects a query longer than its maximum",
  (kind) => {
    const model = kind.create(9, SMALL);
    const pairs = [{ query: [2, 3, 4, 5], document: [6] }];
    expect(() => createBatcher(model).pairs(pairs)).toThrow(
      "the query of pair 0 has 4 tokens; the maximum of the model is 3",
    );
  },
);

test("terms are combined by mlp or lstm, and by nothing else", () => {
  expect(() => PACRR.create(9, { combine: "sum" })).toThrow(
    'combine must be "mlp" or "lstm", got "sum"',
  );
});

test("with every gate open, a gated matrix is PACRR's; with every gate half open, its cosines are a quarter", async () => {
  const computeScore = async (gamma: number | undefined, scaled = 1): Promise<number> => {
    const plain = PACRR_NO_IDF.create(6, { ...SMALL, longest: 1 });
    const gatedModel = S_PACRR.create(6, { ...SMALL, longest: 1, gating: "matrix" });
    const model = gamma === undefined ? plain : gatedModel;
    const values = new Map(
      [...plain.initialValues(new Random(5))].map(([variable, start]) => [
        String(variable.attributes.name),
        start,
      ]),
    );
    // The first layer reads only the cosines: scaling its weights scales them.
    const first = values.get("combine1.weights") as Float32Array;
    values.set(
      "combine1.weights",
      first.map((value) => value * scaled),
    );
    const session = await DOUBLE.open(listVariables(model));
    for (const variable of listVariables(model)) {
      const name = String(variable.attributes.name);
      const size = (variable.shape as readonly number[]).reduce((a, b) => a * b, 1);
      const shut = new Float32Array(size).fill(name === "salience.output.bias" ? (gamma ?? 0) : 0);
      await session.write(variable, values.get(name) ?? shut);
    }
    const step = await session.prepare({ outputs: { scores: model.score(createInputs(model)) } });
    const batch = createBatcher(model).pairs([{ query: [2, 3], document: [4, 5, 3] }]);
    return (await step.run(batch)).outputs.scores?.[0] ?? Number.NaN;
  };
  expect(await computeScore(60)).toBeCloseTo(await computeScore(undefined), 9);
  // γ = 0: both gates are ½.
  expect(await computeScore(0)).toBeCloseTo(await computeScore(undefined, 0.25), 9);
});

test("S-PACRR is rejected with an unknown gating", () => {
  expect(() => S_PACRR.create(6, { gating: "rows" })).toThrow('or "matrix", got "rows"');
});
