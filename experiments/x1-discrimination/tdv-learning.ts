/** Learns weights for a workload and ranks its test queries by weights learned without them. */

import type { Ranking, Run } from "../../src/collection/run.ts";
import { Random } from "../../src/common/random.ts";
import {
  crossValidate,
  LAMBDAS,
  type LearnedWeights,
  type LearningOptions,
  learnSmallestIndex,
  learnWeights,
  rankUnderWeights,
  splitFolds,
} from "../../src/discrimination/index.ts";
import type { TdvWorkload } from "./tdv-workload.ts";

/** A run of the test queries with its weights. */
export interface LearnedRun {
  readonly run: Run;
  /** One per fold; a single one if the collection has splits. */
  readonly learned: readonly LearnedWeights[];
  /** Mean share of the postings that are kept. */
  readonly kept: number;
}

/** Everything is chosen on the dev split, or by a cross-validation within the training folds. */
export async function learnWithSelection(
  { snapshot, vectors, test, split }: TdvWorkload,
  options: LearningOptions,
  name: string,
): Promise<LearnedRun> {
  if (split === undefined) {
    const { run, folds } = await crossValidate(snapshot, vectors, test, options);
    return createLearnedRun(
      name,
      run.rankings,
      folds.map(({ learned }) => learned),
    );
  }
  const { training, validation } = split;
  const learned = await learnWeights(snapshot, vectors, training, { ...options, validation });
  const rankOptions = { ranker: learned.ranker, top: 1000 };
  const rankings = await rankUnderWeights(snapshot, learned.weights, test.queries, rankOptions);
  return createLearnedRun(name, rankings, [learned]);
}

/**
 * The number of epochs and lambda are chosen by nDCG@5: on the dev split, or by a cross-validation
 * within the training part of each fold.
 */
export async function learnBestLambda(
  workload: TdvWorkload,
  options: LearningOptions,
  lambdas: readonly number[],
  name: string,
): Promise<LearnedRun> {
  const { snapshot, vectors, test, split } = workload;
  if (split === undefined) {
    const grid = lambdas.map((lambda) => ({ lambda }));
    const { run, folds } = await crossValidate(snapshot, vectors, test, { ...options, grid });
    return createLearnedRun(
      name,
      run.rankings,
      folds.map(({ learned }) => learned),
    );
  }
  const { training, validation } = split;
  let best: LearnedWeights | undefined;
  for (const lambda of lambdas) {
    const learningOptions = { ...options, lambda, validation };
    const learned = await learnWeights(snapshot, vectors, training, learningOptions);
    if (best === undefined || learned.chosen.ndcg > best.chosen.ndcg) best = learned;
  }
  const { ranker, weights } = best as LearnedWeights;
  const rankings = await rankUnderWeights(snapshot, weights, test.queries, { ranker, top: 1000 });
  return createLearnedRun(name, rankings, [best as LearnedWeights]);
}

/** nDCG@5 of every test query at a random start with vectors of length 1, before any step. */
export async function measureStart(
  { snapshot, vectors, test, split }: TdvWorkload,
  options: LearningOptions,
): Promise<ReadonlyMap<string, number>> {
  const training = split?.training ?? test;
  const learned = await learnWeights(snapshot, vectors, training, {
    ...{ ...options, start: "chance", epochs: 1, validation: test, probedQueries: Infinity },
  });
  return learned.probes[0] ?? new Map();
}

/**
 * Lambda is chosen too, for the smallest index that ranks held-out queries as well as the plain
 * model.
 */
export async function learnSmallestRun(
  { snapshot, vectors, test, split }: TdvWorkload,
  options: LearningOptions,
  name: string,
): Promise<LearnedRun> {
  if (split === undefined) {
    const grid = LAMBDAS.map((lambda) => ({ lambda }));
    const validationOptions = { ...options, grid, prefer: "smallest" } as const;
    const { run, folds } = await crossValidate(snapshot, vectors, test, validationOptions);
    return createLearnedRun(
      name,
      run.rankings,
      folds.map(({ learned }) => learned),
    );
  }
  const { training, validation } = split;
  const learned = await learnSmallestIndex(snapshot, vectors, training, { ...options, validation });
  const rankOptions = { ranker: learned.ranker, top: 1000 };
  const rankings = await rankUnderWeights(snapshot, learned.weights, test.queries, rankOptions);
  return createLearnedRun(name, rankings, [learned]);
}

/** Nothing is chosen: the weights are those of the last epoch. */
export async function learnAllEpochs(
  { snapshot, vectors, test, split }: TdvWorkload,
  options: LearningOptions,
  name: string,
): Promise<LearnedRun> {
  const { judgements } = test;
  const parts =
    split === undefined
      ? splitFolds(test.queries, 5, new Random(options.seed ?? 1).split("folds"))
      : [test.queries];
  const rankings = new Map<string, Ranking>();
  const all: LearnedWeights[] = [];
  for (const part of parts) {
    const rest = test.queries.filter((query) => !part.includes(query));
    const training = split?.training ?? { queries: rest, judgements };
    const through = { patience: Infinity, probedQueries: 0, keep: "last" } as const;
    const learned = await learnWeights(snapshot, vectors, training, { ...options, ...through });
    const rankOptions = { ranker: learned.ranker, top: 1000 };
    const ranked = await rankUnderWeights(snapshot, learned.weights, part, rankOptions);
    for (const [query, ranking] of ranked) rankings.set(query, ranking);
    all.push(learned);
  }
  return createLearnedRun(name, rankings, all);
}

function createLearnedRun(
  name: string,
  rankings: ReadonlyMap<string, Ranking>,
  learned: readonly LearnedWeights[],
): LearnedRun {
  const kept = learned.reduce((sum, { chosen }) => sum + chosen.kept, 0) / learned.length;
  return { run: { name, rankings }, learned, kept };
}
