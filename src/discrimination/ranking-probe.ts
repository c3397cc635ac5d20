/** How good an index ranks under given weights: what learning is stopped by. */

import type { Ranking } from "../collection/run.ts";
import { evaluate } from "../evaluation/evaluate.ts";
import type { IndexView } from "../index/index-view.ts";
import type { TermWeights } from "../index/term-weights.ts";
import { WeightedView } from "../index/weighted-view.ts";
import { documentsWithoutIds } from "../ranking/document-set.ts";
import { Searcher } from "../ranking/searcher.ts";
import type { JudgedQueries } from "./training-pairs.ts";

/** Ranks documents for all queries under weights. */
export async function rankUnderWeights(
  view: IndexView,
  weights: TermWeights,
  queries: JudgedQueries["queries"],
  { ranker, top }: { readonly ranker: string; readonly top: number },
): Promise<Map<string, Ranking>> {
  const searcher = new Searcher(new WeightedView(view, weights));
  const rankings = new Map<string, Ranking>();
  for (const { id, terms, exclude = [] } of queries) {
    const filter = exclude.length === 0 ? {} : { filter: documentsWithoutIds(view, exclude) };
    const { documents, scores } = await searcher.rank(terms, { ranker, top, ...filter });
    rankings.set(id, { documents: Array.from(documents, (each) => view.id(each)), scores });
  }
  return rankings;
}

/** The mean nDCG@5 of the judged queries under weights. */
export async function probeNdcg(
  view: IndexView,
  weights: TermWeights,
  { queries, judgements }: JudgedQueries,
  ranker: string,
): Promise<number> {
  const judged = queries.filter(({ id }) => judgements.has(id));
  const rankings = await rankUnderWeights(view, weights, judged, { ranker, top: 5 });
  const options = { queries: judged.map(({ id }) => id) };
  const { measures } = evaluate({ name: "probe", rankings }, judgements, ["nDCG@5"], options);
  return measures[0]?.overall ?? 0;
}
