/** Recorded searches and clicks: what is stored, what is not, and what is learned from them. */

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { BehaviorLog, type BehaviorOptions } from "../../apps/server/behavior/behavior-log.ts";
import { type Job, TermwiseClient, type UbiQuery } from "../../src/client/index.ts";
import { createJudgedIndex, JUDGED_QUERIES } from "./judged-index.ts";
import {
  createJsonRequest,
  openSmallServer,
  readResponse,
  type SmallServer,
} from "./small-server.ts";

let server: SmallServer & { readonly behavior: BehaviorLog };
let now = new Date("2026-11-18T10:00:00Z");

async function openRecordingServer(options: BehaviorOptions = {}): Promise<TermwiseClient> {
  now = new Date("2026-11-18T10:00:00Z");
  let behavior: BehaviorLog | undefined;
  // The log needs the folder of the server, which is made when it is opened.
  const lazy = new Proxy({} as BehaviorLog, {
    get: (_, name) => {
      const value = Reflect.get(behavior as object, name, behavior) as unknown;
      return typeof value === "function" ? value.bind(behavior) : value;
    },
  });
  const opened = await openSmallServer({ behavior: lazy, now: () => now });
  behavior = new BehaviorLog({ root: opened.folder }, options, { now: () => now });
  server = { ...opened, behavior };
  const fetch = (url: string, init: object) => opened.app.request(url, init);
  return new TermwiseClient({ url: "http://localhost", fetch });
}

afterEach(async () => {
  await server.behavior.close();
  await server.close();
});

const resolveLog = (index = "recipes"): string => join(server.folder, ".server", index, "behavior");

/** All records of a kind. */
async function readRecords(kind: string, index?: string): Promise<Record<string, unknown>[]> {
  await server.behavior.flush();
  const folder = resolveLog(index);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(kind));
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8")));
  const lines = texts.join("").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

const click = (queryId: string | undefined, id: string): object => ({
  action_name: "click",
  query_id: queryId,
  event_attributes: { object: { object_id: id }, position: { ordinal: 1 } },
});

describe("a search", () => {
  test("is recorded as User Behavior Insights 1.3 has it, and its response has the id", async () => {
    const client = await openRecordingServer();
    const { queryId, hits } = await client.index("recipes").search("Egg");
    expect(queryId).toMatch(/^recipes\.[0-9a-f-]{36}$/);
    expect(await readRecords("queries")).toEqual([
      {
        query_id: queryId,
        user_query: "Egg",
        timestamp: "2026-11-18T10:00:00.000Z",
        query_response_hit_ids: hits.map(({ id }) => id),
        query_attributes: { offset: 0, total: 2 },
      },
    ]);
  });

  test("by GET and with a body of more than 16 KiB is recorded too", async () => {
    await openRecordingServer();
    const { body } = await readResponse(server.app.request("/indexes/recipes/search?q=soup"));
    const stopWords = Array.from({ length: 900 }, (_, i) => `the-stop-word-number-${i}`);
    const long = createJsonRequest("POST", { query: "bread", stopWords });
    const answer = await readResponse(server.app.request("/indexes/recipes/search", long));
    expect(answer.body).toMatchObject({ total: 1, hits: [{ id: "bread" }] });
    const records = await readRecords("queries");
    expect(records.map((each) => [each.query_id, each.user_query])).toEqual([
      [body.queryId, "soup"],
      [answer.body.queryId, "bread"],
    ]);
  });

  test.each([
    ["of a user who does not want to be tracked", { query: "egg" }, { "sec-gpc": "1" }],
    ["of a user with the older header", { query: "egg" }, { dnt: "1" }],
    ["without words", { query: " " }, {}],
  ])("%s is not recorded", async (_, body, headers) => {
    await openRecordingServer();
    const request = createJsonRequest("POST", body, headers as Record<string, string>);
    const answer = await readResponse(server.app.request("/indexes/recipes/search", request));
    expect([answer.status, answer.body.queryId]).toEqual([200, undefined]);
    expect(await readRecords("queries")).toEqual([]);
  });

  test("is not recorded by a server that is not set to, and events are refused", async () => {
    await openRecordingServer(); // closed after the test
    const plain = await openSmallServer();
    const { body } = await readResponse(plain.app.request("/indexes/recipes/search?q=egg"));
    expect(body.queryId).toBeUndefined();
    const events = createJsonRequest("POST", click("recipes.1", "eggs"));
    expect(await readResponse(plain.app.request("/ubi/events", events))).toMatchObject({
      status: 404,
      body: { message: "the server does not record behavior; it does if started with --behavior" },
    });
    expect((await readResponse(plain.app.request("/indexes/recipes/behavior"))).body).toMatchObject(
      { isRecording: false, searches: 0 },
    );
    await plain.close();
  });
});

describe("an event", () => {
  const PERSONAL = {
    ...{ client_id: "browser-1", session_id: "s-1", user_id: "ann" },
    message: "ann@example.org",
    event_attributes: {
      object: { object_id: "eggs", object_id_field: "id", owner: "ann" },
      position: { ordinal: 1, trail: "home" },
      address: "Main Street",
    },
  };

  test("is stored without ids and free text of people", async () => {
    const client = await openRecordingServer();
    const { queryId = "" } = await client.index("recipes").search("egg");
    const sent = { action_name: "click", query_id: queryId, ...PERSONAL };
    expect(await client.sendEvents(sent)).toEqual({ accepted: 1, ignored: 0 });
    expect(await readRecords("events")).toEqual([
      {
        ...{ action_name: "click", query_id: queryId, timestamp: "2026-11-18T10:00:00.000Z" },
        event_attributes: {
          object: { object_id: "eggs", object_id_field: "id" },
          position: { ordinal: 1 },
        },
      },
    ]);
  });

  test("is stored whole if the server may store ids", async () => {
    const client = await openRecordingServer({ keepsIds: true });
    const sent = { action_name: "click", query_id: "recipes.1", ...PERSONAL };
    await client.sendEvents([sent]);
    expect(await readRecords("events")).toEqual([
      { ...sent, timestamp: "2026-11-18T10:00:00.000Z" },
    ]);
  });

  test("of no index of the server is ignored", async () => {
    const client = await openRecordingServer();
    const ids = ["nowhere.1", "../recipes.1", "recipes", "recipes.1", undefined];
    const events = ids.map((id) => click(id, "eggs")) as Parameters<typeof client.sendEvents>[0];
    expect(await client.sendEvents(events)).toEqual({ accepted: 1, ignored: 4 });
    await server.behavior.flush();
    expect(await readdir(join(server.folder, ".server"))).not.toContain("nowhere");
  });

  // Limits of the schema: https://o19s.github.io/ubi/schema/1.3.0/event.schema.json
  test.each([
    [{ query_id: "recipes.1" }, "action_name"],
    [{ action_name: "x".repeat(101) }, "action_name"],
    [{ action_name: "click", timestamp: "yesterday" }, "must be a time in ISO 8601"],
    [{ action_name: "click", message: "x".repeat(1025) }, "message"],
    [{ action_name: "click", event_attributes: { object: {} } }, "object_id"],
    [{ action_name: "click", event_attributes: { object: { object_id: 1.5 } } }, "object_id"],
    [{ action_name: "click", event_attributes: { position: { ordinal: 0.5 } } }, "ordinal"],
    [3, "event 1"],
  ] as const)("of a wrong form is refused: $1", async (event, message) => {
    await openRecordingServer();
    const answer = await readResponse(
      server.app.request("/ubi/events", createJsonRequest("POST", event)),
    );
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
  });

  test("requests with too many or too long records are refused", async () => {
    await openRecordingServer({ keepsIds: true });
    const send = async (body: unknown): Promise<number> =>
      (await server.app.request("/ubi/events", createJsonRequest("POST", body))).status;
    expect(await send(Array.from({ length: 1001 }, () => click("recipes.1", "eggs")))).toBe(400);
    expect(await send({ ...click("recipes.1", "eggs"), more: "x".repeat(17_000) })).toBe(413);
    expect(await readRecords("events")).toEqual([]);
  });
});

describe("the log", () => {
  test("has at most its bytes, and the newest records stay", async () => {
    const client = await openRecordingServer({ maxBytes: 20_000 });
    for (let i = 0; i < 200; i++) {
      await client.index("recipes").search(`egg number ${i}`);
      if (i % 10 === 9) await server.behavior.flush();
    }
    const records = await readRecords("queries");
    const text = records.map((each) => `${JSON.stringify(each)}\n`).join("");
    expect(text.length).toBeLessThanOrEqual(20_000);
    expect(text.length).toBeGreaterThan(10_000);
    expect(records.at(-1)).toMatchObject({ user_query: "egg number 199" });
    const numbers = records.map(({ user_query }) => Number(String(user_query).slice(11)));
    expect(numbers).toEqual(Array.from(numbers, (_, i) => 200 - numbers.length + i));
  });

  test("loses records that are too old, and begins a file each day", async () => {
    const client = await openRecordingServer({ days: 30 });
    await client.index("recipes").search("egg");
    await server.behavior.flush();
    now = new Date(Date.now() + 20 * 86_400_000);
    await client.index("recipes").search("soup");
    await server.behavior.flush();
    expect(await readdir(resolveLog())).toHaveLength(2);
    now = new Date(Date.now() + 40 * 86_400_000); // files have the time of the machine
    await server.behavior.removeOld();
    expect(await readdir(resolveLog())).toEqual([]);
  });

  test("goes with its index, and a new index of that name has none", async () => {
    const client = await openRecordingServer();
    await client.createIndex("passing");
    await client.index("passing").put({ id: "1", text: "egg" });
    await client.index("passing").search("egg");
    await server.behavior.flush();
    await client.index("passing").search("eggs"); // waits to be written
    await client.deleteIndex("passing");
    await server.behavior.flush();
    await client.createIndex("passing");
    expect(await client.index("passing").behavior()).toMatchObject({ searches: 0, lost: 0 });
  });

  test("loses nothing but the count if it cannot be written, and searches go on", async () => {
    const client = await openRecordingServer();
    await mkdir(join(resolveLog(), ".."), { recursive: true });
    await writeFile(resolveLog(), ""); // a file where a folder must be
    const { hits } = await client.index("recipes").search("egg");
    expect(hits).toHaveLength(2);
    expect(await client.index("recipes").behavior()).toMatchObject({ searches: 0, lost: 1 });
  });

  test("of two servers on one folder has the records of both", async () => {
    const client = await openRecordingServer();
    const other = new BehaviorLog({ root: server.folder }, {}, { now: () => now });
    await client.index("recipes").search("egg");
    const record: UbiQuery = {
      ...{ query_id: "recipes.2", user_query: "soup", timestamp: now.toISOString() },
      query_response_hit_ids: [],
    };
    other.add("recipes", "queries", JSON.stringify(record));
    await Promise.all([other.close(), server.behavior.flush()]);
    expect(await client.index("recipes").behavior()).toMatchObject({ searches: 2, withoutHits: 1 });
  });
});

test("searches of other programs are recorded, and clicks on them", async () => {
  const client = await openRecordingServer();
  const query = { query_id: "recipes.own-1", user_query: "egg", timestamp: "2026-11-17T09:00:00Z" };
  await client.sendQueries({ ...query, query_response_hit_ids: ["eggs", "soup"] });
  await client.click({ queryId: "recipes.own-1", id: "soup", position: 2 });
  expect(await client.index("recipes").behavior()).toMatchObject({
    ...{ isRecording: true, searches: 1, withClicks: 1, clicks: 1, unmatched: 0 },
    days: [{ day: "2026-11-17", searches: 1, withoutHits: 0, withClicks: 1 }],
  });
});

describe("learning from clicks", () => {
  async function awaitJob(client: TermwiseClient, started: Job): Promise<Job> {
    let last = started;
    for await (const job of client.follow(started.id)) last = job;
    return last;
  }

  test("learns weights, with the interval of the gain and the counts of clicks", async () => {
    const client = await openRecordingServer();
    await createJudgedIndex(join(server.folder, "world"));
    const world = client.index("world");
    for (const { text, relevant } of JUDGED_QUERIES) {
      const { queryId = "", hits } = await world.search(text, { limit: 20 });
      for (const [i, { id }] of hits.entries()) {
        if ((relevant[id] ?? 0) > 0) await client.click({ queryId, id, position: i + 1 });
      }
    }
    const job = await awaitJob(
      client,
      await world.start({ kind: "learn", from: "clicks", name: "c1" }),
    );
    expect(job.error).toBeUndefined();
    const { weights, report, clicks } = job.result as {
      weights: string;
      report: { validation: { gain: number; interval: readonly number[] } };
      clicks: { impressions: number; clicks: number };
    };
    expect(weights).toBe("c1");
    expect(clicks.impressions).toBe(JUDGED_QUERIES.length);
    expect(clicks.clicks).toBeGreaterThan(50);
    expect(report.validation.interval).toHaveLength(2);
    expect(report.validation.gain).toBeGreaterThan(report.validation.interval[0] as number);
  });

  test("says what is missing", async () => {
    const client = await openRecordingServer();
    const recipes = client.index("recipes");
    const learn = async (): Promise<string | undefined> =>
      (await awaitJob(client, await recipes.start({ kind: "learn", from: "clicks" }))).error
        ?.message;
    expect(await learn()).toBe("no searches were recorded; start the server with --behavior");
    await recipes.search("egg");
    expect(await learn()).toBe("nothing was clicked in 1 list");
  });
});

test("events are refused if reading them would keep other requests waiting", async () => {
  await openRecordingServer();
  const attributes = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key${i}`, i]));
  const event = { ...click("recipes~1", "soup"), event_attributes: attributes };
  for (const path of ["/ubi/events", "/ubi/queries"]) {
    const response = server.app.request(path, createJsonRequest("POST", [event]));
    expect(await readResponse(response)).toMatchObject({
      status: 413,
      body: { code: "LIMIT_EXCEEDED", message: "the body has more than 131072 bytes" },
    });
  }
});
