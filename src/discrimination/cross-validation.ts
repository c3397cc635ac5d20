/**
 * How well learned weights do on queries they were not learned from.
 *
 * Queries are cut into folds by chance. Each fold is ranked once, by weights
 * that never saw it: the fold after it chooses among the settings and the epoch
 * to stop at, the others are learned from. The rankings of all folds together
 * are one run, to be compared query by query with any other.
 */

import type { Ranking, Run } from "../collection/run.ts";
import { badArgument } from "../common/errors.ts";
import { Random } from "../common/random.ts";
import type { IndexView } from "../index/index-view.ts";
import { type LearnedWeights, type LearningOptions, learnWeights } from "./learn-weights.ts";
import { rankUnderWeights } from "./ranking-probe.ts";
import type { JudgedQueries, TermQuery } from "./training-pairs.ts";
import type { TermVectors } from "./weight-network.ts";

export interface CrossValidationOptions extends Omit<LearningOptions, "validation"> {
  readonly folds?: number;
  /** Settings to choose among; each overrides what is said beside it. */
  readonly grid?: readonly LearningOptions[];
  /** Documents a query. */
  readonly top?: number;
}

/** What was learned for one fold. */
export interface Fold {
  readonly queries: readonly string[];
  /** The setting chosen, by its place in the grid. */
  readonly setting: number;
  readonly learned: LearnedWeights;
}

export interface CrossValidation {
  readonly run: Run;
  readonly folds: readonly Fold[];
}

export async function crossValidate(
  view: IndexView,
  vectors: TermVectors,
  { queries, judgements }: JudgedQueries,
  { folds: count = 5, grid = [{}], top = 1000, seed = 1, ...options }: CrossValidationOptions = {},
): Promise<CrossValidation> {
  if (grid.length === 0) throw badArgument("there must be a setting to choose, got none");
  const judged = queries.filter(({ id }) => judgements.has(id));
  const parts = foldsOf(judged, count, new Random(seed).split("folds"));
  const rankings = new Map<string, Ranking>();
  const folds: Fold[] = [];
  for (const [i, test] of parts.entries()) {
    const chooser = (i + 1) % count;
    const training = parts.filter((_, j) => j !== i && j !== chooser).flat();
    let best: { setting: number; learned: LearnedWeights } | undefined;
    for (const [setting, choice] of grid.entries()) {
      const learned = await learnWeights(
        view,
        vectors,
        { queries: training, judgements },
        {
          ...options,
          ...choice,
          seed,
          validation: { queries: parts[chooser] as TermQuery[], judgements },
        },
      );
      if (best === undefined || isBetter(learned, best.learned)) best = { setting, learned };
    }
    const { setting, learned } = best as { setting: number; learned: LearnedWeights };
    const ranked = await rankUnderWeights(view, learned.weights, test, {
      ranker: learned.ranker,
      top,
    });
    for (const [query, ranking] of ranked) rankings.set(query, ranking);
    folds.push({ queries: test.map(({ id }) => id), setting, learned });
  }
  const name = folds[0]?.learned.ranker ?? "";
  return { run: { name, rankings }, folds };
}

/** Cuts items into `count` parts by chance, whose sizes differ by one at most. */
export function foldsOf<T>(items: readonly T[], count: number, random: Random): T[][] {
  if (!Number.isInteger(count) || count < 3 || count > items.length) {
    throw badArgument(
      `folds must be a whole number from 3 to the ${items.length} judged queries, got ${count}`,
    );
  }
  const shuffled = random.shuffle([...items]);
  return Array.from({ length: count }, (_, i) => shuffled.filter((_each, j) => j % count === i));
}

/** Better on the choosing fold; among equals the one that keeps less. */
function isBetter({ chosen: a }: LearnedWeights, { chosen: b }: LearnedWeights): boolean {
  return a.ndcg > b.ndcg || (a.ndcg === b.ndcg && a.kept < b.kept);
}
