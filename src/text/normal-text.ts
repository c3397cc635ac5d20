/**
 * A text in the one spelling that is matched, with the way back to the source.
 *
 * Normal text is Unicode NFKC in lower case, without characters that nobody
 * sees (soft hyphens, joiners, direction marks), with ’ written ', ς written σ
 * and İ written i, so that it depends neither on the locale nor on the place
 * of a letter in its word. Symbols and numbers that stand for several characters,
 * such as ™, ㎏ and ½, are set apart by spaces: "3½" does not become "31⁄2".
 *
 * Each unit of the normal text knows which units of the source it came from.
 * Most texts keep their length and need no table for that. Others are cut into
 * pieces that normalise independently of each other: a character and what
 * combines with it, at most `LONGEST_PIECE` units, because engines take
 * quadratic time to sort a long row of combining marks (the limit is that of
 * the Stream-Safe Text Format, UAX #15 section 13).
 */

import { foldAccents } from "./accent-folding.ts";

export interface NormalText {
  readonly text: string;
  /**
   * For each unit of `text`, where the piece that it came from starts and ends
   * in the source. Undefined when every unit stands where it stood.
   */
  readonly source: SourceMap | undefined;
}

export interface SourceMap {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

const LONGEST_PIECE = 31;

const NOT_ASCII = /[\u0080-\uffff]/;
/** Code points without an own shape. Not U+200B: it marks a word boundary. */
const INVISIBLE = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;
/** What the quick way cannot treat: İ, the dot it leaves, invisible characters, rows of marks. */
const IRREGULAR = /\u0130|\u0307|\p{Default_Ignorable_Code_Point}|\p{M}{31}/u;

/** A symbol or a number that is no digit. */
const WORD_SIGN = /^[\p{S}\p{No}]/u;

/** Brings a text into its normal spelling. Takes time linear in its length. */
export function normalText(text: string, { fold = false }: { fold?: boolean } = {}): NormalText {
  if (!NOT_ASCII.test(text)) return { text: text.toLowerCase(), source: undefined };
  if (!fold && !IRREGULAR.test(text)) {
    const quick = unify(text.toLowerCase());
    if (quick.normalize("NFKC") === quick) return { text: quick, source: undefined };
  }
  return piecewise(text, fold);
}

function piecewise(text: string, fold: boolean): NormalText {
  const pieces: string[] = [];
  const source = new SourceRows(text.length);
  for (let at = 0; at < text.length; ) {
    const plain = plainEnd(text, at);
    if (plain > at) {
      pieces.push(text.slice(at, plain).toLowerCase());
      for (let i = at; i < plain; i++) source.push(i, i + 1, 1);
      at = plain;
      continue;
    }
    const end = pieceEnd(text, at);
    const piece = normalPiece(text.slice(at, end), fold);
    pieces.push(piece);
    source.push(at, end, piece.length);
    at = end;
  }
  return { text: pieces.join(""), source };
}

/** The source map while it grows. */
class SourceRows implements SourceMap {
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
      this.starts = grown(this.starts, 2 * length);
      this.ends = grown(this.ends, 2 * length);
    }
    this.starts.fill(start, this.#length, length);
    this.ends.fill(end, this.#length, length);
    this.#length = length;
  }
}

function grown(row: Int32Array, length: number): Int32Array {
  const longer = new Int32Array(length);
  longer.set(row);
  return longer;
}

/** The end of the ASCII characters at `at` with which nothing combines. */
function plainEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) < 0x80) end++;
  if (end === at || end === text.length || !COMPOSABLE.test(text.charAt(end - 1))) return end;
  return joining(characterAt(text, end)) === ANYTHING ? end - 1 : end;
}

/** The end of the piece at `start`: a character and all that may combine with it. */
function pieceEnd(text: string, start: number): number {
  let last = characterAt(text, start);
  let end = start + last.length;
  while (end < text.length && end - start < LONGEST_PIECE - 1) {
    const next = characterAt(text, end);
    const needed = joining(next);
    if (needed !== ANYTHING && !needed.test(last.normalize("NFKD"))) break;
    // A character may combine across one that will be dropped.
    if (!isInvisible(next)) last = next;
    end += next.length;
  }
  return end;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

function isInvisible(character: string): boolean {
  return character.replace(INVISIBLE, "") === "";
}

/** The ASCII characters that have composed forms, ≠ and the like among them. */
const COMPOSABLE = /[A-Za-z<=>]/;

const ANYTHING = /^/;
const NOTHING = /^(?!)/;
const HANGUL = /[\u1100-\u11ff]$/;
const KIRAT_RAI = /[\u{16d63}\u{16d67}]$/u;

const known = new Map<string, RegExp>();

/** What the decomposition of the character before must match for `character` to join it. */
function joining(character: string): RegExp {
  let needed = known.get(character);
  if (needed === undefined) {
    const decomposed = character.normalize("NFKD");
    if (/^\p{M}/u.test(decomposed) || isInvisible(character)) needed = ANYTHING;
    else if (/^[\u1160-\u11ff]/.test(decomposed)) needed = HANGUL;
    else if (decomposed.startsWith("\u{16d67}")) needed = KIRAT_RAI;
    else needed = NOTHING;
    known.set(character, needed);
  }
  return needed;
}

function normalPiece(piece: string, fold: boolean): string {
  const visible = piece.replace(INVISIBLE, "").normalize("NFKC");
  // Once more, because a lower-case letter may have a composed form that its capital lacks: J̌, ǰ.
  const lower = visible.toLowerCase().normalize("NFKC").replaceAll("i\u0307", "i");
  const normal = fold ? foldAccents(unify(lower)) : unify(lower);
  return isWordSign(characterAt(piece, 0)) ? ` ${normal} ` : normal;
}

function isWordSign(character: string): boolean {
  return WORD_SIGN.test(character) && character.normalize("NFKC").length > character.length;
}

/** Writes letters and marks that differ in shape alone in one shape. Keeps the length. */
function unify(text: string): string {
  return text.replaceAll("\u2019", "'").replaceAll("ς", "σ");
}
