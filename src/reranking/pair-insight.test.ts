import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { Vocabulary } from "../embeddings/index.ts";
import { createModel, variablesOf, writeInitialValues } from "../models/index.ts";
import { PairScorer, type TrainedModel } from "../scoring/index.ts";
import { plainBackend } from "../tensor/index.ts";
import { completeOptions } from "../text/index.ts";
import { pairInsight } from "./pair-insight.ts";

const vocabulary = new Vocabulary(["red", "blue", "wool"], Float64Array.of(3, 2, 1));
const [RED, BLUE, WOOL] = [2, 3, 4];

function trained(name: string): TrainedModel {
  const model = createModel(name, vocabulary.size, { dimensions: 2 });
  const idf = Float32Array.of(0, 0, 1, 2, 3);
  const values = new Map(model.initialValues(new Random(1), { idf }));
  // Rows 0 and 1 are padding and unknown; red and blue are at a right angle, wool between them.
  values.set(model.embeddings, Float32Array.from([0, 0, 9, 9, 2, 0, 0, 3, 1, 1]));
  const description = {
    model: name,
    options: model.options,
    analysis: completeOptions(),
    sequences: { form: "stem", queryLength: 30, documentLength: 180 },
  } as const;
  return { description, model, values, vocabulary };
}

test.each(["knrm", "knrm-idf", "s-knrm", "conv-knrm", "s-conv-knrm"])(
  "the features of %s times their weights are its score",
  async (name) => {
    const model = trained(name);
    const { kernels = [] } = await pairInsight(plainBackend(), model, [RED, WOOL], [BLUE, RED]);
    expect(kernels).toHaveLength(name.includes("conv") ? 99 : 11);
    const session = await plainBackend().open(variablesOf(model.model));
    await writeInitialValues(session, model.values);
    const scorer = await PairScorer.open(model.model, session);
    const [score] = await scorer.score([{ query: [RED, WOOL], document: [BLUE, RED] }]);
    const sum = kernels.reduce((total, { feature, weight }) => total + feature * weight, 0);
    expect(sum).toBeCloseTo(Number(score), 6);
    await session.close();
  },
);

test("kernels are named by what they count", async () => {
  const { kernels } = await pairInsight(plainBackend(), trained("knrm"), [RED], [RED]);
  expect(kernels?.slice(0, 3).map(({ name }) => name)).toEqual(["exact", "0.9", "0.7"]);
  // One query word with one exact match: 0.01 · log 1 = 0.
  expect(kernels?.[0]?.feature).toBeCloseTo(0, 6);
  const { kernels: crossed } = await pairInsight(
    plainBackend(),
    trained("conv-knrm"),
    [RED],
    [RED],
  );
  expect(crossed?.[12]?.name).toBe("1×2 0.9");
});

test("windows keep the largest matches of each query term, with their places", async () => {
  const model = trained("pacrr");
  const { windows = [] } = await pairInsight(plainBackend(), model, [RED, WOOL], [BLUE, WOOL, RED]);
  expect(windows).toHaveLength(3);
  // Cosines of red with blue, wool and red: 0, 1/√2, 1.
  expect(windows[0]?.[0]?.map(({ place }) => place)).toEqual([2, 1, 0]);
  expect(windows[0]?.[0]?.[1]?.value).toBeCloseTo(Math.SQRT1_2, 6);
  expect(windows[0]?.[1]?.[0]).toEqual({ place: 1, value: expect.closeTo(1, 6) });
});

test("a model that cannot say more has no insight", async () => {
  expect(await pairInsight(plainBackend(), trained("drmm"), [RED], [BLUE])).toEqual({});
});
