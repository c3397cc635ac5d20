/**
 * The columns of a line, separated by runs of white space.
 *
 * Scanned by character code into offsets, because runs have millions of lines, and a regular
 * expression or an array of strings for each would take most of the time.
 */

/** More columns are counted but not stored; no format here has more. */
const MAX_COLUMNS = 8;

export class Columns {
  /** The number of columns in the current line. */
  count = 0;
  #line = "";
  readonly #starts = new Int32Array(MAX_COLUMNS);
  readonly #ends = new Int32Array(MAX_COLUMNS);

  /** Moves to `line` and returns the number of its columns. */
  split(line: string): number {
    this.#line = line;
    let count = 0;
    for (let at = 0; ; ) {
      while (at < line.length && isSpace(line.charCodeAt(at))) at++;
      if (at === line.length) break;
      const start = at;
      while (at < line.length && !isSpace(line.charCodeAt(at))) at++;
      if (count < MAX_COLUMNS) {
        this.#starts[count] = start;
        this.#ends[count] = at;
      }
      count++;
    }
    this.count = count;
    return count;
  }

  text(column: number): string {
    return this.#line.slice(this.#starts[column], this.#ends[column]);
  }

  /** Whether the column equals `text`, without creating a string. */
  equals(column: number, text: string): boolean {
    const start = this.#starts[column] as number;
    const length = (this.#ends[column] as number) - start;
    return length === text.length && this.#line.startsWith(text, start);
  }

  /** The column as a number; NaN if it is not one. */
  number(column: number): number {
    const start = this.#starts[column] as number;
    const end = this.#ends[column] as number;
    let value = 0;
    for (let at = start; at < end; at++) {
      const digit = this.#line.charCodeAt(at) - 48;
      // Anything but a few plain digits takes the slow path.
      if (digit < 0 || digit > 9 || end - start > 15) return Number(this.text(column));
      value = value * 10 + digit;
    }
    return value;
  }
}

/** Space, tab, and the other characters of C's isspace. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
