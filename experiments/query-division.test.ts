import { expect, test } from "vitest";
import { openDataset } from "../src/collection/index.ts";
import { MemoryFiles } from "../src/storage/index.ts";
import { divideQueries, type QueryDivision } from "./query-division.ts";

const TOPICS = 10;

/** Ten topics of three documents and three queries each; query i of a topic is answered by document i. */
async function divide(splits: readonly string[], source: string): Promise<QueryDivision> {
  const files = new MemoryFiles();
  const write = (path: string, rows: readonly string[]): Promise<void> =>
    files.write(path, [new TextEncoder().encode(rows.map((row) => `${row}\n`).join(""))]);
  const ids = Array.from({ length: 3 * TOPICS }, (_, i) => String(i));
  const focus = (id: string): string => `topic ${Number(id) % TOPICS}`;
  await write(
    "toy/corpus.jsonl",
    ids.map((id) => JSON.stringify({ _id: `d${id}`, text: "text", focus: focus(id) })),
  );
  await write(
    "toy/queries.jsonl",
    splits.flatMap((split) =>
      [...ids, "unanswered"].map((id) => JSON.stringify({ _id: `${split}-${id}`, text: "text" })),
    ),
  );
  for (const split of splits) {
    const rows = ids.map((id) => `${split}-${id}\td${id}\t1`);
    await write(`toy/qrels/${split}.tsv`, ["query-id\tcorpus-id\tscore", ...rows]);
  }
  return divideQueries(await openDataset(files, "toy", {}), source, 100);
}

const countQueries = ({ parts }: QueryDivision): number[][] =>
  parts.map(({ training, test: { queries } }) => [training.queries.length, queries.length]);

test.each([
  ["the only split, in folds", ["test"], "toy"],
  ["a split that is named, in folds", ["train", "dev", "test"], "toy:dev"],
  ["test, in folds, without train", ["dev", "test"], "toy"],
  ["train, in folds, without dev", ["train", "test"], "toy"],
])("%s: every answered query is reported on once", async (_, splits, source) => {
  const division = await divide(splits, source);
  expect(countQueries(division)).toEqual(Array(5).fill([24, 6]));
  const reported = division.parts.flatMap(({ test: { queries } }) => queries.map(({ id }) => id));
  expect(new Set(reported).size).toBe(30);
  for (const {
    training,
    test: { queries },
  } of division.parts) {
    const learned = new Set(training.queries.map(({ id }) => id));
    expect(queries.some(({ id }) => learned.has(id))).toBe(false);
  }
});

test.each([
  ["toy", ["train", "dev", "test"]],
  ["toy:train-test", ["train", "test"]],
])("%s learns from train and reports on test", async (source, splits) => {
  const { parts } = await divide(splits, source);
  const [part] = parts;
  expect(parts).toHaveLength(1);
  expect(part?.training.queries.every(({ id }) => id.startsWith("train-"))).toBe(true);
  expect(part?.test.queries.every(({ id }) => id.startsWith("test-"))).toBe(true);
});

test("by a field of relevant documents no topic is both learned from and reported on", async () => {
  const division = await divide(["test"], "toy:by-focus");
  expect(countQueries(division)).toEqual(Array(5).fill([24, 6]));
  const topic = ({ id }: { readonly id: string }): number => Number(id.split("-")[1]) % TOPICS;
  for (const {
    training,
    test: { queries },
  } of division.parts) {
    const learned = new Set(training.queries.map(topic));
    expect(queries.some((query) => learned.has(topic(query)))).toBe(false);
  }
});

test("an unknown split or field is refused", async () => {
  await expect(divide(["train", "test"], "toy:validation")).rejects.toThrow(/validation/);
  await expect(divide(["test"], "toy:by-author")).rejects.toThrow(/field author/);
});
