import { expect, test } from "vitest";
import { openLearningSource } from "./learning-data.ts";
import { createTrainingQueries } from "./training-queries.ts";
import { ModelTuner, tuneModel } from "./tune-model.ts";
import { createWeightLearningFixture } from "./weight-learning-fixture.contract.ts";
import { WEIGHTED_MODELS } from "./weighted-model.ts";

test.each(WEIGHTED_MODELS)(
  "%s tuned on some queries of a tuner equals tuning on them alone",
  async (model) => {
    const { index, queries, judgements } = await createWeightLearningFixture();
    const source = await openLearningSource(index, { vectors: undefined });
    const { matrix, stopTerms, view } = source;
    const judged = {
      queries: queries.map((query) => ({ ...query, terms: query.text.split(" ") })),
      judgements,
    };
    const all = createTrainingQueries(view, matrix, judged);
    const tuner = new ModelTuner(matrix, all, model, stopTerms, "kept");
    for (const positions of [[0, 1, 2, 3, 4, 5, 6, 7], [9, 3, 21, 14, 30], all.map((_, q) => q)]) {
      const alone = positions.map((q) => all[q] as (typeof all)[number]);
      expect(tuner.tune(positions)).toEqual(tuneModel(matrix, alone, model, stopTerms, "kept"));
    }
  },
);
