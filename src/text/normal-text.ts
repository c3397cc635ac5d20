/**
 * A text in the one spelling that is matched, with the way back to the source.
 *
 * Normal text is Unicode NFKC in lower case, without characters that nobody
 * sees (soft hyphens, joiners, direction marks), with ’ written ', ς written σ
 * and İ written i, so that it depends neither on the locale nor on the place
 * of a letter in its word. Symbols that stand for words, such as ™ and ㎏, are
 * set apart by spaces, so that "Foo™" does not become "footm".
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
/** First in the decomposition of a character that combines with the one before. */
const COMBINING = /^[\p{M}\u1160-\u11ff\u{16d63}\u{16d67}\u{16d68}]/u;

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
  const cuts: number[] = [0];
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    const piece = normalPiece(text.slice(at, end), fold);
    pieces.push(piece);
    cuts.push(end);
    length += piece.length;
    at = end;
  }

  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    starts.fill(cuts[i] as number, at, at + piece.length);
    ends.fill(cuts[i + 1] as number, at, at + piece.length);
    at += piece.length;
  }
  return { text: pieces.join(""), source: { starts, ends } };
}

function pieceEnd(text: string, start: number): number {
  let end = start + characterAt(text, start).length;
  while (end < text.length && end - start < LONGEST_PIECE - 1) {
    if (text.charCodeAt(end) < 0x80) break;
    const next = characterAt(text, end);
    if (!combines(next)) break;
    end += next.length;
  }
  return end;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) as number);
}

const combining = new Map<string, boolean>();

function combines(character: string): boolean {
  let known = combining.get(character);
  if (known === undefined) {
    known = character.replace(INVISIBLE, "") === "" || COMBINING.test(character.normalize("NFKD"));
    combining.set(character, known);
  }
  return known;
}

function normalPiece(piece: string, fold: boolean): string {
  if (piece.length === 1 && piece < "\u0080") return piece.toLowerCase();
  const visible = piece.replace(INVISIBLE, "").normalize("NFKC");
  // Once more, because a lower-case letter may have a composed form that its capital lacks: J̌, ǰ.
  const lower = visible.toLowerCase().normalize("NFKC").replaceAll("i\u0307", "i");
  const normal = fold ? foldAccents(unify(lower)) : unify(lower);
  const isWordSign = /^\p{S}/u.test(piece) && /[\p{L}\p{N}]/u.test(normal);
  return isWordSign ? ` ${normal} ` : normal;
}

/** Writes letters and marks that differ in shape alone in one shape. Keeps the length. */
function unify(text: string): string {
  return text.replaceAll("\u2019", "'").replaceAll("ς", "σ");
}
