/** Candidates of each query from a run that another system made. */

import type { Query } from "../collection/document.ts";
import { computeRankingOrder } from "../collection/ranking-order.ts";
import type { Judgements, Run } from "../collection/run.ts";
import { badArgument } from "../common/errors.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import { type Candidates, findExcludedDocuments, firstStage, mapGrades } from "./candidates.ts";
import type { Ranker } from "./ranker.ts";
import type { Searcher } from "./searcher.ts";

/** The candidates of each query, and what a run has that the index and the queries lack. */
export interface RunCandidates {
  readonly candidates: readonly Candidates[];
  /** Documents of the queries' rankings, and those of them that are not in the index. */
  readonly documents: number;
  readonly missingDocuments: number;
  /** Queries without a ranking; they have no candidates. */
  readonly missingQueries: number;
}

/**
 * The best `top` documents of each query in a run, in trec_eval's order. Documents that the index
 * lacks or the query excludes are left out. Fails with `BAD_ARGUMENT` if none is left.
 */
export function findRunCandidates(
  view: IndexView,
  queries: readonly Query[],
  judgements: Judgements,
  { name, rankings }: Run,
  { top = 1000 }: { readonly top?: number } = {},
): RunCandidates {
  const counts = { documents: 0, missingDocuments: 0, missingQueries: 0 };
  const candidates = queries.map((query): Candidates => {
    const ranking = rankings.get(query.id);
    if (ranking === undefined) counts.missingQueries++;
    const order = ranking === undefined ? [] : computeRankingOrder(ranking).subarray(0, top);
    const excluded = findExcludedDocuments(view, query);
    const documents: number[] = [];
    const scores: number[] = [];
    for (const at of order) {
      const document = view.find(ranking?.documents[at] as string);
      counts.documents++;
      if (document === undefined) counts.missingDocuments++;
      if (document === undefined || excluded.has(document)) continue;
      documents.push(document);
      scores.push(ranking?.scores[at] as number);
    }
    const judged = judgements.get(query.id) ?? new Map<string, number>();
    return {
      query,
      documents: Uint32Array.from(documents),
      scores: Float64Array.from(scores),
      grades: mapGrades(view, query, judged),
      judged,
    };
  });
  if (queries.length > 0 && candidates.every(({ documents }) => documents.length === 0)) {
    throw badArgument(
      counts.documents === 0
        ? `none of the ${queries.length} queries is in ${name}`
        : `none of the ${counts.documents} documents in ${name} is in the index`,
    );
  }
  return { candidates, ...counts };
}

/** The same documents in the order of a ranker; those that do not match come last. */
export async function rankRunCandidates(
  searcher: Searcher,
  candidates: readonly Candidates[],
  ranker: string | Ranker,
): Promise<readonly Candidates[]> {
  const ranked: Candidates[] = [];
  for (const each of candidates) {
    const grades = new Map([...each.documents].map((document) => [document, 0]));
    const hits = await firstStage(searcher, each.query, { ranker, among: "judged", grades });
    ranked.push({ ...each, ...hits });
  }
  return ranked;
}
