import { beforeAll, describe, expect, test } from "vitest";
import { Searcher } from "../ranking/index.ts";
import { ExhaustiveRanker } from "./exhaustive-ranking.ts";
import { PostingMatrix } from "./posting-matrix.ts";
import { createPostingScorer } from "./posting-scorer.ts";
import { computePruningThreshold } from "./pruned-model.ts";
import {
  createWeightLearningFixture,
  type WeightLearningFixture,
} from "./weight-learning-fixture.contract.ts";
import { computeIdf, formatRanker, type ModelSetting } from "./weighted-model.ts";

let fixture: WeightLearningFixture;
let matrix: PostingMatrix;
beforeAll(async () => {
  fixture = await createWeightLearningFixture();
  matrix = PostingMatrix.read(fixture.index);
});

const PLAIN = { stopList: "none", idf: "lucene", k1: 1.2, b: 0.6, k3: Infinity, mu: 40 } as const;
const SETTINGS: readonly ModelSetting[] = [
  { ...PLAIN, model: "bm25" },
  { ...PLAIN, model: "lm", idf: "none" },
  { ...PLAIN, model: "tfidf", idf: "cf" },
];

describe.each(SETTINGS)("exhaustive ranking by $model", (setting) => {
  test("finds the same documents as the engine, in the same order of scores", async () => {
    const searcher = new Searcher(fixture.index);
    const ranking = new ExhaustiveRanker(matrix);
    const scorer = createPostingScorer(matrix, setting);
    const idf = computeIdf(matrix, setting.idf);
    for (const { text } of fixture.queries.slice(0, 20)) {
      const words = text.split(" ").filter((word) => matrix.number(word) !== undefined);
      const terms = words.map((word) => matrix.number(word) as number);
      const saliences = terms.map((term) => idf[term] as number);
      const weight = saliences.reduce((sum, each) => sum + each, 0);
      const query = { terms, saliences, occurrences: terms.map(() => 1), weight };
      const documents = ranking.rank(scorer, query, { excluded: new Set([3]) }, 30);
      const ranker = formatRanker(setting, { weighted: false });
      const hits = await searcher.rank(words, { ranker, top: 30, exclude: new Set([3]) });
      expect(documents).toHaveLength(hits.documents.length);
      // Equal scores may come in another order, so scores are compared.
      const scores = await searcher.score(words, documents, { ranker });
      for (const [i, score] of scores.entries())
        expect(score).toBeCloseTo(hits.scores[i] as number, 9);
    }
  });

  test("ignores dropped postings", () => {
    const rank = (of: PostingMatrix): Uint32Array =>
      new ExhaustiveRanker(of).rank(createPostingScorer(of, setting), query, nothing, 30);
    const term = matrix.number("thing5") as number;
    const query = { terms: [term], saliences: [1], occurrences: [1], weight: 1 };
    const nothing = { excluded: new Set<number>() };
    const isDropped = new Uint8Array(matrix.postingCount);
    isDropped[matrix.starts[term] as number] = 1;
    const [before, after] = [rank(matrix), rank(matrix.withoutPostings(isDropped))];
    const first = matrix.documents[matrix.starts[term] as number] as number;
    expect([...after].sort()).toEqual([...before].filter((document) => document !== first).sort());
  });
});

test("a pruning threshold keeps the requested share", () => {
  const ones = new Float64Array(matrix.termCount).fill(1);
  const [setting] = SETTINGS as [ModelSetting];
  const model = { setting, queryWeights: ones, documentWeights: ones, isRounded: false };
  expect(computePruningThreshold(matrix, model, 1)).toBeLessThan(
    computePruningThreshold(matrix, model, 0.5),
  );
  expect(computePruningThreshold(matrix, model, 0.5)).toBeLessThan(
    computePruningThreshold(matrix, model, 0.1),
  );
});
