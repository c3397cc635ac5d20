import { expect, test } from "vitest";
import { MemoryFiles } from "../../src/storage/index.ts";
import { ExperimentRequest } from "../experiment.ts";
import { knownItemsExperiment } from "./known-items.ts";
import { computeKnownItems } from "./known-items-outcome.ts";

/** Every page names its topic in a title of one word; a longer page says both words of it often. */
test("titles are found first by the rule, and judged queries are measured with and without it", async () => {
  const files = new MemoryFiles();
  const write = (path: string, rows: readonly object[]): Promise<void> =>
    files.write(path, [
      new TextEncoder().encode(rows.map((row) => `${JSON.stringify(row)}\n`).join("")),
    ]);
  const topics = Array.from({ length: 30 }, (_, i) => `t${i}`);
  await write(
    "toy/corpus.jsonl",
    topics.flatMap((topic) => [
      { _id: `${topic}-a`, title: topic, text: `rare ${"filler ".repeat(300)}` },
      {
        _id: `${topic}-b`,
        title: `${topic} ${topic} ${topic} other`,
        text: `${topic} `.repeat(50),
      },
      { _id: `${topic}-c`, title: "shared", text: "x" },
    ]),
  );
  await write(
    "toy/queries.jsonl",
    topics.map((topic) => ({ _id: topic, text: `${topic} rare` })),
  );
  const grades = topics.map((topic) => `${topic}\t${topic}-a\t1\n`).join("");
  await files.write("toy/qrels/test.tsv", [
    new TextEncoder().encode(`query-id\tcorpus-id\tscore\n${grades}`),
  ]);
  const request = new ExperimentRequest(knownItemsExperiment, { collections: ["toy"] });
  const { items, judged } = await computeKnownItems("toy", request, {
    files,
    findPackage: (name) => Promise.reject(new Error(name)),
    processorTime: () => 0,
    progress: () => {},
    readModule: async () => undefined,
  });
  expect(items.after).toEqual(Array(60).fill(1)); // the title that many documents share is no query
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  expect(sum(items.before)).toBe(30);
  expect(judged.before).toHaveLength(30);
  expect(judged.after).toEqual(judged.before); // no query is a title
});
