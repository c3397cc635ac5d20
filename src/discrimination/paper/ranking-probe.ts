/** Evaluates an index under given weights: the criterion for stopping. */

import type { Run } from "../../collection/run.ts";
import type { Random } from "../../common/random.ts";
import { evaluate } from "../../evaluation/evaluate.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import type { TermWeights } from "../../index/weights/index.ts";
import { WeightedView } from "../../index/weights/index.ts";
import { firstStage } from "../../ranking/candidates.ts";
import { createHitsRetriever, runQueries } from "../../ranking/run-queries.ts";
import { Searcher } from "../../ranking/searcher.ts";
import type { QueryJudgements, TermQuery } from "../query-judgements.ts";

/** Ranks documents for all queries under weights. */
export async function rankUnderWeights(
  view: IndexView,
  weights: TermWeights,
  queries: QueryJudgements["queries"],
  { ranker, top }: { readonly ranker: string; readonly top: number },
): Promise<Run["rankings"]> {
  const searcher = new Searcher(new WeightedView(view, weights));
  const retriever = createHitsRetriever<TermQuery>(
    view,
    (query, limit) => firstStage(searcher, query, { ranker, top: limit }),
    { name: ranker },
  );
  return (await runQueries(retriever, queries, { top })).rankings;
}

/** Ranks the same queries repeatedly. */
export class RankingProbe {
  readonly #view: IndexView;
  readonly #queries: readonly TermQuery[];
  readonly #judgements: QueryJudgements["judgements"];

  /** Samples at most `maxQueries` of the judged queries. */
  constructor(
    view: IndexView,
    { queries, judgements }: QueryJudgements,
    maxQueries: number,
    random: Random,
  ) {
    const queriesWithJudgements = queries.filter(({ id }) => judgements.has(id));
    this.#view = view;
    this.#queries =
      queriesWithJudgements.length <= maxQueries
        ? queriesWithJudgements
        : random.shuffle([...queriesWithJudgements]).slice(0, maxQueries);
    this.#judgements = judgements;
  }

  /** nDCG@5 of each query under weights. */
  async ndcg(weights: TermWeights, ranker: string): Promise<ReadonlyMap<string, number>> {
    if (this.#queries.length === 0) return new Map();
    const searchOptions = { ranker, top: 5 };
    const rankings = await rankUnderWeights(this.#view, weights, this.#queries, searchOptions);
    const run = { name: "probe", rankings };
    const { queries, measures } = evaluate(run, this.#judgements, ["nDCG@5"], {
      queries: this.#queries.map(({ id }) => id),
    });
    return new Map(queries.map((id, i) => [id, measures[0]?.perQuery[i] ?? 0]));
  }
}
