/**
 * The distinct ids of a batch, in the order in which they come. A sparse set
 * (Briggs and Torczon 1993): a place left over from another batch does not hold
 * the id it was meant for, so the table of places is never cleared.
 */
export class DistinctIds {
  readonly #places: Int32Array;
  readonly #ids: Int32Array;
  #count = 0;

  /** `places` has an entry for every id there is, with any values; `most` is how many distinct ones there may be. */
  constructor(places: Int32Array, most: number) {
    this.#places = places;
    this.#ids = new Int32Array(most);
  }

  get taken(): Int32Array {
    return this.#ids.subarray(0, this.#count);
  }

  /** The place of an id, which is added if it is new. */
  placeOf(id: number): number {
    const place = this.#places[id] as number;
    if (place < this.#count && this.#ids[place] === id) return place;
    this.#ids[this.#count] = id;
    this.#places[id] = this.#count;
    return this.#count++;
  }
}
