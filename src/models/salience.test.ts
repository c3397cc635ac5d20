import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { indexInput, input, plainBackend, type Session, type Tensor } from "../tensor/index.ts";
import { CONV_KNRM } from "./conv-knrm.ts";
import { type InitialValues, writeInitialValues } from "./initial-values.ts";
import { KNRM } from "./knrm.ts";
import {
  createBatcher,
  createInputs,
  listVariables,
  type ModelKind,
  type NeuralModel,
} from "./neural-model.ts";
import type { TokenPair } from "./pair-batch.ts";
import { S_CONV_KNRM } from "./s-conv-knrm.ts";
import { KNRM_IDF, S_KNRM } from "./s-knrm.ts";
import { S_PACRR } from "./s-pacrr.ts";
import {
  computeGamma,
  computeSalience,
  createSalience,
  listSalienceParameters,
} from "./salience.ts";
import { computeWordIdf, normaliseIdf } from "./word-idf.ts";
import { createWordInputs } from "./word-inputs.ts";

/** The learned scale starts at 0.01 in float32, the fixed one is 0.01 in float64. */
const LEARNED_OVER_FIXED = Math.fround(0.01) / 0.01;

const DOUBLE = plainBackend({ precision: "float64" });

describe("salience", () => {
  test("is a perceptron of the vector, and between 0 and 1 after the sigmoid", async () => {
    const net = createSalience(2, { salienceUnits: 2, salienceBias: true });
    const rows = input("rows", ["rows", 2]);
    const session = await DOUBLE.open(listSalienceParameters(net));
    const values = [[1, -1, 2, 0.5], [0.5, 0], [3, -2], [0.1]];
    for (const [i, variable] of listSalienceParameters(net).entries()) {
      await session.write(variable, values[i] as number[]);
    }
    const outputs = { gamma: computeGamma(net, rows), salc: computeSalience(net, rows) };
    const outputValues = (await (await session.prepare({ outputs })).run({ rows: [0.5, -0.25] }))
      .outputs;
    // Hidden: tanh(0.5·1 - 0.25·2 + 0.5) = tanh(0.5) and tanh(-0.5 - 0.125) = tanh(-0.625).
    const expected = 3 * Math.tanh(0.5) - 2 * Math.tanh(-0.625) + 0.1;
    expect(outputValues.gamma?.[0]).toBeCloseTo(expected, 12);
    expect(outputValues.salc?.[0]).toBeCloseTo(1 / (1 + Math.exp(-expected)), 12);
  });

  test("has the parameters of its two layers, with and without biases", () => {
    const sizes = (salienceBias: boolean) =>
      listSalienceParameters(createSalience(300, { salienceUnits: 50, salienceBias })).map(
        ({ shape }) => shape,
      );
    expect(sizes(true)).toEqual([[300, 50], [50], [50, 1], [1]]);
    expect(sizes(false)).toEqual([
      [300, 50],
      [50, 1],
    ]);
  });

  test.each([S_KNRM, S_CONV_KNRM])("of $name is computed for every word", async (kind) => {
    const model = kind.create(9, { dimensions: 4, salienceUnits: 3 });
    const words = indexInput("words", "words", 9);
    const session = await openSession(model, model.initialValues(new Random(2)));
    const step = await session.prepare({
      outputs: { gamma: model.salience?.({ words }) as Tensor },
    });
    const gammas = (await step.run({ words: [0, 1, 2, 3, 4, 5, 6, 7, 8] })).outputs.gamma;
    expect(gammas).toHaveLength(9);
    const one = (await step.run({ words: [5] })).outputs.gamma;
    expect(one?.[0]).toBe(gammas?.[5]);
    expect(new Set(gammas?.slice(2)).size).toBe(7);
  });
});

describe("salience of a word is that of", () => {
  // A vector of one value, 0.5 or -0.5; one hidden unit with weight 2 and bias -0.1, output weight 3
  // and bias 0.2: γ(x) = 3 · tanh(2 x - 0.1) + 0.2.
  const computeExpected = (x: number) => 3 * Math.tanh(2 * x - 0.1) + 0.2;
  const net: Readonly<Record<string, number[]>> = {
    embeddings: [0, 0, 0.5, -0.5],
    "salience.hidden.weights": [2],
    "salience.hidden.bias": [-0.1],
    "salience.output.weights": [3],
    "salience.output.bias": [0.2],
    "convolution1.weights": [4],
    "convolution1.bias": [0.3],
  };
  const SINGLE = { dimensions: 1, salienceUnits: 1 };
  const cases: readonly { kind: ModelKind; what: string; inputs: readonly number[] }[] = [
    { kind: S_KNRM, what: "its vector", inputs: [0.5, -0.5] },
    { kind: S_PACRR, what: "its vector", inputs: [0.5, -0.5] },
    // relu(4 · 0.5 + 0.3) and relu(-4 · 0.5 + 0.3).
    { kind: S_CONV_KNRM, what: "its 1-gram", inputs: [2.3, 0] },
  ];
  test.each(cases)("$what in $kind.name", async ({ kind, inputs }) => {
    const model = kind.create(4, kind === S_KNRM ? SINGLE : { ...SINGLE, filters: 1 });
    const session = await openSession(model, model.initialValues(new Random(1)));
    for (const variable of listVariables(model)) {
      const values = net[String(variable.attributes.name)];
      if (values !== undefined) await session.write(variable, values);
    }
    const gamma = model.salience?.(createWordInputs({ vocabulary: 4 })) as Tensor;
    const outputValues = (
      await (await session.prepare({ outputs: { gamma } })).run({ words: [2, 3] })
    ).outputs;
    expect(outputValues.gamma?.[0]).toBeCloseTo(computeExpected(inputs[0] as number), 12);
    expect(outputValues.gamma?.[1]).toBeCloseTo(computeExpected(inputs[1] as number), 12);
  });
});

describe("a gate on KNRM", () => {
  test("computes the features of a known matrix", async () => {
    // Five words whose cosines are [[1, .45, .2], [.7, .1, -.3]], the first two being the query.
    const [a, b] = [0.7, Math.sqrt(0.51)];
    const [c, d] = [(0.1 - 0.45 * a) / b, (-0.3 - 0.2 * a) / b];
    const vectors = [
      [1, 0, 0, 0],
      [a, b, 0, 0],
      [1, 0, 0, 0],
      [0.45, c, Math.sqrt(1 - 0.45 ** 2 - c ** 2), 0],
      [0.2, d, 0, Math.sqrt(1 - 0.2 ** 2 - d ** 2)],
    ];
    const model = KNRM_IDF.create(7, { dimensions: 4 });
    const random = new Random(1);
    const session = await openSession(
      model,
      model.initialValues(random, { idf: new Float32Array(7) }),
    );
    await session.write(model.embeddings, [...Array(8).fill(0), ...vectors.flat()]);
    await session.write(model.frozen[0] as Tensor, [0, 0, 0.8, 0.5, 0.9, 0.6, 0.3]);
    const step = await session.prepare({ outputs: { score: model.score(createInputs(model)) } });
    const batch = createBatcher(model).pairs([{ query: [2, 3], document: [4, 5, 6] }]);
    // Values computed beforehand, without this code.
    const expected = [
      -0.460517, -0.217095, -0.081473, -0.025534, -0.002856, 0.005657, -0.008183, -0.091993,
      -0.253412, -0.444735, -0.460517,
    ];
    const [weights] = model.trained.network as [Tensor];
    for (const [k, feature] of expected.entries()) {
      await session.write(
        weights,
        Array.from(expected, (_, i) => (i === k ? 1 : 0)),
      );
      expect((await step.run(batch)).outputs.score?.[0]).toBeCloseTo(feature, 5);
    }
  });

  const variants = [
    { gated: S_KNRM, base: KNRM, sizes: { dimensions: 6 } },
    { gated: S_CONV_KNRM, base: CONV_KNRM, sizes: { dimensions: 6, filters: 4 } },
  ];
  test.each(variants)(
    "that is 1, without tanh, equals $base.name",
    async ({ gated, base, sizes }) => {
      const model = gated.create(20, { ...sizes, salienceUnits: 3, tanh: false });
      const values = new Map(model.initialValues(new Random(5)));
      const named = (name: string) =>
        [...values.keys()].find(({ attributes }) => attributes.name === name) as Tensor;
      // σ(40) is 1 in float64.
      values.set(named("salience.output.weights"), new Float32Array(3));
      values.set(named("salience.output.bias"), Float32Array.of(40));
      const plain = base.create(20, sizes);
      const shared = new Map(
        listVariables(plain).map((variable) => [
          variable,
          values.get(named(String(variable.attributes.name))) as Float32Array,
        ]),
      );
      const outputValues = await computeScores(model, values);
      for (const [i, score] of (await computeScores(plain, shared)).entries()) {
        expect(outputValues[i]).toBeCloseTo(score * LEARNED_OVER_FIXED, 12);
      }
    },
  );

  test("of equal idf, without tanh, equals knrm", async () => {
    const model = KNRM_IDF.create(20, { dimensions: 6, tanh: false });
    const idf = new Float32Array(20).fill(3);
    const plain = KNRM.create(20, { dimensions: 6 });
    const outputValues = await computeScores(model, model.initialValues(new Random(5), { idf }));
    const expected = await computeScores(plain, plain.initialValues(new Random(5)));
    for (const [i, score] of expected.entries())
      expect(outputValues[i]).toBeCloseTo(score * LEARNED_OVER_FIXED, 12);
  });
});

describe("idf", () => {
  test("is ln(N / df), and that of one document for a word in none", () => {
    const idf = computeWordIdf([0, 0, 10, 5, 1, 0], 10);
    const expected = [0, Math.log(10), 0, Math.log(2), Math.log(10), Math.log(10)];
    expect(idf).toEqual(Float32Array.from(expected));
    expect(() => computeWordIdf([0, 0, 11], 10)).toThrow("word 2 cannot be in 11 of 10 documents");
  });

  test("is scaled to 0 for the commonest word and 1 for the rarest", () => {
    expect(normaliseIdf(Float32Array.of(0, 0, 1, 2, 5))).toEqual(Float32Array.of(0, 1, 0, 0.25, 1));
    expect(normaliseIdf(Float32Array.of(0, 0, 2, 2))).toEqual(Float32Array.of(0, 1, 1, 1));
  });

  test("is required by a model that uses it, finite and for every word", () => {
    const model = KNRM_IDF.create(4, { dimensions: 2 });
    const start = (idf?: Float32Array) => () =>
      model.initialValues(new Random(1), idf === undefined ? {} : { idf });
    expect(start()).toThrow("knrm-idf needs the idf of the words");
    expect(start(new Float32Array(3))).toThrow("needs 4 finite idf values, one for each id, got 3");
    expect(start(Float32Array.of(0, 0, NaN, 1))).toThrow("needs 4 finite idf values");
  });
});

async function openSession(model: NeuralModel, values: InitialValues): Promise<Session> {
  const session = await DOUBLE.open(listVariables(model));
  await writeInitialValues(session, values);
  return session;
}

const PAIRS: readonly TokenPair[] = [
  { query: [2, 3, 4], document: [5, 3, 1, 9, 4] },
  { query: [7], document: [8, 9, 10, 7] },
  { query: [11, 1, 12], document: [13] },
];

async function computeScores(
  model: NeuralModel,
  values: InitialValues,
): Promise<readonly number[]> {
  const session = await openSession(model, values);
  const step = await session.prepare({ outputs: { scores: model.score(createInputs(model)) } });
  return Array.from((await step.run(createBatcher(model).pairs(PAIRS))).outputs.scores ?? []);
}
