/**
 * Lengths sorted into at most 256 classes, so that what a posting is worth can
 * be read from a small table.
 *
 * Short lengths have a class of their own. Longer ones share classes whose
 * width grows with the length, up to the longest document of the index; a
 * class's shortest length gives an upper bound for all of it.
 */

const CLASSES = 256;
/** Lengths below have a class of their own. */
const EXACT = 128;
/** Lengths that pairs of the index can hold; longer ones are stored as this one. */
const LONGEST_STORED = 0xffff;

export class LengthClasses {
  /** Shortest and longest length of each class. */
  readonly shortest: readonly number[];
  readonly longest: readonly number[];
  /** The class of each length up to 65535. */
  readonly ofStored: Uint8Array = new Uint8Array(LONGEST_STORED + 1);

  /** `longest` is the length of the longest document. */
  constructor(longest: number) {
    const shortest = firstLengths(longest);
    this.shortest = shortest;
    this.longest = shortest.map((_, i) => (shortest[i + 1] ?? Infinity) - 1).with(-1, longest);
    for (let length = 0, at = 0; length <= LONGEST_STORED; length++) {
      if (length >= (shortest[at + 1] ?? Infinity)) at++;
      this.ofStored[length] = at;
    }
  }

  /** The class of a length that is not above the longest. */
  of(length: number): number {
    if (length <= LONGEST_STORED) return this.ofStored[length] as number;
    let low = this.ofStored[LONGEST_STORED] as number;
    let high = this.shortest.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.shortest[middle] as number) <= length) low = middle;
      else high = middle;
    }
    return low;
  }
}

function firstLengths(longest: number): number[] {
  const first: number[] = [];
  for (let length = 0; length < EXACT && length <= longest; length++) first.push(length);
  const ratio = (Math.max(longest, EXACT) / EXACT) ** (1 / (CLASSES - EXACT - 1));
  for (let length = EXACT; length <= longest; length = Math.ceil(length * ratio + 1e-9)) {
    first.push(length);
  }
  return first;
}
