/**
 * The distinct ids of a batch, in the order in which they come. A sparse set
 * (Briggs and Torczon 1993): a place left over from another batch does not hold
 * the id it was meant for, so the table of places is never cleared.
 */
export class DistinctIds {
  readonly #positions: Int32Array;
  readonly #ids: Int32Array;
  #count = 0;

  /** `places` has an entry for every id there is, with any values; `most` is how many distinct ones there may be. */
  constructor(positions: Int32Array, maxIds: number) {
    this.#positions = positions;
    this.#ids = new Int32Array(maxIds);
  }

  get ids(): Int32Array {
    return this.#ids.subarray(0, this.#count);
  }

  /** The place of an id, which is added if it is new. */
  getOrAdd(id: number): number {
    const position = this.#positions[id] as number;
    if (position < this.#count && this.#ids[position] === id) return position;
    this.#ids[this.#count] = id;
    this.#positions[id] = this.#count;
    return this.#count++;
  }
}
