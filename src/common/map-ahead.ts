/**
 * The results of `work` on each item, in the order of the items. `concurrency` items are worked on
 * at a time, so that the caller and a device that answers late need not wait for each other.
 */
export async function* mapAhead<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void, void> {
  const running: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const result = work(item);
      result.catch(() => {}); // it may fail before its turn
      running.push(result);
      if (running.length >= concurrency) yield await (running.shift() as Promise<R>);
    }
    for (let next = running.shift(); next !== undefined; next = running.shift()) yield await next;
  } finally {
    await Promise.allSettled(running);
  }
}
