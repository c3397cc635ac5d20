import { beforeAll, describe, expect, test } from "vitest";
import { Searcher } from "../ranking/index.ts";
import { ExhaustiveRanking } from "./exhaustive-ranking.ts";
import { type JudgedWorld, judgedWorld } from "./judged-world.contract.ts";
import { PostingMatrix } from "./posting-matrix.ts";
import { postingScorer } from "./posting-scorer.ts";
import { pruningThreshold } from "./pruning-choice.ts";
import { idfOf, type ModelSetting, rankerOf } from "./weighted-model.ts";

let world: JudgedWorld;
let matrix: PostingMatrix;
beforeAll(async () => {
  world = await judgedWorld();
  matrix = PostingMatrix.of(world.index);
});

const PLAIN = { stopList: "none", idf: "lucene", k1: 1.2, b: 0.6, k3: Infinity, mu: 40 } as const;
const SETTINGS: readonly ModelSetting[] = [
  { ...PLAIN, model: "bm25" },
  { ...PLAIN, model: "lm", idf: "none" },
  { ...PLAIN, model: "tfidf", idf: "cf" },
];

describe.each(SETTINGS)("exhaustive ranking by $model", (setting) => {
  test("finds the documents that the engine finds, in its order of scores", async () => {
    const searcher = new Searcher(world.index);
    const ranking = new ExhaustiveRanking(matrix);
    const scorer = postingScorer(matrix, setting);
    const idf = idfOf(matrix, setting.idf);
    for (const { text } of world.queries.slice(0, 20)) {
      const words = text.split(" ").filter((word) => matrix.number(word) !== undefined);
      const terms = words.map((word) => matrix.number(word) as number);
      const saliences = terms.map((term) => idf[term] as number);
      const weight = saliences.reduce((sum, each) => sum + each, 0);
      const query = { terms, saliences, occurrences: terms.map(() => 1), weight };
      const found = ranking.rank(scorer, query, { excluded: new Set([3]) }, 30);
      const ranker = rankerOf(setting, { weighted: false });
      const hits = await searcher.rank(words, { ranker, top: 30, exclude: new Set([3]) });
      expect(found).toHaveLength(hits.documents.length);
      // Equal scores may come in another order, so scores are compared.
      const scores = await searcher.score(words, found, { ranker });
      for (const [i, score] of scores.entries())
        expect(score).toBeCloseTo(hits.scores[i] as number, 9);
    }
  });

  test("leaves out postings that are dropped", () => {
    const ranking = new ExhaustiveRanking(matrix);
    const scorer = postingScorer(matrix, setting);
    const term = matrix.number("thing5") as number;
    const query = { terms: [term], saliences: [1], occurrences: [1], weight: 1 };
    const isDropped = new Uint8Array(matrix.postingCount);
    const nothing = { excluded: new Set<number>() };
    const before = ranking.rank(scorer, query, nothing, 30, isDropped);
    isDropped[matrix.starts[term] as number] = 1;
    const after = ranking.rank(scorer, query, nothing, 30, isDropped);
    const first = matrix.documents[matrix.starts[term] as number] as number;
    expect([...after].sort()).toEqual([...before].filter((document) => document !== first).sort());
  });
});

test("a threshold of pruning keeps the share that is asked for", () => {
  const ones = new Float64Array(matrix.termCount).fill(1);
  const [setting] = SETTINGS as [ModelSetting];
  const model = { setting, queryWeights: ones, documentWeights: ones };
  expect(pruningThreshold(matrix, model, 1)).toBeLessThan(pruningThreshold(matrix, model, 0.5));
  expect(pruningThreshold(matrix, model, 0.5)).toBeLessThan(pruningThreshold(matrix, model, 0.1));
});
