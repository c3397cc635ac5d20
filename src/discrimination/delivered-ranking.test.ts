import { beforeAll, describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { IndexSnapshot, IndexWriter, TermWeights, writePrunedIndex } from "../index/index.ts";
import { roundWeight } from "../index/weights/index.ts";
import { Searcher } from "../ranking/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { PostingMatrix } from "./posting-matrix.ts";
import { computePruningThreshold, ModelPruner } from "./pruned-model.ts";
import { createTrainingQueries, type TrainingQuery } from "./training-queries.ts";
import {
  createWeightLearningFixture,
  type WeightLearningFixture,
} from "./weight-learning-fixture.contract.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { formatRanker, hasRoundedScores, type ModelSetting } from "./weighted-model.ts";
import { openRankers, type WeightedRanker } from "./weighted-ranker.ts";

let fixture: WeightLearningFixture;
let matrix: PostingMatrix;
let queries: TrainingQuery[];
beforeAll(async () => {
  fixture = await createWeightLearningFixture();
  matrix = PostingMatrix.read(fixture.index);
  const terms = fixture.queries.map((query) => ({
    ...query,
    terms: repeat(query.text.split(" ")),
  }));
  const { judgements } = fixture;
  queries = createTrainingQueries(fixture.index, matrix, { queries: terms, judgements });
});

/** Queries with repeated words and fillers: many documents have nearly equal scores. */
function repeat(words: readonly string[]): string[] {
  return [...words, ...words.slice(0, 1), "filler1", "filler2", "filler3"];
}

const COMMON = { stopList: "none", idf: "lucene", k1: 0.987, b: 0.31, mu: 40 } as const;
const SETTINGS: readonly ModelSetting[] = [
  { ...COMMON, model: "bm25", k3: Infinity },
  { ...COMMON, model: "bm25", idf: "cf", k3: 1 },
  { ...COMMON, model: "lm", idf: "none", k3: Infinity },
  { ...COMMON, model: "tfidf", idf: "plain", k3: Infinity },
];

/** Weights near 1 with the precision of an index. */
function createModel(setting: ModelSetting, seed: number): WeightedSetting {
  const random = new Random(seed);
  const draw = (): Float64Array =>
    Float64Array.from(matrix.terms, () => roundWeight(Math.exp(random.normal() / 8)));
  const [queryWeights, documentWeights] = [draw(), draw()];
  return { setting, queryWeights, documentWeights, isRounded: hasRoundedScores(setting) };
}

function toWeights({ queryWeights, documentWeights }: WeightedSetting): TermWeights {
  const entries = matrix.terms.map(
    (term, i) => [term, documentWeights[i] as number, queryWeights[i] as number] as const,
  );
  return new TermWeights(entries, 1, 1);
}

/** Every query has the same documents in the same order, equal scores included. */
async function expectSameRankings(index: IndexSnapshot, ranker: WeightedRanker): Promise<void> {
  const searcher = new Searcher(index);
  const name = index.settings.ranker as string;
  for (const query of queries) {
    const terms = Array.from(query.terms, (term, i) =>
      Array.from({ length: query.counts[i] as number }, () => matrix.terms[term] as string),
    ).flat();
    const hits = await searcher.rank(terms, { ranker: name, top: 100 });
    const ids = Array.from(hits.documents, (document) => index.id(document));
    expect(Array.from(ranker.rank(query), (document) => fixture.index.id(document))).toEqual(ids);
  }
}

describe.each(SETTINGS)(
  "the ranking that validation measures, by $model with idf $idf",
  (setting) => {
    test.each([1, 2, 3])("is that of an index with the weights (seed %i)", async (seed) => {
      const model = createModel(setting, seed);
      const { directory, index } = await createWeightLearningFixture();
      const writer = await IndexWriter.open(directory);
      await writer.weigh(toWeights(model), formatRanker(setting, { weighted: true }));
      await writer.commit();
      await writer.close();
      index.close();
      const [ranker] = openRankers(matrix, [model]);
      await expectSameRankings(await IndexSnapshot.open(directory), ranker as WeightedRanker);
    });

    test.each([0.95, 0.7, 0.4])(
      "is that of an index pruned to %d of its postings",
      async (kept) => {
        const model = createModel(setting, 4);
        const directory = new MemoryDirectory();
        const { idf, k1, b, mu } = setting;
        const threshold = computePruningThreshold(matrix, model, kept);
        const rule = { model: setting.model, idf, k1, b, mu, threshold };
        await writePrunedIndex(fixture.index, directory, toWeights(model), {
          ranker: formatRanker(setting, { weighted: true }),
          rule: { ...rule, averageLength: matrix.averageLength },
        });
        const ranker = new ModelPruner(matrix, model, [kept]).prune(kept);
        await expectSameRankings(await IndexSnapshot.open(directory), ranker);
      },
    );
  },
);
