/** An index is removed with its own files and nothing else; nothing of it passes to the next index of its name. */

import { rmSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LocalEngine } from "../../apps/server/engine/local-engine.ts";
import { TermwiseClient } from "../../src/client/index.ts";
import { createIndex } from "../../src/search/index.ts";
import { createJudgedIndex, JUDGED_QUERIES } from "./judged-index.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer;
beforeEach(async () => {
  server = await openSmallServer();
});
afterEach(() => server.close());

const ask = (path: string, init?: RequestInit) => readResponse(server.app.request(path, init));
const remove = (name: string) => ask(`/indexes/${name}`, { method: "DELETE" });
const create = (name: string) => ask("/indexes", createJsonRequest("POST", { name }));

describe("a folder that holds more than an index", () => {
  test.each<[string, (folder: string) => Promise<unknown>]>([
    ["a photo", (folder) => writeFile(join(folder, "photo.jpg"), "a photo")],
    ["a folder", (folder) => mkdir(join(folder, "notes"))],
    ["a hidden file", (folder) => writeFile(join(folder, ".env"), "a secret")],
    [
      "a text under a name of ours",
      (folder) => writeFile(join(folder, "segment-9.terms"), "of service"),
    ],
  ])("keeps %s and its index when the index is to be deleted", async (_, put) => {
    const folder = join(server.folder, "recipes");
    await put(folder);
    const before = await readdir(folder);
    const { status, body } = await remove("recipes");
    expect([status, body.code]).toEqual([400, "BAD_ARGUMENT"]);
    const foreign = before.find((name) => /photo|notes|env|segment-9/.test(name));
    expect(body.message).toBe(
      `the folder of the index "recipes" also holds "${foreign}", which is not part of the index; move it away first`,
    );
    expect(await readdir(folder)).toEqual(before);
    expect((await ask("/indexes/recipes/search?q=soup")).body.total).toBe(1);
  });

  test("is not made an index", async () => {
    const folder = join(server.folder, "m1");
    await mkdir(folder);
    await writeFile(join(folder, "model.json"), "{}");
    const { status, body } = await create("m1");
    expect([status, body.code]).toEqual([400, "BAD_ARGUMENT"]);
    expect(body.message).toBe(
      'the folder "m1" holds "model.json", which is not part of an index; choose another name',
    );
    expect(await readdir(folder)).toEqual(["model.json"]);
  });

  test("may be empty or hold what a killed writer left", async () => {
    await mkdir(join(server.folder, "empty"));
    expect((await create("empty")).status).toBe(201);
    const files = await readdir(join(server.folder, "recipes"));
    const terms = files.find((name) => name.endsWith(".terms")) ?? "";
    await mkdir(join(server.folder, "left"));
    const bytes = await readFile(join(server.folder, "recipes", terms));
    await writeFile(join(server.folder, "left", "segment-7.terms"), bytes);
    expect((await create("left")).status).toBe(201);
  });
});

test("an index is deleted with its folder, its state and what a killed writer left in it", async () => {
  const folder = join(server.folder, "recipes");
  const terms = (await readdir(folder)).find((name) => name.endsWith(".terms")) ?? "";
  await writeFile(join(folder, "segment-77.terms"), await readFile(join(folder, terms)));
  await writeFile(join(folder, "segment-78.stored"), "");
  const judged = { queries: [{ text: "egg", relevant: { soup: 1 } }] };
  await ask("/indexes/recipes/judgements", createJsonRequest("PUT", judged));
  expect(await readdir(join(server.folder, ".server"))).toEqual(["recipes"]);
  expect((await remove("recipes")).status).toBe(204);
  expect(await readdir(server.folder)).toEqual([".server"]);
  expect(await readdir(join(server.folder, ".server"))).toEqual([]);
});

test("a damaged index is deleted", async () => {
  const folder = join(server.folder, "recipes");
  const commit = await readFile(join(folder, "commit"));
  commit.writeUInt8(commit.readUInt8(40) ^ 1, 40);
  await writeFile(join(folder, "commit"), commit);
  expect((await ask("/indexes/recipes")).body.code).toBe("CORRUPT_INDEX");
  expect((await remove("recipes")).status).toBe(204);
  expect((await ask("/indexes/recipes")).status).toBe(404);
});

test("an index that another program writes is not deleted", async () => {
  const index = await createIndex(join(server.folder, "busy"));
  await index.add({ id: "a", text: "one" });
  const { status, body } = await remove("busy");
  expect([status, body.code]).toEqual([409, "LOCKED"]);
  await index.close();
  expect((await remove("busy")).status).toBe(204);
});

describe("the successor of a deleted index", () => {
  let client: TermwiseClient;

  beforeEach(async () => {
    const fetch = (url: string, init: object) => server.app.request(url, init);
    client = new TermwiseClient({ url: "http://localhost", fetch });
    await createJudgedIndex(join(server.folder, "world"));
    await client.index("world").judge({ queries: JUDGED_QUERIES });
  });

  const learn = async (): Promise<string> => {
    const { id } = await client.index("world").start({ kind: "learn", name: "w1" });
    let state = "";
    for await (const job of client.follow(id)) ({ state } = job);
    return state;
  };
  const query = JUDGED_QUERIES[0]?.text ?? "";

  test("does not have its weights, and uses its own of the same name", async () => {
    expect(await learn()).toBe("done");
    const [first] = (await client.index("world").search(query, { weights: "w1" })).hits;
    expect((await remove("world")).status).toBe(204);
    await createJudgedIndex(join(server.folder, "world"));
    await expect(client.index("world").search(query, { weights: "w1" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    // Judgements that say the opposite: the polite word is what counts.
    const queries = JUDGED_QUERIES.map(({ id, text }) => {
      const word = text.split(" ")[0] ?? "";
      return { id, text, relevant: { [`${word}-1`]: 2, [`${word}-2`]: 1 } };
    });
    await client.index("world").judge({ queries });
    expect(await learn()).toBe("done");
    const [second] = (await client.index("world").search(query, { weights: "w1" })).hits;
    expect(first?.id).toMatch(/^thing/);
    expect(second?.id).toMatch(/^kindly-/);
  });

  test("gets nothing from a job that had not ended", async () => {
    const running = await client.index("world").start({ kind: "learn", name: "w1" });
    const waiting = await client.index("world").start({ kind: "learn", name: "w2" });
    expect((await remove("world")).status).toBe(204);
    for (const { id } of [running, waiting]) {
      expect((await client.job(id)).state).toBe("cancelled");
    }
    await createJudgedIndex(join(server.folder, "world"));
    expect((await client.index("world").weights()).weights).toEqual([]);
    expect(await readdir(join(server.folder, ".server"))).toEqual([]);
  });

  test("gets nothing from a job of another server", async () => {
    const other = new LocalEngine({ root: server.folder });
    const state = join(server.folder, ".server", "world");
    const request = { kind: "learn", name: "w1" } as const;
    const input = { index: "world", request, id: "learn-1", at: new Date(0).toISOString() };
    // What a deletion does, at once, after the job has read all that it needs.
    const job = other.job("learn", input, () => rmSync(state, { recursive: true, force: true }));
    await expect(job.result).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: 'the index "world" was deleted meanwhile',
    });
    await other.close();
    expect(await readdir(join(server.folder, ".server"))).toEqual([]);
  });

  test("keeps the jobs of an index whose deletion is refused", async () => {
    await writeFile(join(server.folder, "world", "photo.jpg"), "a photo");
    const { id } = await client.index("world").start({ kind: "learn", name: "w1" });
    expect((await remove("world")).status).toBe(400);
    let state = "";
    for await (const job of client.follow(id)) ({ state } = job);
    expect(state).toBe("done");
  });
});

test("an index that another program replaced is searched as the new one, whatever it had of the old one", async () => {
  const folder = join(server.folder, "recipes");
  expect((await ask("/indexes/recipes/search?q=boiling")).body.total).toBe(1);
  await rm(folder, { recursive: true });
  const index = await createIndex(folder, { analysis: { stemmer: "none" } });
  await index.add([{ id: "new", text: "boiling boiled" }]);
  await index.close();
  await expect
    .poll(async () => (await ask("/indexes/recipes/search?q=boiling")).body.hits?.[0]?.id, {
      timeout: 20_000,
    })
    .toBe("new");
  expect((await ask("/indexes/recipes/search?q=boil")).body.total).toBe(0);
  await rm(folder, { recursive: true });
  await expect
    .poll(async () => (await ask("/indexes/recipes/search?q=boiling")).status, { timeout: 20_000 })
    .toBe(404);
});
