import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { plainBackend } from "../tensor/index.ts";
import { BERT } from "./bert/bert.ts";
import { DUET, DUET_MATCHZOO, DUET_V1 } from "./duet.ts";
import { writeInitialValues } from "./initial-values.ts";
import { checkGradients } from "./neural-model.contract.ts";
import { createBatcher, createInputs, listVariables, type NeuralModel } from "./neural-model.ts";

const SMALL_DUET = { dimensions: 6, queryLength: 8, documentLength: 14, filters: 8, pool: 4 };
const SMALL_BERT = { layers: 2, width: 8, heads: 2, units: 16, places: 24, queryPlaces: 8 };
const MODELS: readonly (readonly [string, NeuralModel])[] = [
  ["duet, joint", DUET.create(40, { ...SMALL_DUET, hidden: "12,12", dropout: 0.3 })],
  ["duet, sum", DUET.create(40, { ...DUET_MATCHZOO, ...SMALL_DUET, hidden: "12" })],
  ["bert", BERT.create(40, SMALL_BERT)],
];
const PAIRS = [
  { query: [2, 3, 4], document: [5, 3, 7, 9, 2] },
  { query: [6, 7], document: [7, 7, 8, 10] },
];

function createInitialValues(model: NeuralModel) {
  const idf = Float32Array.from({ length: 40 }, (_, id) => 1 + (id % 7));
  return model.initialValues(new Random(4), { idf });
}

describe.each(MODELS)("%s", (_name, model) => {
  test("has the gradients of finite differences while values are dropped", async () => {
    await checkGradients(model, createInitialValues(model), 5);
  });

  test("drops by the seed in training, and nothing when it scores", async () => {
    const session = await plainBackend({ precision: "float64" }).open(listVariables(model));
    await writeInitialValues(session, createInitialValues(model));
    const inputs = createInputs(model);
    const scoring = await session.prepare({ outputs: { scores: model.score(inputs) } });
    const training = await session.prepare({
      outputs: { scores: model.score({ ...inputs, isTraining: true }) },
    });
    const batch = createBatcher(model).pairs(PAIRS);
    const trained = async (seed: number) =>
      String((await training.run({ ...batch, dropoutSeed: [seed] })).outputs.scores);
    const scored = String((await scoring.run(batch)).outputs.scores);
    expect(String((await scoring.run(batch)).outputs.scores)).toBe(scored);
    expect(await trained(1)).toBe(await trained(1));
    expect(new Set([await trained(1), await trained(2), scored]).size).toBe(3);
    await session.close();
  });
});

test("the shares are those of the papers, and one outside [0, 1) is rejected", () => {
  expect([DUET.defaults.dropout, DUET_V1.dropout, BERT.defaults.dropout]).toEqual([0.5, 0.2, 0.1]);
  expect(() => BERT.create(40, { ...SMALL_BERT, dropout: 0 })).not.toThrow();
  expect(() => BERT.create(40, { ...SMALL_BERT, dropout: 1 })).toThrow(
    "bert dropout must be a share from 0 to below 1, got 1",
  );
});
