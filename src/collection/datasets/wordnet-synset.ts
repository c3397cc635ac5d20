/**
 * Parses one line of a WordNet database file (data.noun, data.verb, data.adj, data.adv), in the
 * format of wndb(5WN):
 *
 *     offset lex_filenum ss_type w_cnt word lex_id … p_cnt pointer … [frames] | gloss
 *
 * `w_cnt` is two hexadecimal digits, `p_cnt` three decimal ones, a pointer is `symbol offset pos
 * source/target`. Every count is checked against the contents of the line; an inconsistent line is
 * BAD_INPUT.
 */

import { quote, type TermwiseError } from "../../common/errors.ts";
import type { FilePosition } from "../formats/records.ts";

/** The four data files, in the order they are read, and the letter in their ids. */
export const DATA_FILES: readonly { file: string; letter: string; name: string }[] = [
  { file: "data.noun", letter: "n", name: "noun" },
  { file: "data.verb", letter: "v", name: "verb" },
  { file: "data.adj", letter: "a", name: "adjective" },
  { file: "data.adv", letter: "r", name: "adverb" },
];

/** A set of words that mean the same. */
export interface Synset {
  /** The letter of its file and its eight digits, such as `n00001740`. Satellites are `a`, too. */
  readonly id: string;
  /**
   * Its words: underscores become spaces, markers of an adjective's position such as `(a)` are
   * removed.
   */
  readonly lemmas: readonly string[];
  /** Ids of the synsets linked by `+` or `&`, without duplicates and its own. */
  readonly links: readonly string[];
  readonly gloss: string;
}

const OFFSET = /^\d{8}$/;
const HEXADECIMAL_PAIR = /^[\da-f]{2}$/;
const THREE_DIGITS = /^\d{3}$/;
const TWO_DIGITS = /^\d{2}$/;
const SYNTACTIC_MARKER = /\((?:a|p|ip)\)$/;

/** Derivationally related form, and similar to. */
const RELATED_POINTERS = new Set(["+", "&"]);

/** Types that a file's lines may have: an adjective can be a satellite of another. */
const TYPES: Readonly<Record<string, string>> = { n: "n", v: "v", a: "as", r: "r" };

/** Whether a line belongs to the licence at the beginning of the file. */
export function isLicence(line: string): boolean {
  return line.startsWith("  ");
}

/** Parses one line of the file with `letter` in its ids. */
export function parseSynset(line: string, letter: string, position: FilePosition): Synset {
  const bar = line.indexOf(" | ");
  if (bar < 0) throw position.error("a synset needs a gloss after ' | '");
  const fields = line.slice(0, bar).trimEnd().split(" ");
  const field = (at: number): string => fields[at] ?? "";
  const fieldError = (rule: string, at: number): TermwiseError =>
    position.error(`${rule}, got ${quote(field(at))}`);

  if (!OFFSET.test(field(0))) throw fieldError("an offset has eight digits", 0);
  const types = TYPES[letter] ?? "";
  if (field(2).length !== 1 || !types.includes(field(2))) {
    throw fieldError(`a synset of this file has the type ${[...types].join(" or ")}`, 2);
  }
  if (!HEXADECIMAL_PAIR.test(field(3))) {
    throw fieldError("a count of words has two hexadecimal digits", 3);
  }
  const wordCount = Number.parseInt(field(3), 16);
  const pointersAt = 4 + 2 * wordCount;
  if (wordCount === 0 || pointersAt >= fields.length) {
    throw position.error(`the synset says it has ${wordCount} words, but the line does not`);
  }
  const lemmas: string[] = [];
  for (let at = 4; at < pointersAt; at += 2) lemmas.push(parseLemma(field(at)));

  if (!THREE_DIGITS.test(field(pointersAt))) {
    throw fieldError("a count of pointers has three digits", pointersAt);
  }
  const pointerCount = Number(field(pointersAt));
  const end = pointersAt + 1 + 4 * pointerCount;
  if (end + countFrameFields(field(end), letter) !== fields.length) {
    throw position.error(`the synset says it has ${pointerCount} pointers, but the line does not`);
  }

  const id = letter + field(0);
  const links = new Set<string>();
  for (let at = pointersAt + 1; at < end; at += 4) {
    if (!RELATED_POINTERS.has(field(at))) continue;
    if (!OFFSET.test(field(at + 1)))
      throw fieldError("a pointer has an offset of eight digits", at + 1);
    const target = field(at + 2) === "s" ? "a" : field(at + 2);
    if (!Object.hasOwn(TYPES, target)) throw fieldError("a pointer has a type of nvasr", at + 2);
    links.add(target + field(at + 1));
  }
  links.delete(id);
  return { id, lemmas, links: [...links], gloss: line.slice(bar + 3).trim() };
}

/** The number of fields of a verb's sentence frames: their count, then three for each. */
function countFrameFields(count: string, letter: string): number {
  if (letter !== "v") return 0;
  return TWO_DIGITS.test(count) ? 1 + 3 * Number(count) : Number.NaN;
}

function parseLemma(word: string): string {
  return word.replace(SYNTACTIC_MARKER, "").replaceAll("_", " ");
}
