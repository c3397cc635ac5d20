/**
 * How many edits a typed word is away from another: insert, delete or replace a
 * UTF-16 unit, or swap two neighbours (Damerau–Levenshtein in the form of optimal
 * string alignment: what was swapped is not edited again).
 */

/** How many edits a word of a length may be away, by default: short words are rarely mistyped, and near many others. */
export function allowedEdits(length: number): 0 | 1 | 2 {
  if (length <= 3) return 0;
  return length <= 7 ? 1 : 2;
}

/** Works out the edits from one word to many others; only a band of the table around its diagonal. */
export class EditTable {
  readonly #word: string;
  readonly #most: number;
  #before: Uint8Array;
  #above: Uint8Array;
  #row: Uint8Array;

  /** Counts up to `most` edits from `word`. */
  constructor(word: string, most: number) {
    this.#word = word;
    this.#most = most;
    const width = word.length + 1;
    this.#before = new Uint8Array(width);
    this.#above = new Uint8Array(width);
    this.#row = new Uint8Array(width);
  }

  /** The edits to `units` from `start` to `end`, or `most` + 1 where there are more. */
  edits(units: Uint8Array | Uint16Array, start: number, end: number): number {
    const tooFar = this.#most + 1;
    if (Math.abs(end - start - this.#word.length) > this.#most) return tooFar;
    return this.#walk(units, start, end, false);
  }

  /** The edits to the nearest beginning of `units`, or `most` + 1 where there are more. */
  editsToPrefix(units: Uint8Array | Uint16Array, start: number, end: number): number {
    const longest = this.#word.length + this.#most;
    return this.#walk(units, start, Math.min(end, start + longest), true);
  }

  #walk(units: Uint8Array | Uint16Array, start: number, end: number, isPrefix: boolean): number {
    const word = this.#word;
    const { length } = word;
    const most = this.#most;
    const tooFar = most + 1;
    for (let j = 0; j <= length; j++) this.#above[j] = Math.min(j, tooFar);
    let best = isPrefix && length <= most ? length : tooFar;
    let last = -1;
    for (let at = start; at < end; at++) {
      const i = at - start + 1;
      const unit = units[at] as number;
      const [before, above, row] = [this.#before, this.#above, this.#row];
      const from = Math.max(1, i - most);
      const to = Math.min(length, i + most);
      row[from - 1] = from === 1 ? Math.min(i, tooFar) : tooFar;
      let nearest = row[from - 1] as number;
      for (let j = from; j <= to; j++) {
        const letter = word.charCodeAt(j - 1);
        let least = (above[j - 1] as number) + (unit === letter ? 0 : 1);
        if ((row[j - 1] as number) + 1 < least) least = (row[j - 1] as number) + 1;
        if (j < i + most && (above[j] as number) + 1 < least) least = (above[j] as number) + 1;
        if (i > 1 && j > 1 && unit === word.charCodeAt(j - 2) && last === letter) {
          const swapped = (before[j - 2] as number) + 1;
          if (swapped < least) least = swapped;
        }
        if (least > tooFar) least = tooFar;
        row[j] = least;
        if (least < nearest) nearest = least;
      }
      if (to < length) row[to + 1] = tooFar;
      if (isPrefix && to === length && (row[length] as number) < best) best = row[length] as number;
      // A swap may still go back two rows, so one row beyond is no proof while a swap is possible.
      if (nearest > most && minimum(above, from, to) > most) return best;
      last = unit;
      [this.#before, this.#above, this.#row] = [above, row, before];
    }
    if (isPrefix) return best;
    return Math.min(this.#above[length] as number, tooFar);
  }
}

function minimum(row: Uint8Array, from: number, to: number): number {
  let least = row[from - 1] as number;
  for (let j = from; j <= to; j++) if ((row[j] as number) < least) least = row[j] as number;
  return least;
}
