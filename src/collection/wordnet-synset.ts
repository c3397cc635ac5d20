/**
 * One line of a WordNet database file (data.noun, data.verb, data.adj,
 * data.adv), in the format of wndb(5WN):
 *
 *     offset lex_filenum ss_type w_cnt word lex_id … p_cnt pointer … [frames] | gloss
 *
 * `w_cnt` is two hexadecimal digits, `p_cnt` three decimal ones, a pointer is
 * `symbol offset pos source/target`. Every count is checked against what the
 * line holds; a line that does not add up is BAD_INPUT.
 */

import { badInput, quote } from "../common/errors.ts";

/** The four data files, in the order they are read, and the letter each lends to its ids. */
export const DATA_FILES: readonly { file: string; letter: string; name: string }[] = [
  { file: "data.noun", letter: "n", name: "noun" },
  { file: "data.verb", letter: "v", name: "verb" },
  { file: "data.adj", letter: "a", name: "adjective" },
  { file: "data.adv", letter: "r", name: "adverb" },
];

/** A set of words that mean the same. */
export interface Synset {
  /** The letter of its file and its eight digits, such as `n00001740`. Satellites are `a` too. */
  readonly id: string;
  /** Its words: underscores are spaces, markers of an adjective's place such as `(a)` are gone. */
  readonly lemmas: readonly string[];
  /** Ids of the synsets it is linked to by `+` or `&`, each once, never its own. */
  readonly links: readonly string[];
  readonly gloss: string;
}

const OFFSET = /^\d{8}$/;
const HEXADECIMAL_PAIR = /^[\da-f]{2}$/;
const THREE_DIGITS = /^\d{3}$/;
const TWO_DIGITS = /^\d{2}$/;
const PLACE_MARKER = /\((?:a|p|ip)\)$/;

/** Derivationally related form, and similar to. */
const LINKING = new Set(["+", "&"]);

/** Types a file's lines may have: an adjective can be a satellite of another. */
const TYPES: Readonly<Record<string, string>> = { n: "n", v: "v", a: "as", r: "r" };

/** Whether a line belongs to the licence at the head of the file. */
export function isLicence(line: string): boolean {
  return line.startsWith("  ");
}

/** Reads one line of the file that lends `letter` to its ids. */
export function parseSynset(line: string, letter: string, file: string, number: number): Synset {
  const fail = (rule: string): never => {
    throw badInput(file, number, rule);
  };
  const bar = line.indexOf(" | ");
  if (bar < 0) fail("a synset needs a gloss after ' | '");
  const fields = line.slice(0, bar).trimEnd().split(" ");
  const field = (at: number): string => fields[at] ?? "";

  if (!OFFSET.test(field(0))) fail(`an offset has eight digits, got ${quote(field(0))}`);
  if (field(2).length !== 1 || !TYPES[letter]?.includes(field(2))) {
    fail(`a synset of this file has no type ${quote(field(2))}`);
  }
  if (!HEXADECIMAL_PAIR.test(field(3))) {
    fail(`a count of words has two hexadecimal digits, got ${quote(field(3))}`);
  }
  const wordCount = Number.parseInt(field(3), 16);
  const pointersAt = 4 + 2 * wordCount;
  if (wordCount === 0 || pointersAt >= fields.length) {
    fail(`the synset says it has ${wordCount} words, but the line does not`);
  }
  const lemmas: string[] = [];
  for (let at = 4; at < pointersAt; at += 2) lemmas.push(lemma(field(at)));

  if (!THREE_DIGITS.test(field(pointersAt))) {
    fail(`a count of pointers has three digits, got ${quote(field(pointersAt))}`);
  }
  const end = pointersAt + 1 + 4 * Number(field(pointersAt));
  if (end + framesLength(field(end), letter) !== fields.length) {
    fail(`the synset says it has ${Number(field(pointersAt))} pointers, but the line does not`);
  }

  const id = letter + field(0);
  const links = new Set<string>();
  for (let at = pointersAt + 1; at < end; at += 4) {
    if (!LINKING.has(field(at))) continue;
    const target = targetId(field(at + 1), field(at + 2));
    if (target === undefined) {
      fail(`a pointer names no synset: ${quote(`${field(at + 1)} ${field(at + 2)}`)}`);
    } else if (target !== id) links.add(target);
  }
  return { id, lemmas, links: [...links], gloss: line.slice(bar + 3).trim() };
}

/** How many fields a verb's sentence frames take: their count, then three for each. */
function framesLength(count: string, letter: string): number {
  if (letter !== "v") return 0;
  return TWO_DIGITS.test(count) ? 1 + 3 * Number(count) : Number.NaN;
}

function lemma(word: string): string {
  return word.replace(PLACE_MARKER, "").replaceAll("_", " ");
}

function targetId(offset: string, type: string): string | undefined {
  const letter = type === "s" ? "a" : type;
  return OFFSET.test(offset) && Object.hasOwn(TYPES, letter) ? letter + offset : undefined;
}
