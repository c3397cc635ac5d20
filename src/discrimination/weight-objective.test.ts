import { beforeAll, describe, expect, test } from "vitest";
import { Searcher } from "../ranking/searcher.ts";
import { type LearningData, openLearningSource, prepareLearningData } from "./learning-data.ts";
import { createPoolModel } from "./pool-model.ts";
import type { QueryJudgements } from "./query-judgements.ts";
import {
  createWeightLearningFixture,
  type WeightLearningFixture,
} from "./weight-learning-fixture.contract.ts";
import { WeightObjective } from "./weight-objective.ts";
import { formatRanker, WEIGHTED_MODELS, type WeightedModel } from "./weighted-model.ts";

let fixture: WeightLearningFixture;
let queryJudgements: QueryJudgements;

beforeAll(async () => {
  fixture = await createWeightLearningFixture();
  queryJudgements = {
    queries: fixture.queries.map((query) => ({ ...query, terms: query.text.split(" ") })),
    judgements: fixture.judgements,
  };
});

async function createData(model: WeightedModel): Promise<LearningData> {
  const { index, vectors } = fixture;
  return prepareLearningData(await openLearningSource(index, { vectors }), queryJudgements, {
    model,
    seed: 1,
    maxQueries: 40,
    lengths: "kept",
  });
}

function createObjective({ fit, start }: LearningData): WeightObjective {
  return new WeightObjective({
    ...fit,
    model: createPoolModel(fit.pools, start.setting, fit.statistics),
  });
}

describe.each(WEIGHTED_MODELS)("the objective of %s", (name) => {
  test("has the gradient of finite differences", async () => {
    const data = await createData(name);
    const objective = createObjective(data);
    const queries = Uint32Array.from(data.queries.keys());
    const evaluate = objective.createLoss(queries, 0.7);
    const point = Float64Array.from({ length: objective.size }, (_, i) => 0.1 * Math.sin(i + 1));
    const gradient = new Float64Array(point.length);
    evaluate(point, gradient);
    const ignored = new Float64Array(point.length);
    for (let i = 0; i < point.length; i++) {
      const step = 1e-5;
      const at = (by: number): number =>
        evaluate(
          point.map((value, j) => (j === i ? value + by : value)),
          ignored,
        );
      expect(gradient[i]).toBeCloseTo((at(step) - at(-step)) / (2 * step), 4);
    }
  });

  test("starts at the engine's scores of the tuned model", async () => {
    const data = await createData(name);
    const { pools } = data.fit;
    const scores = createObjective(data).scores(
      new Float64Array(createObjective(data).size),
      Uint32Array.from(data.queries.keys()),
    );
    const searcher = new Searcher(fixture.index);
    const { setting } = data.start;
    const ranker = formatRanker(setting, { weighted: false });
    const dropped = data.stopTerms.get(setting.stopList);
    for (const [q, { terms, counts }] of data.queries.entries()) {
      const texts = Array.from(terms).flatMap((term, termIndex) =>
        dropped?.has(term)
          ? []
          : new Array<string>(counts[termIndex] as number).fill(data.matrix.terms[term] as string),
      );
      const [from, to] = [pools.rowStarts[q] as number, pools.rowStarts[q + 1] as number];
      const expected = await searcher.score(texts, pools.rowDocuments.subarray(from, to), {
        ranker,
      });
      // The engine omits the constant factor (k1 + 1).
      const factor = name === "bm25" ? setting.k1 + 1 : 1;
      for (const [i, score] of expected.entries()) {
        expect(scores[from + i]).toBeCloseTo(factor * score, 9);
      }
    }
  });
});
