/** What the first stage finds: the documents that triples are drawn from and models put in order. */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import type { Split } from "../collection/split.ts";
import { badArgument } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import type { Ranker, Searcher } from "./index.ts";

/** A query with its candidates, best first. */
export interface Candidates {
  readonly query: Query;
  /** Numbers in the index, and the first stage's scores. */
  readonly documents: Uint32Array;
  readonly scores: Float64Array;
  /** The judgements of the query by document number. Judged documents outside the index are not there. */
  readonly grades: ReadonlyMap<number, number>;
  /** All grades of the query, of documents in the index or not. */
  readonly judged: ReadonlyMap<string, number>;
}

export interface FirstStageOptions {
  readonly ranker?: string | Ranker;
  /** Documents a query. */
  readonly top?: number;
  /** The whole index, or the judged documents of a query: all of them, those not found at the end. */
  readonly among?: "index" | "judged";
  readonly progress?: Progress;
}

/** Ranks documents for every query. A query that finds nothing has no candidates but is there. */
export async function findCandidates(
  searcher: Searcher,
  queries: readonly Query[],
  judgements: Judgements,
  { ranker = "bm25", top = 100, among = "index", progress = silent }: FirstStageOptions = {},
): Promise<readonly Candidates[]> {
  const found: Candidates[] = [];
  const { view } = searcher;
  for (const query of queries) {
    const { id, text, exclude = [] } = query;
    const judged = judgements.get(id) ?? new Map<string, number>();
    const grades = new Map<number, number>();
    for (const [document, grade] of judged) {
      const number = view.find(document);
      if (number !== undefined && !exclude.includes(document)) grades.set(number, grade);
    }
    const isOpen = among === "index";
    const numbers = exclude.map((each) => view.find(each)).filter((each) => each !== undefined);
    const given = isOpen
      ? { top, exclude: new Set(numbers) }
      : { top: Math.max(1, grades.size), filter: grades };
    const hits = await searcher.rank(text, { ranker, ...given });
    const { documents, scores } = isOpen ? hits : withAll(hits, grades.keys());
    const done = found.push({ query, documents, scores, grades, judged });
    if (done % 64 === 0 || done === queries.length) {
      const labels = { task: "first stage", unit: "queries", total: queries.length };
      progress({ ...labels, done, finished: done === queries.length });
    }
  }
  return found;
}

/** Hits with the other documents behind them, in their order and each below the one before. */
function withAll(
  { documents, scores }: Pick<Candidates, "documents" | "scores">,
  all: Iterable<number>,
): Pick<Candidates, "documents" | "scores"> {
  const found = new Set(documents);
  const others = [...all].filter((document) => !found.has(document)).sort((a, b) => a - b);
  const lowest = scores.at(-1) ?? 0;
  return {
    documents: Uint32Array.of(...documents, ...others),
    scores: Float64Array.of(...scores, ...others.map((_, i) => lowest - 1 - i)),
  };
}

/**
 * The queries that have a relevant judgement or, where there are more than
 * `most`, a sample of them in their order. Collections are often sorted, so the
 * first ones would not stand for all. The sample depends on the queries alone:
 * models of different seeds are validated on the same ones.
 * `BAD_ARGUMENT` when no query is judged: nothing can be learned from them.
 */
export function judgedQueries(
  { name, queries, judgements }: Split,
  { most = Infinity }: { most?: number } = {},
): readonly Query[] {
  const judged = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  if (judged.length === 0) {
    throw badArgument(`${name} has no query with a relevant document: it cannot be learned from`);
  }
  if (judged.length <= most) return judged;
  const order = new Random(0).split("sampled queries").shuffle(judged.map((_, i) => i));
  const kept = new Set(order.slice(0, most));
  return judged.filter((_, i) => kept.has(i));
}
