/**
 * Samples the examples of an epoch: for every relevant document of a query, documents of a lower
 * grade. Hard negatives are ranked near it by the first stage; random negatives come from the whole
 * index. A document without a judgement counts as not relevant.
 */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { IndexView } from "../index/index.ts";
import type { Candidates } from "../ranking/candidates.ts";

/** A relevant document with its grade. */
export type Positive = readonly [document: number, grade: number];

export interface EpochSamplingOptions {
  /** Negatives per positive from the candidates, and from the whole index. */
  readonly hard?: number;
  readonly random?: number;
  /** Maximum positives of a query per epoch. */
  readonly maxPositives?: number;
}

/** Maximum draws of a random document before an example does without one. */
const MAX_TRIES = 100;

/** Examples in columns, because there are as many as triples: documents and grades in sequence. */
export class SampledEpoch {
  readonly #queries: number[] = [];
  readonly #documents: number[] = [];
  readonly #grades: number[] = [];
  /** The end offset of each example among the documents. */
  readonly #ends: number[] = [];
  /** The examples in training order. */
  #order: Uint32Array = new Uint32Array(0);

  get size(): number {
    return this.#ends.length;
  }

  /** The query of an example, by its position among the candidates. */
  query(example: number): number {
    return this.#queries[this.#order[example] as number] as number;
  }

  /** Document numbers, the relevant one first. */
  documents(example: number): number[] {
    const [start, end] = this.#range(example);
    return this.#documents.slice(start, end);
  }

  /** Parallel to `documents`. */
  grades(example: number): number[] {
    const [start, end] = this.#range(example);
    return this.#grades.slice(start, end);
  }

  /** Adds a document to the current example. */
  add(document: number, grade: number): void {
    this.#documents.push(document);
    this.#grades.push(grade);
  }

  /** Ends an example. An example without a document below the first is dropped. */
  close(query: number): void {
    const start = this.#ends.at(-1) ?? 0;
    if (this.#documents.length - start > 1) {
      this.#queries.push(query);
      this.#ends.push(this.#documents.length);
      return;
    }
    this.#documents.length = start;
    this.#grades.length = start;
  }

  shuffle(random: Random): this {
    this.#order = random.shuffle(Uint32Array.from(this.#ends.keys()));
    return this;
  }

  #range(example: number): [start: number, end: number] {
    const position = this.#order[example] as number;
    return [
      position === 0 ? 0 : (this.#ends[position - 1] as number),
      this.#ends[position] as number,
    ];
  }
}

/** Draws from `positives`, the relevant documents of each query, and shuffles. */
export function sampleEpoch(
  view: IndexView,
  candidates: readonly Candidates[],
  positives: readonly (readonly Positive[])[],
  random: Random,
  { hard = 1, random: anywhere = 0, maxPositives = 8 }: EpochSamplingOptions,
): SampledEpoch {
  if (!(hard >= 0 && anywhere >= 0 && hard + anywhere >= 1)) {
    throw badArgument(`a positive needs negatives, got ${hard} hard and ${anywhere} random ones`);
  }
  const epoch = new SampledEpoch();
  const longest = candidates.reduce(
    (maxLength, { documents }) => Math.max(maxLength, documents.length),
    0,
  );
  const remaining = new Uint32Array(longest);
  for (const [query, queryCandidates] of candidates.entries()) {
    const relevant = random.shuffle([...(positives[query] as readonly Positive[])]);
    for (const [better, grade] of relevant.slice(0, maxPositives)) {
      epoch.add(better, grade);
      addHardNegatives(epoch, queryCandidates, grade, hard, random, remaining);
      addRandomNegatives(epoch, view, queryCandidates, grade, anywhere, random);
      epoch.close(query);
    }
  }
  return epoch.shuffle(random);
}

/**
 * Adds `count` candidates of a lower grade, sampled uniformly without replacement. `left` is a buffer
 * for all candidates.
 */
function addHardNegatives(
  epoch: SampledEpoch,
  { documents, grades }: Candidates,
  grade: number,
  count: number,
  random: Random,
  remaining: Uint32Array,
): void {
  remaining.set(documents);
  let missing = count;
  for (let { length } = documents; missing > 0 && length > 0; length--) {
    const at = random.below(length);
    const document = remaining[at] as number;
    remaining[at] = remaining[length - 1] as number;
    const other = Math.max(0, grades.get(document) ?? 0);
    if (other >= grade) continue;
    epoch.add(document, other);
    missing--;
  }
}

function addRandomNegatives(
  epoch: SampledEpoch,
  view: IndexView,
  { query, grades }: Candidates,
  grade: number,
  count: number,
  random: Random,
): void {
  const sampled = new Set<number>();
  for (let tries = 0; sampled.size < count && tries < count * MAX_TRIES; tries++) {
    const document = random.below(view.documentLimit);
    const id = view.id(document);
    const isLiving = view.find(id) === document;
    const isAllowed = (grades.get(document) ?? 0) < grade && query.exclude?.includes(id) !== true;
    if (isLiving && isAllowed) sampled.add(document);
  }
  for (const document of sampled) epoch.add(document, Math.max(0, grades.get(document) ?? 0));
}
