/**
 * Evaluates learned weights on queries that they were not learned from.
 *
 * Queries are split into random folds. Each fold is ranked once, by weights learned without it. The
 * setting and the number of epochs are chosen by a cross-validation within the other folds: each of
 * these is ranked by weights learned without it and without the outer fold. Then all other folds
 * are learned from. The rankings of all folds together are one run, to be compared query by query
 * with any other.
 *
 * Leaving out folds i and j serves the choice for i and for j, so k folds need k(k - 1)/2 learnings
 * per setting, and k at the end.
 */

import type { Ranking, Run } from "../../collection/run.ts";
import { badArgument } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import type { TermVectors } from "../../scoring/term-vectors.ts";
import type { QueryJudgements, TermQuery } from "../query-judgements.ts";
import { type LearnedWeights, learnWeights } from "./learn-weights.ts";
import type { LearningOptions } from "./learning-options.ts";
import { rankUnderWeights } from "./ranking-probe.ts";
import { SettingChoice } from "./setting-choice.ts";

/** The folds and the learning on each. */
export interface CrossValidationOptions
  extends Omit<LearningOptions, "validation" | "keep" | "patience"> {
  readonly folds?: number;
  /** Settings to choose from; each overrides the options beside it. */
  readonly grid?: readonly LearningOptions[];
  /**
   * The criterion of the inner choice: the best ranking, or the fewest postings with a ranking as
   * good as the plain model's, less `tolerance`; see learn-smallest-index.ts.
   */
  readonly prefer?: "best" | "smallest";
  /** Maximum number of documents per query. */
  readonly top?: number;
}

/** The result of one fold. */
export interface Fold {
  readonly queries: readonly string[];
  /** The chosen setting, by its position in the grid, and its number of epochs. */
  readonly setting: number;
  readonly epochs: number;
  /** nDCG@5 of the other folds, the criterion of the choice. */
  readonly ndcg: number;
  readonly learned: LearnedWeights;
}

/** The run of all queries, each ranked by weights learned without it. */
export interface CrossValidation {
  readonly run: Run;
  readonly folds: readonly Fold[];
}

/** Learns weights on all folds but one and ranks that one, for every fold. */
export async function crossValidate(
  view: IndexView,
  vectors: TermVectors,
  { queries, judgements }: QueryJudgements,
  options: CrossValidationOptions = {},
): Promise<CrossValidation> {
  const { folds: count = 5, grid = [{}], top = 1000, seed = 1, progress = silent } = options;
  const { prefer = "best", tolerance = 0 } = options;
  const { folds: _folds, grid: _grid, top: _top, prefer: _prefer, ...learning } = options;
  if (grid.length === 0) throw badArgument("there must be a setting to choose, got none");
  const queriesWithJudgements = queries.filter(({ id }) => judgements.has(id));
  const parts = splitFolds(queriesWithJudgements, count, new Random(seed).split("folds"));
  const report = createReporter(progress, (grid.length * count * (count - 1)) / 2 + count);
  const learn = async (
    setting: number,
    excludedFolds: readonly number[],
    more: LearningOptions,
  ): Promise<LearnedWeights> => {
    const training = parts.filter((_, i) => !excludedFolds.includes(i)).flat();
    const learned = await learnWeights(
      view,
      vectors,
      { queries: training, judgements },
      { ...learning, ...grid[setting], patience: Infinity, progress: silent, seed, ...more },
    );
    report();
    return learned;
  };

  const choices = parts.map(() => new SettingChoice());
  for (const setting of grid.keys()) {
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const heldOut = [parts[i] as TermQuery[], parts[j] as TermQuery[]] as const;
        const validation = { queries: heldOut.flat(), judgements };
        const learned = await learn(setting, [i, j], { validation, probedQueries: Infinity });
        choices[i]?.add(setting, heldOut[1], learned);
        choices[j]?.add(setting, heldOut[0], learned);
      }
    }
  }
  const rankings = new Map<string, Ranking>();
  const folds: Fold[] = [];
  for (const [i, test] of parts.entries()) {
    const choice = choices[i] as SettingChoice;
    const { setting, epochs, ndcg } =
      prefer === "best" ? choice.best() : choice.smallest(tolerance);
    const learned = await learn(setting, [i], { epochs, keep: "last" });
    const searchOptions = { ranker: learned.ranker, top };
    const foldRun = await rankUnderWeights(view, learned.weights, test, searchOptions);
    for (const [query, ranking] of foldRun) rankings.set(query, ranking);
    folds.push({ queries: test.map(({ id }) => id), setting, epochs, ndcg, learned });
  }
  return { run: { name: `tdv-${options.model ?? "bm25"}`, rankings }, folds };
}

/** Splits items into `count` random folds whose sizes differ by at most one. */
export function splitFolds<T>(items: readonly T[], count: number, random: Random): T[][] {
  if (!Number.isInteger(count) || count < 3 || count > items.length) {
    throw badArgument(
      `folds must be a whole number from 3 to the ${items.length} judged queries, got ${count}`,
    );
  }
  const shuffled = random.shuffle([...items]);
  return Array.from({ length: count }, (_, i) => shuffled.filter((_each, j) => j % count === i));
}

function createReporter(progress: Progress, total: number): () => void {
  let done = 0;
  return () => {
    done++;
    const finished = done === total;
    progress({ task: "cross-validating", unit: "learnings", done, total, finished });
  };
}
