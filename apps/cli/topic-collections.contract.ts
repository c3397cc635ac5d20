/** Small collections of ten topics for tests of experiments. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Topics with an answer each, and rivals that repeat what says nothing. */
export const TOPICS: readonly string[] =
  "amber basil cedar delta ember fjord grove heron indigo juniper".split(" ");

/** Writes `toy`, whose queries are not split, `split`, with three splits, and `vectors.txt`. */
export function writeTopicCollections(folder: string): void {
  const at = (name: string): string => join(folder, name);
  mkdirSync(at("toy/qrels"), { recursive: true });
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const documents = TOPICS.flatMap((topic, i) => [
    { _id: `${topic}-answer`, text: `${topic} hum hiss hum hiss drone drone` },
    { _id: `${topic}-rival`, text: `um${i} um${i} er${i} er${i}` },
  ]);
  const queries = TOPICS.map((topic, i) => ({ _id: topic, text: `${topic} um${i} er${i}` }));
  writeFileSync(at("toy/corpus.jsonl"), lines(documents));
  writeFileSync(at("toy/queries.jsonl"), lines(queries));
  const grades = TOPICS.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
  writeFileSync(at("toy/qrels/test.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  mkdirSync(at("split/qrels"), { recursive: true });
  writeFileSync(at("split/corpus.jsonl"), lines(documents));
  writeFileSync(at("split/queries.jsonl"), lines(queries));
  for (const split of ["train", "dev", "test"]) {
    writeFileSync(at(`split/qrels/${split}.tsv`), `query-id\tcorpus-id\tscore\n${grades}`);
  }
  const empty = ["hum", "hiss", "drone", ...TOPICS.flatMap((_, i) => [`um${i}`, `er${i}`])];
  const vectors = [...TOPICS.map((word) => `${word} 1 0`), ...empty.map((word) => `${word} 0 1`)];
  writeFileSync(at("vectors.txt"), `${vectors.join("\n")}\n`);
}
