/**
 * Learns weights for the smallest index that ranks as well as the plain model.
 *
 * The number of dropped postings depends on lambda, the share of the length in the loss. Its effect
 * differs between collections and models, so it is chosen by queries that are not learned from:
 * held-out ones, or else each fifth of the training queries in turn. Lambdas are tried in ascending
 * order until two in a row rank worse.
 */

import { badArgument } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import type { TermVectors } from "../../scoring/term-vectors.ts";
import type { QueryJudgements } from "../query-judgements.ts";
import { splitFolds } from "./cross-validation.ts";
import { type LearnedWeights, learnWeights } from "./learn-weights.ts";
import type { LearningOptions } from "./learning-options.ts";
import { SettingChoice } from "./setting-choice.ts";

/** From almost no pruning to almost no index on the collections of docs/discrimination.md. */
export const LAMBDAS: readonly number[] = [
  ...[0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05],
];
/**
 * A difference that few users notice and that a few hundred queries cannot distinguish from chance.
 */
export const DEFAULT_TOLERANCE = 0.005;
/** Every lambda is learned to the end; more epochs prune further with the same lambda. */
export const PRUNING_EPOCHS = 5;
const FOLDS = 5;
const FAILURES = 2;
/** Enough to measure nDCG@5 to about a hundredth. */
const PROBED_QUERIES = 2000;

/** The candidates for lambda and the queries to choose by. */
export interface SmallestIndexOptions
  extends Omit<LearningOptions, "lambda" | "keep" | "patience"> {
  /** Candidates in ascending order. */
  readonly lambdas?: readonly number[];
}

/** `tolerance` is the allowed drop of nDCG@5 of the held-out queries below the plain model's. */
export async function learnSmallestIndex(
  view: IndexView,
  vectors: TermVectors,
  training: QueryJudgements,
  {
    lambdas = LAMBDAS,
    validation,
    probedQueries = PROBED_QUERIES,
    tolerance = DEFAULT_TOLERANCE,
    epochs = PRUNING_EPOCHS,
    ...options
  }: SmallestIndexOptions = {},
): Promise<LearnedWeights> {
  if (lambdas.length === 0) throw badArgument("there must be a lambda to choose, got none");
  const through = {
    ...options,
    tolerance,
    epochs,
    probedQueries,
    patience: Infinity,
    keep: "last",
  } as const;
  const learn = (lambda: number, more: LearningOptions): Promise<LearnedWeights> => {
    const how = { ...through, ...createLambdaOptions(lambda, options.progress), ...more };
    return learnWeights(view, vectors, training, how);
  };
  if (validation === undefined) {
    const chosen = await chooseByFolds(view, vectors, training, lambdas, through);
    return learn(chosen.lambda, { epochs: chosen.epochs });
  }
  let smallest: LearnedWeights | undefined;
  let failures = 0;
  for (const lambda of lambdas) {
    const learned = await learn(lambda, { validation });
    const { chosen, history, ended } = learned;
    const isGood = ended === "epochs" && chosen.ndcg >= (history[0]?.ndcg as number) - tolerance;
    const isSmaller = smallest === undefined || chosen.kept < smallest.chosen.kept;
    if (isGood && isSmaller) smallest = learned;
    failures = isGood ? 0 : failures + 1;
    if (failures === FAILURES) break;
  }
  return smallest ?? learn(lambdas[0] as number, { validation, epochs: 0 });
}

/**
 * Chooses lambda and the number of epochs by learning without a part of the queries and ranking
 * that part.
 */
async function chooseByFolds(
  view: IndexView,
  vectors: TermVectors,
  { queries, judgements }: QueryJudgements,
  lambdas: readonly number[],
  options: LearningOptions & { readonly tolerance: number },
): Promise<{ lambda: number; epochs: number }> {
  const { seed = 1, tolerance } = options;
  const queriesWithJudgements = queries.filter(({ id }) => judgements.has(id));
  const parts = splitFolds(queriesWithJudgements, FOLDS, new Random(seed).split("folds"));
  const all = new SettingChoice();
  let failures = 0;
  for (const [setting, lambda] of lambdas.entries()) {
    const foldChoice = new SettingChoice();
    for (const part of parts) {
      const rest = parts.filter((each) => each !== part).flat();
      const validation = { queries: part, judgements };
      const learned = await learnWeights(
        view,
        vectors,
        { queries: rest, judgements },
        {
          ...options,
          ...createLambdaOptions(lambda, options.progress),
          validation,
          probedQueries: Infinity,
        },
      );
      all.add(setting, part, learned);
      foldChoice.add(0, part, learned);
    }
    failures = foldChoice.smallest(tolerance).epochs === 0 ? failures + 1 : 0;
    if (failures === FAILURES) break;
  }
  const { setting, epochs } = all.smallest(tolerance);
  return { lambda: lambdas[setting] as number, epochs };
}

/** A lambda, and progress reports that name it. */
function createLambdaOptions(lambda: number, progress: Progress = silent): LearningOptions {
  return {
    lambda,
    progress: (report) => progress({ ...report, task: `${report.task}, lambda ${lambda}` }),
  };
}
