/**
 * Stored trainings stay valid while the same settings give the same losses. A change of a model, of
 * sampling or of the optimiser shows here: raise TRAINING_REVISION then, and store the new losses
 * under it. They are no expectation of what is right; other tests have that.
 */

import { beforeAll, expect, test } from "vitest";
import { parseMeasure } from "../../src/evaluation/index.ts";
import type { ModelOptions } from "../../src/models/index.ts";
import { createSingleLayerOptions } from "../../src/models/match-pyramid.ts";
import { type IndexVocabulary, readIndexVocabulary } from "../../src/scoring/index-vocabulary.ts";
import {
  createTrainingFixture,
  type TrainingFixture,
} from "../../src/scoring/training-fixture.contract.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { trainRanker } from "../../src/training/index.ts";
import { TRAINING_REVISION } from "./training-cells.ts";
import stored from "./training-revision.json" with { type: "json" };

let fixture: TrainingFixture;
let words: IndexVocabulary;
beforeAll(async () => {
  fixture = await createTrainingFixture();
  words = await readIndexVocabulary(fixture.snapshot, fixture.analyzer);
});

const OPTIONS: Readonly<Record<string, ModelOptions>> = {
  "match-pyramid": { ...createSingleLayerOptions("3x3"), dimensions: 6 },
};

/** The losses of two periods of four steps, at a rate at which they move. */
async function computeLosses(model: string): Promise<readonly number[]> {
  const { description } = await trainRanker(wasmBackend(), fixture.snapshot, fixture.analyzer, {
    ...{ model, options: OPTIONS[model] ?? { dimensions: 6 }, words, firstStage: "bm25" },
    ...{ examples: fixture.candidates, validation: fixture.candidates.slice(0, 8) },
    ...{ measure: parseMeasure("RR@10"), deepest: 5 },
    settings: {
      ...{ batchSize: 8, period: 4, maxExamples: 64, epochs: 9 },
      ...{ networkRate: 0.1, embeddingRate: 0.1, salienceRate: 0.1 },
    },
  });
  return description.training?.periods.map(({ loss }) => loss) ?? [];
}

const losses: Readonly<Record<string, readonly number[]>> = stored.losses;

test("the stored losses are of the current revision", () => {
  expect(stored.revision).toBe(TRAINING_REVISION);
});

test.each(Object.keys(losses))("%s trains as its stored trainings did", async (model) => {
  // Four digits: the last ones may differ between processors.
  for (const [i, loss] of (await computeLosses(model)).entries()) {
    expect(loss).toBeCloseTo(losses[model]?.[i] ?? NaN, 4);
  }
});
