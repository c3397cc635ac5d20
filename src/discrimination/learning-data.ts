/**
 * The data of all fits, prepared once: the index as arrays, the sampled queries, the tuned model,
 * features and pools.
 */

import { shareableBytes } from "../common/bytes/index.ts";
import { badArgument } from "../common/errors.ts";
import { Random } from "../common/random.ts";
import type { Embeddings } from "../embeddings/word-vectors.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import { type IndexSnapshot, type IndexView, openTextView } from "../index/snapshots/index.ts";
import { countForms, type FormCounts } from "../scoring/token-statistics.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import { STOP_LISTS, type StopListName } from "../text/stop-lists.ts";
import { PostingMatrix } from "./posting-matrix.ts";
import type { QueryJudgements } from "./query-judgements.ts";
import { collectQueryTerms, createQueryPools, type QueryPools } from "./query-pools.ts";
import { TermFeatures } from "./term-features.ts";
import { createTrainingQueries, type TrainingQuery } from "./training-queries.ts";
import {
  computePlainSaliences,
  computeSlotStatistics,
  findBestDocuments,
  type LengthCounting,
  type StopTerms,
  type TunedBaseline,
  tuneModel,
} from "./tune-model.ts";
import type { FitData } from "./weight-fit.ts";
import { computeIdf, type WeightedModel } from "./weighted-model.ts";

/** Fewer say too little about words to be learned from. */
const MIN_QUERIES = 10;
/** Documents of each query that are learned from. */
const POOL_DEPTH = 100;
/** Minimum share of query terms with a vector. */
const MIN_VECTOR_COVERAGE = 0.2;
/** Maximum number of queries for tuning. */
const MAX_TUNING_QUERIES = 500;

export interface LearningData {
  readonly matrix: PostingMatrix;
  /** The queries to learn from, in an order by the random seed. */
  readonly queries: readonly TrainingQuery[];
  /** The number of usable queries. */
  readonly usefulQueries: number;
  readonly stopTerms: StopTerms;
  readonly start: TunedBaseline;
  readonly features: TermFeatures;
  readonly fit: FitData;
}

/** The parts of an index that every learning from it needs, read once. */
export interface LearningSource {
  readonly view: IndexView;
  readonly matrix: PostingMatrix;
  /** Terms of the short and of the long stop list that the index has. */
  readonly shortStopTerms: ReadonlySet<number>;
  readonly longStopTerms: ReadonlySet<number>;
  /** The stop lists that tuning tries. */
  readonly stopTerms: StopTerms;
  readonly vectors: Embeddings | undefined;
  readonly forms: FormCounts;
}

/** `fields` are the text fields to learn from; all by default. */
export async function openLearningSource(
  index: IndexSnapshot,
  { fields, vectors }: { fields?: FieldChoice | undefined; vectors: Embeddings | undefined },
): Promise<LearningSource> {
  const view = openTextView(index, fields);
  const matrix = PostingMatrix.read(view);
  const [shortStopTerms, longStopTerms] = [
    await findStopTerms(index, matrix, "english-short"),
    await findStopTerms(index, matrix, "english"),
  ];
  // An index built with a stop list has no stop words, but a term may equal the stem of one.
  const canStop = index.settings.analysis.stopWords === "none" && shortStopTerms.size > 0;
  const stopTerms: StopTerms = new Map<StopListName, ReadonlySet<number>>([
    ["none", new Set<number>()],
    ...(canStop
      ? ([
          ["english-short", shortStopTerms],
          ["english", longStopTerms],
        ] as const)
      : []),
  ]);
  const forms = vectors === undefined ? new Map() : await readForms(index);
  return { view, matrix, shortStopTerms, longStopTerms, stopTerms, vectors, forms };
}

export interface LearningDataOptions {
  readonly model: WeightedModel;
  readonly seed: number;
  readonly maxQueries: number;
  readonly lengths: LengthCounting;
}

/** Samples and tunes. `BAD_ARGUMENT` for too few queries with a relevant document. */
export function prepareLearningData(
  source: LearningSource,
  queryJudgements: QueryJudgements,
  options: LearningDataOptions,
): LearningData {
  const { seed, maxQueries, model, lengths } = options;
  const { view, matrix, stopTerms } = source;
  const useful = createTrainingQueries(view, matrix, queryJudgements);
  if (useful.length < MIN_QUERIES) {
    throw badArgument(
      `learning term weights needs at least ${MIN_QUERIES} judged queries with a relevant document in the index, got ${useful.length}`,
    );
  }
  const random = new Random(seed).split("training queries");
  const queries = random.shuffle([...useful]).slice(0, maxQueries);
  const tuningQueries = queries.slice(0, MAX_TUNING_QUERIES);
  const start = tuneModel(matrix, tuningQueries, model, stopTerms, lengths);
  return createLearningData(source, queries, start, lengths, useful.length);
}

/** The data of all fits that start from a tuned model. */
export function createLearningData(
  source: LearningSource,
  queries: readonly TrainingQuery[],
  start: TunedBaseline,
  lengths: LengthCounting,
  usefulQueries: number = queries.length,
): LearningData {
  const { matrix: all, stopTerms, shortStopTerms, longStopTerms, vectors, forms } = source;
  const stopped = stopTerms.get(start.setting.stopList) ?? new Set();
  const matrix = lengths === "index" ? all : all.withoutStopWords(stopped);
  const terms = collectQueryTerms(queries);
  const sources = { matrix, shortStopTerms, longStopTerms, vectors, forms };
  const features = new TermFeatures(sources, terms.terms);
  const vectorCount = features.countWithVector(terms.terms);
  if (vectorCount < MIN_VECTOR_COVERAGE * terms.terms.length) {
    throw badArgument(
      `${vectorCount} of ${terms.terms.length} query terms have a word vector; are the vectors of another language?`,
      { termsWithVector: vectorCount },
    );
  }
  const candidates = findBestDocuments(matrix, queries, start.setting, stopTerms, POOL_DEPTH);
  const pools = createQueryPools(matrix, queries, terms, candidates);
  checkPools(pools);
  const idf = computeIdf(matrix, start.setting.idf);
  const rows = new Float32Array(shareableBytes(4 * terms.terms.length * features.size).buffer);
  for (const [i, term] of terms.terms.entries()) {
    features.write(term, rows, i * features.size);
  }
  const fit: FitData = {
    pools,
    setting: start.setting,
    statistics: computeSlotStatistics(matrix, queries, pools),
    features: rows,
    featureCount: features.size,
    slotSaliences: computePlainSaliences(queries, pools, start.setting, idf, stopTerms),
  };
  return { matrix, queries, usefulQueries, stopTerms, start, features, fit };
}

/**
 * `BAD_ARGUMENT` if no query has both a relevant and a non-relevant document among its candidates.
 */
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

/** The surface forms of the terms; empty for an index without a forward index. */
async function readForms(index: IndexSnapshot): Promise<FormCounts> {
  if (!index.settings.forward) return new Map();
  return countForms(index, await openAnalyzer(index.settings.analysis));
}

/**
 * Numbers of the terms of a stop list after the index's own analysis (stemming, for example); empty
 * if the index was built without them.
 */
async function findStopTerms(
  { settings: { analysis } }: IndexSnapshot,
  matrix: PostingMatrix,
  list: StopListName,
): Promise<ReadonlySet<number>> {
  const analyzer = await openAnalyzer({ ...analysis, stopWords: "none" });
  const numbers = new Set<number>();
  for (const word of STOP_LISTS[list]) {
    const term = analyzer.term(word);
    const number = term === undefined ? undefined : matrix.number(term);
    if (number !== undefined) numbers.add(number);
  }
  return numbers;
}
