/** The program with the address of a published index in the place of a folder. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openCluster, publish } from "../../adapters/opensearch/index.ts";
import { evaluate, parseMeasures } from "../../src/evaluation/index.ts";
import { createIndex, openIndex } from "../../src/search/index.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { connect, nodes } from "./cluster-nodes.ts";
import { expectSameSuggestions } from "./same-suggestions.ts";
import { listProducts, SHOP_FIELDS } from "./shop-documents.ts";

const cli = new URL("../../dist/apps/cli/main.js", import.meta.url).pathname;
const folder = createTemporaryFolder("shop-commands");
const local = join(folder, "shop");
const ADDRESS = `opensearch:${nodes.join(",")}/shop-commands`;
const cluster = await connect();

beforeAll(async () => {
  const index = await createIndex(local, { fields: SHOP_FIELDS });
  await index.add(listProducts(90));
  await index.withReader((reader) =>
    publish(cluster, reader, { alias: "shop-commands", shards: 3, replicas: 0 }),
  );
  await index.close();
});

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [cli, ...args], { encoding: "utf8" });
}

test.each([
  [["red lamp", "--limit", "5", "--facet", "kind", "--filter", "price > 0", "--explain"]],
  [["red la", "--prefix", "--fuzzy", "--sort=-price", "--total"]],
  [['+red "small oak"', "--syntax", "--distinct", "kind"]],
])("search prints what it prints for the folder: %j", (args) => {
  const [ours, theirs] = [local, ADDRESS].map((place) => run("search", place, ...args, "--json"));
  expect(theirs?.status, theirs?.stderr).toBe(0);
  const { candidates, ...output } = JSON.parse(theirs?.stdout ?? "");
  expect(candidates.isComplete).toBe(true);
  // Cursors name the options of the search, which differ in what the program adds.
  const { after, ...expected } = JSON.parse(ours?.stdout ?? "");
  expect({ ...output, after: undefined }).toEqual({ ...expected, after: undefined });
  expect(typeof output.after).toBe(typeof after);
});

test("suggest and test take the address too", async () => {
  await expectSameSuggestions(
    () => run("suggest", ADDRESS, "red la").stdout,
    () => run("suggest", local, "red la").stdout,
  );
  const file = join(folder, "relevance.json");
  const found = JSON.parse(run("search", local, "red lamp", "--json").stdout).hits[0].id;
  const queries = [{ query: "red lamp", relevant: [found] }];
  writeFileSync(file, JSON.stringify({ measures: { "RR@10": 1 }, queries }));
  const tested = run("test", ADDRESS, file);
  expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  expect(tested.stdout).toBe(run("test", local, file).stdout);
});

test("what needs a local index is refused", () => {
  const refused = run("search", ADDRESS, "lamp", "--rerank", "./model");
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("needs a local index");
});

test("a run of a published index is evaluated like that of the local one", async () => {
  const index = await openCluster(ADDRESS);
  const queries = ["red lamp", "small oak"].map((text, i) => ({ id: `q${i}`, text }));
  const judgements = new Map<string, Map<string, number>>();
  for (const { id, text } of queries) {
    const { hits } = await index.search(text, { offset: 2, limit: 1 });
    judgements.set(id, new Map([[hits[0]?.id ?? "", 1]]));
  }
  const folderIndex = await openIndex(local);
  const [ours, theirs] = await Promise.all(
    [folderIndex, index].map(async (each) =>
      evaluate(await each.run(queries), judgements, parseMeasures("nDCG@10")),
    ),
  );
  expect(ours?.measures[0]?.overall).toBeGreaterThan(0);
  expect(theirs).toEqual(ours);
  await index.close();
  await folderIndex.close();
});
