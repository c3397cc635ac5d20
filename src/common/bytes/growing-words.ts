/** Words whose number is not known in advance. */

export class GrowingWords {
  #words: Uint32Array;
  #length = 0;

  constructor(capacity = 256) {
    this.#words = new Uint32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** The contents so far. Valid until the next change. */
  view(): Uint32Array {
    return this.#words.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** Keeps the first `length` words; there must be at least as many. */
  truncate(length: number): void {
    this.#length = length;
  }

  push(word: number): void {
    if (this.#length === this.#words.length) this.#reserve(1);
    this.#words[this.#length++] = word;
  }

  append(words: Uint32Array): void {
    this.#reserve(words.length);
    this.#words.set(words, this.#length);
    this.#length += words.length;
  }

  /** Appends `map[word]` for each word. */
  appendMapped(words: Uint32Array, map: Uint32Array): void {
    this.#reserve(words.length);
    const to = this.#words.subarray(this.#length);
    for (let i = 0; i < words.length; i++) to[i] = map[words[i] as number] as number;
    this.#length += words.length;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#words.length) return;
    const larger = new Uint32Array(Math.max(needed, 2 * this.#words.length));
    larger.set(this.view());
    this.#words = larger;
  }
}

/** The bytes of words, for writing them to a file. */
export function toBytes(words: Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
}
