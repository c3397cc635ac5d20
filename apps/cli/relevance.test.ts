/** `termwise test`, typed as in continuous integration. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { createIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { test as command } from "./test.ts";

const folder = createTemporaryFolder("relevance");
const type = createCommandRunner(new NodeFiles(), [command]);
const index = join(folder, "index");

beforeAll(async () => {
  const created = await createIndex(index);
  await created.add([
    { id: "eggs", text: "boiled eggs" },
    { id: "soup", text: "soup of eggs and other things in a long list of words" },
    { id: "bread", text: "flour water" },
  ]);
  await created.close();
});

/** A file of tests. */
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const GOOD = `
measures: { RR@10: 0.75 }
queries:
  - query: boiled eggs
    relevant: [soup]      # at rank 2
    above: [[eggs, soup]]
  - query: water
    relevant: { bread: 2 } # at rank 1
`;

test("passes, is accepted, and is compared with what was accepted", async () => {
  const path = file("relevance.yaml", GOOD);
  const first = await type("test", index, path, "--accept");
  expect(first.code).toBe(0);
  expect(first.out).toContain("ok    RR@10 0.7500 (threshold 0.75)");
  expect(first.out).toContain("passed: 2 queries, 1 of 1 expectations hold");
  const acceptedRun = JSON.parse(readFileSync(`${path}.accepted.json`, "utf8"));
  expect(acceptedRun.measures["RR@10"]).toEqual({ "boiled eggs": 0.5, water: 1 });
  const second = await type("test", index, path);
  expect(second.out).toContain("+0.0000 since accepted, on 2 queries");
});

test("fails with 1 and says what is broken; --accept then keeps nothing", async () => {
  const path = file("bad.json", '{"queries":[{"query":"boiled eggs","above":[["soup","eggs"]]}]}');
  const { code, out, note } = await type("test", index, path, "--accept");
  expect(code).toBe(1);
  expect(out).toContain('FAIL  "boiled eggs": soup must rank above eggs, but is at rank 2');
  expect(note).toContain("relevance tests failed");
  expect(() => readFileSync(`${path}.accepted.json`)).toThrow();
  const { out: json } = await type("test", index, path, "--json");
  expect(JSON.parse(json)).toMatchObject({ isPassed: false, expectations: 1 });
});

test.each([
  ["queries: [", 3, "bad.yaml: "],
  ["queries: []", 2, "queries must be a list of queries"],
  ["query: x", 2, 'the file has no "query"'],
  ["a: &a [1]\nb: *a", 3, "Alias"],
])("a file that says %j is refused", async (text, code, message) => {
  const printed = await type("test", index, file("bad.yaml", text));
  expect(printed.code).toBe(code);
  expect(printed.note).toContain(message);
});

test("a file that is not there is named", async () => {
  const { code, note } = await type("test", index, join(folder, "none.yaml"));
  expect(code).toBe(2);
  expect(note).toContain("none.yaml");
});
