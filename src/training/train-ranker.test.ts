import { beforeAll, describe, expect, test } from "vitest";
import { defined } from "../common/defined.ts";
import { Random } from "../common/random.ts";
import { parseMeasure } from "../evaluation/index.ts";
import { type IndexVocabulary, readIndexVocabulary } from "../scoring/index-vocabulary.ts";
import { readModel, writeModel } from "../scoring/model-folder.ts";
import {
  createTrainingFixture,
  type TrainingFixture,
} from "../scoring/training-fixture.contract.ts";
import type { Directory } from "../storage/directory.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { wasmBackend } from "../tensor/index.ts";
import { type RankerTraining, type TrainedRanker, trainRanker } from "./train-ranker.ts";

let fixture: TrainingFixture;
let words: IndexVocabulary;
beforeAll(async () => {
  fixture = await createTrainingFixture();
  words = await readIndexVocabulary(fixture.snapshot, fixture.analyzer);
});

function trainFixture(
  checkpoints?: Directory,
  settings: RankerTraining["settings"] = {},
  more: Partial<RankerTraining> = {},
): Promise<TrainedRanker> {
  return trainRanker(wasmBackend(), fixture.snapshot, fixture.analyzer, {
    model: "knrm-idf",
    options: { dimensions: 6 },
    words,
    firstStage: "bm25",
    documentLength: 3,
    examples: fixture.candidates,
    validation: fixture.candidates.slice(0, 8),
    measure: parseMeasure("RR@10"),
    deepest: 5,
    settings: { batchSize: 8, period: 2, ...settings },
    ...defined({ checkpoints }),
    ...more,
  });
}

describe("trainRanker", () => {
  test("describes the trained model, with counts of truncated texts", async () => {
    const { description, vocabulary, model } = await trainFixture();
    expect(description).toMatchObject({
      model: "knrm-idf",
      firstStage: "bm25",
      sequences: { form: "stem", queryLength: 30, documentLength: 3 },
      // All 32 documents are candidates. Each has five words, of which three are read.
      documents: { read: 32, cut: 32, empty: 0 },
    });
    expect(description.depth).toBeLessThanOrEqual(5);
    expect(model.vocabulary).toBe(vocabulary.size);
  });

  test("is written to a folder and read back with the same values", async () => {
    const ranker = await trainFixture();
    const directory = new MemoryDirectory();
    await writeModel(directory, ranker.description, ranker.vocabulary, ranker.weights);
    const { description, values } = await readModel(directory);
    expect(description).toEqual(JSON.parse(JSON.stringify(ranker.description)));
    expect([...values.values()]).toEqual([...ranker.values.values()]);
  });

  test("composes words of sub-words, trains them and reads the same model back", async () => {
    const ngrams = { smallest: 3, largest: 3, buckets: 5000 };
    const subwordVocabulary = await readIndexVocabulary(fixture.snapshot, fixture.analyzer, {
      subwords: ngrams,
    });
    const more = { words: subwordVocabulary, documentLength: 10 };
    const ranker = await trainFixture(undefined, { embeddingRate: 0.01 }, more);
    expect(ranker.description.ngrams).toEqual(ngrams);
    expect(ranker.model.embeddings.shape).toEqual([ranker.vocabulary.size + 5000, 6]);
    const before = ranker.model.initialValues(new Random(1).split("model"), {
      idf: subwordVocabulary.idf,
    });
    const start = before.get(ranker.model.embeddings) as Float32Array;
    const end = ranker.values.get(ranker.model.embeddings) as Float32Array;
    const isTrained = (row: number): boolean =>
      end.subarray(6 * row, 6 * row + 6).some((value, i) => value !== start[6 * row + i]);
    const { lexicon } = ranker.model;
    expect(lexicon?.ngramRows("crimson").every(isTrained)).toBe(true);
    expect(lexicon?.ngramRows("red").every(isTrained)).toBe(true); // only in queries
    expect(lexicon?.ngramRows("zebra").some(isTrained)).toBe(false);

    const directory = new MemoryDirectory();
    await writeModel(directory, ranker.description, ranker.vocabulary, ranker.weights);
    const read = await readModel(directory);
    expect(read.model.lexicon?.ngrams).toEqual(ngrams);
    expect([...read.values.values()]).toEqual([...ranker.values.values()]);
  });

  test("resumes from a checkpoint only with the same sub-words", async () => {
    const checkpoints = new MemoryDirectory();
    const with3 = { smallest: 3, largest: 3, buckets: 30 };
    for (const subwords of [with3, { ...with3, largest: 4 }]) {
      const subwordVocabulary = await readIndexVocabulary(fixture.snapshot, fixture.analyzer, {
        subwords,
      });
      const ranker = trainFixture(checkpoints, {}, { words: subwordVocabulary });
      if (subwords === with3) await ranker;
      else await expect(ranker).rejects.toThrow("of a training with other settings");
    }
  });

  test("returns the same description when it is called again after the end, for every kind of ending", async () => {
    const impatient = { networkRate: 1e-12, embeddingRate: 0, patience: 1, epochs: 9 };
    for (const settings of [{}, impatient]) {
      const checkpoints = new MemoryDirectory();
      const { description, weights } = await trainFixture(checkpoints, settings);
      const again = await trainFixture(checkpoints, settings);
      expect(again.description).toEqual(description);
      expect(again.weights).toEqual(weights);
    }
  });
});
