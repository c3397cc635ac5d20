/**
 * Training examples: a query with documents and their grades. Two documents make a triple, more
 * make a list.
 */

import type { TokenIds } from "../models/index.ts";

/** One training example: a query with documents of different grades. */
export interface Example {
  readonly query: TokenIds;
  /** At least two; the first has the highest grade. */
  readonly documents: readonly TokenIds[];
  /** Relevant above 0, higher is better. Parallel to `documents`. */
  readonly grades: readonly number[];
}

/** A source of examples by epoch. */
export interface ExampleSource {
  /**
   * The examples of an epoch, counted from 0; the same number gives the same examples in the same
   * order. They come in chunks of any length, because awaiting an example takes longer than making
   * one.
   */
  examples(epoch: number): AsyncIterable<readonly Example[]>;
  /** The number of examples per epoch, if known beforehand. */
  readonly size?: number;
}

/** Visits the positions of all pairs of documents of different grades, the better first. */
export function forEachGradedPair(
  grades: readonly number[],
  visit: (better: number, worse: number) => void,
): void {
  for (let i = 0; i < grades.length; i++) {
    const high = grades[i] as number;
    for (let j = 0; j < grades.length; j++) if (high > (grades[j] as number)) visit(i, j);
  }
}

/** The division of examples into batches and epochs. */
export interface BatchSettings {
  readonly epochs: number;
  readonly batchSize: number;
  /** Maximum number over all epochs. */
  readonly maxExamples: number;
}

/**
 * The same items, each requested while the one before is in use: batches are made on this thread
 * while a step runs on others.
 */
export async function* prefetch<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  next.catch(() => {}); // rethrown by the await below
  try {
    for (let item = await next; item.done !== true; item = await next) {
      next = items.next();
      next.catch(() => {});
      yield item.value;
    }
  } finally {
    await items.return(undefined);
  }
}

/** The batches of all epochs in sequence. The last batch of an epoch may be smaller. */
export async function* splitBatches(
  source: ExampleSource,
  { epochs, batchSize, maxExamples }: BatchSettings,
): AsyncGenerator<readonly Example[]> {
  let remaining = maxExamples;
  for (let epoch = 0; epoch < epochs && remaining > 0; epoch++) {
    let batch: Example[] = [];
    for await (const run of source.examples(epoch)) {
      for (const example of run) {
        batch.push(example);
        remaining--;
        if (remaining <= 0) break;
        if (batch.length < batchSize) continue;
        yield batch;
        batch = [];
      }
      if (remaining <= 0) break;
    }
    if (batch.length > 0) yield batch;
  }
}
