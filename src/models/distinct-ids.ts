/**
 * The distinct ids of a batch, in the order of first appearance. A sparse set
 * (Briggs and Torczon 1993): a position left over from another batch does not hold
 * its id, so the table of positions is never cleared.
 */
export class DistinctIds {
  readonly #positions: Int32Array;
  readonly #ids: Int32Array;
  #count = 0;

  /**
   * `positions` has an entry for every id, with any values; `maxIds` is the maximum
   * number of distinct ids.
   */
  constructor(positions: Int32Array, maxIds: number) {
    this.#positions = positions;
    this.#ids = new Int32Array(maxIds);
  }

  get ids(): Int32Array {
    return this.#ids.subarray(0, this.#count);
  }

  /** The position of an id, which is added if it is new. */
  getOrAdd(id: number): number {
    const position = this.#positions[id] as number;
    if (position < this.#count && this.#ids[position] === id) return position;
    this.#ids[this.#count] = id;
    this.#positions[id] = this.#count;
    return this.#count++;
  }
}
