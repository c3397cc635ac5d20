/**
 * First-stage candidates: the documents that training samples triples from and that
 * models rerank.
 */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import type { Split } from "../collection/split.ts";
import { badArgument } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import type { Ranker } from "./ranker.ts";
import type { Searcher } from "./searcher.ts";

/** A query with its candidates, best first. */
export interface Candidates {
  readonly query: Query;
  /** Numbers in the index, and the first stage's scores. */
  readonly documents: Uint32Array;
  readonly scores: Float64Array;
  /**
   * The judgements of the query by document number, without judged documents that
   * are not in the index.
   */
  readonly grades: ReadonlyMap<number, number>;
  /** All grades of the query by document id, also of documents that are not in the index. */
  readonly judged: ReadonlyMap<string, number>;
}

/** How the first stage finds candidates. */
export interface FirstStageOptions {
  readonly ranker?: string | Ranker;
  /** Documents per query. */
  readonly top?: number;
  /**
   * Search the whole index, or rank the judged documents of a query. `judged`
   * returns all of them; those that do not match come last.
   */
  readonly among?: "index" | "judged";
  readonly progress?: Progress;
}

/** A query for the first stage, as text or as terms. */
export type FirstStageQuery = Omit<Query, "text"> &
  ({ readonly text: string } | { readonly terms: readonly string[] });

/**
 * Ranks documents for every query. A query without results stays in the list, with
 * no candidates.
 */
export async function findCandidates(
  searcher: Searcher,
  queries: readonly Query[],
  judgements: Judgements,
  { progress = silent, ...options }: FirstStageOptions = {},
): Promise<readonly Candidates[]> {
  const candidates: Candidates[] = [];
  for (const query of queries) {
    const judged = judgements.get(query.id) ?? new Map<string, number>();
    const grades = mapGrades(searcher.view, query, judged);
    const hits = await firstStage(searcher, query, { ...options, grades });
    const done = candidates.push({ query, ...hits, grades, judged });
    if (done % 64 === 0 || done === queries.length) {
      const labels = { task: "first stage", unit: "queries", total: queries.length };
      progress({ ...labels, done, finished: done === queries.length });
    }
  }
  return candidates;
}

/**
 * The best documents for one query, without those it excludes. With `among:
 * "judged"`, all documents of `grades`; those that do not match come last.
 */
export async function firstStage(
  searcher: Searcher,
  query: FirstStageQuery,
  {
    ranker = "bm25",
    top = 100,
    among = "index",
    grades = new Map(),
  }: Omit<FirstStageOptions, "progress"> & { readonly grades?: Candidates["grades"] } = {},
): Promise<Pick<Candidates, "documents" | "scores">> {
  const queryInput = "terms" in query ? query.terms : query.text;
  if (among === "index") {
    const exclude = findExcludedDocuments(searcher.view, query);
    const { documents, scores } = await searcher.rank(queryInput, { ranker, top, exclude });
    return { documents, scores };
  }
  const rankOptions = { ranker, top: Math.max(1, grades.size), filter: grades };
  return appendMissing(await searcher.rank(queryInput, rankOptions), grades.keys());
}

/** The numbers of the excluded documents of a query that the index contains. */
export function findExcludedDocuments(
  view: IndexView,
  { exclude = [] }: Pick<Query, "exclude">,
): ReadonlySet<number> {
  const numbers = exclude.map((id) => view.find(id));
  return new Set(numbers.filter((number) => number !== undefined));
}

/**
 * Grades by document number, without documents that are not in the index or that the
 * query excludes.
 */
export function mapGrades(
  view: IndexView,
  { exclude = [] }: Pick<Query, "exclude">,
  judged: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const grades = new Map<number, number>();
  for (const [id, grade] of judged) {
    const number = exclude.includes(id) ? undefined : view.find(id);
    if (number !== undefined) grades.set(number, grade);
  }
  return grades;
}

/** Hits followed by the other documents in ascending order, each with a score below the one before. */
function appendMissing(
  { documents, scores }: Pick<Candidates, "documents" | "scores">,
  all: Iterable<number>,
): Pick<Candidates, "documents" | "scores"> {
  const ranked = new Set(documents);
  const others = [...all].filter((document) => !ranked.has(document)).sort((a, b) => a - b);
  const lowest = scores.at(-1) ?? 0;
  return {
    documents: Uint32Array.of(...documents, ...others),
    scores: Float64Array.of(...scores, ...others.map((_, i) => lowest - 1 - i)),
  };
}

/**
 * The queries that have a relevant judgement; a sample of them, in their order,
 * where there are more than `maxQueries`. Collections are often sorted, so the first
 * queries are not representative. The sample depends on the queries alone: models
 * with different seeds are validated on the same queries. Throws `BAD_ARGUMENT` when
 * no query has a relevant judgement.
 */
export function judgedQueries(
  { name, queries, judgements }: Split,
  { maxQueries = Infinity }: { maxQueries?: number } = {},
): readonly Query[] {
  const judged = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  if (judged.length === 0) {
    throw badArgument(`${name} has no query with a relevant document: it cannot be learned from`);
  }
  if (judged.length <= maxQueries) return judged;
  const order = new Random(0).split("sampled queries").shuffle(judged.map((_, i) => i));
  const sample = new Set(order.slice(0, maxQueries));
  return judged.filter((_, i) => sample.has(i));
}
