/** A collection prepared for training and testing neural rankers. */

import { type Collection, openDataset, type Split } from "../../src/collection/index.ts";
import { defined } from "../../src/common/defined.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import { type MeasureSetting, parseMeasure } from "../../src/evaluation/index.ts";
import {
  type Candidates,
  findCandidates,
  judgedQueries,
  type Ranker,
} from "../../src/ranking/index.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import { type Backend, createDeviceBackend, wasmBackend } from "../../src/tensor/index.ts";
import { computeChecksum } from "../checksum.ts";
import { fingerprintData } from "../data-fingerprint.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { OutcomeCache } from "../outcome-cache.ts";
import { findNeuralCollection, type NeuralCollection } from "./neural-collections.ts";
import { TrainingCells } from "./training-cells.ts";
import { VocabularyCache } from "./vocabulary-cache.ts";

/** The stop lists that an untrained baseline is tuned over. */
export const TUNED_STOP_LISTS = ["none", "english-short", "english"] as const;
/** One of them. */
export type TunedStopList = (typeof TUNED_STOP_LISTS)[number];

/** Where models train: never chosen by itself, because a training on one is not that on the other. */
const DEVICES = ["cpu", "gpu"] as const;
export type ExperimentDevice = (typeof DEVICES)[number];

/** Limits on the number of queries and documents, and the training's length. */
export interface NeuralLimits {
  readonly train: number;
  readonly dev: number;
  readonly test: number;
  /** Documents per query from the first stage. */
  readonly top: number;
  readonly epochs: number;
  /** Maximum number of training examples; 0 for no limit. */
  readonly examples: number;
  /**
   * Number of grid points of training settings to choose from on dev; 1 for the collection's own.
   */
  readonly tune: number;
}

/** A collection, indexed, with its candidates. */
export interface NeuralWorkload {
  readonly collection: NeuralCollection;
  readonly fingerprint: string;
  /** The checksum of the query ids of the three splits. */
  readonly queriesChecksum: string;
  readonly limits: NeuralLimits;
  readonly device: ExperimentDevice;
  /** The backend of the device. */
  readonly backend: Backend;
  readonly measure: MeasureSetting;
  readonly reader: IndexReader;
  readonly vectors: Embeddings;
  readonly vocabularies: VocabularyCache;
  readonly train: readonly Candidates[];
  readonly dev: readonly Candidates[];
  readonly test: readonly Candidates[];
  /** The checksum of the documents that the first stage found for all queries. */
  readonly candidatesChecksum: string;
  readonly outcomeCache: OutcomeCache;
  readonly cells: TrainingCells;
  readonly environment: ExperimentEnvironment;
  /** An index of the same documents with another stop list. */
  indexWith(stopList: TunedStopList): Promise<IndexReader>;
  /** Candidates of dev or test queries by any ranker, on any index of the documents. */
  rankBy(
    split: "dev" | "test",
    ranker: string | Ranker,
    reader?: IndexReader,
  ): Promise<readonly Candidates[]>;
  /** A summary in one sentence. */
  readonly summary: string;
  close(): Promise<void>;
}

/** The sizes of a request and other settings of a workload. */
export interface WorkloadSettings {
  readonly limits: NeuralLimits;
  readonly device: ExperimentDevice;
  readonly threads: number;
  /** Word vectors: a file, or an npm package. */
  readonly vectors: string;
  /** The folder of cached outcomes and trainings. */
  readonly keep: string;
}

/** A collection by name, with the sizes of a request. */
export function openNeuralWorkload(
  name: string,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<NeuralWorkload> {
  return openWorkload(
    findNeuralCollection(name),
    {
      limits: readLimits(request),
      device: readDevice(request),
      threads: request.number("threads"),
      vectors: request.text("vectors"),
      keep: request.text("keep"),
    },
    environment,
  );
}

/** Indexes a collection in memory and ranks its queries by the first stage. */
export async function openWorkload(
  collection: NeuralCollection,
  { limits, device, threads, vectors: vectorsName, keep }: WorkloadSettings,
  environment: ExperimentEnvironment,
): Promise<NeuralWorkload> {
  const { files, collections, findPackage, progress } = environment;
  const { name } = collection;
  const source = await openDataset(files, name, { collections, findPackage });
  const splits = await collection.splits(source);
  const indexes = new Map<string, Promise<IndexReader>>();
  const indexWith = (stopList?: TunedStopList): Promise<IndexReader> => {
    const key = stopList ?? "default";
    const pending = indexes.get(key) ?? indexCollection(source, stopList, environment);
    indexes.set(key, pending);
    return pending;
  };
  const reader = await indexWith();
  const vectors = await loadVectors(vectorsName, environment);
  const { firstStage, among = "index" } = collection;
  const queries = {
    train: judgedQueries(splits.train, { maxQueries: limits.train }),
    dev: judgedQueries(splits.dev, { maxQueries: limits.dev }),
    test: judgedQueries(splits.test, { maxQueries: limits.test }),
  };
  const rankPart = (part: "train" | "dev" | "test", ranker: string | Ranker, on = reader) => {
    const { judgements }: Split = splits[part];
    const options = { ranker, top: limits.top, among, progress };
    return findCandidates(on.searcher, queries[part], judgements, options);
  };
  const [train, dev, test] = [
    await rankPart("train", firstStage),
    await rankPart("dev", firstStage),
    await rankPart("test", firstStage),
  ];
  return {
    ...{ collection, limits, reader, vectors, train, dev, test, indexWith, environment },
    fingerprint: await fingerprintData(source, `${collections}/${name}`),
    device,
    backend: createDeviceBackend(
      device,
      wasmBackend({ threads }),
      defined({ gpu: environment.gpu }),
    ),
    queriesChecksum: await computeChecksum(
      JSON.stringify(
        [queries.train, queries.dev, queries.test].map((part) => part.map(({ id }) => id)),
      ),
    ),
    measure: parseMeasure(collection.measure),
    vocabularies: new VocabularyCache(source, reader, vectors),
    candidatesChecksum: await computeChecksum(
      [train, dev, test].map((part) => part.map(({ documents }) => documents.join())).join("\n"),
    ),
    outcomeCache: new OutcomeCache(files, keep, environment.readModule),
    cells: new TrainingCells(files, keep),
    rankBy: rankPart,
    summary: `${name}: ${train.length} train, ${dev.length} dev and ${test.length} test queries; the first stage, ${firstStage}, hands over ${limits.top} documents per query.`,
    close: async () => {
      for (const each of indexes.values()) await (await each).close();
    },
  };
}

function indexCollection(
  collection: Collection,
  stopWords: TunedStopList | undefined,
  { progress }: ExperimentEnvironment,
): Promise<IndexReader> {
  const analysis = stopWords === undefined ? {} : { stopWords };
  return indexInMemory(collection.documents(), { analysis, positions: true, progress });
}

/** Read once per process: the files have hundreds of megabytes. */
const vectorCache = new Map<string, Promise<Embeddings>>();

function loadVectors(
  name: string,
  { files, findPackage }: ExperimentEnvironment,
): Promise<Embeddings> {
  const pending =
    vectorCache.get(name) ??
    openVectors(files, name, { findPackage }).then(({ vectors }) => vectors);
  vectorCache.set(name, pending);
  return pending;
}

export function readDevice(request: ExperimentRequest): ExperimentDevice {
  const [device = "cpu"] = request.choices("device", DEVICES);
  return device;
}

function readLimits(request: ExperimentRequest): NeuralLimits {
  return {
    train: request.number("train"),
    dev: request.number("dev"),
    test: request.number("test"),
    top: request.number("top"),
    epochs: request.number("epochs"),
    examples: request.number("examples"),
    tune: request.number("tune"),
  };
}
