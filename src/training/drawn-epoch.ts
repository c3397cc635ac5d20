/**
 * What an epoch learns from: for every relevant document of a query, documents
 * of a lower grade; hard ones, which the first stage ranks beside it, and
 * random ones from the whole index. A document that nobody judged counts as
 * not relevant.
 */

import { badArgument } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { IndexView } from "../index/index.ts";
import type { Candidates } from "../ranking/candidates.ts";

/** A relevant document with its grade. */
export type Positive = readonly [document: number, grade: number];

export interface DrawingOptions {
  /** Negatives for each positive from the candidates, and from the whole index. */
  readonly hard?: number;
  readonly random?: number;
  /** Positives of a query in one epoch at most. */
  readonly mostPositives?: number;
}

/** Tries at a random document that may serve, before one example goes without it. */
const MOST_TRIES = 100;

/** Examples in columns, for there are as many as triples: documents and grades one after the other. */
export class DrawnEpoch {
  readonly #queries: number[] = [];
  readonly #documents: number[] = [];
  readonly #grades: number[] = [];
  /** Where each example ends among the documents. */
  readonly #ends: number[] = [];
  /** The places of the examples in the order in which they are learned from. */
  #order: Uint32Array = new Uint32Array(0);

  get size(): number {
    return this.#ends.length;
  }

  /** The query of an example, by its place among the candidates. */
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

  /** Adds a document to the example that is being made. */
  add(document: number, grade: number): void {
    this.#documents.push(document);
    this.#grades.push(grade);
  }

  /** Ends an example; one without a document below the first is taken back. */
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
    const place = this.#order[example] as number;
    return [place === 0 ? 0 : (this.#ends[place - 1] as number), this.#ends[place] as number];
  }
}

/** Draws from `positives`, which holds those of each query, and shuffles. */
export function drawEpoch(
  view: IndexView,
  candidates: readonly Candidates[],
  positives: readonly (readonly Positive[])[],
  random: Random,
  { hard = 1, random: anywhere = 0, mostPositives = 8 }: DrawingOptions,
): DrawnEpoch {
  if (!(hard >= 0 && anywhere >= 0 && hard + anywhere >= 1)) {
    throw badArgument(`a positive needs negatives, got ${hard} hard and ${anywhere} random ones`);
  }
  const drawn = new DrawnEpoch();
  const longest = candidates.reduce((most, { documents }) => Math.max(most, documents.length), 0);
  const left = new Uint32Array(longest);
  for (const [query, given] of candidates.entries()) {
    const relevant = random.shuffle([...(positives[query] as readonly Positive[])]);
    for (const [better, grade] of relevant.slice(0, mostPositives)) {
      drawn.add(better, grade);
      addHard(drawn, given, grade, hard, random, left);
      addRandom(drawn, view, given, grade, anywhere, random);
      drawn.close(query);
    }
  }
  return drawn.shuffle(random);
}

/** So many candidates of a lower grade, all equally likely, none twice. `left` is a buffer for all candidates. */
function addHard(
  drawn: DrawnEpoch,
  { documents, grades }: Candidates,
  grade: number,
  count: number,
  random: Random,
  left: Uint32Array,
): void {
  left.set(documents);
  let missing = count;
  for (let { length } = documents; missing > 0 && length > 0; length--) {
    const at = random.below(length);
    const document = left[at] as number;
    left[at] = left[length - 1] as number;
    const other = Math.max(0, grades.get(document) ?? 0);
    if (other >= grade) continue;
    drawn.add(document, other);
    missing--;
  }
}

function addRandom(
  drawn: DrawnEpoch,
  view: IndexView,
  { query, grades }: Candidates,
  grade: number,
  count: number,
  random: Random,
): void {
  const taken = new Set<number>();
  for (let tries = 0; taken.size < count && tries < count * MOST_TRIES; tries++) {
    const document = random.below(view.documentLimit);
    const id = view.id(document);
    const isLiving = view.find(id) === document;
    const isAllowed = (grades.get(document) ?? 0) < grade && query.exclude?.includes(id) !== true;
    if (isLiving && isAllowed) taken.add(document);
  }
  for (const document of taken) drawn.add(document, Math.max(0, grades.get(document) ?? 0));
}
