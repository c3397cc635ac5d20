/** Learns alpha of `hybrid` from judged queries over one snapshot: see `chooseAlpha` for the rule. */

import type { Query } from "../collection/document.ts";
import type { Judgements, Ranking, Run } from "../collection/run.ts";
import { badArgument, quote } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import { evaluate, parseMeasure } from "../evaluation/index.ts";
import { documentsWithoutIds } from "../ranking/document-set.ts";
import { RememberedIds } from "../ranking/remembered-ids.ts";
import type { IndexReader } from "./index-reader.ts";
import { checkWhole, shown } from "./known-options.ts";
import {
  ALPHAS,
  type AlphaChoice,
  alphaFolds,
  chooseAlpha,
  FEWEST_QUERIES,
} from "./meaning/alpha-choice.ts";
import { meaningRankerName, parseMeaningRanker } from "./meaning/meaning-ranker.ts";
import { MeaningSearch } from "./meaning/meaning-search.ts";
import { askedWithin } from "./search-hits.ts";
import type { ScoringOptions } from "./search-options.ts";

/** How alpha is chosen. */
export interface AlphaLearning {
  /** The hybrid whose alpha is chosen. Default `hybrid`. */
  readonly ranker?: string;
  /** What is maximised. Default `nDCG@10`. */
  readonly measure?: string;
  /** The values to try; 1 is always tried. Default .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3. */
  readonly alphas?: readonly number[];
  /** How many queries to learn from at most, drawn by the seed: 200 or more. Default 1000. */
  readonly mostQueries?: number;
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
export type WithVector = (query: string, scoring: ScoringOptions) => Promise<ScoringOptions>;

/** Chooses alpha. `withVector` is asked once for each query. */
export async function learnAlpha(
  reader: IndexReader,
  queries: readonly Query[],
  judgements: Judgements,
  withVector: WithVector,
  {
    ranker = "hybrid",
    measure = "nDCG@10",
    alphas = ALPHAS,
    mostQueries = 1000,
    seed = 1,
    progress = silent,
  }: AlphaLearning = {},
): Promise<LearnedAlpha> {
  const parsed = parseMeaningRanker(ranker);
  if (parsed.kind !== "hybrid") throw badArgument(`only hybrid has an alpha, got ${quote(ranker)}`);
  if (!Array.isArray(alphas)) throw badArgument(`alphas must be an array, got ${shown(alphas)}`);
  checkWhole("mostQueries", mostQueries, FEWEST_QUERIES);
  for (const alpha of alphas) parseMeaningRanker(`hybrid(alpha=${alpha})`);
  const setting = parseMeasure(measure);
  const tried = [...new Set<number>([...alphas, 1])].sort((a, b) => a - b);
  const judged = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  const told = { measure, judgedQueries: judged.length, neededQueries: FEWEST_QUERIES };
  const learned = (choice: AlphaChoice): LearnedAlpha => {
    const named = meaningRankerName({ ...parsed, alpha: choice.alpha });
    return { ...choice, ...told, ranker: named };
  };
  if (judged.length < FEWEST_QUERIES) {
    return learned({ alpha: 1, outcome: "too few queries", trials: [] });
  }
  const drawn = new Random(seed)
    .split("alpha queries")
    .shuffle([...judged])
    .slice(0, mostQueries);
  const top = Math.min(1000, setting.settings.cutoff);
  const runs = await rankedByAlpha(reader, drawn, tried, { top, ranker, withVector, progress });
  const of = { queries: drawn.map(({ id }) => id) };
  const values = new Map(
    tried.map((alpha, i) => {
      const run: Run = { name: `alpha=${alpha}`, rankings: runs[i] ?? new Map() };
      const [measured] = evaluate(run, judgements, [setting], of).measures;
      return [alpha, measured?.perQuery ?? new Float64Array(drawn.length)] as const;
    }),
  );
  return learned(chooseAlpha(values, alphaFolds(drawn.length, seed)));
}

/** By alpha, the rankings of all queries. A query is searched once and ordered anew by each alpha. */
async function rankedByAlpha(
  reader: IndexReader,
  queries: readonly Query[],
  alphas: readonly number[],
  {
    top,
    ranker,
    withVector,
    progress,
  }: { top: number; ranker: string; withVector: WithVector; progress: Progress },
): Promise<readonly ReadonlyMap<string, Ranking>[]> {
  const { snapshot } = reader;
  const ids = new RememberedIds(snapshot);
  const runs = alphas.map(() => new Map<string, Ranking>());
  const total = queries.length;
  for (const [i, { id, text, exclude }] of queries.entries()) {
    const asked = await askedWithin(reader, text, await withVector(text, { ranker }), {
      ...(exclude === undefined ? {} : { filter: documentsWithoutIds(snapshot, exclude) }),
    });
    for (const [place, alpha] of alphas.entries()) {
      // A query without a word has no vector, and no alpha matters.
      const search = asked instanceof MeaningSearch ? asked.withAlpha(alpha) : asked;
      const hits = await search.rank(top);
      runs[place]?.set(id, { documents: ids.of(hits), scores: hits.scores });
    }
    const finished = i + 1 === total;
    progress({ task: "choosing alpha", unit: "queries", total, done: i + 1, finished });
  }
  return runs;
}
