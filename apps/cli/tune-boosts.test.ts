/** `termwise tune --boost`: weights of boosts, learned from judged queries and from clicks. */

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { indexCollection } from "./index-collection.ts";
import { search } from "./search.ts";
import { tune } from "./tune.ts";

/** Each finds two documents, of which the relevant one is shorter on words and has sales. */
const TOPICS = Array.from({ length: 100 }, (_, i) => `topic${i}`);
const folder = mkdtempSync(join(tmpdir(), "termwise-boosts-"));
const at = (name: string): string => join(folder, name);
const type = createCommandRunner(new NodeFiles(), [indexCollection, search, tune]);

const write = (name: string, records: readonly object[]): void =>
  writeFileSync(at(name), records.map((record) => `${JSON.stringify(record)}\n`).join(""));

beforeAll(async () => {
  const documents = TOPICS.flatMap((topic, i) => [
    { id: `wrong${i}`, text: topic, sales: 0 },
    { id: `right${i}`, text: `${topic} and more`, sales: 9 },
  ]);
  write("shop.jsonl", documents);
  const fields = ["--fields", "text,sales:number", "--out", at("index")];
  expect((await type("index", at("shop.jsonl"), ...fields)).code).toBe(0);
  mkdirSync(at("queries/qrels"), { recursive: true });
  write("queries/corpus.jsonl", [{ _id: "right0", text: "x" }]);
  write(
    "queries/queries.jsonl",
    TOPICS.map((text) => ({ _id: text, text })),
  );
  const grades = TOPICS.map((topic, i) => `${topic}\tright${i}\t1\n`).join("");
  writeFileSync(at("queries/qrels/train.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  const shown = TOPICS.flatMap((query, i) => {
    const ids = [`wrong${i}`, `right${i}`];
    return [ids, ids.toReversed()].map((order) => ({
      query,
      shown: order,
      clicked: [`right${i}`],
    }));
  });
  write("clicks.jsonl", shown);
});

test.each([
  ["judged queries", () => ["--queries", `${at("queries")}:train`]],
  ["clicks", () => ["--clicks", at("clicks.jsonl")]],
])("learns from %s, and search takes what it prints", async (_, source) => {
  const options = [...source(), "--boost", "log(sales)", "--measure", "RR@10"];
  const { code, out } = await type("tune", at("index"), ...options);
  expect(code).toBe(0);
  expect(out).toContain("without boosts: 0.5000\ngain in cross-validation: +0.5000");
  const boost = out.trim().split("\n").at(-1) as string;
  expect(JSON.parse(boost)).toMatchObject([{ field: "sales", function: "log" }]);
  const [{ weight }] = JSON.parse(boost);
  const found = await type(
    ...["search", at("index"), "topic7", "--boost", `${weight} log(sales)`, "--json"],
  );
  expect(JSON.parse(found.out).hits[0].id).toBe("right7");
  const json = await type("tune", at("index"), ...options, "--json");
  expect(JSON.parse(json.out)).toMatchObject({ outcome: "learned", judgedQueries: 100 });
});

test("refuses what it would ignore", async () => {
  const refuse = async (...options: string[]) => (await type("tune", at("index"), ...options)).note;
  const queries = ["--queries", `${at("queries")}:train`];
  expect(await refuse(...queries, "--clicks", at("clicks.jsonl"))).toContain("goes with --boost");
  expect(await refuse(...queries, "--clicks", "x", "--boost", "log(sales)")).toContain(
    "one of --queries and --clicks",
  );
  expect(await refuse(...queries, "--boost", "log(sales)", "--grid", "k1=1")).toContain(
    "a grid of its own",
  );
  expect(await refuse(...queries, "--boost", "log(sale)")).toContain('did you mean "sales"?');
});
