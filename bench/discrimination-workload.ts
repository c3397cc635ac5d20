/**
 * The workload of `bench/discrimination.ts`: an index of a collection with the terms of some of its
 * queries, and weights learned for it.
 *
 * Both are cached in a folder, with the seconds that they took, so that timing need not wait for
 * learning. The mix of a million documents has no judgements: it uses the weights learned on
 * WordNet, and a word outside WordNet has the weight of a missing term.
 */

import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type ExperimentEnvironment, ExperimentRequest } from "../experiments/experiment.ts";
import { tdvSpeed } from "../experiments/x1-discrimination/tab1.ts";
import {
  openTdvWorkload,
  type TdvWorkload,
} from "../experiments/x1-discrimination/tdv-workload.ts";
import { type Document, openDataset, readSplit } from "../src/collection/index.ts";
import { learnWeights, type ModelName } from "../src/discrimination/index.ts";
import { buildIndex, IndexSnapshot, TermWeights } from "../src/index/index.ts";
import { NodeDirectory } from "../src/storage/node-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { openAnalyzer } from "../src/text/index.ts";
import { findDataPackage } from "./data-package.ts";
import { readMixDocuments } from "./search-workload.ts";

const MIX_DOCUMENTS = 1_003_191;

const environment: ExperimentEnvironment = {
  files: new NodeFiles(),
  collections: process.env.TERMWISE_COLLECTIONS,
  findPackage: findDataPackage,
  processorTime: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  progress: () => {},
  readModule: async () => undefined,
};

export interface FullIndex {
  readonly snapshot: IndexSnapshot;
  /** Queries as terms. */
  readonly queries: readonly (readonly string[])[];
  /** Seconds to build. */
  readonly seconds: number;
}

export interface CachedWeights {
  readonly weights: TermWeights;
  readonly ranker: string;
  readonly lambda: number;
  /** Seconds to learn. */
  readonly seconds: number;
}

/** The index of a collection, or of the mix, without a stop list; built on first use. */
export async function openFullIndex(
  folder: string,
  source: string,
  queryCount: number,
): Promise<FullIndex> {
  const { documents, texts } = source === "mix" ? await openMix() : await openCollection(source);
  const directory = await NodeDirectory.open(join(folder, source));
  const seconds = await readOrCreateJson(join(folder, `${source}.json`), async () => {
    const begun = performance.now();
    const analysis = { stopWords: "none" } as const;
    await buildIndex(directory, documents, { analysis, forward: false, stored: false });
    return (performance.now() - begun) / 1000;
  });
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const queries = texts.slice(0, queryCount).map((text) => analyzer.terms(text));
  return { snapshot, queries, seconds };
}

async function openCollection(
  name: string,
): Promise<{ documents: AsyncIterable<Document>; texts: string[] }> {
  const collection = await openDataset(environment.files, name, environment);
  const { queries } = await readSplit(
    collection,
    collection.splits.includes("test") ? "test" : undefined,
  );
  return { documents: collection.documents(), texts: queries.map(({ text }) => text) };
}

async function openMix(): Promise<{ documents: AsyncIterable<Document>; texts: string[] }> {
  const { collections } = environment;
  if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
  const texts: string[] = [];
  const input = createReadStream(join(collections, "large/queries.tsv"));
  for await (const line of createInterface({ input })) {
    texts.push(line.slice(line.indexOf("\t") + 1));
  }
  return { documents: readMixDocuments(collections, MIX_DOCUMENTS), texts };
}

const workloads = new Map<string, Promise<TdvWorkload>>();

/**
 * Weights learned from the training queries, or from all if there are no others, because this
 * measures cost, not quality.
 */
export async function loadWeights(
  folder: string,
  source: string,
  model: ModelName,
  { lambda, epochs }: { readonly lambda: number; readonly epochs: number },
): Promise<CachedWeights> {
  const from = source === "mix" ? "wordnet" : source;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${from}-${model}-${lambda}-${epochs}.weights.json`);
  const cached = await readOrCreateJson(file, async () => {
    const workload = await (workloads.get(from) ?? openWorkload(from));
    const { snapshot, vectors, split, test } = workload;
    const begun = performance.now();
    const through = { patience: Infinity, probedQueries: 0, keep: "last" } as const;
    const learningOptions = { model, lambda, epochs, withoutVector: "bias", ...through } as const;
    const learned = await learnWeights(snapshot, vectors, split?.training ?? test, learningOptions);
    const { weights, ranker } = learned;
    const seconds = (performance.now() - begun) / 1000;
    return { entries: [...weights.entries()], missing: weights.missing, ranker, seconds };
  });
  const { entries, missing, ranker, seconds } = cached;
  return { weights: new TermWeights(entries, missing), ranker, lambda, seconds };
}

function openWorkload(collection: string): Promise<TdvWorkload> {
  const opened = openTdvWorkload(
    new ExperimentRequest(tdvSpeed, { collections: [collection] }),
    "none",
    environment,
  );
  workloads.set(collection, opened);
  return opened;
}

/** The JSON value of a file, created and written on first use. */
async function readOrCreateJson<T>(file: string, make: () => Promise<T>): Promise<T> {
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as T;
  const value = await make();
  writeFileSync(file, JSON.stringify(value));
  return value;
}
