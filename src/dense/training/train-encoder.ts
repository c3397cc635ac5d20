/**
 * Trains an encoder of word vectors (mean pooling, no network) from judged
 * queries or pairs of texts. Its vocabulary is that of the index.
 *
 * Word vectors start from pretrained or random ones, scaled to the idf of the
 * word, so that rare words weigh more than frequent ones before any training.
 */

import { defined } from "../../common/defined.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { isNode } from "../../common/platform.ts";
import type { Progress } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import { type Embeddings, FIRST_WORD, UNKNOWN } from "../../embeddings/index.ts";
import { createPretrainedRows, createRandomRows } from "../../embeddings/initial-rows.ts";
import type { IndexSnapshot } from "../../index/index.ts";
import { type IndexVocabulary, readIndexVocabulary } from "../../scoring/index-vocabulary.ts";
import type { Directory } from "../../storage/directory.ts";
import { wasmBackend } from "../../tensor/index.ts";
import type { Analyzer } from "../../text/index.ts";
import type { VectorEncoder } from "../encoder/vector-encoder.ts";
import { toWordIds, WordEncoder, type WordVectorTable } from "../encoder/word-encoder.ts";
import { type WordEncoderDescription, writeWordEncoder } from "../encoder/word-encoder-folder.ts";
import { type EncoderExamples, tokeniseExamples } from "./encoder-examples.ts";
import { trainWordVectors, type WordVectorSettings } from "./word-vector-training.ts";

/** Training options. */
export interface EncoderSettings extends WordVectorSettings {
  /** Name of the encoder in indexes. Default `words`. */
  readonly name?: string | undefined;
  /** Initial word vectors. Default: random ones. */
  readonly vectors?: Embeddings | undefined;
  /** Length of the vectors, without `vectors`. Default 100. */
  readonly dimensions?: number | undefined;
  /** Words with fewer occurrences in the index are treated as unknown. Default 1. */
  readonly minCount?: number | undefined;
  readonly threads?: number | undefined;
  readonly progress?: Progress | undefined;
}

/** A trained encoder of word vectors. */
export class TrainedEncoder implements VectorEncoder {
  readonly name: string;
  readonly dimensions: number;
  /** The mean loss of each epoch. */
  readonly losses: readonly number[];
  readonly #description: WordEncoderDescription;
  readonly #vectors: WordVectorTable;
  readonly #encoder: WordEncoder;

  /** Use `index.trainEncoder`. */
  constructor(
    name: string,
    losses: readonly number[],
    description: WordEncoderDescription,
    vectors: WordVectorTable,
    encoder: WordEncoder,
  ) {
    this.name = name;
    this.losses = losses;
    this.dimensions = vectors.dimensions;
    this.#description = description;
    this.#vectors = vectors;
    this.#encoder = encoder;
  }

  async query(text: string): Promise<Float32Array> {
    return this.#encoder.vector(text);
  }

  async documents(texts: readonly string[]): Promise<readonly Float32Array[]> {
    return texts.map((text) => this.#encoder.vector(text));
  }

  /** Writes the encoder to a folder (in Node) or a directory, for `openEncoder`. */
  async save(location: string | Directory): Promise<void> {
    const directory = typeof location === "string" ? await createFolder(location) : location;
    await writeWordEncoder(directory, this.#description, this.#vectors);
  }
}

/** Opens a folder by its path, in Node, and creates it if it is missing. */
async function createFolder(path: string): Promise<Directory> {
  if (path === "") throw badArgument("the path of a folder must not be empty");
  if (!isNode() || /^https?:\/\//i.test(path)) {
    throw badArgument(
      `an encoder is saved to a folder, in Node, or a Directory, got ${quote(path)}`,
    );
  }
  const { NodeDirectory } = await import("../../storage/node-directory.ts");
  return NodeDirectory.open(path);
}

/** A snapshot, and the analyzer it was built with. */
export interface AnalyzedSnapshot {
  readonly snapshot: IndexSnapshot;
  readonly analyzer: Analyzer;
}

/** Trains on pairs of a query and a relevant document. */
export async function trainEncoder(
  { snapshot, analyzer }: AnalyzedSnapshot,
  input: EncoderExamples,
  { name = "words", vectors, dimensions = 100, minCount = 1, ...training }: EncoderSettings = {},
): Promise<TrainedEncoder> {
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > 4096) {
    throw badArgument(`dimensions must be a whole number from 1 to 4096, got ${dimensions}`);
  }
  const { threads, progress, epochs = 5, batchSize = 128, rate = 0.01, seed = 1 } = training;
  const settings = { epochs, batchSize, rate, seed };
  const indexVocabulary = await readIndexVocabulary(snapshot, analyzer, {
    ...{ form: "stem", minCount },
    ...defined({ vectors }),
  });
  const { vocabulary } = indexVocabulary;
  const start = createInitialTable(indexVocabulary, dimensions, new Random(seed).split("rows"));
  const toIds = (text: string): Int32Array => toWordIds(text, vocabulary, analyzer);
  const examples = await tokeniseExamples(snapshot, input, toIds);
  const backend = wasmBackend(threads === undefined ? {} : { threads });
  const progressOption = progress === undefined ? {} : { progress };
  const trainingOptions = { ...settings, ...progressOption };
  const { table, losses } = await trainWordVectors(
    ...([backend, start.values, start.dimension, examples, trainingOptions] as const),
  );
  const wordTable = { vocabulary, table, dimensions: start.dimension };
  const pairs = examples.queries.reduce((sum, { relevant }) => sum + relevant.length, 0);
  const record = { ...settings, queries: examples.queries.length, pairs, losses };
  const description = {
    ...{ analysis: analyzer.options, dimensions: start.dimension, training: record },
  };
  return new TrainedEncoder(
    name,
    losses,
    description,
    wordTable,
    new WordEncoder(wordTable, analyzer),
  );
}

/** The initial rows; the length of each is the idf of its word over the mean idf. */
function createInitialTable(
  { vocabulary, vectors, idf }: IndexVocabulary,
  dimensions: number,
  random: Random,
): { readonly values: Float32Array; readonly dimension: number } {
  const { values, dimension } =
    vectors === undefined
      ? createRandomRows(vocabulary, dimensions, random)
      : createPretrainedRows(vocabulary, vectors, random);
  const wordIdf = idf.subarray(FIRST_WORD);
  const meanIdf = wordIdf.reduce((sum, value) => sum + value, 0) / Math.max(1, wordIdf.length);
  for (let id = UNKNOWN; id < vocabulary.size; id++) {
    const row = values.subarray(id * dimension, (id + 1) * dimension);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    // All unknown words share one row, so it gets little weight.
    const weight = id === UNKNOWN ? 0.1 : (idf[id] as number) / meanIdf;
    for (const [i, value] of row.entries()) row[i] = length === 0 ? 0 : (value * weight) / length;
  }
  return { values, dimension };
}
