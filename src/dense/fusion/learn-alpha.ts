/** Learns the alpha of `hybrid`, the weight of the dense score, from judged queries. `chooseAlpha` has the rule. */

import type { Query } from "../../collection/document.ts";
import type { Judgements, Ranking, Run } from "../../collection/run.ts";
import { badArgument, describeValue, quote } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import { evaluate, parseMeasure } from "../../evaluation/index.ts";
import { DocumentIdCache } from "../../ranking/document-id-cache.ts";
import { parseRanker, rankerSetting } from "../../ranking/index.ts";
import type { QueryExecution } from "../../ranking/query-execution.ts";
import { HybridSearch } from "../search/hybrid-search.ts";
import { ALPHAS, type AlphaChoice, assignFolds, chooseAlpha, MIN_QUERIES } from "./choose-alpha.ts";

/** Options of choosing alpha. */
export interface AlphaSettings {
  /** The hybrid ranker whose alpha is chosen. Default `hybrid`. */
  readonly ranker?: string | undefined;
  /** The measure to maximise. Default `nDCG@10`. */
  readonly measure?: string | undefined;
  /** The values to try; 1 is always tried. Default .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3. */
  readonly alphas?: readonly number[] | undefined;
  /** Maximum number of queries, sampled by the seed: 200 or more. Default 1000. */
  readonly maxQueries?: number | undefined;
  /** Random seed of the sample and the folds. Default 1. */
  readonly seed?: number | undefined;
  readonly progress?: Progress | undefined;
}

/** The chosen alpha, the ranker with it, and the evidence. */
export interface LearnedAlpha extends AlphaChoice {
  readonly ranker: string;
  readonly measure: string;
  /** Queries with a relevant document, and the number needed. */
  readonly judgedQueries: number;
  readonly neededQueries: number;
}

/** Opens the search of a query by a hybrid ranker, without the documents that the query excludes. */
export type HybridSearchOpener = (query: Query, ranker: string) => Promise<QueryExecution>;

/** Chooses alpha. Calls `openSearch` once per query. */
export async function learnAlpha(
  openSearch: HybridSearchOpener,
  queries: readonly Query[],
  judgements: Judgements,
  {
    ranker = "hybrid",
    measure = "nDCG@10",
    alphas = ALPHAS,
    maxQueries = 1000,
    seed = 1,
    progress = silent,
  }: AlphaSettings = {},
): Promise<LearnedAlpha> {
  const { declaration, values: options, base } = parseRanker(ranker);
  if (declaration.name !== "hybrid") {
    throw badArgument(`only hybrid has an alpha, got ${quote(ranker)}`);
  }
  if (!Array.isArray(alphas))
    throw badArgument(`alphas must be an array, got ${describeValue(alphas)}`);
  if (!Number.isSafeInteger(maxQueries) || maxQueries < MIN_QUERIES) {
    throw badArgument(
      `maxQueries must be a whole number ≥ ${MIN_QUERIES}, got ${describeValue(maxQueries)}`,
    );
  }
  for (const alpha of alphas) parseRanker(`hybrid(alpha=${alpha})`);
  const setting = parseMeasure(measure);
  const candidates = [...new Set<number>([...alphas, 1])].sort((a, b) => a - b);
  const judged = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  const summary = { measure, judgedQueries: judged.length, neededQueries: MIN_QUERIES };
  const describeChoice = (choice: AlphaChoice): LearnedAlpha => {
    const { name } = rankerSetting(declaration, { ...options, alpha: choice.alpha }, base);
    return { ...choice, ...summary, ranker: name };
  };
  if (judged.length < MIN_QUERIES) {
    return describeChoice({ alpha: 1, outcome: "too few queries", trials: [] });
  }
  const sample = new Random(seed)
    .split("alpha queries")
    .shuffle([...judged])
    .slice(0, maxQueries);
  const top = Math.min(1000, setting.settings.cutoff);
  const runs = await rankByAlpha(openSearch, sample, candidates, { top, ranker, progress });
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

/** For each alpha, the rankings of all queries. Each query is searched once and reordered for each alpha. */
async function rankByAlpha(
  openSearch: HybridSearchOpener,
  queries: readonly Query[],
  alphas: readonly number[],
  { top, ranker, progress }: { top: number; ranker: string; progress: Progress },
): Promise<readonly ReadonlyMap<string, Ranking>[]> {
  const runs = alphas.map(() => new Map<string, Ranking>());
  const total = queries.length;
  let ids: DocumentIdCache | undefined;
  for (const [i, query] of queries.entries()) {
    const execution = await openSearch(query, ranker);
    ids ??= new DocumentIdCache(execution.snapshot);
    for (const [position, alpha] of alphas.entries()) {
      // A query without words has no vector, and its ranking does not depend on alpha.
      const search = execution instanceof HybridSearch ? execution.withAlpha(alpha) : execution;
      const hits = await search.rank(top);
      runs[position]?.set(query.id, { documents: ids.getIds(hits), scores: hits.scores });
    }
    const finished = i + 1 === total;
    progress({ task: "choosing alpha", unit: "queries", total, done: i + 1, finished });
  }
  return runs;
}
