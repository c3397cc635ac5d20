/** `termwise behavior`: the report of recorded searches, and clicks to learn from. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { behavior } from "./behavior.ts";
import { createCommandRunner } from "./command-runner.contract.ts";

const folder = createTemporaryFolder("behavior");
const type = createCommandRunner(new NodeFiles(), [behavior]);

const QUERIES = [
  ["shop.1", "lamp", ["a", "b"]],
  ["shop.2", "Lamp", ["a", "b"]],
  ["shop.3", "sofa", []],
].map(([query_id, user_query, query_response_hit_ids]) => ({
  ...{ query_id, user_query, query_response_hit_ids, timestamp: "2026-11-02T10:00:00Z" },
}));
const EVENT = {
  ...{ action_name: "click", query_id: "shop.1", timestamp: "2026-11-02T10:00:05Z" },
  event_attributes: { object: { object_id: "b" } },
};

function writeLog(path: string): void {
  mkdirSync(path, { recursive: true });
  const lines = (records: readonly object[]): string =>
    records.map((each) => `${JSON.stringify(each)}\n`).join("");
  writeFileSync(join(path, "queries-1.jsonl"), lines(QUERIES));
  writeFileSync(join(path, "events-1.jsonl"), lines([EVENT]));
}

test("the log beside an index is reported, and its clicks are written", async () => {
  writeLog(join(folder, ".server/shop/behavior"));
  const clicks = join(folder, "clicks.jsonl");
  const { out } = await type("behavior", join(folder, "shop"), "--clicks", clicks);
  expect(out).toContain(
    "3 searches for 2 queries, 2026-11-02 to 2026-11-02; 1 without hits, 1 with clicks",
  );
  expect(out).toMatch(/lamp +2 +0 +1/);
  expect(readFileSync(clicks, "utf8")).toBe(
    '{"query":"lamp","shown":["a","b"],"clicked":["b"]}\n{"query":"lamp","shown":["a","b"],"clicked":[]}\n',
  );
});

test("a folder of records is reported as JSON", async () => {
  writeLog(join(folder, "records"));
  const { out } = await type("behavior", join(folder, "records"), "--json", "--top", "1");
  expect(JSON.parse(out)).toMatchObject({
    ...{ searches: 3, clicks: 1, top: [{ query: "lamp" }], noHits: [{ query: "sofa" }] },
  });
});

test("an index without a log is an error that says how to get one", async () => {
  const { code, note } = await type("behavior", join(folder, "nothing"));
  expect([code, note]).toEqual([2, expect.stringContaining("serve --behavior records them")]);
});
