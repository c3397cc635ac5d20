import { beforeAll, describe, expect, test } from "vitest";
import { evaluate } from "../evaluation/index.ts";
import {
  buildIndex,
  EXHAUSTED,
  IndexSnapshot,
  IndexWriter,
  writePrunedIndex,
} from "../index/index.ts";
import { createIndexRetriever, runQueries, Searcher } from "../ranking/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { learnTermWeights } from "./learn-term-weights.ts";
import {
  createWeightLearningFixture,
  type WeightLearningFixture,
} from "./weight-learning-fixture.contract.ts";
import { WEIGHTED_MODELS } from "./weighted-model.ts";

let fixture: WeightLearningFixture;
beforeAll(async () => {
  fixture = await createWeightLearningFixture();
});

async function computeNdcg(index: IndexSnapshot, ranker: string): Promise<number> {
  const analyzer = await openAnalyzer(index.settings.analysis);
  const searcher = new Searcher(index, { analyzer });
  const run = await runQueries(createIndexRetriever(searcher, { ranker }), fixture.queries, {
    top: 100,
  });
  return evaluate(run, fixture.judgements, ["nDCG@10"]).measures[0]?.overall ?? 0;
}

/** The documents of a term, all of grade 1. */
function findDocuments(index: IndexSnapshot, term: string): Map<string, number> {
  const cursor = index.postings(term);
  const documents = new Map<string, number>();
  while (cursor !== undefined && cursor.next() !== EXHAUSTED) {
    documents.set(index.id(cursor.document), 1);
  }
  return documents;
}

describe("learnTermWeights", () => {
  test.each(WEIGHTED_MODELS)(
    "improves %s over its tuned form, in a smaller index",
    async (model) => {
      const { index, queries, judgements, vectors } = fixture;
      const { weights, ranker, rule, report } = await learnTermWeights(index, {
        ...{ queries, judgements, vectors, model },
      });
      expect(report.outcome).toBe("learned");
      expect(report.validation.gain).toBeGreaterThan(0);
      expect(report.validation.interval[0]).toBeLessThan(report.validation.gain);
      expect(weights.queryWeight("thing3")).toBeGreaterThan(weights.queryWeight("please"));
      expect(report.down.map(({ term }) => term)).toContain("please");
      expect(rule).toBeDefined();
      const directory = new MemoryDirectory();
      await writePrunedIndex(index, directory, weights, { ranker, ...(rule && { rule }) });
      const pruned = await IndexSnapshot.open(directory);
      expect(await computeNdcg(pruned, ranker)).toBeGreaterThan(
        await computeNdcg(index, report.tuned.ranker),
      );
    },
  );

  test("learns from statistics alone without vectors", async () => {
    const { index, queries, judgements } = fixture;
    const { report } = await learnTermWeights(index, { queries, judgements });
    expect(report.features).toBe("statistics");
  });

  test("returns the same bytes for the same seed and any number of threads", async () => {
    const { index, queries, judgements, vectors } = fixture;
    const options = { queries, judgements, vectors, seed: 3 };
    const one = await learnTermWeights(index, options);
    const two = await learnTermWeights(index, { ...options, threads: 2 });
    expect([...two.weights.entries()]).toEqual([...one.weights.entries()]);
    expect({ ...two, weights: 0 }).toEqual({ ...one, weights: 0 });
  });

  test("keeps and reports the tuned model if there is no gain", async () => {
    const { index, queries } = fixture;
    // Every document with the object is relevant, none with the filler alone: BM25 is already
    // optimal.
    const topics = queries.filter(({ id }) => id.endsWith("-a")).map(({ id }) => id.slice(0, -2));
    const perfect = topics.map((topic, i) => ({ id: topic, text: `${topic} filler${i % 30}` }));
    const judgements = new Map(topics.map((topic) => [topic, findDocuments(index, topic)]));
    const { report, weights } = await learnTermWeights(index, { queries: perfect, judgements });
    expect(report.validation.before).toBe(1);
    expect(report.outcome).toBe("tuned");
    expect([weights.queryWeight("thing1"), weights.weight("thing1")]).toEqual([1, 1]);
  });

  test.each([10, 20, 29])(
    "learns from %i queries only what gains more than its standard error",
    async (count) => {
      const { index, queries, judgements, vectors } = fixture;
      const few = queries.slice(0, count);
      const { report } = await learnTermWeights(index, { queries: few, judgements, vectors });
      const { gain, interval, penalties } = report.validation;
      const error = (interval[1] - gain) / 1.96;
      expect(report.outcome).toBe(gain > error ? "learned" : "tuned");
      expect(penalties.map(({ lambda }) => lambda)).toEqual([300, 1000, 1e5]);
      expect(report.queries.used).toBe(count);
    },
  );

  test("never averages in a penalty that loses", async () => {
    const { index, queries, vectors } = fixture;
    // Judgements of other queries: whatever is learned from them is noise.
    const shifted = new Map(
      queries.map(({ id }, i) => [
        id,
        fixture.judgements.get((queries[(i + 7) % queries.length] as { id: string }).id) ??
          new Map(),
      ]),
    );
    for (const seed of [1, 2, 3]) {
      const { report } = await learnTermWeights(index, {
        ...{ queries, judgements: shifted, vectors, seed },
      });
      const { penalties } = report.validation;
      const taken = penalties.filter(({ isTaken }) => isTaken);
      if (taken.length > 1) expect(Math.min(...taken.map((each) => each.gain))).toBeGreaterThan(0);
    }
  });

  test("tunes no model below its defaults on the queries it was tuned on", async () => {
    const { index, queries, judgements } = fixture;
    const { report } = await learnTermWeights(index, { queries, judgements });
    expect(report.tuned.ndcg).toBeGreaterThanOrEqual(await computeNdcg(index, "bm25"));
  });

  test("prunes further down to tuned BM25 than down to the learned ranking", async () => {
    const { index, queries, judgements, vectors } = fixture;
    const options = { queries, judgements, vectors };
    const learned = (await learnTermWeights(index, options)).report.pruning;
    const tuned = (await learnTermWeights(index, { ...options, prune: "tuned" })).report.pruning;
    expect([learned.reference, tuned.reference]).toEqual(["learned", "tuned"]);
    expect(tuned.kept).toBeLessThanOrEqual(learned.kept);
    const kept = learned.steps.filter(({ kept: share }) => share >= learned.kept);
    for (const { ndcg, recall } of kept) expect(Math.min(ndcg, recall)).toBeGreaterThan(0.99);
  });

  test("reports the gain of delivered weights where rounding moves documents", async () => {
    // Three documents of a part against one of a polite word: only weights of 1.0x separate them.
    const polite = ["kindly", "please", "thanks", "dear"];
    const parts = Array.from({ length: 40 }, (_, i) => `part${i}`);
    const directory = new MemoryDirectory();
    await buildIndex(directory, [
      ...parts.flatMap((part) => [1, 2, 3].map((n) => ({ id: `${part}-${n}`, text: part }))),
      ...polite.map((word) => ({ id: word, text: word })),
    ]);
    const index = await IndexSnapshot.open(directory);
    const queries = parts.map((id, i) => ({ id, text: `${polite[i % polite.length]} ${id}` }));
    const judgements = new Map(
      parts.map((part) => [part, new Map([1, 2, 3].map((n) => [`${part}-${n}`, 1]))]),
    );
    const { weights, ranker, report } = await learnTermWeights(index, {
      ...{ queries, judgements, keep: 1 },
    });
    const target = new MemoryDirectory();
    await writePrunedIndex(index, target, weights, { ranker });
    const written = await IndexSnapshot.open(target);
    const searcher = new Searcher(written, {
      analyzer: await openAnalyzer(index.settings.analysis),
    });
    const run = await runQueries(createIndexRetriever(searcher, { ranker }), queries, { top: 100 });
    const [ndcg] = evaluate(run, judgements, ["nDCG@10"]).measures;
    expect(report.validation.after).toBeCloseTo(ndcg?.overall ?? 0, 2);
  });

  test("keeps the requested share of postings", async () => {
    const { index, queries, judgements, vectors } = fixture;
    const weighting = await learnTermWeights(index, { queries, judgements, vectors, keep: 0.5 });
    const directory = new MemoryDirectory();
    await writePrunedIndex(index, directory, weighting.weights, {
      ranker: weighting.ranker,
      ...(weighting.rule && { rule: weighting.rule }),
    });
    const pruned = await IndexSnapshot.open(directory);
    const postings = (view: IndexSnapshot): number =>
      view
        .termsWithPrefix("", Infinity)
        .reduce((sum, term) => sum + (view.term(term)?.documentFrequency ?? 0), 0);
    expect(postings(pruned) / postings(index)).toBeGreaterThan(0.45);
    expect(postings(pruned) / postings(index)).toBeLessThan(0.55);
  });
});

describe("bad input", () => {
  const refused = async (
    options: Partial<Parameters<typeof learnTermWeights>[1]>,
    message: string,
  ): Promise<void> => {
    const { index, queries, judgements, vectors } = fixture;
    const learning = learnTermWeights(index, { queries, judgements, vectors, ...options });
    await expect(learning).rejects.toThrow(message);
  };

  test("names the wrong input", async () => {
    const { queries, judgements } = fixture;
    await refused({ queries: [] }, "there are no queries to learn from");
    await refused({ judgements: new Map() }, "none of the 96 queries has a judgement");
    await refused(
      { queries: queries.slice(0, 9) },
      "at least 10 judged queries with a relevant document in the index, got 9",
    );
    await refused({ model: "pl" }, 'weights are learned for bm25, lm, tfidf, not for "pl"');
    await refused(
      { keep: 0 },
      "the share of postings to keep must be above 0 and at most 1, got 0",
    );
    const elsewhere = new Map(
      [...judgements.keys()].map((id) => [id, new Map([["elsewhere", 1]])]),
    );
    await refused(
      { judgements: elsewhere },
      "96 judged queries 0 have a relevant document in the index",
    );
  });

  test("refuses judgements in which every document is relevant", async () => {
    const { index, queries } = fixture;
    const all = new Map(
      Array.from({ length: index.documentLimit }, (_, document) => [index.id(document), 1]),
    );
    const judgements = new Map(queries.map(({ id }) => [id, all]));
    await refused({ judgements }, "every document that 96 queries find is relevant");
  });

  test("refuses queries without a term of the index", async () => {
    const strangers = fixture.queries.map((query) => ({ ...query, text: "unheard of" }));
    await refused({ queries: strangers }, "none of those has a term of the index");
  });

  test("refuses queries that never find a relevant document", async () => {
    const { queries } = fixture;
    const judgements = new Map(queries.map(({ id }) => [id, new Map([["thing0-1", 1]])]));
    const others = queries.map((query, i) => ({ ...query, text: `thing${20 + (i % 20)}` }));
    const nonMatching = others.filter(
      ({ text }) => !findDocuments(fixture.index, text).has("thing0-1"),
    );
    await refused(
      { queries: nonMatching, judgements },
      "finds a relevant document among its best 100",
    );
  });

  test("refuses vectors that cover hardly any query term", async () => {
    const { WordVectors } = await import("../embeddings/word-vectors.ts");
    const french = new WordVectors(["bonjour", "merci"], 2, Float32Array.of(1, 0, 0, 1));
    await refused(
      { vectors: french },
      "query terms have a word vector; are the vectors of another language?",
    );
  });

  test("learns from an index without forward index, stored text or positions", async () => {
    const { index, queries, judgements, vectors } = await createWeightLearningFixture({
      forward: false,
      stored: false,
    });
    const { report } = await learnTermWeights(index, { queries, judgements, vectors });
    expect(report.outcome).toBe("learned");
  });

  test("refuses an index that is already pruned", async () => {
    const { index, queries, judgements, vectors } = fixture;
    const { weights, ranker, rule } = await learnTermWeights(index, {
      queries,
      judgements,
      vectors,
      keep: 0.6,
    });
    const directory = new MemoryDirectory();
    await writePrunedIndex(index, directory, weights, { ranker, ...(rule && { rule }) });
    const pruned = await IndexSnapshot.open(directory);
    await expect(learnTermWeights(pruned, { queries, judgements })).rejects.toThrow(
      "the index has been pruned already: learn from the full one",
    );
    const writer = await IndexWriter.open(directory);
    await expect(writer.weigh(weights, ranker)).rejects.toThrow("a pruned index keeps the weights");
    await writer.close();
  });
});
