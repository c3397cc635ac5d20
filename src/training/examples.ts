/**
 * What a model learns from: a query with documents and how relevant they are.
 * Two documents make a triple; more make a list.
 */

import type { TokenIds } from "../models/index.ts";

/** What a model learns from at once: a query with documents of different grades. */
export interface Example {
  readonly query: TokenIds;
  /** At least two; the first has the highest grade. */
  readonly documents: readonly TokenIds[];
  /** Above 0 relevant, the higher the more. Parallel to `documents`. */
  readonly grades: readonly number[];
}

/** Where examples come from, epoch by epoch. */
export interface ExampleSource {
  /**
   * The examples of an epoch, counted from 0: the same ones in the same order
   * for the same number. They come in runs of any length, since to wait for
   * an example takes longer than to make one.
   */
  examples(epoch: number): AsyncIterable<readonly Example[]>;
  /** Examples an epoch, where that is known beforehand. */
  readonly size?: number;
}

/** Visits the places of all pairs of documents of different grades, the better first. */
export function forEachGradedPair(
  grades: readonly number[],
  visit: (better: number, worse: number) => void,
): void {
  for (let i = 0; i < grades.length; i++) {
    const high = grades[i] as number;
    for (let j = 0; j < grades.length; j++) if (high > (grades[j] as number)) visit(i, j);
  }
}

/** How examples are cut into batches and epochs. */
export interface BatchSettings {
  readonly epochs: number;
  readonly batchSize: number;
  /** Over all epochs. */
  readonly mostExamples: number;
}

/**
 * The same items, each asked for while the one before it is at work: batches
 * are made on this thread while a step runs on others.
 */
export async function* prefetch<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next();
  next.catch(() => {}); // told when its turn comes
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

/** Batches of all epochs, one after the other. The last of an epoch may be smaller. */
export async function* splitBatches(
  source: ExampleSource,
  { epochs, batchSize, mostExamples }: BatchSettings,
): AsyncGenerator<readonly Example[]> {
  let remaining = mostExamples;
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
