// @vitest-environment node
/** Rules of an index over HTTP, by the client and on the command line; tests hold what they promise. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCommandRunner } from "../../apps/cli/command-runner.contract.ts";
import { rules } from "../../apps/cli/rules.ts";
import { test as testCommand } from "../../apps/cli/test.ts";
import { type Listening, listen } from "../../apps/server/listen.ts";
import { TermwiseClient } from "../../src/client/index.ts";
import { createIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { openSmallServer, type SmallServer } from "./small-server.ts";

let server: SmallServer;
let listening: Listening;
let index: ReturnType<TermwiseClient["index"]>;

beforeAll(async () => {
  server = await openSmallServer();
  listening = await listen(server.app, { port: 0, host: "127.0.0.1" });
  index = new TermwiseClient({ url: listening.address }).index("recipes");
});
afterAll(async () => {
  await listening.close();
  await server.close();
});

describe("rules over HTTP", () => {
  test("are added, replaced in their place, listed and deleted", async () => {
    expect(await index.rules()).toEqual([]);
    await index.putRule({ id: "soup first", query: "flour", pin: ["soup"] });
    await index.putRule({ id: "no bread", query: "flour", hide: ["bread"] });
    const { hits } = await index.search("flour");
    expect(hits.map(({ id }) => id)[0]).toBe("soup");
    expect(hits.map(({ id }) => id)).not.toContain("bread");
    const replaced = { id: "soup first", query: "flour", pin: ["eggs"] };
    expect(await index.putRule(replaced)).toEqual([
      replaced,
      { id: "no bread", query: "flour", hide: ["bread"] },
    ]);
    await index.deleteRule("no bread");
    expect(await index.rules()).toEqual([replaced]);
    await expect(index.deleteRule("no bread")).rejects.toThrow('no rule "no bread"');
    await index.deleteRule("soup first");
    expect(await index.rules()).toEqual([]);
  });

  test("are checked, and nothing is stored that a search would refuse", async () => {
    const wrong: unknown = { id: "a", pins: ["soup"] };
    await expect(index.putRule(wrong as { id: string })).rejects.toThrow("pins");
    const response = await server.app.request("/indexes/recipes/rules/a", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: "b", pin: ["soup"] }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('the id of the rule is \\"b\\", not \\"a\\"');
    expect(await index.rules()).toEqual([]);
  });

  test("that are put at the same time are all stored", async () => {
    const ids = Array.from({ length: 8 }, (_, i) => `rule ${i}`);
    await Promise.all(ids.map((id) => index.putRule({ id, query: "flour", pin: ["soup"] })));
    expect((await index.rules()).map(({ id }) => id).sort()).toEqual(ids);
    for (const id of ids) await index.deleteRule(id);
  });
});

test("the command line lists, adds and deletes rules, and tests hold what they promise", async () => {
  const type = createCommandRunner(new NodeFiles(), [rules, testCommand]);
  const folder = join(server.folder, "shop");
  const shop = await createIndex(folder, { fields: { title: {} } });
  await shop.add([
    { id: "desk", title: "desk lamp" },
    { id: "oil", title: "lamp oil" },
    { id: "candle", title: "candle" },
  ]);
  await shop.close();
  const file = join(server.folder, "rule.json");
  await writeFile(
    file,
    JSON.stringify({ id: "lamps", query: "lamp", pin: ["candle"], hide: ["oil"] }),
  );
  expect((await type("rules", folder, "--put", file)).code).toBe(0);
  const listed = await type("rules", folder);
  expect(JSON.parse(listed.out)).toEqual([
    { id: "lamps", query: "lamp", pin: ["candle"], hide: ["oil"] },
  ]);
  const tests = join(server.folder, "relevance.json");
  const expectation = { query: "lamp", within: { candle: 1 }, absent: ["oil"] };
  await writeFile(tests, JSON.stringify({ queries: [expectation] }));
  const passed = await type("test", folder, tests);
  expect([passed.code, passed.note]).toEqual([0, ""]);
  expect((await type("rules", folder, "--delete", "lamps")).code).toBe(0);
  const failed = await type("test", folder, tests);
  expect(failed.out).toMatch(/candle[\s\S]*oil/);
  expect(failed.code).not.toBe(0);
  expect((await type("rules", folder, "--delete", "lamps")).note).toContain('no rule "lamps"');
});
