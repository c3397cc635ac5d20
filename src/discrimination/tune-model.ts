/**
 * Tunes the plain model on the training queries: the starting point and the baseline of learning.
 *
 * Stop list and idf are tried with every k1 and b (or mu) of a grid, then the damping of repeated
 * query terms. Each combination of stop list and idf is searched in full twice, under weak and
 * strong effects of repetition and length. The grid is then scored on the documents found, which
 * contain the best ten of every setting in between.
 *
 * The defaults are one of the candidates, with the short stop list where the index has its words.
 * The best setting replaces them only if it gains more than one standard error of the paired
 * difference, so that few queries do not tune the model below its defaults.
 */

import { BM25_DEFAULTS } from "../ranking/scorers/index.ts";
import type { StopListName } from "../text/stop-lists.ts";
import { ExhaustiveRanker, type WeightedQuery } from "./exhaustive-ranking.ts";
import { computeMeanDifference } from "./inner-validation.ts";
import { createPoolModel, type PoolStatistics } from "./pool-model.ts";
import { computePoolNdcg } from "./pool-ndcg.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import { createPostingScorer } from "./posting-scorer.ts";
import { collectQueryTerms, createQueryPools, type QueryPools } from "./query-pools.ts";
import type { TrainingQuery } from "./training-queries.ts";
import { computeIdf, dampCount, type ModelSetting, type WeightedModel } from "./weighted-model.ts";

const K1 = [0.2, 0.4, 0.6, 0.9, 1.2, 1.6, 2.2, 3.2, 4.5];
const B = [0.1, 0.25, 0.4, 0.55, 0.75, 0.9];
const MU = [10, 25, 60, 150, 350, 800, 1500, 2500, 5000];
const K3 = [1, 0];
/** Documents of each of the two searches. */
const DEPTH = 150;

/** Numbers of the terms that each stop list drops. */
export type StopTerms = ReadonlyMap<StopListName, ReadonlySet<number>>;

/** `kept`: without the words of the stop list; `index`: as the index has them. */
export type LengthCounting = "kept" | "index";

export interface TunedBaseline {
  readonly setting: ModelSetting;
  /** Whether the defaults were kept because no setting gained more than its standard error. */
  readonly isDefault: boolean;
  /** nDCG@10 of the tuning queries. */
  readonly ndcg: number;
  readonly tried: number;
}

const PLAIN: ModelSetting = {
  model: "bm25",
  ...{ stopList: "none", idf: "lucene", ...BM25_DEFAULTS, k3: Infinity, mu: 1000 },
};

/** The defaults, with the short stop list if the index has its words. */
export function createDefaultSetting(model: WeightedModel, stopTerms: StopTerms): ModelSetting {
  const stopList = stopTerms.has("english-short") ? "english-short" : "none";
  return { ...PLAIN, model, stopList, idf: listIdfForms(model)[0] as ModelSetting["idf"] };
}

/** Tunes the plain model on all queries. */
export function tuneModel(
  matrix: PostingMatrix,
  queries: readonly TrainingQuery[],
  model: WeightedModel,
  stopTerms: StopTerms,
  lengths: LengthCounting,
): TunedBaseline {
  return new ModelTuner(matrix, queries, model, stopTerms, lengths).tune();
}

/**
 * Tunes on any of its queries: the value of a query under a setting is computed once, for all
 * subsets of queries that are tuned on.
 */
export class ModelTuner {
  readonly #matrix: PostingMatrix;
  readonly #queries: readonly TrainingQuery[];
  readonly #model: WeightedModel;
  readonly #stopTerms: StopTerms;
  readonly #lengths: LengthCounting;
  readonly #gains = new Map<string, PlainGains>();

  constructor(
    matrix: PostingMatrix,
    queries: readonly TrainingQuery[],
    model: WeightedModel,
    stopTerms: StopTerms,
    lengths: LengthCounting,
  ) {
    this.#matrix = matrix;
    this.#queries = queries;
    this.#model = model;
    this.#stopTerms = stopTerms;
    this.#lengths = lengths;
  }

  /** Tunes on the queries with these positions; all by default. */
  tune(positions: ArrayLike<number> = Array.from(this.#queries.keys())): TunedBaseline {
    const [model, stopTerms] = [this.#model, this.#stopTerms];
    const usual = createDefaultSetting(model, stopTerms);
    let best: Candidate | undefined;
    let defaults: Candidate | undefined;
    let trials = 0;
    const repeats = Array.from(positions, (q) => this.#queries[q] as TrainingQuery).some(
      ({ counts }) => counts.some((count) => count > 1),
    );
    for (const stopList of stopTerms.keys()) {
      for (const idf of listIdfForms(model)) {
        const from = { ...PLAIN, model, stopList, idf };
        const gains = this.#openGains(from);
        let bestHere = gains.evaluate(from, positions);
        if (stopList === usual.stopList && idf === usual.idf) defaults = bestHere;
        const tryAll = (settings: Iterable<ModelSetting>): void => {
          for (const setting of settings) {
            const candidate = gains.evaluate(setting, positions);
            trials++;
            if (candidate.ndcg > bestHere.ndcg) bestHere = candidate;
          }
        };
        tryAll(enumerateGrid(from));
        if (repeats && model === "bm25") {
          const { setting } = bestHere;
          tryAll(K3.map((k3) => ({ ...setting, k3 })));
        }
        if (best === undefined || bestHere.ndcg > best.ndcg) best = bestHere;
      }
    }
    const [first, fallback] = [best as Candidate, defaults as Candidate];
    const { mean, error } = computeMeanDifference(first.gains, fallback.gains);
    const { setting, ndcg } = mean > error ? first : fallback;
    return { setting, ndcg, isDefault: !(mean > error), tried: trials };
  }

  #openGains(from: ModelSetting): PlainGains {
    const key = `${from.stopList} ${from.idf}`;
    const cached = this.#gains.get(key);
    if (cached !== undefined) return cached;
    const stopped = this.#stopTerms.get(from.stopList) ?? new Set();
    const matrix =
      this.#lengths === "index" ? this.#matrix : this.#matrix.withoutStopWords(stopped);
    const ranking = new ExhaustiveRanker(matrix);
    const pools = createCandidatePools(matrix, this.#queries, from, this.#stopTerms, ranking);
    const gains = new PlainGains(matrix, this.#queries, pools, this.#stopTerms);
    this.#gains.set(key, gains);
    return gains;
  }
}

/** A setting with the nDCG@10 of each query under it, and their mean. */
interface Candidate {
  readonly setting: ModelSetting;
  readonly gains: Float64Array;
  readonly ndcg: number;
}

function listIdfForms(model: WeightedModel): readonly ModelSetting["idf"][] {
  if (model === "lm") return ["none"];
  return model === "bm25" ? ["lucene", "cf"] : ["plain", "cf"];
}

function* enumerateGrid(from: ModelSetting): Generator<ModelSetting> {
  if (from.model === "tfidf") yield from;
  if (from.model === "lm") for (const mu of MU) yield { ...from, mu };
  if (from.model === "bm25") for (const k1 of K1) for (const b of B) yield { ...from, k1, b };
}

function createCandidatePools(
  matrix: PostingMatrix,
  queries: readonly TrainingQuery[],
  from: ModelSetting,
  stopTerms: StopTerms,
  ranking: ExhaustiveRanker,
): QueryPools {
  const ends =
    from.model === "tfidf"
      ? [from]
      : [
          { ...from, k1: 0.6, b: 0.25, mu: 60 },
          { ...from, k1: 2.2, b: 0.75, mu: 1500 },
        ];
  const rankings = ends.map((setting) =>
    findBestDocuments(matrix, queries, setting, stopTerms, DEPTH, ranking),
  );
  const together = queries.map((_, q) =>
    Uint32Array.from(new Set(rankings.flatMap((documents) => [...(documents[q] as Uint32Array)]))),
  );
  return createQueryPools(matrix, queries, collectQueryTerms(queries), together);
}

/** The best documents of each query under the plain model. */
export function findBestDocuments(
  matrix: PostingMatrix,
  queries: readonly TrainingQuery[],
  setting: ModelSetting,
  stopTerms: StopTerms,
  depth: number,
  ranking: ExhaustiveRanker = new ExhaustiveRanker(matrix),
): Uint32Array[] {
  const scorer = createPostingScorer(matrix, setting);
  const idf = computeIdf(matrix, setting.idf);
  return queries.map((query) =>
    ranking.rank(scorer, createPlainQuery(query, setting, idf, stopTerms), query, depth),
  );
}

/** A query with the weights of the plain model. */
export function createPlainQuery(
  { terms, counts }: TrainingQuery,
  { stopList, k3 }: ModelSetting,
  idf: Float64Array,
  stopTerms: StopTerms,
): WeightedQuery {
  const dropped = stopTerms.get(stopList);
  const saliences = Array.from(terms, (term, i) =>
    dropped?.has(term) ? 0 : dampCount(counts[i] as number, k3) * (idf[term] as number),
  );
  const weight = saliences.reduce((sum, each) => sum + each, 0);
  return { terms, saliences, occurrences: new Uint8Array(terms.length).fill(1), weight };
}

/** nDCG@10 of pools under settings of the plain model that differ in their parameters. */
class PlainGains {
  readonly #matrix: PostingMatrix;
  readonly #queries: readonly TrainingQuery[];
  readonly #pools: QueryPools;
  readonly #stopTerms: StopTerms;
  readonly #statistics: PoolStatistics;
  readonly #scores: Float64Array;
  readonly #ones: Float64Array;
  #idf: Float64Array | undefined;
  #saliences: { readonly k3: number; readonly values: Float64Array } | undefined;
  readonly #cache = new Map<string, Float64Array>();

  constructor(
    matrix: PostingMatrix,
    queries: readonly TrainingQuery[],
    pools: QueryPools,
    stopTerms: StopTerms,
  ) {
    this.#matrix = matrix;
    this.#queries = queries;
    this.#pools = pools;
    this.#stopTerms = stopTerms;
    this.#statistics = computeSlotStatistics(matrix, queries, pools);
    this.#scores = new Float64Array(pools.rowDocuments.length);
    this.#ones = new Float64Array(pools.slotTerms.length).fill(1);
  }

  /** The queries with these positions. Stop list and idf must be those of the first call. */
  evaluate(setting: ModelSetting, positions: ArrayLike<number>): Candidate {
    const { k1, b, k3, mu } = setting;
    const key = `${k1} ${b} ${k3} ${mu}`;
    const all = this.#cache.get(key) ?? this.#computeGains(setting);
    this.#cache.set(key, all);
    const gains = Float64Array.from(positions, (q) => all[q] as number);
    return { setting, gains, ndcg: gains.reduce((sum, each) => sum + each, 0) / gains.length };
  }

  #computeGains(setting: ModelSetting): Float64Array {
    const pools = this.#pools;
    const { k3 } = setting;
    this.#idf ??= computeIdf(this.#matrix, setting.idf);
    if (this.#saliences?.k3 !== k3) {
      const values = computePlainSaliences(
        this.#queries,
        pools,
        setting,
        this.#idf,
        this.#stopTerms,
      );
      this.#saliences = { k3, values };
    }
    const slots = { saliences: this.#saliences.values, occurrences: this.#ones };
    const model = createPoolModel(pools, setting, this.#statistics);
    return Float64Array.from({ length: pools.queryCount }, (_, q) => {
      model.score(q, slots, this.#scores);
      return computePoolNdcg(pools, q, this.#scores);
    });
  }
}

/** The saliences of all slots under the plain model. */
export function computePlainSaliences(
  queries: readonly TrainingQuery[],
  pools: QueryPools,
  setting: ModelSetting,
  idf: Float64Array,
  stopTerms: StopTerms,
): Float64Array {
  const saliences = new Float64Array(pools.slotTerms.length);
  for (const [q, query] of queries.entries()) {
    const weighed = createPlainQuery(query, setting, idf, stopTerms);
    saliences.set(Array.from(weighed.saliences), pools.slotStarts[q] as number);
  }
  return saliences;
}

/** The collection statistics that pools of these queries need. */
export function computeSlotStatistics(
  matrix: PostingMatrix,
  queries: readonly TrainingQuery[],
  pools: QueryPools,
): PoolStatistics {
  const { averageLength, totalLength, collectionFrequencies } = matrix;
  const slotFrequencies = new Float64Array(pools.slotTerms.length);
  for (const [q, { terms }] of queries.entries()) {
    for (const [slotIndex, term] of terms.entries()) {
      const slot = (pools.slotStarts[q] as number) + slotIndex;
      slotFrequencies[slot] = collectionFrequencies[term] as number;
    }
  }
  return { averageLength, totalLength, slotFrequencies };
}
