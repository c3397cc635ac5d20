/** Alpha of `hybrid`, learned on an index where a pencil says from which alpha on meaning wins. */

import { afterEach, expect, test } from "vitest";
import type { JudgedQuery } from "../../api/judged-query.ts";
import { createIndex } from "../../search/open-index.ts";
import type { SearchIndex } from "../../search/search-index.ts";
import type { VectorEncoder } from "../index.ts";

const TOPICS = 200;

/** Topic i is dimension i; one more is shared by all documents that are merely near. */
function axis(topic: number, weight = 1): number[] {
  const vector = new Array<number>(TOPICS + 1).fill(0);
  vector[topic] = weight;
  vector[TOPICS] = Math.sqrt(1 - weight ** 2);
  return vector;
}

let queryCount = 0;
const encoder: VectorEncoder = {
  name: "topics",
  dimensions: TOPICS + 1,
  query: async (text) => {
    queryCount++;
    return axis(Number(text.slice("word".length)));
  },
  documents: async (texts) => texts.map(() => axis(0)),
};

let index: SearchIndex;
afterEach(() => index.close());

/**
 * Query i finds one document by its word, `wrong`; the relevant one has cosine 1, another .9, all others 0.
 *
 * Of n documents that are looked at, z of the one score by words is about sqrt(n), z of cosine 1 about
 * sqrt(n / (1 + .81)) = .743 sqrt(n). So the relevant document comes first from alpha = 1 / .743 = 1.35 on.
 */
async function topics(count = TOPICS): Promise<JudgedQuery[]> {
  index = await createIndex({ encoder });
  const all = Array.from({ length: TOPICS }, (_, i) => i);
  await index.add(
    all.flatMap((i) => [
      { id: `wrong${i}`, text: `word${i}`, vector: axis((i + 1) % TOPICS, 0) },
      { id: `right${i}`, text: `other${i}`, vector: axis(i) },
      { id: `near${i}`, text: `beside${i}`, vector: axis(i, 0.9) },
    ]),
  );
  return all.slice(0, count).map((i) => ({ text: `word${i}`, relevant: [`right${i}`] }));
}

test("the nearest alpha to 1 from which the relevant documents come first is chosen", async () => {
  const judged = await topics();
  queryCount = 0;
  const learned = await index.learnAlpha(judged, { measure: "RR@10" });
  // Second place below 1.35, first above.
  expect(learned).toMatchObject({
    ...{ alpha: 1.5, outcome: "chosen", ranker: "hybrid(alpha=1.5)", measure: "RR@10" },
    ...{ gain: 0.5, judgedQueries: 200, neededQueries: 200 },
  });
  expect(learned.trials.map(({ mean }) => mean)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1, 1, 1]);
  expect(queryCount).toBe(200);
  const { hits } = await index.search("word7", { ranker: learned.ranker });
  expect(hits[0]?.id).toBe("right7");
});

test("with 199 queries alpha stays 1 without trials", async () => {
  const judged = await topics(199);
  const unanswered = { text: "word199", relevant: { wrong199: 0 } };
  queryCount = 0;
  const learned = await index.learnAlpha([...judged, unanswered], {
    ranker: "hybrid(bm25,dense,alpha=3,depth=50)",
  });
  expect(learned).toEqual({
    ...{ alpha: 1, outcome: "too few queries", ranker: "hybrid(bm25,dense,depth=50)" },
    ...{ trials: [], measure: "nDCG@10", judgedQueries: 199, neededQueries: 200 },
  });
  expect(queryCount).toBe(0);
});

test("rankers without alpha and invalid options are rejected", async () => {
  const judged = await topics();
  const learn = (options: object) => index.learnAlpha(judged, options);
  await expect(learn({ ranker: "rrf" })).rejects.toThrow('only hybrid has an alpha, got "rrf"');
  await expect(learn({ alphas: [-1] })).rejects.toThrow(
    'hybrid alpha must be a number from 0, got "-1"',
  );
  await expect(learn({ alphas: 2 })).rejects.toThrow("alphas must be an array, got 2");
  await expect(learn({ maxQueries: 199 })).rejects.toThrow("must be a whole number ≥ 200, got 199");
  await expect(learn({ alpha: 2 })).rejects.toThrow('did you mean "alphas"?');
});
