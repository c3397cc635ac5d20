/**
 * Streams of items that arrive in batches. A promise per item costs more than reading most items,
 * so those who read many take the batches.
 */

/** Items one by one for `for await`, and in batches for `toBatches`. */
export class BatchedItems<T> implements AsyncIterable<T> {
  readonly #batches: () => AsyncIterable<Iterable<T>>;

  /** `batches` starts from the beginning at each call. */
  constructor(batches: () => AsyncIterable<Iterable<T>>) {
    this.#batches = batches;
  }

  /** The items in batches, in order. */
  batches(): AsyncIterable<Iterable<T>> {
    return this.#batches();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const batch of this.#batches()) yield* batch;
  }
}

/** The items in batches, if they arrive so or are in memory. */
export function toBatches<T>(
  items: AsyncIterable<T> | Iterable<T>,
): AsyncIterable<Iterable<T>> | Iterable<Iterable<T>> | undefined {
  if (items instanceof BatchedItems) return items.batches() as AsyncIterable<Iterable<T>>;
  return Symbol.iterator in items ? [items] : undefined;
}
