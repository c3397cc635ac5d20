/** A binary min-heap of 64-bit keys. `heap` is its address, `size` the number of its keys. */

/** Adds a key. */
export function push(heap: usize, size: u32, key: u64): void {
  let at = size;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = load<u64>(heap + ((<usize>parent) << 3));
    if (above <= key) break;
    store<u64>(heap + ((<usize>at) << 3), above);
    at = parent;
  }
  store<u64>(heap + ((<usize>at) << 3), key);
}

/** Removes and returns the least key. */
export function pop(heap: usize, size: u32): u64 {
  const least = load<u64>(heap);
  replaceLeast(heap, size - 1, load<u64>(heap + ((<usize>(size - 1)) << 3)));
  return least;
}

/** Replaces the least of `size` keys. */
export function replaceLeast(heap: usize, size: u32, key: u64): void {
  let at: u32 = 0;
  for (;;) {
    let child: u32 = 2 * at + 1;
    if (child >= size) break;
    let below = load<u64>(heap + ((<usize>child) << 3));
    if (child + 1 < size) {
      const other = load<u64>(heap + ((<usize>child) << 3), 8);
      if (other < below) {
        below = other;
        child++;
      }
    }
    if (below >= key) break;
    store<u64>(heap + ((<usize>at) << 3), below);
    at = child;
  }
  store<u64>(heap + ((<usize>at) << 3), key);
}
