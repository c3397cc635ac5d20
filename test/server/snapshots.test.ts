// @vitest-environment node
/** Snapshots of rankings: kept, compared with, limited, and deleted with their index. */

import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Keys } from "../../apps/server/access/api-keys.ts";
import { type Job, TermwiseClient } from "../../src/client/index.ts";
import type { Comparison } from "../../src/evaluation/compare.ts";
import { openSmallServer, type SmallServer } from "./small-server.ts";

/** `flour` finds bread alone, which is not relevant; `boiled` finds eggs. */
const JUDGED = [
  { id: "1", text: "flour", relevant: { soup: 1, bread: 0 } },
  { id: "a b", text: "boiled", relevant: { eggs: 1 } },
];

interface Outcome {
  readonly comparison: Comparison;
  readonly perQuery: readonly { readonly query: string }[];
  readonly depth: number;
  readonly snapshots: readonly object[];
}

let server: SmallServer;
let client: TermwiseClient;
let recipes: ReturnType<TermwiseClient["index"]>;
let state: string;

beforeEach(async () => {
  server = await openSmallServer();
  const fetch = (url: string, init: object) => server.app.request(url, init);
  client = new TermwiseClient({ url: "http://localhost", fetch });
  recipes = client.index("recipes");
  state = join(server.folder, ".server", "recipes");
  await recipes.judge({ queries: JUDGED });
});
afterEach(() => server.close());

async function awaitJob(started: Job): Promise<Job> {
  let last = started;
  for await (const job of client.follow(started.id)) last = job;
  return last;
}

async function keep(name: string, system: object = {}): Promise<Job> {
  return awaitJob(await recipes.start({ kind: "snapshot", name, ...system }));
}

async function evaluateRR(systems: readonly object[]): Promise<Outcome> {
  const job = await awaitJob(
    await recipes.start({ kind: "evaluate", systems, measures: ["RR@10"] }),
  );
  expect(job.error).toBeUndefined();
  return job.result as Outcome;
}

describe("a snapshot", () => {
  test("is kept with its system, settings and commit, listed, read, exported and deleted", async () => {
    const kept = await keep("monday");
    expect(kept).toMatchObject({ state: "done", result: { name: "monday", queries: 2 } });
    const { snapshots } = await recipes.snapshots();
    expect(snapshots).toEqual([kept.result]);
    expect(snapshots[0]).toMatchObject({ system: { ranker: "bm25" }, depth: 100 });
    expect(snapshots[0]?.settings).toMatch(/^[0-9a-f]{16}$/);
    const { rankings, ...summary } = await recipes.snapshot("monday");
    expect(summary).toEqual(snapshots[0]);
    const { hits } = await recipes.search("flour");
    expect(rankings).toMatchObject([
      { id: "1", text: "flour", documents: ["bread"], scores: [hits[0]?.score] },
      { id: "a b", text: "boiled", documents: ["eggs"] },
    ]);
    const run = await server.app.request("/indexes/recipes/snapshots/monday/trec");
    expect(await run.text()).toBe("1 Q0 bread 1 1 monday\nq2 Q0 eggs 1 1 monday\n");
    await recipes.deleteSnapshot("monday");
    expect(await recipes.snapshots()).toEqual({ snapshots: [] });
    expect(await readdir(state)).not.toContain("snapshot-monday.json");
    await expect(recipes.snapshot("monday")).rejects.toMatchObject({ status: 404 });
    await expect(recipes.deleteSnapshot("monday")).rejects.toMatchObject({ status: 404 });
  });

  test("is compared with the ranking after a change of the settings, query by query", async () => {
    await keep("before");
    await recipes.updateSettings({ synonyms: "flour, soup" });
    await recipes.putRule({ id: "soup first", query: "flour", pin: ["soup"] });
    await keep("after");
    const [before, after] = (await recipes.snapshots()).snapshots;
    expect(after?.settings).not.toBe(before?.settings);
    expect(after?.commit).toBeGreaterThan(before?.commit ?? 0);
    const { comparison, perQuery, depth, snapshots } = await evaluateRR([
      { snapshot: "before" },
      {},
      { snapshot: "after", name: "kept" },
    ]);
    // The rank of soup for `flour` was none, and is 1; `boiled` has not changed.
    expect(perQuery).toEqual([
      {
        query: "1",
        values: { "snapshot before": { "RR@10": 0 }, active: { "RR@10": 1 }, kept: { "RR@10": 1 } },
      },
      {
        query: "a b",
        values: { "snapshot before": { "RR@10": 1 }, active: { "RR@10": 1 }, kept: { "RR@10": 1 } },
      },
    ]);
    const rows = comparison.measures[0]?.rows;
    expect(rows?.map(({ overall }) => overall)).toEqual([0.5, 1, 1]);
    expect(rows?.[1]?.against).toMatchObject({ difference: 0.5, interval: [0, 1] });
    expect(depth).toBe(100);
    expect(snapshots).toMatchObject([
      { name: "before", missingQueries: 0, deleted: { count: 0, ids: [] } },
      { name: "after", missingQueries: 0, deleted: { count: 0, ids: [] } },
    ]);
  });

  test("keeps documents that were deleted since, which the comparison counts", async () => {
    await keep("before");
    await recipes.delete(["bread"]);
    await recipes.judge({ queries: [{ text: "water", relevant: { eggs: 1 } }] });
    const { perQuery, snapshots } = await evaluateRR([{ snapshot: "before" }, {}]);
    expect(perQuery.map(({ query }) => query)).toEqual(["1", "a b"]); // not the new one
    expect(snapshots).toMatchObject([{ missingQueries: 1, deleted: { count: 1, ids: ["bread"] } }]);
    const compared = await recipes.compare({
      query: "flour",
      systems: [{ snapshot: "before" }, { ranker: "lm" }],
    });
    expect(compared.systems).toMatchObject([
      { name: "snapshot before", hits: [{ id: "bread", rank: 1 }], deleted: ["bread"] },
      { name: "lm", hits: [] },
    ]);
    expect(compared.moves).toEqual([{ id: "bread", ranks: [1, null] }]);
    const other = recipes.compare({ query: "salt", systems: [{ snapshot: "before" }] });
    await expect(other).rejects.toThrow('the snapshot "before" has no ranking of this query');
  });

  test("goes with its index, so that a later one of the name has none", async () => {
    await keep("monday");
    await client.deleteIndex("recipes");
    expect(await stat(state).catch(() => undefined)).toBeUndefined();
  });
});

describe("what is refused", () => {
  test("a name that is taken or is none, and a system beside a snapshot", async () => {
    await keep("monday");
    expect((await keep("monday")).error?.message).toContain(
      'there is a snapshot "monday" already; delete it first',
    );
    for (const name of ["../x", "A", "", "a".repeat(65)]) {
      await expect(recipes.start({ kind: "snapshot", name })).rejects.toMatchObject({
        status: 400,
      });
    }
    await expect(recipes.snapshot("../judgements")).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^the name of a snapshot is 1 to 64 /),
    });
    const systems = [{ snapshot: "monday", ranker: "lm" }];
    await expect(recipes.compare({ query: "flour", systems })).rejects.toThrow(
      "a snapshot is a ranking already; ranker does not go with it",
    );
    const missing = recipes.compare({ query: "flour", systems: [{ snapshot: "none" }] });
    await expect(missing).rejects.toThrow('there is no snapshot "none"');
  });

  test("one more than 50", async () => {
    await keep("s0");
    const [summary] = JSON.parse(await readFile(join(state, "snapshots.json"), "utf8"));
    const all = Array.from({ length: 50 }, (_, i) => ({ ...summary, name: `s${i}` }));
    await writeFile(join(state, "snapshots.json"), JSON.stringify(all));
    expect(await keep("another")).toMatchObject({
      state: "failed",
      error: { code: "LIMIT_EXCEEDED" },
    });
    await recipes.deleteSnapshot("s49");
    expect((await keep("another")).state).toBe("done");
  });

  test("a damaged or missing file, by its name, and it can be deleted", async () => {
    for (const damage of ["{", '[{"id":"1","text":"x","documents":["a"],"scores":[]}]']) {
      await keep("monday");
      await writeFile(join(state, "snapshot-monday.json"), damage);
      await expect(recipes.snapshot("monday")).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
      await expect(recipes.snapshot("monday")).rejects.toThrow("snapshot-monday.json");
      await recipes.deleteSnapshot("monday");
    }
    await keep("monday");
    await rm(join(state, "snapshot-monday.json"));
    const broken = await awaitJob(
      await recipes.start({ kind: "evaluate", systems: [{ snapshot: "monday" }, {}] }),
    );
    expect(broken.error).toMatchObject({ code: "CORRUPT_INDEX" });
    expect(broken.error?.message).toContain("snapshot-monday.json");
    await recipes.deleteSnapshot("monday");
    await writeFile(join(state, "snapshots.json"), "[1]");
    await expect(recipes.snapshots()).rejects.toThrow("snapshots.json");
  });
});

test("a key that reads lists snapshots; one that writes keeps and deletes them", async () => {
  const [search, read, write] = ["s", "r", "w"].map((letter) => letter.repeat(32)) as [
    string,
    string,
    string,
  ];
  const keys = new Keys().with(search, "search", "s").with(read, "read", "r");
  const secure = await openSmallServer({ keys: keys.with(write, "write", "w") });
  const path = "/indexes/recipes/snapshots";
  const send = async (key: string, address: string, init: RequestInit = {}): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return (await secure.app.request(address, { ...init, headers })).status;
  };
  const job = { method: "POST", body: JSON.stringify({ kind: "snapshot", name: "a" }) };
  expect(await send(search, path)).toBe(403);
  expect(await send(read, path)).toBe(200);
  expect(await send(read, "/indexes/recipes/jobs", job)).toBe(403);
  expect(await send(read, `${path}/a`, { method: "DELETE" })).toBe(403);
  expect(await send(write, "/indexes/recipes/jobs", job)).toBe(202);
  expect(await send(write, `${path}/a`, { method: "DELETE" })).toBe(404);
  await secure.close();
});
