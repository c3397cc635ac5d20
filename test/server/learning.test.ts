/** From judgements to learned weights and a model, to an active system, and back again. */

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Job, ServerError, TermwiseClient } from "../../src/client/index.ts";
import { createJudgedIndex, JUDGED_QUERIES } from "./judged-index.ts";
import { openSmallServer, type SmallServer } from "./small-server.ts";

let server: SmallServer;
let client: TermwiseClient;

beforeAll(async () => {
  server = await openSmallServer();
  await createJudgedIndex(join(server.folder, "world"));
  const fetch = (url: string, init: object) => server.app.request(url, init);
  client = new TermwiseClient({ url: "http://localhost", fetch });
});
afterAll(() => server.close());

/** Follows a job to its end. */
async function awaitJob(started: Job): Promise<Job> {
  let last = started;
  for await (const job of client.follow(started.id)) last = job;
  return last;
}

test("weights are learned, evaluated, activated and rolled back", async () => {
  const world = client.index("world");
  const counts = await world.judge({ queries: JUDGED_QUERIES });
  expect(counts).toEqual({ queries: 96, judgements: 288 });

  const learned = await awaitJob(await world.start({ kind: "learn", name: "w1" }));
  expect(learned.error).toBeUndefined();
  expect(learned).toMatchObject({ state: "done", result: { weights: "w1" } });
  expect(learned.progress.map(({ stage }) => stage)).toContain("learning term weights");
  const { weights } = await world.weights();
  expect(weights.map(({ id }) => id)).toEqual(["w1"]);

  const { words } = await world.words({ weights: "w1", order: "weight", limit: 10_000 });
  const mean = (prefix: RegExp): number => {
    const matches = words.filter(({ term }) => prefix.test(term));
    return matches.reduce((sum, { weight }) => sum + (weight?.query ?? 0), 0) / matches.length;
  };
  // By the judgements, objects matter and politeness does not.
  expect(mean(/^thing/)).toBeGreaterThan(mean(/^(kindly|please|thanks|dear|sorry|pardon)$/));

  const systems = [
    { name: "bm25", ranker: "bm25" },
    { name: "learned", weights: "w1" },
  ];
  const evaluated = await awaitJob(
    await world.start({ kind: "evaluate", systems, measures: ["nDCG@10"] }),
  );
  const { comparison, perQuery } = evaluated.result as {
    comparison: { measures: { rows: { run: string; overall: number }[] }[] };
    perQuery: unknown[];
  };
  expect(perQuery).toHaveLength(96);
  const [bm25, better] = comparison.measures[0]?.rows ?? [];
  expect(better?.overall).toBeGreaterThan(bm25?.overall ?? 1);

  const query = JUDGED_QUERIES[0]?.text ?? "";
  const before = await world.search(query);
  expect(before.system).toEqual({ ranker: "bm25" });
  expect(before.hits[0]?.id).toMatch(/^kindly-/); // the rarer word, twice
  await world.activate({ weights: "w1" });
  const response = await world.search(query);
  expect(response.system).toEqual({ weights: "w1", ranker: response.ranker });
  expect(response.ranker).toContain("weights=learned");
  expect(response.hits[0]?.id).toMatch(/^thing/);
  const explained = await world.explain({ query, id: "thing0-1" });
  expect(explained.document.rank).not.toBeNull();
  await world.rollBack();
  expect((await world.search(query)).system).toEqual({ ranker: "bm25" });
});

test("a model is trained, used and explained", async () => {
  const world = client.index("world");
  await world.judge({ queries: JUDGED_QUERIES });
  const trained = await awaitJob(
    await world.start({ kind: "train", model: "s-knrm", name: "m1", epochs: 1 }),
  );
  expect(trained.error).toBeUndefined();
  expect(trained.state).toBe("done");
  expect(trained.points.some(({ series }) => series === "loss")).toBe(true);
  const { models } = await client.models();
  expect(models).toMatchObject([{ name: "m1", index: "world", kind: "s-knrm", hasSalience: true }]);
  const query = JUDGED_QUERIES[0]?.text ?? "";
  const { hits, system } = await world.search(query, { rerank: "m1", depth: 20 });
  expect(system).toEqual({ rerank: "m1", depth: 20, ranker: "bm25" });
  const id = hits[0]?.id ?? "";
  const { document } = await world.explain({ query, id, rerank: "m1", depth: 20 });
  expect(document.neural?.score).toBeCloseTo(hits[0]?.score ?? 0, 4);
  expect(document.neural?.matches).toHaveLength(2);
  const { terms } = await world.word("thing0", { model: "m1" });
  expect(terms[0]?.salience).toBeGreaterThan(0);
});

test("a waiting or running job is cancelled, and the next one starts", async () => {
  const world = client.index("world");
  await world.judge({ queries: JUDGED_QUERIES });
  const first = await world.start({ kind: "learn", name: "cancelled" });
  const second = await world.start({ kind: "learn", name: "never" });
  expect(second.state).toBe("waiting");
  expect((await client.cancelJob(second.id)).state).toBe("cancelled");
  expect((await client.cancelJob(first.id)).state).toBe("cancelled");
  expect((await client.jobs()).jobs[0]?.id).toBe(second.id);
});

test("a job without judgements fails with a message", async () => {
  const failed = await awaitJob(await client.index("recipes").start({ kind: "learn" }));
  expect(failed).toMatchObject({ state: "failed", error: { code: "BAD_ARGUMENT" } });
  expect(failed.error?.message).toContain("has no judgements");
});

test("a wrong request is an error with status and code", async () => {
  const none = client.index("none").search("x");
  await expect(none).rejects.toThrow(ServerError);
  await expect(none).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });
  await expect(client.job("none")).rejects.toMatchObject({ status: 404 });
  const job = client.index("none").start({ kind: "learn" });
  await expect(job).rejects.toMatchObject({ status: 404 });
});
