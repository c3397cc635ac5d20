/**
 * Learns the weights of boosts from judged queries, over any ranking, such as one by learned term
 * weights.
 *
 * Coordinate ascent: one weight after another gets the best value of its grid, until none changes.
 * The gain is cross-validated: each fold is ranked with the weights that the other folds lead to.
 * Without enough queries, or unless the 95 % interval of the gain lies above 0, no boost is kept.
 */

import type { Boost } from "../api/boost.ts";
import type { SearchDocument } from "../api/document-type.ts";
import type { Query } from "../collection/document.ts";
import type { Judgements, Run } from "../collection/run.ts";
import { badArgument } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import { evaluate, pairedT, parseMeasure, studentInterval } from "../evaluation/index.ts";

/** Minimum number of judged queries. With fewer, no boost is learned. */
const MIN_QUERIES = 100;
const FOLDS = 5;
/** Maximum number of times that each weight is set. */
const MAX_SWEEPS = 3;
/** Weights to try, as multiples of the weight of a boost. */
const MULTIPLES = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4];
/** Weights to try besides, for boosts that may lower scores. */
const LOWERING_WEIGHTS = [-0.25, -0.5, -0.9];

/** Options of learning boosts. */
export interface BoostLearningSettings {
  readonly measure?: string | undefined;
  readonly maxQueries?: number | undefined;
  readonly seed?: number | undefined;
  readonly progress?: Progress | undefined;
}

/** The learned boosts, and the evidence. */
export interface LearnedBoosts<Doc = SearchDocument> {
  /** For `search`, or as a setting of the index. Empty unless the outcome is `learned`. */
  readonly boost: readonly Boost<Doc>[];
  readonly outcome: "learned" | "no gain" | "too few queries";
  readonly measure: string;
  /** Queries with a relevant document, and the number needed. */
  readonly judgedQueries: number;
  readonly neededQueries: number;
  /** Mean of the measure without the boosts. */
  readonly mean?: number;
  /** Cross-validated mean gain over that, its 95 % interval, and p of a paired t test. */
  readonly gain?: number;
  readonly interval?: readonly [low: number, high: number];
  readonly p?: number;
}

/** Ranks documents for queries under boosts. */
export type BoostedRanking = (
  boost: readonly Boost[],
  queries: readonly Query[],
  top: number,
) => Promise<Run>;

/** Learns the weights of `boosts`; their own weights are the scale of those tried. */
export async function learnBoosts(
  rank: BoostedRanking,
  boosts: readonly Boost[],
  queries: readonly Query[],
  judgements: Judgements,
  {
    measure = "nDCG@10",
    maxQueries = 1000,
    seed = 1,
    progress = silent,
  }: BoostLearningSettings = {},
): Promise<LearnedBoosts> {
  if (boosts.length === 0) throw badArgument("boost must have at least one boost to learn");
  const setting = parseMeasure(measure);
  const judged = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  const summary = { measure, judgedQueries: judged.length, neededQueries: MIN_QUERIES };
  const top = Math.min(1000, setting.settings.cutoff);
  await rank(boosts, judged.slice(0, 1), top); // refuses boosts that do not fit the index
  if (judged.length < MIN_QUERIES) return { boost: [], outcome: "too few queries", ...summary };
  const random = new Random(seed);
  const sample = random
    .split("boost queries")
    .shuffle([...judged])
    .slice(0, maxQueries);
  const of = { queries: sample.map(({ id }) => id) };
  let done = 0;
  const report = (finished: boolean): void =>
    progress({ task: "learning boosts", unit: "rankings", done, finished });
  const evaluations = new Map<string, Float64Array>();
  const evaluateWeights: Evaluator = async (weights) => {
    const key = weights.join(" ");
    const known = evaluations.get(key);
    if (known !== undefined) return known;
    const run = await rank(applyWeights(boosts, weights), sample, top);
    const [measured] = evaluate(run, judgements, [setting], of).measures;
    const values = measured?.perQuery ?? new Float64Array(sample.length);
    evaluations.set(key, values);
    done++;
    report(false);
    return values;
  };
  const grids = boosts.map(createGrid);
  const baseline = await evaluateWeights(boosts.map(() => 0));
  const folds = Uint8Array.from(sample, (_, query) => query % FOLDS); // the sample is shuffled
  const differences = new Float64Array(sample.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = await ascend(grids, evaluateWeights, (query) => folds[query] !== fold);
    const values = await evaluateWeights(weights);
    for (const [query, queryFold] of folds.entries()) {
      if (queryFold === fold)
        differences[query] = (values[query] as number) - (baseline[query] as number);
    }
  }
  const weights = await ascend(grids, evaluateWeights, () => true);
  report(true);
  const [gain, low, high] = studentInterval(differences);
  const isLearned = low > 0;
  return {
    boost: isLearned ? applyWeights(boosts, weights) : [],
    outcome: isLearned ? "learned" : "no gain",
    ...summary,
    mean: computeMean(baseline, () => true),
    gain,
    interval: [low, high],
    p: pairedT(differences).p,
  };
}

/** The measure of each query under the weights of all boosts. */
type Evaluator = (weights: readonly number[]) => Promise<Float64Array>;

/** The weights that coordinate ascent from 0 leads to. Of equally good ones, the smallest. */
async function ascend(
  grids: readonly (readonly number[])[],
  evaluateWeights: Evaluator,
  isCounted: (query: number) => boolean,
): Promise<readonly number[]> {
  let best: readonly number[] = grids.map(() => 0);
  let bestMean = computeMean(await evaluateWeights(best), isCounted);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const before = best;
    for (const [i, grid] of grids.entries()) {
      for (const weight of grid) {
        const weights = best.map((each, at) => (at === i ? weight : each));
        const mean = computeMean(await evaluateWeights(weights), isCounted);
        if (mean > bestMean + 1e-9) [best, bestMean] = [weights, mean]; // not by rounding
      }
    }
    if (best === before) break;
  }
  return best;
}

/** Weights to try, the smallest changes of a score first. */
function createGrid(boost: Boost): readonly number[] {
  const { weight = 1, mode = "multiply" } = boost;
  const scale = weight > 0 ? weight : 1;
  const isFunction = "function" in boost;
  const isUnbounded = isFunction && (boost.function === "log" || boost.function === "linear");
  const mayLower = mode === "multiply" && !isUnbounded;
  const weights = MULTIPLES.map((each) => each * scale);
  const all = [0, ...weights, ...(mayLower ? LOWERING_WEIGHTS : [])];
  return all.sort((a, b) => Math.abs(a) - Math.abs(b));
}

/** The boosts with these weights, without those of weight 0. */
function applyWeights(boosts: readonly Boost[], weights: readonly number[]): Boost[] {
  const weighted = boosts.map((boost, i) => ({ ...boost, weight: weights[i] as number }));
  return weighted.filter(({ weight }) => weight !== 0) as Boost[];
}

function computeMean(values: Float64Array, isCounted: (query: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (const [query, value] of values.entries()) {
    if (!isCounted(query)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}
