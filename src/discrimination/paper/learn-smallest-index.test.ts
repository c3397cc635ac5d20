import { expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { createTermVectors } from "../../scoring/term-vectors.ts";
import { learnSmallestIndex } from "./learn-smallest-index.ts";

/**
 * As in cross-validation.test.ts: rivals repeat uninformative words, and only learning separates
 * them.
 */
const TOPICS = Array.from({ length: 10 }, (_, i) => `topic${i}`);
const index = new MemoryIndex([
  ...TOPICS.map((topic) => ({ id: `${topic}-answer`, terms: [topic, "hum", "hiss", "drone"] })),
  ...TOPICS.map((topic) => ({
    id: `${topic}-rival`,
    terms: [`um-${topic}`, `um-${topic}`, `er-${topic}`, `er-${topic}`],
  })),
]);
const queries = TOPICS.map((topic) => ({
  id: topic,
  terms: [topic, `um-${topic}`, `er-${topic}`],
}));
const judgements = new Map(TOPICS.map((topic) => [topic, new Map([[`${topic}-answer`, 1]])]));
const { vectors } = createTermVectors(index.termsWithPrefix("", Infinity), (word) =>
  TOPICS.includes(word) ? [1, 0] : [0, 1],
);
const options = { rate: 0.1, batchSize: 2, epochs: 8, lambdas: [0, 0.01, 0.3] };

test.each([
  ["held-out queries", { validation: { queries: queries.slice(7), judgements } }],
  ["each fifth of the training queries", {}],
])("chooses lambda and the epoch by %s", async (_, how) => {
  const training = { queries: queries.slice(0, 7), judgements };
  const learned = await learnSmallestIndex(index, vectors, training, { ...options, ...how });
  const { chosen, history, weights, lambda } = learned;
  expect(options.lambdas).toContain(lambda);
  expect(chosen.kept).toBeLessThan(1);
  expect(chosen.ndcg).toBeGreaterThanOrEqual(history[0]?.ndcg as number);
  expect(weights.weight("hum")).toBe(0);
  expect(weights.weight("topic9")).toBeGreaterThan(0);
});

test("needs a lambda", async () => {
  const data = { queries, judgements };
  await expect(learnSmallestIndex(index, vectors, data, { lambdas: [] })).rejects.toThrow(
    "got none",
  );
});
