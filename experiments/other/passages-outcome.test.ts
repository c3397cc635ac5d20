import { expect, test } from "vitest";
import { MemoryFiles } from "../../src/storage/index.ts";
import { ExperimentRequest } from "../experiment.ts";
import { passagesExperiment } from "./passages.ts";
import { computePassageOutcome } from "./passages-outcome.ts";

/**
 * Two documents per topic with the same words and length. The query's two words are side by side in
 * the answer and far apart in the other one, whose larger id wins ties.
 */
test("passages find words that stand together, which documents as a whole do not", async () => {
  const files = new MemoryFiles();
  const write = (path: string, rows: readonly string[]): Promise<void> =>
    files.write(path, [new TextEncoder().encode(rows.map((row) => `${row}\n`).join(""))]);
  const topics = Array.from({ length: 30 }, (_, i) => `t${i}`);
  const filler = (count: number): string => Array(count).fill("filler").join(" ");
  const documents = topics.flatMap((topic) => [
    { _id: `${topic}-a`, text: `${filler(150)} left${topic} right${topic} ${filler(150)}` },
    { _id: `${topic}-b`, text: `left${topic} ${filler(300)} right${topic}` },
  ]);
  await write(
    "toy/corpus.jsonl",
    documents.map((each) => JSON.stringify(each)),
  );
  await write(
    "toy/queries.jsonl",
    topics.map((topic) => JSON.stringify({ _id: topic, text: `left${topic} right${topic}` })),
  );
  await write("toy/qrels/test.tsv", [
    "query-id\tcorpus-id\tscore",
    ...topics.map((topic) => `${topic}\t${topic}-a\t1`),
  ]);
  const request = new ExperimentRequest(passagesExperiment, { collections: ["toy"] });
  const { tuned, combined, choices } = await computePassageOutcome("toy", request, {
    files,
    findPackage: (name) => Promise.reject(new Error(name)),
    processorTime: () => 0,
    progress: () => {},
    readModule: async () => undefined,
  });
  expect(choices).toHaveLength(5);
  expect(choices.every(({ share }) => share > 0)).toBe(true);
  expect(tuned).toEqual(Array(30).fill(1 / Math.log2(3)));
  expect(combined).toEqual(Array(30).fill(1));
});
