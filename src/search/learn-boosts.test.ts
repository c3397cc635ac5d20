/** Boosts learned from judged queries, where a pencil says from which weight on the relevant document wins. */

import { afterEach, describe, expect, test } from "vitest";
import type { JudgedQuery } from "../api/judged-query.ts";
import type { BoostLearning } from "../api/learning-options.ts";
import { Random } from "../common/random.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

const TOPICS = 100;

interface Item {
  id: string;
  text: string;
  sales: number;
  noise: number;
}

let index: SearchIndex<Item>;
afterEach(() => index.close());

/**
 * Query i finds two documents. The relevant one has the word once in four, the other once in two,
 * and sales of 9 against none: it wins once 1 + weight · ln(10) exceeds the ratio of their scores.
 */
async function openTopics(count = TOPICS): Promise<JudgedQuery[]> {
  index = await createIndex<Item>({
    fields: { text: { b: 1 }, sales: "number", noise: "number" },
  });
  const random = new Random(7);
  const all = Array.from({ length: count }, (_, i) => i);
  await index.add(
    all.flatMap((i) => [
      { id: `wrong${i}`, text: `word${i} x${i}`, sales: 0, noise: random.uniform() },
      { id: `right${i}`, text: `word${i} a${i} b${i} c${i}`, sales: 9, noise: random.uniform() },
    ]),
  );
  return all.map((i) => ({ text: `word${i}`, relevant: [`right${i}`] }));
}

describe("learned boosts", () => {
  test("have the smallest weight of the grid that ranks relevant documents first", async () => {
    const judged = await openTopics();
    const scores = (await index.search("word7")).hits.map(({ score }) => score);
    const needed = ((scores[0] as number) / (scores[1] as number) - 1) / Math.log(10);
    const grid = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4].map((each) => each * 0.8);
    const learned = await index.learnBoosts(judged, {
      boost: { field: "sales", function: "log", weight: 0.8 },
      measure: "RR@10",
    });
    expect(learned).toMatchObject({
      ...{ outcome: "learned", measure: "RR@10", judgedQueries: TOPICS, neededQueries: 100 },
      ...{ mean: 0.5, gain: 0.5, interval: [0.5, 0.5] },
    });
    const weight = grid.find((each) => each > needed);
    expect(learned.boost).toEqual([{ field: "sales", function: "log", weight }]);
    const { hits } = await index.search("word7", { boost: learned.boost });
    expect(hits[0]?.id).toBe("right7");
    await index.updateSettings({ boost: learned.boost });
    expect((await index.search("word8")).hits[0]?.id).toBe("right8");
  });

  test("have the best weights together", async () => {
    const judged = await openTopics();
    const { gain, boost } = await index.learnBoosts(judged, {
      boost: [
        { field: "noise", function: "linear" },
        { field: "sales", function: "log" },
      ],
    });
    expect(gain).toBeGreaterThan(0.3);
    expect(boost.map((each) => "field" in each && each.field)).toContain("sales");
  });

  test("may lower scores", async () => {
    const judged = await openTopics();
    const { outcome, boost } = await index.learnBoosts(judged, {
      boost: { filter: { sales: 0 } },
    });
    expect(outcome).toBe("learned");
    expect((boost[0] as { weight: number }).weight).toBeLessThan(0);
  });

  test("are none where the field says nothing about relevance", async () => {
    const judged = await openTopics();
    const learned = await index.learnBoosts(judged, {
      boost: { field: "noise", function: "linear", weight: 0.1 },
    });
    // Half of the second documents become first at some weight: nothing holds on other queries.
    const halves = judged.map((query, i) =>
      i % 2 === 0 ? query : { ...query, relevant: [`wrong${i}`] },
    );
    const mixed = await index.learnBoosts(halves, { boost: { field: "sales", function: "log" } });
    expect(mixed).toMatchObject({ outcome: "no gain", boost: [] });
    expect(mixed.interval?.[0]).toBeLessThanOrEqual(0);
    expect(learned.outcome === "learned").toBe((learned.interval?.[0] ?? 0) > 0);
  });

  test("are learned over the ranking by learned term weights", async () => {
    const judged = await openTopics();
    const weights = await index.learn(judged.slice(0, 12));
    const learned = await index.learnBoosts(judged, {
      boost: { field: "sales", function: "log" },
      ...{ weights, measure: "RR@10" },
    });
    const run = await index.run(judged, { weights, limit: 10 });
    const firsts = judged.filter(({ text, relevant }) => {
      const [first] = run.rankings.get(text)?.documents ?? [];
      return first === (relevant as readonly string[])[0];
    });
    expect(learned.mean).toBeCloseTo(0.5 + firsts.length / judged.length / 2, 10);
    const { hits } = await index.search("word7", { weights, boost: learned.boost });
    expect(hits[0]?.id).toBe("right7");
  });

  test("need 100 judged queries", async () => {
    const judged = await openTopics(99);
    const unanswered = { text: "word99", relevant: { wrong99: 0 } };
    const boost = { field: "sales", function: "log" } as const;
    expect(await index.learnBoosts([...judged, unanswered], { boost })).toEqual({
      ...{ boost: [], outcome: "too few queries", measure: "nDCG@10" },
      ...{ judgedQueries: 99, neededQueries: 100 },
    });
  });

  test("refuse what cannot be learned", async () => {
    const judged = await openTopics(3);
    const learn = (options: object) => index.learnBoosts(judged, options as never);
    await expect(learn({})).rejects.toThrow("boost must have at least one boost to learn");
    await expect(learn({ boost: { field: "sale", function: "log" } })).rejects.toThrow(
      'did you mean "sales"?',
    );
    await expect(learn({ boost: [], maxQueries: 99 })).rejects.toThrow(
      "must be a whole number ≥ 100, got 99",
    );
    await expect(learn({ boosts: [] })).rejects.toThrow('did you mean "boost"?');
    // @ts-expect-error the field is unknown
    const boost: BoostLearning<Item>["boost"] = { field: "pric", function: "log" };
    await expect(learn({ boost })).rejects.toThrow('no field "pric"');
  });
});
