/**
 * Gives the candidates of a search their exact scores: by the kernels where all
 * clauses share a table of scores for weight 1, then by the marks of their
 * accumulators, then by looking documents up.
 */

import type { FieldView, IndexSnapshot, IndexView } from "../../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { scoreDocuments } from "../traversal/given-documents.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { timedBatches } from "../traversal/timed-batches.ts";
import { type KernelCandidates, scoreTheRest } from "./exact-scores.ts";
import { scoreFields } from "./field-scores.ts";
import type { FrequencyMarks } from "./frequency-marks.ts";
import type { SegmentLists } from "./open-lists.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import type { ScoreTables } from "./score-tables.ts";
import { MOST_CLAUSES, type SearchArena } from "./search-arena.ts";
import type { SearchableView } from "./searchable-view.ts";
import type { SharedIndex } from "./shared-index.ts";
import type { ExactUnitScores } from "./unit-scores.ts";

/** What a search has found, and how. */
export interface FoundCandidates {
  readonly marks: FrequencyMarks;
  readonly lists: readonly SegmentLists[];
  /** What one occurrence counts, by clause. */
  readonly occurrences: readonly number[];
  readonly count: number;
  /** The field that all lists are of; absent where they are of whole documents. */
  readonly only?: FieldView | undefined;
}

export class CandidateScores {
  readonly #index: SharedIndex;
  readonly #view: IndexView;
  readonly #arena: SearchArena;
  readonly #kernels: RetrievalKernels;
  readonly #tables: ScoreTables;
  readonly #lengths: Float64Array | Uint32Array;
  /** Of clauses, where the kernels read them. */
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
    this.#lengths = weighted?.lengths ?? lengthsOf(index, snapshot);
    this.#weights = new Float64Array(buffer, arena.weights, MOST_CLAUSES);
  }

  /** Fills `scores` in the kernels' memory. Candidates that time ran out for are candidates no more. */
  score(prepared: PreparedQuery, found: FoundCandidates, limit: TimeLimit): void {
    const { clauses, documentPart } = prepared;
    const { marks, lists, occurrences, only, count } = found;
    const unitScores = clauses.map(({ match }, i) =>
      this.#tables.exactScores(match, occurrences[i] as number),
    );
    const candidates = this.#candidates(occurrences, unitScores, count, only?.lengths);
    const { documents, scores, lengths } = candidates;
    const left = this.#scoreByTable(clauses, marks, unitScores, count);
    const far = this.#inBatches(left, clauses.length, scores, limit, (places) =>
      scoreTheRest(clauses, marks, candidates, places, (clause, asked) =>
        this.#frequencies(lists, clause, asked),
      ),
    );
    const scoreDocument = documentPart?.open();
    if (scoreDocument !== undefined) {
      for (let i = 0; i < scores.length; i++) {
        const document = documents[i] as number;
        scores[i] = (scores[i] as number) + scoreDocument(document, lengths[document] as number);
      }
    }
    this.#lookUp(only ?? this.#view, prepared, candidates, far, limit);
    if (limit.isOver) this.#dropUnscored(candidates);
  }

  /** Fills `scores` of a query over fields, and returns them. Candidates that time ran out for are candidates no more. */
  scoreFields(prepared: PreparedQuery, found: FoundCandidates, limit: TimeLimit): Float64Array {
    const { marks, lists, count } = found;
    const candidates = this.#candidates([], [], count);
    const { scores } = candidates;
    const kernelClauses = (lists[0] ?? []).length;
    const far = this.#inBatches(allPlaces(count), kernelClauses, scores, limit, (places) =>
      scoreFields(prepared, marks, candidates, places, (clause, asked) =>
        this.#frequencies(lists, clause, asked),
      ),
    );
    this.#lookUp(this.#view, prepared, candidates, far, limit);
    return limit.isOver ? this.#dropUnscored(candidates) : scores;
  }

  /** Scores the candidates at `places` while there is time, the others as NaN, and returns what `score` returned. */
  #inBatches(
    places: Uint32Array,
    clauses: number,
    scores: Float64Array,
    limit: TimeLimit,
    score: (places: Uint32Array) => Uint32Array,
  ): number[] {
    const far: number[] = [];
    if (places.length === 0) return far;
    const done = timedBatches(places.length, clauses, limit, (from, to) => {
      for (const place of score(places.subarray(from, to))) far.push(place);
    });
    for (const place of places.subarray(done)) scores[place] = NaN;
    return far;
  }

  /** Scores candidates by the lists of the index, where all else is not exact enough. */
  #lookUp(
    view: IndexView,
    prepared: PreparedQuery,
    { documents, scores }: KernelCandidates,
    far: readonly number[],
    limit: TimeLimit,
  ): void {
    if (far.length === 0) return;
    const done = timedBatches(far.length, prepared.clauses.length, limit, (from, to) => {
      const places = far.slice(from, to);
      const numbers = places.map((place) => documents[place] as number);
      const looked = scoreDocuments(view, prepared, numbers);
      for (const [i, place] of places.entries()) scores[place] = looked[i] as number;
    });
    for (const place of far.slice(done)) scores[place] = NaN;
  }

  /** Returns the scores of those that have one. */
  #dropUnscored({ documents, scores }: KernelCandidates): Float64Array {
    let kept = 0;
    for (let i = 0; i < scores.length; i++) {
      if (Number.isNaN(scores[i])) continue;
      documents[kept] = documents[i] as number;
      scores[kept++] = scores[i] as number;
    }
    this.#arena.search.candidateCount = kept;
    return scores.subarray(0, kept);
  }

  /** By the kernels, where all clauses share one table. Returns the places of candidates still to be scored. */
  #scoreByTable(
    clauses: readonly Clause[],
    { bits }: FrequencyMarks,
    unitScores: readonly ExactUnitScores[],
    count: number,
  ): Uint32Array {
    const [shared] = unitScores;
    const isShared = unitScores.every(({ values }) => values === shared?.values);
    if (bits === 0 || shared === undefined || shared.classes === 0 || !isShared) {
      return allPlaces(count);
    }
    const { search, weights, exactScores } = this.#arena;
    for (const [i, { weight }] of clauses.entries()) this.#weights[i] = weight;
    this.#tables.loadExact(shared);
    const left = this.#kernels.scoreCandidates(
      search.address,
      clauses.length,
      bits,
      weights,
      exactScores,
      shared.classes,
    );
    return new Uint32Array(this.#index.memory.buffer, search.ordered, left).slice();
  }

  /** How often the term of a clause stands in documents that ascend. */
  #frequencies(lists: readonly SegmentLists[], clause: number, asked: Float64Array): Uint32Array {
    const { buffer } = this.#index.memory;
    const { ordered, keys } = this.#arena.search;
    const found = new Uint32Array(asked.length);
    let from = 0;
    for (const [i, { firstDocument, documentLimit }] of this.#index.segments.entries()) {
      let to = from;
      while (to < asked.length && (asked[to] as number) < firstDocument + documentLimit) to++;
      const list = (lists[i] as SegmentLists)[clause];
      if (list !== undefined && to > from) {
        const count = to - from;
        const documents = new Uint32Array(buffer, ordered, count);
        for (let j = 0; j < count; j++) documents[j] = (asked[from + j] as number) - firstDocument;
        this.#kernels.readFrequencies(list.state.address, ordered, count, keys);
        found.set(new Uint32Array(buffer, keys, count), from);
      }
      from = to;
    }
    return found;
  }

  #candidates(
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

function allPlaces(count: number): Uint32Array {
  return new Uint32Array(count).map((_, place) => place);
}

/** Of all documents of the index. */
function lengthsOf(
  { memory, lengths, documentLimit }: SharedIndex,
  { parts: [first] }: IndexSnapshot,
): Uint32Array {
  if (lengths === 0 && first !== undefined) return first.segment.documents.lengths;
  return new Uint32Array(memory.buffer, lengths, documentLimit);
}
