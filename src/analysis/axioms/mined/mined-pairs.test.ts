import { beforeAll, describe, expect, test } from "vitest";
import { ranker } from "../../../ranking/index.ts";
import { createIndexRanker } from "../rankers/index-ranker.ts";
import { createSmallIndex, type SmallIndex } from "../small-index.contract.ts";
import { type MinedQuery, mineQueries, testMined } from "./mined-pairs.ts";

let index: SmallIndex;
let queries: MinedQuery[];
let topics: { id: string; text: string }[];
beforeAll(async () => {
  index = await createSmallIndex();
  const texts = ["wings in the flow", "heat of a body", "boundary layer", "shock", "zebra"];
  topics = texts.map((text, i) => ({ id: `q${i}`, text }));
  queries = await mineQueries(index, topics, { depth: 10 });
});

const createRanker = (name: string) =>
  createIndexRanker(index.searcher.view, index.analyzer, { name, ranker: ranker(name) });

describe("mined queries", () => {
  test("contain the top documents of BM25 with the words of their texts", async () => {
    const query = queries.find(({ id }) => id === "q0");
    expect(query?.words).toEqual(["wings", "in", "the", "flow"]);
    expect(query?.statistics.query).toEqual(["wing", "flow"]);
    expect(query?.documents).toHaveLength(10);
    for (const { id, terms } of query?.documents ?? []) {
      const document = index.snapshot.find(id) as number;
      expect(terms).toHaveLength(index.snapshot.length(document));
    }
    const { documents } = await index.searcher.rank("wings in the flow", { top: 10 });
    expect(query?.documents.map(({ id }) => id)).toEqual(
      Array.from(documents, (document) => index.snapshot.id(document)),
    );
  });

  test("come in an order determined by the seed", async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({ id: String(i), text: "wing" }));
    const order = async (seed: number) =>
      (await mineQueries(index, many, { depth: 2, seed })).map(({ id }) => id);
    expect(await order(1)).toEqual(await order(1));
    expect(await order(1)).not.toEqual(await order(2));
  });
});

describe("a ranker on mined pairs", () => {
  test("scores like the index, so that BM25 satisfies TFC1 and LNC1", async () => {
    const deep = await mineQueries(index, topics, { depth: 40 });
    const results = await testMined(createRanker("bm25(b=0)"), deep, 1000);
    const byId = new Map(results.map((result) => [result.axiom, result]));
    expect(byId.get("TFC1")?.instances).toBeGreaterThan(20);
    expect(byId.get("TFC1")?.share).toBe(1);
    expect(byId.get("LNC1")).toMatchObject({ share: 1 });
    expect(byId.get("LNC1")?.ties).toBe(byId.get("LNC1")?.instances); // b = 0 ignores length
  });

  test("counts at most the requested instances and twenty per query", async () => {
    const few = await testMined(createRanker("lm"), queries, 7);
    expect(Math.max(...few.map(({ instances }) => instances))).toBe(7);
    const all = await testMined(createRanker("lm"), queries, 1000);
    expect(Math.max(...all.map(({ instances }) => instances))).toBeLessThanOrEqual(20 * 4);
  });

  test("returns the same result for the same seed", async () => {
    expect(await testMined(createRanker("sdm"), queries, 50)).toEqual(
      await testMined(createRanker("sdm"), queries, 50),
    );
  });
});
