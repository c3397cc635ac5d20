/**
 * Gives the candidates of a search their exact scores: by the kernels where all
 * clauses share a table of scores for weight 1, then by the marks of their
 * accumulators, then by looking documents up.
 */

import type { FieldView, IndexSnapshot, IndexView } from "../../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { scoreDocuments } from "../traversal/given-documents.ts";
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
  readonly only?: FieldView;
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

  /** Fills `scores` in the kernels' memory, candidate by candidate. */
  score(prepared: PreparedQuery, found: FoundCandidates): void {
    const { clauses, documentPart } = prepared;
    const { marks, lists, occurrences, count } = found;
    const unitScores = clauses.map(({ match }, i) =>
      this.#tables.exactScores(match, occurrences[i] as number),
    );
    const { only } = found;
    const candidates = this.#candidates(occurrences, unitScores, count, only?.lengths);
    const { documents, scores, lengths } = candidates;
    const left = this.#scoreByTable(clauses, marks, unitScores, count);
    const far =
      left.length === 0
        ? left
        : scoreTheRest(clauses, marks, candidates, left, (clause, asked) =>
            this.#frequencies(lists, clause, asked),
          );
    const scoreDocument = documentPart?.open();
    if (scoreDocument !== undefined) {
      for (let i = 0; i < scores.length; i++) {
        const document = documents[i] as number;
        scores[i] = (scores[i] as number) + scoreDocument(document, lengths[document] as number);
      }
    }
    if (far.length === 0) return;
    const numbers = far.map((i) => documents[i] as number);
    const looked = scoreDocuments(only ?? this.#view, prepared, numbers);
    for (const [j, i] of far.entries()) scores[i] = looked[j] as number;
  }

  /** Fills `scores` of a query over fields, and returns them. */
  scoreFields(prepared: PreparedQuery, { marks, lists, count }: FoundCandidates): Float64Array {
    const candidates = this.#candidates([], [], count);
    const far = scoreFields(prepared, marks, candidates, (clause, asked) =>
      this.#frequencies(lists, clause, asked),
    );
    const { documents, scores } = candidates;
    if (far.length > 0) {
      const looked = scoreDocuments(
        this.#view,
        prepared,
        far.map((place) => documents[place] as number),
      );
      for (const [i, place] of far.entries()) scores[place] = looked[i] as number;
    }
    return scores;
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
      return new Uint32Array(count).map((_, place) => place);
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

/** Of all documents of the index. */
function lengthsOf(
  { memory, lengths, documentLimit }: SharedIndex,
  { parts: [first] }: IndexSnapshot,
): Uint32Array {
  if (lengths === 0 && first !== undefined) return first.segment.documents.lengths;
  return new Uint32Array(memory.buffer, lengths, documentLimit);
}
