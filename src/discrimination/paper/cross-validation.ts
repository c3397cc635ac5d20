/**
 * How well learned weights do on queries they were not learned from.
 *
 * Queries are cut into folds by chance. Each fold is ranked once, by weights
 * that never saw it. How to learn them, the setting and the number of epochs,
 * is chosen by a cross-validation within the other folds: each of these is
 * ranked by weights learned without it and without the fold to be ranked in the
 * end. Then all of them are learned from. The rankings of all folds together
 * are one run, to be compared query by query with any other.
 *
 * Leaving out folds i and j serves the choice for i and for j alike, so k folds
 * take k(k - 1)/2 learnings for each setting, and k at the end.
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

/** How folds are cut and weights learned on each. */
export interface CrossValidationOptions
  extends Omit<LearningOptions, "validation" | "keep" | "patience"> {
  readonly folds?: number;
  /** Settings to choose among; each overrides what is said beside it. */
  readonly grid?: readonly LearningOptions[];
  /**
   * What is chosen within the other folds: what ranks best, or what keeps fewest postings and ranks
   * as well as the plain model, or by `tolerance` worse; see learn-smallest-index.ts.
   */
  readonly prefer?: "best" | "smallest";
  /** Documents a query. */
  readonly top?: number;
}

/** What was learned for one fold. */
export interface Fold {
  readonly queries: readonly string[];
  /** The setting chosen, by its place in the grid, and for how many epochs. */
  readonly setting: number;
  readonly epochs: number;
  /** nDCG@5 of the other folds, which this was chosen by. */
  readonly ndcg: number;
  readonly learned: LearnedWeights;
}

/** The run of all queries, each ranked by weights learned without it. */
export interface CrossValidation {
  readonly run: Run;
  readonly folds: readonly Fold[];
}

/** Learns weights on all folds but one, ranks that one, and so on through all. */
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

/** Cuts items into `count` parts by chance, whose sizes differ by one at most. */
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
