/** Sets of small whole numbers, one bit each: number n is bit n mod 32 of word n / 32. */
export class Bitset {
  readonly words: Uint32Array;

  /**
   * An empty set of numbers below `limit`, or a set in the memory of `bytes` with the bits there.
   */
  constructor(limit: number, bytes?: Uint8Array) {
    const length = Math.ceil(limit / 32);
    this.words =
      bytes === undefined
        ? new Uint32Array(length)
        : new Uint32Array(bytes.buffer, bytes.byteOffset, length);
  }

  has(number: number): boolean {
    return (((this.words[number >>> 5] as number) >>> (number & 31)) & 1) === 1;
  }

  add(number: number): void {
    const word = number >>> 5;
    this.words[word] = (this.words[word] as number) | (1 << (number & 31));
  }

  delete(number: number): void {
    const word = number >>> 5;
    this.words[word] = (this.words[word] as number) & ~(1 << (number & 31));
  }

  /** The number of elements. */
  get size(): number {
    let size = 0;
    for (let i = 0; i < this.words.length; i++) size += countBits(this.words[i] as number);
    return size;
  }

  /** Calls `visit` with each element, in ascending order. */
  forEach(visit: (number: number) => void): void {
    this.forEachBetween(0, 32 * this.words.length, visit);
  }

  /** Calls `visit` with each element from `from` up to but not including `to`. */
  forEachBetween(from: number, to: number, visit: (number: number) => void): void {
    const { words } = this;
    const end = Math.min(words.length, Math.ceil(to / 32));
    for (let i = from >>> 5; i < end; i++) {
      for (let word = words[i] as number; word !== 0; word &= word - 1) {
        const number = 32 * i + 31 - Math.clz32(word & -word);
        if (number >= from && number < to) visit(number);
      }
    }
  }

  /** An upper bound of the number of elements from `from` to `to`: counts whole words. */
  countAround(from: number, to: number): number {
    const end = Math.min(this.words.length, Math.ceil(to / 32));
    let count = 0;
    for (let i = from >>> 5; i < end; i++) count += countBits(this.words[i] as number);
    return count;
  }

  /** Whether any word of the range from `from` to `to` has an element. */
  hasAround(from: number, to: number): boolean {
    const end = Math.min(this.words.length, Math.ceil(to / 32));
    for (let i = from >>> 5; i < end; i++) if (this.words[i] !== 0) return true;
    return false;
  }

  /** The elements from `from` up to but not including `to`, in ascending order. */
  numbersBetween(from: number, to: number): Uint32Array {
    const { words } = this;
    const end = Math.min(words.length, Math.ceil(to / 32));
    const maxCount = this.countAround(from, to);
    const numbers = new Uint32Array(maxCount);
    let count = 0;
    for (let i = from >>> 5; i < end; i++) {
      const base = 32 * i;
      for (let word = words[i] as number; word !== 0; word &= word - 1) {
        numbers[count] = base + 31 - Math.clz32(word & -word);
        // Elements of the first and the last word may lie outside.
        const number = numbers[count] as number;
        if (number >= from && number < to) count++;
      }
    }
    return count === maxCount ? numbers : numbers.subarray(0, count);
  }

  /** Adds every element of `other`, which has the same limit. */
  addAll(other: Bitset): void {
    const { words } = this;
    for (let i = 0; i < words.length; i++) {
      words[i] = (words[i] as number) | (other.words[i] as number);
    }
  }

  /** Removes every element that is not in `other`, which has the same limit. */
  keepAll(other: Bitset): void {
    const { words } = this;
    for (let i = 0; i < words.length; i++) {
      words[i] = (words[i] as number) & (other.words[i] as number);
    }
  }

  /** Removes every element of `other`, which has the same limit. */
  removeAll(other: Bitset): void {
    const { words } = this;
    for (let i = 0; i < words.length; i++) {
      words[i] = (words[i] as number) & ~(other.words[i] as number);
    }
  }
}

/** Adds bits in pairs, then pairs in fours, then all bytes by one multiplication. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
