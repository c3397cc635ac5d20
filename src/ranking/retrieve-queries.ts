/** Many queries, one retriever: a run. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { type Progress, silent } from "../common/progress.ts";
import type { RetrievalResult, Retriever } from "./retriever.ts";

/** How the documents of a run are retrieved. */
export interface RetrievalRunOptions {
  /** Maximum number of documents per query. Default 1000. */
  readonly top?: number | undefined;
  /** Name of the run. Default: the name of the retriever. */
  readonly name?: string | undefined;
  /** Of how many of the best hits `change` reads the tokens. Default 0. */
  readonly tokens?: number | undefined;
  /** What becomes of the hits of a query, such as re-ranking. Default: they stay. */
  readonly change?:
    | ((query: Query, result: RetrievalResult) => Promise<RetrievalResult>)
    | undefined;
  readonly progress?: Progress | undefined;
}

/** A run, and the queries that a part of the documents was not searched for. */
export interface RetrievalRun {
  readonly run: Run;
  readonly partial: readonly string[];
}

/** Queries between two reports. */
const QUERIES_PER_BATCH = 64;

/** Retrieves documents for each query, in the order of the queries. */
export async function retrieveQueries(
  retriever: Retriever,
  queries: readonly Query[],
  { top = 1000, name, tokens = 0, change, progress = silent }: RetrievalRunOptions = {},
): Promise<RetrievalRun> {
  const rankings = new Map<string, Ranking>();
  const partial: string[] = [];
  for (let from = 0; from < queries.length; from += QUERIES_PER_BATCH) {
    const some = queries.slice(from, from + QUERIES_PER_BATCH);
    const results = await retriever.searchAll(some, top, { tokens });
    for (const [i, query] of some.entries()) {
      const first = results[i] as RetrievalResult;
      const { hits, isPartial } = change === undefined ? first : await change(query, first);
      if (isPartial) partial.push(query.id);
      const documents = hits.map(({ id }) => id);
      const scores = Float64Array.from(hits, ({ score }) => score);
      rankings.set(query.id, { documents, scores });
    }
    const done = from + some.length;
    const labels = { task: "retrieving", unit: "queries", total: queries.length };
    progress({ ...labels, done, finished: done === queries.length });
  }
  return { run: { name: name ?? retriever.name, rankings }, partial };
}
