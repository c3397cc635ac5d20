/** Many queries, a first stage and a model: a run. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { type Progress, silent } from "../common/progress.ts";
import { type Ranker, RememberedIds, type Searcher } from "../ranking/index.ts";
import type { Reranker, RerankOptions } from "./reranker.ts";

export interface RerankedRunOptions extends RerankOptions {
  /** The first stage. */
  readonly ranker?: string | Ranker;
  /** Documents a query at most. */
  readonly top?: number;
  /** The run's name; by default the model's. */
  readonly name?: string;
  readonly progress?: Progress;
}

/** Ranks documents for each query, then re-ranks the first of them. */
export async function rerankQueries(
  searcher: Searcher,
  reranker: Reranker,
  queries: readonly Query[],
  { ranker = "bm25", top = 1000, name, progress = silent, ...options }: RerankedRunOptions = {},
): Promise<Run> {
  const { view } = searcher;
  const model = reranker.trained.model.name;
  const ids = new RememberedIds(view);
  const rankings = new Map<string, Ranking>();
  for (const { id, text, exclude = [] } of queries) {
    const numbers = exclude.map((each) => view.find(each)).filter((each) => each !== undefined);
    const hits = await searcher.rank(text, { ranker, top, exclude: new Set(numbers) });
    const ranked = await reranker.rerank(text, hits, options);
    rankings.set(id, { documents: ids.of(ranked), scores: ranked.scores });
    const done = rankings.size;
    if (done % 16 === 0 || done === queries.length) {
      const labels = { task: `re-ranking with ${model}`, unit: "queries", total: queries.length };
      progress({ ...labels, done, finished: done === queries.length });
    }
  }
  return { name: name ?? model, rankings };
}
