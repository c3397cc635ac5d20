/**
 * The edit distance between two words: insert, delete or replace a UTF-16 unit, or
 * swap two neighbours (Damerau–Levenshtein, optimal string alignment: swapped units
 * are not edited again).
 */

/**
 * The default maximum of edits for a word of a length: typos in short words are
 * rare, and short words are similar to many others.
 */
export function computeMaxEdits(length: number): 0 | 1 | 2 {
  if (length <= 3) return 0;
  return length <= 7 ? 1 : 2;
}

/** Computes the edits from one word to many others, in a band of the table around its diagonal. */
export class EditTable {
  readonly #word: string;
  readonly #maxEdits: number;
  #previousRow: Uint8Array;
  #aboveRow: Uint8Array;
  #row: Uint8Array;

  /** Counts up to `maxEdits` edits from `word`. */
  constructor(word: string, maxEdits: number) {
    this.#word = word;
    this.#maxEdits = maxEdits;
    const width = word.length + 1;
    this.#previousRow = new Uint8Array(width);
    this.#aboveRow = new Uint8Array(width);
    this.#row = new Uint8Array(width);
  }

  /** The edits to `units` from `start` to `end`, or `maxEdits` + 1 if there are more. */
  countEdits(units: Uint8Array | Uint16Array, start: number, end: number): number {
    const aboveMax = this.#maxEdits + 1;
    if (Math.abs(end - start - this.#word.length) > this.#maxEdits) return aboveMax;
    return this.#computeDistance(units, start, end, false);
  }

  /** The edits to the nearest prefix of `units`, or `maxEdits` + 1 if there are more. */
  countEditsToPrefix(units: Uint8Array | Uint16Array, start: number, end: number): number {
    const longest = this.#word.length + this.#maxEdits;
    return this.#computeDistance(units, start, Math.min(end, start + longest), true);
  }

  #computeDistance(
    units: Uint8Array | Uint16Array,
    start: number,
    end: number,
    isPrefix: boolean,
  ): number {
    const word = this.#word;
    const { length } = word;
    const maxEdits = this.#maxEdits;
    const aboveMax = maxEdits + 1;
    for (let j = 0; j <= length; j++) this.#aboveRow[j] = Math.min(j, aboveMax);
    let best = isPrefix && length <= maxEdits ? length : aboveMax;
    let last = -1;
    for (let at = start; at < end; at++) {
      const i = at - start + 1;
      const unit = units[at] as number;
      const [before, above, row] = [this.#previousRow, this.#aboveRow, this.#row];
      const from = Math.max(1, i - maxEdits);
      const to = Math.min(length, i + maxEdits);
      row[from - 1] = from === 1 ? Math.min(i, aboveMax) : aboveMax;
      let rowMin = row[from - 1] as number;
      for (let j = from; j <= to; j++) {
        const letter = word.charCodeAt(j - 1);
        let cost = (above[j - 1] as number) + (unit === letter ? 0 : 1);
        if ((row[j - 1] as number) + 1 < cost) cost = (row[j - 1] as number) + 1;
        if (j < i + maxEdits && (above[j] as number) + 1 < cost) cost = (above[j] as number) + 1;
        if (i > 1 && j > 1 && unit === word.charCodeAt(j - 2) && last === letter) {
          const swapped = (before[j - 2] as number) + 1;
          if (swapped < cost) cost = swapped;
        }
        if (cost > aboveMax) cost = aboveMax;
        row[j] = cost;
        if (cost < rowMin) rowMin = cost;
      }
      if (to < length) row[to + 1] = aboveMax;
      if (isPrefix && to === length && (row[length] as number) < best) best = row[length] as number;
      // A swap may go back two rows, so one row above the maximum is no proof while a
      // swap is possible.
      if (rowMin > maxEdits && findMinimum(above, from, to) > maxEdits) return best;
      last = unit;
      [this.#previousRow, this.#aboveRow, this.#row] = [above, row, before];
    }
    if (isPrefix) return best;
    return Math.min(this.#aboveRow[length] as number, aboveMax);
  }
}

function findMinimum(row: Uint8Array, from: number, to: number): number {
  let smallest = row[from - 1] as number;
  for (let j = from; j <= to; j++) if ((row[j] as number) < smallest) smallest = row[j] as number;
  return smallest;
}
