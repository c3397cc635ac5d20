/** A collection with everything that training and testing neural rankers on it need. */

import { openKnownCollection, type Split } from "../src/collection/index.ts";
import { openVectors } from "../src/embeddings/index.ts";
import { type MeasureSetting, parseMeasure } from "../src/evaluation/index.ts";
import type { IndexSnapshot } from "../src/index/index.ts";
import {
  type Candidates,
  findCandidates,
  judgedQueries,
  type Ranker,
} from "../src/ranking/index.ts";
import { type KnownVocabulary, knownVocabulary, wordsWithVectors } from "../src/scoring/index.ts";
import { indexInMemory } from "../src/search/index.ts";
import type { Analyzer } from "../src/text/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "./experiment.ts";
import type { NeuralCollection } from "./neural-collections.ts";

/** Documents per query that the first stage hands over. */
export const FIRST_STAGE_TOP = 100;
const VALIDATION_QUERIES = 1000;

export interface NeuralWorkload {
  readonly collection: NeuralCollection;
  readonly measure: MeasureSetting;
  readonly snapshot: IndexSnapshot;
  readonly analyzer: Analyzer;
  readonly words: KnownVocabulary;
  readonly train: readonly Candidates[];
  readonly dev: readonly Candidates[];
  readonly test: readonly Candidates[];
  /** Candidates of the test queries by any ranker. */
  testedBy(ranker: string | Ranker): Promise<readonly Candidates[]>;
  /** What there is, in one sentence. */
  readonly summary: string;
}

/** Indexes the collection in memory and ranks its queries by the first stage. */
export async function openNeuralWorkload(
  collection: NeuralCollection,
  request: ExperimentRequest,
  { files, collections, findPackage, progress }: ExperimentEnvironment,
): Promise<NeuralWorkload> {
  const opened = await openKnownCollection(files, collection.name, { collections, findPackage });
  const splits = await collection.splits(opened);
  const index = await indexInMemory(opened.documents(), { analysis: {}, progress });
  const { snapshot, analyzer, searcher } = index;
  const { vectors } = await openVectors(files, request.text("vectors"), { findPackage });
  const words = await knownVocabulary(snapshot, analyzer, { vectors });
  const { firstStage, among = "index" } = collection;
  const ranked = (split: Split, most: number, ranker: string | Ranker) => {
    const options = { ranker, top: FIRST_STAGE_TOP, among, progress };
    return findCandidates(searcher, judgedQueries(split, { most }), split.judgements, options);
  };
  const train = await ranked(splits.train, Infinity, firstStage);
  const dev = await ranked(splits.dev, VALIDATION_QUERIES, firstStage);
  const test = await ranked(splits.test, Infinity, firstStage);
  const known = `${words.vocabulary.words.length} words, ${wordsWithVectors(words)} with vectors`;
  return {
    ...{ collection, snapshot, analyzer, words, train, dev, test },
    measure: parseMeasure(collection.measure),
    testedBy: (by) => ranked(splits.test, Infinity, by),
    summary: `${known}; ${train.length} train, ${dev.length} dev and ${test.length} test queries.`,
  };
}
