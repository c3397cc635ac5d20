import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import type { ProgressReport } from "../../common/progress.ts";
import { createTermVectors } from "../../scoring/term-vectors.ts";
import { learnWeights } from "./learn-weights.ts";
import { type LearningOptions, PAPER_OPTIONS } from "./learning-options.ts";

/**
 * Each topic has an answer, which names it once in a long text, and a rival, which repeats two
 * uninformative words of the query. Words of topics have the vector (1, 0), all others (0, 1), and
 * "odd" has none.
 */
const TOPICS = ["red", "green", "blue", "black", "white", "brown"];
const index = new MemoryIndex([
  ...TOPICS.map((topic) => ({
    id: `${topic}-answer`,
    terms: [topic, "odd", "hum", "hiss", "hum", "hiss", "drone", "drone"],
  })),
  ...TOPICS.map((topic) => ({
    id: `${topic}-rival`,
    terms: [`um-${topic}`, `um-${topic}`, `er-${topic}`, `er-${topic}`],
  })),
]);
const data = {
  queries: TOPICS.map((topic) => ({ id: topic, terms: [topic, `um-${topic}`, `er-${topic}`] })),
  judgements: new Map(TOPICS.map((topic) => [topic, new Map([[`${topic}-answer`, 1]])])),
};
const { vectors } = createTermVectors(index.termsWithPrefix("", Infinity), (word) =>
  word === "odd" ? undefined : TOPICS.includes(word) ? [1, 0] : [0, 1],
);
const options: LearningOptions = {
  rate: 0.05,
  batchSize: 2,
  epochs: 40,
  patience: 40,
  lambda: 0.01,
  minWeight: 0,
};
/**
 * The paper's options, but with statistics of the whole collection: batches this small contain
 * nothing about rarity.
 */
const paper: LearningOptions = { ...PAPER_OPTIONS, ...options, statistics: "collection" };

// The paper's options cannot do this for a language model: see "do not depend on the weight of
// their own term".
describe.each([
  ["bm25", options],
  ["lm", { ...options, mu: 10 }],
  ["tfidf", options],
  ["bm25", { ...paper, start: "plain" }],
  ["tfidf", { ...paper, start: "plain" }],
] as const)("learning for %s", (model, learningOptions) => {
  test(`learns which words matter, ${learningOptions.loss ?? "by default"}`, async () => {
    const learned = await learnWeights(index, vectors, data, { ...learningOptions, model });
    const { weights, chosen, history } = learned;
    expect(history[0]).toMatchObject({ epoch: 0, kept: 1 });
    expect(history[0]?.ndcg).toBeLessThan(0.9);
    expect(learned.ranker).toMatch(new RegExp(`^tdv-${model}\\(`));
    expect(chosen.ndcg).toBe(1);
    expect(weights.weight("um-red")).toBeLessThan(weights.weight("red"));
    expect(weights.weight("odd")).toBe(1);
  });
});

describe("learning", () => {
  test("returns the same weights for the same seed", async () => {
    const learn = async (seed: number): Promise<number[]> => {
      const { weights } = await learnWeights(index, vectors, data, { ...options, epochs: 3, seed });
      return [...weights.entries()].map(([, weight]) => weight);
    };
    expect(await learn(5)).toEqual(await learn(5));
  });

  test("changes nothing with 0 epochs", async () => {
    const { weights, chosen } = await learnWeights(index, vectors, data, { epochs: 0 });
    expect([...weights.entries()].every(([, weight]) => weight === 1)).toBe(true);
    expect(chosen).toMatchObject({ epoch: 0, kept: 1 });
  });

  test("stops before the index is empty and keeps an earlier state", async () => {
    const greedy = { ...options, lambda: 1, minKept: 0.5, withoutVector: "bias" } as const;
    const { weights, chosen, ended } = await learnWeights(index, vectors, data, greedy);
    expect(ended).toBe("nothing left");
    expect(chosen.kept).toBeGreaterThanOrEqual(0.5);
    expect([...weights.entries()].some(([, weight]) => weight > 0)).toBe(true);
  });

  test("drops terms below the minimum weight", async () => {
    const learnKeptShare = async (minWeight: number): Promise<number> => {
      const learningOptions = {
        ...options,
        lambda: 0.001,
        minWeight,
        epochs: 8,
        keep: "last",
      } as const;
      const { weights, chosen } = await learnWeights(index, vectors, data, learningOptions);
      for (const [, weight] of weights.entries()) {
        expect(weight === 0 || weight >= 0.99 * minWeight).toBe(true); // rounded to 8 bits
      }
      return chosen.kept;
    };
    expect(await learnKeptShare(0.9)).toBeLessThan(await learnKeptShare(0));
  });

  test("keeps k1 and b at rate 0 and learns them otherwise", async () => {
    const learnRanker = async (parameterRate: number): Promise<string> => {
      const learningOptions = { ...options, epochs: 2, keep: "last", parameterRate } as const;
      return (await learnWeights(index, vectors, data, learningOptions)).ranker;
    };
    const start = "tdv-bm25(k1=1.2,b=0.75,idf=smooth,query=weighted)";
    expect(await learnRanker(0)).toBe(start);
    expect(await learnRanker(0.02)).not.toBe(start);
  });

  test("learns with dropout, otherwise than without, and the same for the same seed", async () => {
    const learn = async (dropout: number): Promise<readonly [number, readonly number[]]> => {
      const { chosen, weights } = await learnWeights(index, vectors, data, { ...options, dropout });
      return [chosen.ndcg, [...weights.entries()].map(([, weight]) => weight)];
    };
    const [ndcg, weights] = await learn(0.5);
    expect(ndcg).toBe(1);
    expect(weights).toEqual((await learn(0.5))[1]);
    expect(weights).not.toEqual((await learn(0))[1]);
  });

  test.each([-0.1, 1, NaN])("refuses a dropout of %d", async (dropout) => {
    await expect(learnWeights(index, vectors, data, { dropout })).rejects.toThrow(
      `dropout must be a share from 0 to below 1, got ${dropout}`,
    );
  });

  test("keeps the last state on request", async () => {
    const learningOptions = { ...options, epochs: 3, keep: "last" } as const;
    const { chosen, probes } = await learnWeights(index, vectors, data, learningOptions);
    expect(chosen.epoch).toBe(3);
    expect(probes.map((probe) => probe.size)).toEqual([6, 6, 6, 6]);
  });

  test("stops after some epochs without a gain", async () => {
    const { history, ended } = await learnWeights(index, vectors, data, {
      ...options,
      rate: 0,
      patience: 3,
    });
    expect(ended).toBe("no gain");
    expect(history).toHaveLength(4);
  });

  test("reports loss, l1, kept postings and nDCG@5", async () => {
    const reports: ProgressReport[] = [];
    const progress = (report: ProgressReport): unknown => reports.push(report);
    await learnWeights(index, vectors, data, { ...options, epochs: 2, progress });
    expect(reports[0]?.note).toMatch(/^kept 100\.0 %, nDCG@5 0\.\d{4}$/);
    expect(reports[1]?.note).toMatch(/^softmax \d.*, l1 \d.*, kept .* %, nDCG@5 /);
    expect(reports.at(-1)?.finished).toBe(true);
  });

  test.each([-0.1, 1.1, NaN])("refuses a lambda of %d", async (lambda) => {
    await expect(learnWeights(index, vectors, data, { lambda })).rejects.toThrow(
      `lambda must be between 0 and 1, got ${lambda}`,
    );
  });

  test("refuses vectors of another index", async () => {
    const { vectors: other } = createTermVectors(["red"], () => [1]);
    await expect(learnWeights(index, other, data)).rejects.toThrow("one vector for each of the");
  });

  test("names the missing data when there is nothing to learn from", async () => {
    const judged = (grades: Record<string, number>) => ({
      queries: data.queries,
      judgements: new Map([["red", new Map(Object.entries(grades))]]),
    });
    const learn = (grades: Record<string, number>, negatives: "judged" | "found") =>
      learnWeights(index, vectors, judged(grades), { negatives });
    await expect(learn({ "red-answer": 1 }, "judged")).rejects.toThrow("one judged of grade 0");
    await expect(learn({ elsewhere: 1 }, "found")).rejects.toThrow('The first is "elsewhere"');
    const unjudged = { queries: data.queries, judgements: new Map() };
    await expect(learnWeights(index, vectors, unjudged)).rejects.toThrow(
      "none of the 6 queries has judgements",
    );
  });

  test("learns from judged negatives on request", async () => {
    const judgements = new Map(
      TOPICS.map((topic) => [
        topic,
        new Map(Object.entries({ [`${topic}-answer`]: 1, "red-rival": 0 })),
      ]),
    );
    const { chosen } = await learnWeights(
      index,
      vectors,
      { ...data, judgements },
      { ...options, negatives: "judged" },
    );
    expect(chosen.ndcg).toBe(1);
  });
});
