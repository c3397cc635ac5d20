/**
 * Computes the exact scores of the candidates of a search: by the kernels where all
 * clauses share a table of scores for weight 1, then from the tags of their
 * accumulators, then by lookup of the documents.
 */

import type { FieldView, IndexSnapshot, IndexView } from "../../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { scoreDocuments } from "../traversal/score-documents.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { runTimedBatches } from "../traversal/timed-batches.ts";
import { type AccumulatorTags, ROUNDED_TAGS } from "./accumulator-tags.ts";
import { type KernelCandidates, scoreUnresolved, sortByDocument } from "./exact-scores.ts";
import { scoreFields } from "./field-scores.ts";
import { ROWS } from "./layout.generated.ts";
import type { SegmentLists } from "./list-opener.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { RoundedQuery } from "./rounded-lists.ts";
import type { ScoreTables } from "./score-tables.ts";
import { MAX_CLAUSES, type SearchArena } from "./search-arena.ts";
import type { SearchableView } from "./searchable-view.ts";
import type { SharedIndex } from "./shared-index.ts";
import type { ExactUnitScores } from "./unit-scores.ts";

/** The candidates of a search, and its state. */
export interface CandidateSet {
  readonly tags: AccumulatorTags;
  readonly lists: readonly SegmentLists[];
  /** The weight of one occurrence, by clause. */
  readonly occurrences: readonly number[];
  readonly count: number;
  /** The field of all lists; absent where they cover whole documents. */
  readonly singleField?: FieldView | undefined;
}

export class CandidateScores {
  readonly #index: SharedIndex;
  readonly #view: IndexView;
  readonly #arena: SearchArena;
  readonly #kernels: RetrievalKernels;
  readonly #tables: ScoreTables;
  readonly #lengths: Float64Array | Uint32Array;
  /** Weights of clauses, in the memory of the kernels. */
  readonly #weights: Float64Array;

  constructor(
    index: SharedIndex,
    { view, snapshot, weighted }: SearchableView,
    arena: SearchArena,
    kernels: RetrievalKernels,
    tables: ScoreTables,
  ) {
    const { buffer } = index.memory;
    this.#index = index;
    this.#view = view;
    this.#arena = arena;
    this.#kernels = kernels;
    this.#tables = tables;
    this.#lengths = weighted?.lengths ?? readLengths(index, snapshot);
    this.#weights = new Float64Array(buffer, arena.weights, MAX_CLAUSES);
  }

  /**
   * Fills `scores` in the kernels' memory. Candidates without a score when time runs
   * out are dropped.
   */
  score(prepared: PreparedQuery, candidateSet: CandidateSet, limit: TimeLimit): void {
    const { clauses, documentPart } = prepared;
    const { tags, lists, occurrences, singleField, count } = candidateSet;
    const unitScores = clauses.map(({ match }, i) =>
      this.#tables.getExactScores(match, occurrences[i] as number),
    );
    const candidates = this.#readCandidates(occurrences, unitScores, count, singleField?.lengths);
    const { documents, scores, lengths } = candidates;
    const unscored = this.#scoreByTable(clauses, tags, unitScores, count);
    const unresolved = this.#scoreInBatches(unscored, clauses.length, scores, limit, (slots) =>
      scoreUnresolved(clauses, tags, candidates, slots, (clause, targets) =>
        this.#readFrequencies(lists, clause, targets),
      ),
    );
    const scoreDocument = documentPart?.open();
    if (scoreDocument !== undefined) {
      for (let i = 0; i < scores.length; i++) {
        const document = documents[i] as number;
        scores[i] = (scores[i] as number) + scoreDocument(document, lengths[document] as number);
      }
    }
    this.#lookUp(singleField ?? this.#view, prepared, candidates, unresolved, limit);
    if (limit.isOver) this.#dropUnscored(candidates);
  }

  /** The same for a query whose accumulators are its scores, except for postings in last rows. */
  scoreRounded(
    { clauses }: PreparedQuery,
    { terms, scale }: RoundedQuery,
    singleField: FieldView | undefined,
    limit: TimeLimit,
  ): void {
    const candidates = this.#readCandidates([], [], this.#arena.search.candidateCount);
    const bounded = takeAccumulators(candidates, scale);
    if (bounded === undefined) return;
    const lengths = singleField?.lengths ?? this.#lengths;
    const slots = sortByDocument(Uint32Array.from(bounded), candidates.documents);
    this.#scoreInBatches(slots, clauses.length, candidates.scores, limit, (batch) => {
      correctLastRows(clauses, terms, lengths, candidates, batch);
      return NO_SLOTS;
    });
    if (limit.isOver) this.#dropUnscored(candidates);
  }

  /**
   * Fills `scores` of a query over fields and returns them. Candidates without a
   * score when time runs out are dropped.
   */
  scoreFields(prepared: PreparedQuery, candidateSet: CandidateSet, limit: TimeLimit): Float64Array {
    const { tags, lists, count } = candidateSet;
    const candidates = this.#readCandidates([], [], count);
    const { scores } = candidates;
    const kernelClauses = (lists[0] ?? []).length;
    const unresolved = this.#scoreInBatches(
      listAllSlots(count),
      kernelClauses,
      scores,
      limit,
      (slots) =>
        scoreFields(prepared, tags, candidates, slots, (clause, targets) =>
          this.#readFrequencies(lists, clause, targets),
        ),
    );
    this.#lookUp(this.#view, prepared, candidates, unresolved, limit);
    return limit.isOver ? this.#dropUnscored(candidates) : scores;
  }

  /**
   * Scores the candidates in `slots` while there is time, sets the others to NaN,
   * and returns the result of `score`.
   */
  #scoreInBatches(
    slots: Uint32Array,
    clauses: number,
    scores: Float64Array,
    limit: TimeLimit,
    score: (slots: Uint32Array) => Uint32Array,
  ): number[] {
    const unresolved: number[] = [];
    if (slots.length === 0) return unresolved;
    const done = runTimedBatches(slots.length, clauses, limit, (from, to) => {
      for (const slot of score(slots.subarray(from, to))) unresolved.push(slot);
    });
    for (const slot of slots.subarray(done)) scores[slot] = NaN;
    return unresolved;
  }

  /** Scores candidates from the lists of the index, where nothing cheaper is exact. */
  #lookUp(
    view: IndexView,
    prepared: PreparedQuery,
    { documents, scores }: KernelCandidates,
    unresolved: readonly number[],
    limit: TimeLimit,
  ): void {
    if (unresolved.length === 0) return;
    const done = runTimedBatches(unresolved.length, prepared.clauses.length, limit, (from, to) => {
      const slots = unresolved.slice(from, to);
      const numbers = slots.map((slot) => documents[slot] as number);
      const exactScores = scoreDocuments(view, prepared, numbers);
      for (const [i, slot] of slots.entries()) scores[slot] = exactScores[i] as number;
    });
    for (const slot of unresolved.slice(done)) scores[slot] = NaN;
  }

  /** Drops candidates without a score, and returns the scores of the others. */
  #dropUnscored({ documents, scores }: KernelCandidates): Float64Array {
    let count = 0;
    for (let i = 0; i < scores.length; i++) {
      if (Number.isNaN(scores[i])) continue;
      documents[count] = documents[i] as number;
      scores[count++] = scores[i] as number;
    }
    this.#arena.search.candidateCount = count;
    return scores.subarray(0, count);
  }

  /**
   * Scores by the kernels, where all clauses share one table. Returns the slots of
   * candidates that are still to be scored.
   */
  #scoreByTable(
    clauses: readonly Clause[],
    { bits }: AccumulatorTags,
    unitScores: readonly ExactUnitScores[],
    count: number,
  ): Uint32Array {
    const [shared] = unitScores;
    const isShared = unitScores.every(({ values }) => values === shared?.values);
    if (bits === 0 || shared === undefined || shared.classes === 0 || !isShared) {
      return listAllSlots(count);
    }
    const { search, weights, exactScores } = this.#arena;
    for (const [i, { weight }] of clauses.entries()) this.#weights[i] = weight;
    this.#tables.loadExact(shared);
    const unscoredCount = this.#kernels.scoreCandidates(
      search.address,
      clauses.length,
      bits,
      weights,
      exactScores,
      shared.classes,
    );
    return new Uint32Array(this.#index.memory.buffer, search.ordered, unscoredCount).slice();
  }

  /** The frequency of the term of a clause in each document; documents ascend. */
  #readFrequencies(
    lists: readonly SegmentLists[],
    clause: number,
    targets: Float64Array,
  ): Uint32Array {
    const { buffer } = this.#index.memory;
    const { ordered, keys } = this.#arena.search;
    const frequencies = new Uint32Array(targets.length);
    let from = 0;
    for (const [i, { firstDocument, documentLimit }] of this.#index.segments.entries()) {
      let to = from;
      while (to < targets.length && (targets[to] as number) < firstDocument + documentLimit) to++;
      const list = (lists[i] as SegmentLists)[clause];
      if (list !== undefined && to > from) {
        const count = to - from;
        const documents = new Uint32Array(buffer, ordered, count);
        for (let j = 0; j < count; j++)
          documents[j] = (targets[from + j] as number) - firstDocument;
        this.#kernels.readFrequencies(list.state.address, ordered, count, keys);
        frequencies.set(new Uint32Array(buffer, keys, count), from);
      }
      from = to;
    }
    return frequencies;
  }

  #readCandidates(
    occurrences: readonly number[],
    unitScores: readonly ExactUnitScores[],
    count: number,
    lengths: KernelCandidates["lengths"] = this.#lengths,
  ): KernelCandidates {
    const { candidates, candidateAccumulators, candidateClasses, scores } = this.#arena.search;
    const { buffer } = this.#index.memory;
    return {
      documents: new Uint32Array(buffer, candidates, count),
      accumulators: new Int32Array(buffer, candidateAccumulators, 2 * count),
      classes: new Uint8Array(buffer, candidateClasses, count),
      scores: new Float64Array(buffer, scores, count),
      lengths,
      occurrences,
      unitScores,
    };
  }
}

const NO_SLOTS = new Uint32Array();

/** Takes scores from accumulators; returns the slots of those with a posting in a last row, if any. */
function takeAccumulators(
  { accumulators, scores }: KernelCandidates,
  scale: number,
): number[] | undefined {
  let bounded: number[] | undefined;
  for (let slot = 0; slot < scores.length; slot++) {
    scores[slot] = (accumulators[2 * slot + 1] as number) / scale;
    if ((accumulators[2 * slot] as number) >>> 0 < ROUNDED_TAGS.lastRow) continue;
    bounded ??= [];
    bounded.push(slot);
  }
  return bounded;
}

/**
 * Corrects scores for the postings of last rows, which were scored with the largest frequency of
 * their row. Slots ascend by document. Sums of steps are exact in any order.
 */
function correctLastRows(
  clauses: readonly Clause[],
  terms: RoundedQuery["terms"],
  lengths: KernelCandidates["lengths"],
  { documents, scores }: KernelCandidates,
  slots: Uint32Array,
): void {
  for (const [i, { weight, match, open }] of clauses.entries()) {
    const { largest = 0 } = terms[i] ?? {};
    if (largest < ROWS) continue;
    const cursor = open();
    for (const slot of slots) {
      const document = documents[slot] as number;
      if (cursor.document < document) cursor.seek(document);
      if (cursor.document !== document || cursor.frequency < ROWS) continue;
      const length = lengths[document] as number;
      const excess = match(largest, length) - match(cursor.frequency, length);
      scores[slot] = (scores[slot] as number) - weight * excess;
    }
  }
}

function listAllSlots(count: number): Uint32Array {
  return new Uint32Array(count).map((_, slot) => slot);
}

/** The lengths of all documents of the index. */
function readLengths(
  { memory, lengths, documentLimit }: SharedIndex,
  { parts: [first] }: IndexSnapshot,
): Uint32Array {
  if (lengths === 0 && first !== undefined) return first.segment.documents.lengths;
  return new Uint32Array(memory.buffer, lengths, documentLimit);
}
