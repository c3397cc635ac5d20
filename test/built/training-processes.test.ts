/** Trainings in several processes store the files of trainings in one. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../temporary-folder.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const folder = createTemporaryFolder("training-processes");
const collection = join(folder, "toy");
const vectors = join(folder, "vectors.txt");

/** Thirty topics, each with an answer and a document that shares frequent words with it. */
function writeCollection(): void {
  mkdirSync(join(collection, "qrels"), { recursive: true });
  const topics = Array.from({ length: 30 }, (_, i) => `topic${i}`);
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const documents = topics.flatMap((topic) => [
    { _id: `${topic}-answer`, text: `${topic} hum hiss ${topic} drone` },
    { _id: `${topic}-rival`, text: `um hum er hiss drone` },
  ]);
  writeFileSync(join(collection, "corpus.jsonl"), lines(documents));
  const queries = topics.map((topic) => ({ _id: topic, text: `${topic} hum` }));
  writeFileSync(join(collection, "queries.jsonl"), lines(queries));
  for (const split of ["train", "dev", "test"]) {
    const grades = topics.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
    const table = `query-id\tcorpus-id\tscore\n${grades}`;
    writeFileSync(join(collection, "qrels", `${split}.tsv`), table);
  }
  const words = [...topics, "hum", "hiss", "drone", "um", "er"];
  const rows = words.map((word, i) => `${word} ${[1, 2, 3].map((d) => (i * d) % 7).join(" ")}`);
  writeFileSync(vectors, `${rows.join("\n")}\n`);
}

/** The stored trainings of a run, by file name, without the time that they took. */
function train(name: string, ...options: readonly string[]): Map<string, string> {
  const keep = join(folder, name);
  const settings = `models=knrm s-knrm; epochs=2; vectors=${vectors}; keep=${keep}`;
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...[PROGRAM, "experiment", "X0-tab1", "--collection", collection, "--size", "full"],
      ...["--seeds", "2", "--set", settings, ...options],
    ],
    { encoding: "utf8", cwd: folder },
  );
  expect(stderr).not.toContain("termwise:");
  expect(status).toBe(0);
  const cells = join(keep, "cells");
  const files = readdirSync(cells, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  );
  return new Map(
    files.sort().map((file) => {
      const { made: _, ...cell } = JSON.parse(readFileSync(join(cells, file), "utf8"));
      return [file, JSON.stringify(cell)];
    }),
  );
}

test("trainings in three processes store the files of trainings in one", () => {
  writeCollection();
  const alone = train("alone");
  // Two models: three rates with seed 1, one of which is seed 1's, and seed 2; γ of one of them.
  expect([...alone.keys()].filter((file) => !file.endsWith(".salience.json"))).toHaveLength(8);
  expect(train("side-by-side", "--workers", "3")).toEqual(alone);
}, 240_000);
