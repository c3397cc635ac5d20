/**
 * Learns a query-side and a document-side weight for each term of an index from
 * judged queries: tune the plain model, learn from its best documents, choose by
 * cross-validation, and keep the tuned model where that shows no gain.
 */

import { type Progress, silent } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import { openWorkerPool, type WorkerPool } from "../common/threads/worker-pool.ts";
import type { Embeddings } from "../embeddings/word-vectors.ts";
import type { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { countForms, type FormCounts } from "../scoring/token-statistics.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import { STOP_LISTS, type StopListName } from "../text/stop-lists.ts";
import { type InnerValidation, innerFolds, validatePenalties } from "./inner-validation.ts";
import type { JudgedQueries } from "./judged-queries.ts";
import { poolGain } from "./pool-gain.ts";
import { poolModel } from "./pool-model.ts";
import { PostingMatrix } from "./posting-matrix.ts";
import { queryPools, queryTerms } from "./query-pools.ts";
import { TermFeatures } from "./term-features.ts";
import { trainingQueries } from "./training-queries.ts";
import {
  bestDocuments,
  plainQuery,
  type StopTerms,
  slotStatistics,
  type TunedStart,
  tunedStart,
} from "./tuned-start.ts";
import type { Fit, FitData } from "./weight-fit.ts";
import { DOCUMENT_RANGE, QUERY_RANGE } from "./weight-objective.ts";
import { checkModel, idfOf, type ModelSetting, roundedSetting } from "./weighted-model.ts";

/** Documents of each query that are learned from. */
const POOL_DEPTH = 100;
/** Queries that are tuned on and learned from at most, drawn by the seed. */
const MOST_TUNING = 1000;
const MOST_TRAINING = 3000;

export interface TermWeightOptions {
  readonly model?: string;
  readonly vectors?: Embeddings | undefined;
  readonly seed?: number;
  readonly threads?: number;
  readonly progress?: Progress;
  readonly mostTraining?: number;
  readonly pool?: number;
}

export interface TermWeightFit {
  readonly matrix: PostingMatrix;
  readonly start: TunedStart;
  readonly setting: ModelSetting;
  readonly validation: InnerValidation;
  readonly logU: Float64Array;
  readonly logW: Float64Array;
  readonly stopTerms: StopTerms;
  readonly times: Record<string, number>;
}

export async function learnTermWeights(
  index: IndexSnapshot,
  data: JudgedQueries,
  options: TermWeightOptions = {},
): Promise<TermWeightFit> {
  const {
    seed = 1,
    threads = 1,
    progress = silent,
    vectors,
    mostTraining = MOST_TRAINING,
    pool = POOL_DEPTH,
  } = options;
  const times: Record<string, number> = {};
  let last = performance.now();
  const lap = (name: string): void => {
    times[name] = Math.round(performance.now() - last);
    last = performance.now();
  };
  const model = checkModel(options.model ?? "bm25");
  const matrix = new PostingMatrix(index);
  lap("matrix");
  const useful = trainingQueries(index, matrix, data);
  const random = new Random(seed).split("training queries");
  const sample = random.shuffle([...useful]).slice(0, mostTraining);
  const stopTerms = await stopTermsOf(index, matrix);
  const start = tunedStart(matrix, sample.slice(0, MOST_TUNING), model, stopTerms);
  lap("tuning");
  const forms = vectors === undefined ? new Map() : await formsOf(index);
  const terms = queryTerms(sample);
  const features = new TermFeatures(
    {
      matrix,
      shortStopTerms: await stopNumbers(index, matrix, "english-short"),
      longStopTerms: await stopNumbers(index, matrix, "english"),
      vectors,
      forms,
    },
    terms.terms,
  );
  lap("features");
  const candidates = bestDocuments(matrix, sample, start.setting, stopTerms, pool);
  const pools = queryPools(matrix, sample, terms, candidates);
  lap("pools");
  const idf = idfOf(matrix, start.setting.idf);
  const slotSaliences = new Float64Array(pools.slotTerms.length);
  for (const [q, query] of sample.entries()) {
    const { saliences } = plainQuery(query, start.setting, idf, stopTerms);
    slotSaliences.set(Array.from(saliences), pools.slotStarts[q] as number);
  }
  const rows = new Float32Array(new SharedArrayBuffer(4 * terms.terms.length * features.size));
  for (const [place, term] of terms.terms.entries())
    features.write(term, rows, place * features.size);
  const fitData: FitData = {
    pools,
    setting: start.setting,
    statistics: slotStatistics(matrix, sample, pools),
    features: rows,
    featureCount: features.size,
    slotSaliences,
  };
  const before = tunedGains(fitData);
  const module = new URL(
    import.meta.url.endsWith(".ts") ? "./weight-fit.ts" : "./weight-fit.js",
    import.meta.url,
  );
  const workers = await openWorkerPool(module, threads > 1 ? threads : 0);
  try {
    const folds = innerFolds(sample.length, seed);
    const validation = await validatePenalties(fitData, before, folds, workers, progress);
    lap("validation");
    const points = await finalPoints(fitData, validation, workers);
    lap("final");
    const { logU, logW } = weightsOf(points, features, matrix.termCount);
    const dropped = stopTerms.get(start.setting.stopList);
    for (const term of dropped ?? []) logU[term] = -Infinity;
    lap("weights");
    const poolM = poolModel(pools, start.setting, fitData.statistics);
    const offsets = meanOf(points.map((point) => point.subarray(2 * features.size + 1)));
    const setting = roundedSetting(poolM.settingAt(offsets));
    return { matrix, start, setting, validation, logU, logW, stopTerms, times };
  } finally {
    await workers.close();
  }
}

function meanOf(all: readonly Float64Array[]): Float64Array {
  return (all[0] as Float64Array).map(
    (_, i) => all.reduce((sum, each) => sum + (each[i] as number), 0) / all.length,
  );
}

async function finalPoints(
  data: FitData,
  { trials, before }: InnerValidation,
  workers: WorkerPool,
): Promise<Float64Array[]> {
  const all = Uint32Array.from(before, (_, q) => q);
  const taken = trials.filter(({ isTaken }) => isTaken).map(({ lambda }) => lambda);
  const fits = await Promise.all(
    taken.map((lambda) =>
      workers.run<Fit>("fitWeights", { data, lambda, training: all, held: new Uint32Array(0) }),
    ),
  );
  return fits.map(({ point }) => point);
}

/** The mean of log u and log w over fits, for every term of the index. */
export function weightsOf(
  points: readonly Float64Array[],
  features: TermFeatures,
  termCount: number,
): { logU: Float64Array; logW: Float64Array } {
  const row = new Float64Array(features.size);
  const [logU, logW] = [new Float64Array(termCount), new Float64Array(termCount)];
  for (let term = 0; term < termCount; term++) {
    features.write(term, row, 0);
    let [u, w] = [0, 0];
    for (const point of points) {
      u += cut(product(row, point, 0), QUERY_RANGE);
      w += cut(product(row, point, features.size), DOCUMENT_RANGE);
    }
    logU[term] = u / points.length;
    logW[term] = w / points.length;
  }
  return { logU, logW };
}

function product(row: Float64Array, point: Float64Array, from: number): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += (row[i] as number) * (point[from + i] as number);
  return sum;
}

function cut(value: number, [least, most]: readonly [number, number]): number {
  return Math.max(least, Math.min(most, value));
}

function tunedGains({ pools, setting, statistics, slotSaliences }: FitData): Float64Array {
  const model = poolModel(pools, setting, statistics);
  const slots = {
    saliences: slotSaliences,
    occurrences: new Float64Array(slotSaliences.length).fill(1),
  };
  const scores = new Float64Array(pools.rowDocuments.length);
  return Float64Array.from({ length: pools.queryCount }, (_, q) => {
    model.score(q, slots, scores);
    return poolGain(pools, q, scores);
  });
}

async function formsOf(index: IndexSnapshot): Promise<FormCounts> {
  if (!index.settings.forward) return new Map();
  return countForms(index, await openAnalyzer(index.settings.analysis));
}

async function stopNumbers(
  { settings: { analysis } }: IndexSnapshot,
  matrix: PostingMatrix,
  list: StopListName,
): Promise<Set<number>> {
  const analyzer = await openAnalyzer({ ...analysis, stopWords: "none" });
  return new Set(
    STOP_LISTS[list].flatMap((word) => {
      const term = analyzer.term(word);
      return term === undefined ? [] : (matrix.number(term) ?? []);
    }),
  );
}

async function stopTermsOf(index: IndexSnapshot, matrix: PostingMatrix): Promise<StopTerms> {
  const short = await stopNumbers(index, matrix, "english-short");
  const lists: [StopListName, Set<number>][] = [["none", new Set()]];
  if (short.size > 0) lists.push(["english-short", short]);
  return new Map(lists);
}
