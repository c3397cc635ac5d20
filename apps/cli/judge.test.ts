/** `termwise judge` against an endpoint that agrees with people, lies, or fails; `termwise judgements`. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIndex } from "../../src/search/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { judge } from "./judge.ts";
import { judgements } from "./judgements.ts";

const folder = createTemporaryFolder("judge");
const type = createCommandRunner(new NodeFiles(), [judge, judgements]);
const shop = join(folder, "shop");
const human = join(folder, "ann.csv");
let server: Server;
let endpoint: string;
let answer: (content: string) => number | string;
let count = 0;

beforeAll(async () => {
  const index = await createIndex(shop);
  const documents = Array.from({ length: 60 }, (_, i) => ({
    ...{ id: `d${i}`, text: `lamp number ${i}, ${i % 2 === 0 ? "good" : "bad"}` },
  }));
  await index.add(documents);
  await index.close();
  const rows = documents.slice(0, 40).map(({ id }, i) => `lamp,${id},${i % 2 === 0 ? 2 : 0}`);
  writeFileSync(human, `query,document,grade\n${rows.join("\n")}\n`);
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    count++;
    const grade = answer(JSON.parse(text).messages[1].content);
    const content = `{"grade": ${grade}}`;
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const judgeTo = (out: string, ...more: string[]) =>
  type(
    ...["judge", shop, "--endpoint", endpoint, "--model", "m", "--human", human],
    ...["--out", join(folder, out), "--depth", "60", ...more],
  );
const isGood = (content: string): boolean => content.includes("good");

test("a model that agrees with people judges the documents that they have not", async () => {
  answer = (content) => (isGood(content) ? 3 : 0);
  const { out, code } = await judgeTo("agrees.csv");
  expect([code, out]).toEqual([0, expect.stringContaining("kappa 1.000 (relevant or not")]);
  const lines = readFileSync(join(folder, "agrees.csv"), "utf8").trim().split("\n");
  expect(lines[0]).toBe("query,query_text,document,grade,rater");
  expect(lines).toHaveLength(21);
  expect(lines).toContain("lamp,lamp,d40,3,m");
  expect(lines).toContain("lamp,lamp,d41,0,m");
});

test("a model that lies writes nothing, unless it is forced", async () => {
  answer = (content) => (isGood(content) ? 0 : 3);
  const { code, note } = await judgeTo("lies.csv");
  expect(code).not.toBe(0);
  expect(note).toContain("does not agree well enough with people: kappa -1.000, needed 0.6");
  expect(existsSync(join(folder, "lies.csv"))).toBe(false);
  expect((await judgeTo("lies.csv", "--force")).code).toBe(0);
  expect(existsSync(join(folder, "lies.csv"))).toBe(true);
});

test("too many requests are refused before the first one", async () => {
  count = 0;
  const { note } = await judgeTo("many.csv", "--max-requests", "50");
  expect(note).toContain("more than --max-requests 50");
  expect(count).toBe(0);
});

test("raters in several files are compared, and combined into TREC judgements", async () => {
  const bob = join(folder, "bob.csv");
  const rows = Array.from({ length: 40 }, (_, i) => `lamp,d${i},${i % 4 === 0 ? 2 : 0}`);
  writeFileSync(bob, `query,document,grade\n${rows.join("\n")}\n`);
  const out = join(folder, "both.qrels");
  const { out: json } = await type("judgements", human, bob, "--out", out, "--json");
  // Equal on 30 of 40; by chance .5·.25 + .5·.75 = .5; kappa .5
  const { pairs, raters } = JSON.parse(json);
  expect(raters).toEqual(["ann", "bob"]);
  expect(pairs[0]).toMatchObject({ items: 40, equal: 0.75, kappa: 0.5 });
  const lines = readFileSync(out, "utf8").trim().split("\n");
  expect(lines.slice(0, 3)).toEqual(["lamp 0 d0 2", "lamp 0 d1 0", "lamp 0 d2 0"]);
});
