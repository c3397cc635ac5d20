/** Learns alpha of `hybrid` from judged queries over one snapshot: see `chooseAlpha` for the rule. */

import type { ScoringOptions } from "../../api/search-options.ts";
import type { Query } from "../../collection/document.ts";
import type { Judgements, Ranking, Run } from "../../collection/run.ts";
import { checkInteger, describeValue } from "../../common/check-options.ts";
import { badArgument, quote } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import { evaluate, parseMeasure } from "../../evaluation/index.ts";
import { DocumentIdCache } from "../../ranking/document-id-cache.ts";
import { documentsWithoutIds } from "../../ranking/document-set.ts";
import type { IndexReader } from "../../search/index-reader.ts";
import { createExecution } from "../../search/search-hits.ts";
import { HybridSearch } from "../search/hybrid-search.ts";
import { ALPHAS, type AlphaChoice, assignFolds, chooseAlpha, MIN_QUERIES } from "./choose-alpha.ts";
import { formatHybridRanker, parseHybridRanker } from "./hybrid-ranker.ts";

/** How alpha is chosen. */
export interface AlphaLearning {
  /** The hybrid whose alpha is chosen. Default `hybrid`. */
  readonly ranker?: string;
  /** What is maximised. Default `nDCG@10`. */
  readonly measure?: string;
  /** The values to try; 1 is always tried. Default .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3. */
  readonly alphas?: readonly number[];
  /** How many queries to learn from at most, drawn by the seed: 200 or more. Default 1000. */
  readonly maxQueries?: number;
  /** Decides the folds. Default 1. */
  readonly seed?: number;
  readonly progress?: Progress;
}

/** The alpha that was chosen, the ranker that has it, and how it came about. */
export interface LearnedAlpha extends AlphaChoice {
  readonly ranker: string;
  readonly measure: string;
  /** How many queries with a relevant document there were, and how many are needed. */
  readonly judgedQueries: number;
  readonly neededQueries: number;
}

/** Gives the options of a search the vector of its query. */
export type QueryVectoriser = (query: string, scoring: ScoringOptions) => Promise<ScoringOptions>;

/** Chooses alpha. `withVector` is asked once for each query. */
export async function learnAlpha(
  reader: IndexReader,
  queries: readonly Query[],
  judgements: Judgements,
  withVector: QueryVectoriser,
  {
    ranker = "hybrid",
    measure = "nDCG@10",
    alphas = ALPHAS,
    maxQueries = 1000,
    seed = 1,
    progress = silent,
  }: AlphaLearning = {},
): Promise<LearnedAlpha> {
  const parsed = parseHybridRanker(ranker);
  if (parsed.kind !== "hybrid") throw badArgument(`only hybrid has an alpha, got ${quote(ranker)}`);
  if (!Array.isArray(alphas))
    throw badArgument(`alphas must be an array, got ${describeValue(alphas)}`);
  checkInteger("maxQueries", maxQueries, MIN_QUERIES);
  for (const alpha of alphas) parseHybridRanker(`hybrid(alpha=${alpha})`);
  const setting = parseMeasure(measure);
  const candidates = [...new Set<number>([...alphas, 1])].sort((a, b) => a - b);
  const judged = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  const summary = { measure, judgedQueries: judged.length, neededQueries: MIN_QUERIES };
  const describeChoice = (choice: AlphaChoice): LearnedAlpha => {
    const rankerName = formatHybridRanker({ ...parsed, alpha: choice.alpha });
    return { ...choice, ...summary, ranker: rankerName };
  };
  if (judged.length < MIN_QUERIES) {
    return describeChoice({ alpha: 1, outcome: "too few queries", trials: [] });
  }
  const sample = new Random(seed)
    .split("alpha queries")
    .shuffle([...judged])
    .slice(0, maxQueries);
  const top = Math.min(1000, setting.settings.cutoff);
  const runs = await rankByAlpha(reader, sample, candidates, { top, ranker, withVector, progress });
  const of = { queries: sample.map(({ id }) => id) };
  const values = new Map(
    candidates.map((alpha, i) => {
      const run: Run = { name: `alpha=${alpha}`, rankings: runs[i] ?? new Map() };
      const [measured] = evaluate(run, judgements, [setting], of).measures;
      return [alpha, measured?.perQuery ?? new Float64Array(sample.length)] as const;
    }),
  );
  return describeChoice(chooseAlpha(values, assignFolds(sample.length, seed)));
}

/** By alpha, the rankings of all queries. A query is searched once and ordered anew by each alpha. */
async function rankByAlpha(
  reader: IndexReader,
  queries: readonly Query[],
  alphas: readonly number[],
  {
    top,
    ranker,
    withVector,
    progress,
  }: { top: number; ranker: string; withVector: QueryVectoriser; progress: Progress },
): Promise<readonly ReadonlyMap<string, Ranking>[]> {
  const { snapshot } = reader;
  const ids = new DocumentIdCache(snapshot);
  const runs = alphas.map(() => new Map<string, Ranking>());
  const total = queries.length;
  for (const [i, { id, text, exclude }] of queries.entries()) {
    const execution = await createExecution(reader, text, await withVector(text, { ranker }), {
      ...(exclude === undefined ? {} : { filter: documentsWithoutIds(snapshot, exclude) }),
    });
    for (const [position, alpha] of alphas.entries()) {
      // A query without a word has no vector, and no alpha matters.
      const search = execution instanceof HybridSearch ? execution.withAlpha(alpha) : execution;
      const hits = await search.rank(top);
      runs[position]?.set(id, { documents: ids.getIds(hits), scores: hits.scores });
    }
    const finished = i + 1 === total;
    progress({ task: "choosing alpha", unit: "queries", total, done: i + 1, finished });
  }
  return runs;
}
