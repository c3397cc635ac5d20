/**
 * Everything that fits work on, made ready once: the index as arrays, the
 * queries drawn from those given, the tuned model, features and pools.
 */

import { badArgument } from "../common/errors.ts";
import { Random } from "../common/random.ts";
import { shareableBytes } from "../common/threads/index.ts";
import type { Embeddings } from "../embeddings/word-vectors.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import { type IndexSnapshot, textView } from "../index/snapshots/index.ts";
import { countForms, type FormCounts } from "../scoring/token-statistics.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import type { JudgedQueries } from "./judged-queries.ts";
import { PostingMatrix } from "./posting-matrix.ts";
import { type QueryPools, queryPools, queryTerms } from "./query-pools.ts";
import { stopNumbers } from "./stop-terms.ts";
import { TermFeatures } from "./term-features.ts";
import { type TrainingQuery, trainingQueries } from "./training-queries.ts";
import {
  bestDocuments,
  type LengthsCounted,
  plainSaliences,
  type StopTerms,
  slotStatistics,
  type TunedStart,
  tunedStart,
} from "./tuned-start.ts";
import type { FitData } from "./weight-fit.ts";
import { idfOf, type WeightedModel } from "./weighted-model.ts";

/** Fewer say too little about words to be learned from. */
export const FEWEST_QUERIES = 30;
/** Documents of each query that are learned from. */
const POOL_DEPTH = 100;
/** The share of query terms that vectors must know. */
const LEAST_KNOWN = 0.2;
/** Queries that are tuned on at most. */
const MOST_TUNING = 500;

export interface LearningData {
  readonly matrix: PostingMatrix;
  /** The queries learned from, in an order by the random seed. */
  readonly queries: readonly TrainingQuery[];
  /** Queries that could have been learned from. */
  readonly usefulQueries: number;
  readonly stopTerms: StopTerms;
  readonly start: TunedStart;
  readonly features: TermFeatures;
  readonly fit: FitData;
}

export interface LearningDataOptions {
  readonly model: WeightedModel;
  /** The text fields to learn from; all where none are chosen. */
  readonly fields?: FieldChoice | undefined;
  readonly vectors: Embeddings | undefined;
  readonly seed: number;
  readonly mostQueries: number;
  readonly lengths: LengthsCounted;
}

export async function learningData(
  index: IndexSnapshot,
  judged: JudgedQueries,
  { model, fields, vectors, seed, mostQueries, lengths }: LearningDataOptions,
): Promise<LearningData> {
  const view = textView(index, fields);
  const all = PostingMatrix.of(view);
  const useful = trainingQueries(view, all, judged);
  if (useful.length < FEWEST_QUERIES) {
    throw badArgument(
      `learning term weights takes at least ${FEWEST_QUERIES} judged queries with a relevant document in the index, got ${useful.length}`,
    );
  }
  const random = new Random(seed).split("training queries");
  const queries = random.shuffle([...useful]).slice(0, mostQueries);
  const [shortStopTerms, longStopTerms] = [
    await stopNumbers(index, all, "english-short"),
    await stopNumbers(index, all, "english"),
  ];
  // An index that was made with a stop list has no such words; a stem of one may be another word's.
  const canStop = index.settings.analysis.stopWords === "none" && shortStopTerms.size > 0;
  const stopTerms: StopTerms = new Map([
    ["none", new Set<number>()],
    ...(canStop ? ([["english-short", shortStopTerms]] as const) : []),
  ]);
  const start = tunedStart(all, queries.slice(0, MOST_TUNING), model, stopTerms, lengths);
  const stopped = stopTerms.get(start.setting.stopList) ?? new Set();
  const matrix = lengths === "index" ? all : all.withoutStopWords(stopped);
  const forms = vectors === undefined ? new Map() : await formsOf(index);
  const terms = queryTerms(queries);
  const sources = { matrix, shortStopTerms, longStopTerms, vectors, forms };
  const features = new TermFeatures(sources, terms.terms);
  const known = features.known(terms.terms);
  if (known < LEAST_KNOWN * terms.terms.length) {
    throw badArgument(
      `${known} of ${terms.terms.length} query terms have a word vector: are the vectors of another language?`,
      { termsWithVector: known },
    );
  }
  const candidates = bestDocuments(matrix, queries, start.setting, stopTerms, POOL_DEPTH);
  const pools = queryPools(matrix, queries, terms, candidates);
  checkPools(pools);
  const idf = idfOf(matrix, start.setting.idf);
  const rows = new Float32Array(shareableBytes(4 * terms.terms.length * features.size).buffer);
  for (const [place, term] of terms.terms.entries()) {
    features.write(term, rows, place * features.size);
  }
  const fit: FitData = {
    pools,
    setting: start.setting,
    statistics: slotStatistics(matrix, queries, pools),
    features: rows,
    featureCount: features.size,
    slotSaliences: plainSaliences(queries, pools, start.setting, idf, stopTerms),
  };
  return { matrix, queries, usefulQueries: useful.length, stopTerms, start, features, fit };
}

/** `BAD_ARGUMENT` where no query has both a relevant document and another among its candidates. */
function checkPools({ queryCount, rowStarts, rowGrades }: QueryPools): void {
  let [withRelevant, withOthers] = [0, 0];
  for (let q = 0; q < queryCount; q++) {
    const grades = rowGrades.subarray(rowStarts[q], rowStarts[q + 1]);
    if (grades.some((grade) => grade > 0)) {
      withRelevant++;
      if (grades.some((grade) => grade === 0)) withOthers++;
    }
  }
  if (withRelevant === 0) {
    throw badArgument(
      `nothing to learn from: none of ${queryCount} queries finds a relevant document among its best ${POOL_DEPTH}`,
    );
  }
  if (withOthers === 0) {
    throw badArgument(
      `nothing to learn from: every document that ${withRelevant} queries find is relevant`,
    );
  }
}

/** The words that terms come from; empty for an index without a forward index. */
async function formsOf(index: IndexSnapshot): Promise<FormCounts> {
  if (!index.settings.forward) return new Map();
  return countForms(index, await openAnalyzer(index.settings.analysis));
}
