/**
 * The inner loop of fastText: skip-gram with negative sampling over sub-words
 * (Mikolov et al., "Distributed representations of words and phrases", 2013;
 * Bojanowski et al. 2017), as the reference implementation computes it.
 *
 * One difference yields the same numbers except for rounding. The reference averages
 * a word's rows again for each word of its context and adds the gradient to each row
 * every time. Between two such steps only that gradient has changed the mean, by a
 * known multiple; so the mean is kept up to date and the rows are read and written
 * once for the whole context.
 */

import { Random } from "../common/random.ts";
import { type AliasTable, sampleAlias } from "./alias-table.ts";

/** All data that training reads and writes, in memory that threads can share. */
export interface SkipGramState {
  readonly dimension: number;
  readonly window: number;
  readonly negatives: number;
  readonly seed: number;
  readonly tokens: Int32Array;
  readonly lineEnd: number;
  /** By word, the probability of keeping an occurrence. */
  readonly keep: Float64Array;
  /** Rows of word `w`: `subwordRows` from `subwordStarts[w]` to `subwordStarts[w + 1]`. */
  readonly subwordStarts: Int32Array;
  readonly subwordRows: Int32Array;
  /** By word, how far its mean moves if a gradient is added to each of its rows. */
  readonly spread: Float64Array;
  readonly noise: AliasTable;
  readonly input: Float32Array;
  readonly output: Float32Array;
}

/** A part of the text, from the start of a line to the end of a line. */
export interface SkipGramPart {
  /** Seeds the random numbers of this part. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The learning rate at the start and at the end of the part. */
  readonly rates: readonly [number, number];
}

export interface SkipGramLoss {
  /** Summed over `pairs` pairs of a word and a word of its context. */
  readonly loss: number;
  readonly pairs: number;
}

/** A line is split after this many tokens. */
const MAX_LINE_TOKENS = 1024;
/** The logistic function is a table of 512 steps between -8 and 8. */
const STEPS = 512;
const BOUND = 8;
const LOGISTIC = Float64Array.from(
  { length: STEPS + 1 },
  (_, i) => 1 / (1 + Math.exp(BOUND - (2 * BOUND * i) / STEPS)),
);
const LOG_LOSS = LOGISTIC.map((value) => -Math.log(value));

/** Trains on one part of the text. */
export function trainPart(state: SkipGramState, part: SkipGramPart): SkipGramLoss {
  return new PartTrainer(state, part).run();
}

class PartTrainer {
  readonly #state: SkipGramState;
  readonly #part: SkipGramPart;
  readonly #random: Random;
  readonly #line: Int32Array = new Int32Array(MAX_LINE_TOKENS + 1);
  readonly #hidden: Float64Array;
  readonly #gradient: Float64Array;
  /** The gradients of a word's whole context. */
  readonly #change: Float64Array;
  #loss = 0;
  #pairs = 0;

  constructor(state: SkipGramState, part: SkipGramPart) {
    this.#state = state;
    this.#part = part;
    this.#random = new Random(state.seed).split(part.name);
    this.#hidden = new Float64Array(state.dimension);
    this.#gradient = new Float64Array(state.dimension);
    this.#change = new Float64Array(state.dimension);
  }

  run(): SkipGramLoss {
    const { from, to, rates } = this.#part;
    const slope = (rates[1] - rates[0]) / (to - from);
    for (let at = from; at < to; ) {
      const rate = rates[0] + slope * (at - from);
      const { length, next } = this.#readLine(at);
      for (let position = 0; position < length; position++) this.#learnWord(position, length, rate);
      at = next;
    }
    return { loss: this.#loss, pairs: this.#pairs };
  }

  /** Reads the tokens of a line, with frequent words subsampled. */
  #readLine(at: number): { length: number; next: number } {
    const { tokens, keep, lineEnd } = this.#state;
    const end = Math.min(this.#part.to, at + MAX_LINE_TOKENS + 1);
    let length = 0;
    while (at < end) {
      const word = tokens[at++] as number;
      if (this.#random.uniform() <= (keep[word] as number)) this.#line[length++] = word;
      if (word === lineEnd) break;
    }
    return { length, next: at };
  }

  #learnWord(position: number, length: number, rate: number): void {
    const state = this.#state;
    const word = this.#line[position] as number;
    const reach = 1 + this.#random.below(state.window);
    const first = Math.max(0, position - reach);
    const last = Math.min(length - 1, position + reach);
    this.#average(word);
    const spread = state.spread[word] as number;
    for (let other = first; other <= last; other++) {
      if (other === position) continue;
      this.#learnPair(this.#line[other] as number, rate);
      this.#move(spread);
    }
    this.#writeBack(word);
  }

  /** Writes the mean of the word's rows to `hidden` and zeros to `change`. */
  #average(word: number): void {
    const { dimension, input, subwordStarts, subwordRows } = this.#state;
    const hidden = this.#hidden;
    const start = subwordStarts[word] as number;
    const end = subwordStarts[word + 1] as number;
    hidden.fill(0);
    this.#change.fill(0);
    for (let at = start; at < end; at++) {
      const row = (subwordRows[at] as number) * dimension;
      for (let i = 0; i < dimension; i++) {
        hidden[i] = (hidden[i] as number) + (input[row + i] as number);
      }
    }
    const share = 1 / (end - start);
    for (let i = 0; i < dimension; i++) hidden[i] = (hidden[i] as number) * share;
  }

  /** One positive and some negatives. */
  #learnPair(target: number, rate: number): void {
    const { negatives, noise } = this.#state;
    this.#gradient.fill(0);
    this.#learnTarget(target, 1, rate);
    for (let i = 0; i < negatives; i++) {
      let negative = sampleAlias(noise, this.#random);
      while (negative === target) negative = sampleAlias(noise, this.#random);
      this.#learnTarget(negative, 0, rate);
    }
    this.#pairs++;
  }

  #learnTarget(word: number, label: number, rate: number): void {
    const { dimension, output } = this.#state;
    const hidden = this.#hidden;
    const gradient = this.#gradient;
    const row = word * dimension;
    const score = dot(output, row, hidden);
    const step = scoreStep(score);
    this.#loss += LOG_LOSS[label === 1 ? step : STEPS - step] as number;
    const logistic = score < -BOUND ? 0 : score > BOUND ? 1 : (LOGISTIC[step] as number);
    const factor = rate * (label - logistic);
    for (let i = 0; i < dimension; i++) {
      const weight = output[row + i] as number;
      gradient[i] = (gradient[i] as number) + factor * weight;
      output[row + i] = weight + factor * (hidden[i] as number);
    }
  }

  #move(spread: number): void {
    const hidden = this.#hidden;
    const gradient = this.#gradient;
    const change = this.#change;
    for (let i = 0; i < hidden.length; i++) {
      const value = gradient[i] as number;
      hidden[i] = (hidden[i] as number) + spread * value;
      change[i] = (change[i] as number) + value;
    }
  }

  /** Adds the whole change to every row, not divided by their number. */
  #writeBack(word: number): void {
    const { dimension, input, subwordStarts, subwordRows } = this.#state;
    const change = this.#change;
    const end = subwordStarts[word + 1] as number;
    for (let at = subwordStarts[word] as number; at < end; at++) {
      const row = (subwordRows[at] as number) * dimension;
      for (let i = 0; i < dimension; i++) {
        input[row + i] = (input[row + i] as number) + (change[i] as number);
      }
    }
  }
}

/** In four independent sums. */
function dot(rows: Float32Array, row: number, vector: Float64Array): number {
  const { length } = vector;
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = 0;
  for (; i + 3 < length; i += 4) {
    a += (rows[row + i] as number) * (vector[i] as number);
    b += (rows[row + i + 1] as number) * (vector[i + 1] as number);
    c += (rows[row + i + 2] as number) * (vector[i + 2] as number);
    d += (rows[row + i + 3] as number) * (vector[i + 3] as number);
  }
  for (; i < length; i++) a += (rows[row + i] as number) * (vector[i] as number);
  return a + b + (c + d);
}

/** The table index of a score, clipped to the table. */
function scoreStep(score: number): number {
  const step = Math.floor(((score + BOUND) * STEPS) / (2 * BOUND));
  return step < 0 ? 0 : Math.min(step, STEPS);
}
