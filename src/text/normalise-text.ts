/**
 * Normalises text, with a map to the source.
 *
 * Normalised text is Unicode NFKC in lower case, without invisible characters (soft hyphens,
 * joiners, direction marks), with ’ replaced by ', ς by σ and İ by i, so that it depends neither on
 * the locale nor on the position of a letter in its word. Symbols and numbers that expand to
 * several characters, such as ™, ㎏ and ½, are surrounded by spaces: "3½" does not become "31⁄2".
 *
 * Each unit of the normalised text maps to units of the source. Most texts keep their length and
 * need no table. Others are cut into pieces that normalise independently of each other.
 */

import { foldAccents } from "./accent-folding.ts";
import { characterAt, findPieceEnd, findPlainEnd, INVISIBLE } from "./normalisation-piece.ts";

/** A text after normalisation. */
export interface NormalisedText {
  readonly text: string;
  /**
   * For each unit of `text`, the start and end of its piece in the source. Undefined if positions
   * did not change.
   */
  readonly source: SourceMap | undefined;
}

/** The source range of each unit of a normalised text. */
export interface SourceMap {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const NOT_ASCII = /[\u0080-\uffff]/;
/**
 * What the fast path cannot handle: İ, the dot it leaves, invisible characters, long runs of marks.
 */
const IRREGULAR = /\u0130|\u0307|\p{Default_Ignorable_Code_Point}|\p{M}{30}/u;

/** A symbol or a number that is not a digit. */
const WORD_SIGN = /^[\p{S}\p{No}]/u;

/** Normalises a text, in time linear in its length. */
export function normaliseText(
  text: string,
  { fold = false }: { fold?: boolean } = {},
): NormalisedText {
  if (!NOT_ASCII.test(text)) return { text: text.toLowerCase(), source: undefined };
  if (!fold && !IRREGULAR.test(text)) {
    const quick = unify(text.toLowerCase());
    if (quick.normalize("NFKC") === quick) return { text: quick, source: undefined };
  }
  return normalisePiecewise(text, fold);
}

function normalisePiecewise(text: string, fold: boolean): NormalisedText {
  const pieces: string[] = [];
  const source = new SourceMapBuilder(text.length);
  for (let at = 0; at < text.length; ) {
    const plain = findPlainEnd(text, at);
    if (plain > at) {
      pieces.push(text.slice(at, plain).toLowerCase());
      for (let i = at; i < plain; i++) source.push(i, i + 1, 1);
      at = plain;
      continue;
    }
    const end = findPieceEnd(text, at);
    const piece = normalisePiece(text.slice(at, end), fold);
    pieces.push(piece);
    source.push(at, end, piece.length);
    at = end;
  }
  return { text: pieces.join(""), source };
}

/** A source map under construction. */
class SourceMapBuilder implements SourceMap {
  starts: Int32Array;
  ends: Int32Array;
  #length = 0;

  constructor(capacity: number) {
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  push(start: number, end: number, count: number): void {
    const length = this.#length + count;
    if (length > this.starts.length) {
      this.starts = growArray(this.starts, 2 * length);
      this.ends = growArray(this.ends, 2 * length);
    }
    this.starts.fill(start, this.#length, length);
    this.ends.fill(end, this.#length, length);
    this.#length = length;
  }
}

function growArray(row: Int32Array, length: number): Int32Array {
  const longer = new Int32Array(length);
  longer.set(row);
  return longer;
}

function normalisePiece(piece: string, fold: boolean): string {
  const visible = piece.replace(INVISIBLE, "").normalize("NFKC");
  // Once more, because a lower-case letter may have a composed form that its capital lacks: J̌, ǰ.
  const lower = visible.toLowerCase().normalize("NFKC").replaceAll("i\u0307", "i");
  const normal = fold ? foldAccents(unify(lower)) : unify(lower);
  return isWordSign(characterAt(piece, 0)) ? ` ${normal} ` : normal;
}

function isWordSign(character: string): boolean {
  return WORD_SIGN.test(character) && character.normalize("NFKC").length > character.length;
}

/** Replaces variants of a letter or mark that differ only in shape. Keeps the length. */
function unify(text: string): string {
  return text.replaceAll("\u2019", "'").replaceAll("ς", "σ");
}
