/**
 * Applies a pruning rule to an index before anything is written: a filter for the merge that writes
 * the pruned index, and weights that compensate for the statistics that fewer postings change.
 */

import type { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
} from "../snapshots/index-view.ts";
import { FieldPostingFilter } from "./field-posting-filter.ts";
import { IDF_FUNCTIONS } from "./idf.ts";
import {
  ImpactTable,
  PostingFilter,
  type PostingPredicates,
  type PruningRule,
  type PruningStatistics,
} from "./pruning-rule.ts";
import { TermWeights, type WeightEntry } from "./term-weights.ts";

export interface PrunedPostings {
  readonly weights: TermWeights;
  /** Numbers documents without deleted ones, as a merge of all segments does. */
  readonly filter?: PostingPredicates;
}

/**
 * `view` is the whole text of `snapshot`, which a word has one weight in.
 *
 * With `recomputed` statistics, nothing compensates: idf and p(t|C) are those of the postings that
 * remain, as in Frej et al., SIGIR 2020.
 */
export function prunePostings(
  snapshot: IndexSnapshot,
  view: IndexView,
  weights: TermWeights,
  rule: PruningRule,
  statistics: "kept" | "recomputed" = "kept",
): { readonly weights: TermWeights; readonly filter: PostingPredicates } {
  const isStopped = (term: string): boolean => weights.queryWeight(term) === 0;
  const lists = new LivePostings(snapshot, view, isStopped);
  const before = toRuleStatistics(lists.statistics, lists, (term) => view.term(term));
  const impacts = new ImpactTable(rule, weights, before);
  const filter = new FieldPostingFilter(
    new PostingFilter(rule.threshold, impacts, lists.lengths),
    lists.lengths.length,
    lists.terms,
    (term) => (isStopped(term) ? [] : [lists.read(term)]),
  );
  if (statistics === "recomputed") return { weights, filter };
  const prunedStatistics = new Map<string, TermStatistics>();
  for (const term of lists.terms) {
    const predicate = filter.predicate(term);
    const filtered = countFiltered(lists.read(term), predicate);
    if (filtered.documentFrequency > 0) prunedStatistics.set(term, filtered);
  }
  const after = toRuleStatistics(prunedStatistics, lists, (term) => prunedStatistics.get(term));
  return { weights: compensateWeights(weights, rule, before, after), filter };
}

/** Keeps the query weight times idf, and the document weight over p(t|C), unchanged. */
function compensateWeights(
  weights: TermWeights,
  { model, idf }: PruningRule,
  before: PruningStatistics,
  after: PruningStatistics,
): TermWeights {
  const entries: WeightEntry[] = [];
  for (const [term, weight, query] of weights.entries()) {
    const [was, is] = [before.term(term), after.term(term)];
    if (was === undefined || is === undefined) entries.push([term, weight, query]);
    else {
      const rarer = IDF_FUNCTIONS[idf](was, before) / IDF_FUNCTIONS[idf](is, after);
      const likelier = model === "lm" ? is.collectionFrequency / was.collectionFrequency : 1;
      entries.push([term, weight * likelier, query * (Number.isFinite(rarer) ? rarer : 1)]);
    }
  }
  return new TermWeights(entries, weights.missing, weights.missingQuery);
}

function toRuleStatistics(
  statistics: ReadonlyMap<string, TermStatistics>,
  { documentCount, totalLength }: LivePostings,
  term: PruningStatistics["term"],
): PruningStatistics {
  let maxCollectionFrequency = 0;
  for (const { collectionFrequency } of statistics.values()) {
    maxCollectionFrequency = Math.max(maxCollectionFrequency, collectionFrequency);
  }
  return { documentCount, totalLength, maxCollectionFrequency, term };
}

function countFiltered(
  { documents, frequencies, count }: ReturnType<LivePostings["read"]>,
  predicate: ReturnType<PostingPredicates["predicate"]>,
): TermStatistics {
  let [documentFrequency, collectionFrequency] = [0, 0];
  for (let i = 0; i < count; i++) {
    const frequency = frequencies[i] as number;
    if (predicate?.(documents[i] as number, frequency) === false) continue;
    documentFrequency++;
    collectionFrequency += frequency;
  }
  return { documentFrequency, collectionFrequency };
}

/**
 * The lists of an index without stop words, which do not count in lengths either; live documents
 * are numbered consecutively.
 */
class LivePostings {
  readonly terms: readonly string[];
  readonly lengths: Float64Array;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly statistics: Map<string, TermStatistics>;
  readonly #view: IndexView;
  readonly #numbers: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #frequencies: Uint32Array;

  constructor(snapshot: IndexSnapshot, view: IndexView, isStopped: (term: string) => boolean) {
    this.#view = view;
    const all = view.termsWithPrefix("", Infinity);
    this.terms = all.filter((term) => !isStopped(term));
    this.documentCount = view.documentCount;
    this.statistics = new Map(this.terms.map((term) => [term, view.term(term) as TermStatistics]));
    this.#numbers = new Uint32Array(view.documentLimit);
    this.lengths = new Float64Array(snapshot.documentCount);
    let liveCount = 0;
    for (let document = 0; document < view.documentLimit; document++) {
      this.#numbers[document] = liveCount;
      if (view.find(view.id(document)) !== document) continue;
      this.lengths[liveCount++] = view.length(document);
    }
    this.#documents = new Uint32Array(snapshot.documentCount);
    this.#frequencies = new Uint32Array(snapshot.documentCount);
    let { totalLength } = view;
    for (const term of all.filter(isStopped)) {
      const { documents, frequencies, count } = this.read(term);
      for (let i = 0; i < count; i++) {
        const document = documents[i] as number;
        this.lengths[document] = (this.lengths[document] as number) - (frequencies[i] as number);
        totalLength -= frequencies[i] as number;
      }
    }
    this.totalLength = totalLength;
  }

  /** Valid until the next call. */
  read(term: string): {
    readonly documents: Uint32Array;
    readonly frequencies: Uint32Array;
    readonly count: number;
  } {
    const cursor = this.#view.postings(term) as PostingsCursor;
    let count = 0;
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      this.#documents[count] = this.#numbers[document] as number;
      this.#frequencies[count++] = cursor.frequency;
    }
    return { documents: this.#documents, frequencies: this.#frequencies, count };
  }
}
