import { beforeAll, describe, expect, test } from "vitest";
import { Searcher } from "../ranking/searcher.ts";
import type { JudgedQueries } from "./judged-queries.ts";
import { type JudgedWorld, judgedWorld } from "./judged-world.contract.ts";
import { type LearningData, learningData } from "./learning-data.ts";
import { poolModel } from "./pool-model.ts";
import { WeightObjective } from "./weight-objective.ts";
import { rankerOf, WEIGHTED_MODELS, type WeightedModel } from "./weighted-model.ts";

let world: JudgedWorld;
let judged: JudgedQueries;

beforeAll(async () => {
  world = await judgedWorld();
  judged = {
    queries: world.queries.map((query) => ({ ...query, terms: query.text.split(" ") })),
    judgements: world.judgements,
  };
});

async function dataOf(model: WeightedModel): Promise<LearningData> {
  const { index, vectors } = world;
  return learningData(index, judged, { model, vectors, seed: 1, mostQueries: 40, lengths: "kept" });
}

function objectiveOf({ fit, start }: LearningData): WeightObjective {
  return new WeightObjective({
    ...fit,
    model: poolModel(fit.pools, start.setting, fit.statistics),
  });
}

describe.each(WEIGHTED_MODELS)("the objective of %s", (name) => {
  test("has the gradient that finite differences give", async () => {
    const data = await dataOf(name);
    const objective = objectiveOf(data);
    const queries = Uint32Array.from(data.queries.keys());
    const evaluate = objective.of(queries, 0.7);
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

  test("starts at the scores that the engine gives the tuned model", async () => {
    const data = await dataOf(name);
    const { pools } = data.fit;
    const scores = objectiveOf(data).scores(
      new Float64Array(objectiveOf(data).size),
      Uint32Array.from(data.queries.keys()),
    );
    const searcher = new Searcher(world.index);
    const { setting } = data.start;
    const ranker = rankerOf(setting, { weighted: false });
    const dropped = data.stopTerms.get(setting.stopList);
    for (const [q, { terms, counts }] of data.queries.entries()) {
      const texts = Array.from(terms).flatMap((term, place) =>
        dropped?.has(term)
          ? []
          : new Array<string>(counts[place] as number).fill(data.matrix.terms[term] as string),
      );
      const [from, to] = [pools.rowStarts[q] as number, pools.rowStarts[q + 1] as number];
      const expected = await searcher.score(texts, pools.rowDocuments.subarray(from, to), {
        ranker,
      });
      // The engine leaves the constant factor (k1 + 1) out.
      const factor = name === "bm25" ? setting.k1 + 1 : 1;
      for (const [i, score] of expected.entries()) {
        expect(scores[from + i]).toBeCloseTo(factor * score, 9);
      }
    }
  });
});
