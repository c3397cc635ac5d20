/**
 * Splits text into words, in time linear in its length, for any input.
 *
 * A word is a letter or digit and all letters, digits and combining marks that follow it. Inside a
 * word, `.` and `,` join two digits (3.14, 1,000), and an apostrophe joins according to the
 * `apostrophes` option. Single letters with periods between them are one word together with the
 * last period (u.s.). Everything else separates, including the hyphen and the underscore. Runs of
 * unspaced scripts are split by the segmenter. docs/text.md has the rules with examples.
 */

import {
  DIGIT,
  findEmojiEnd,
  isHangul,
  KINDS,
  kindAt,
  LETTER,
  MARK,
  SYMBOL,
  UNKNOWN,
  UNSPACED,
  widthAt,
} from "./character-kind.ts";
import { CompoundJoiner } from "./compound-joiner.ts";
import { normaliseText } from "./normalise-text.ts";
import { type Token, Tokens } from "./tokens.ts";
import { segmentRun, visitWordParts } from "./unspaced-run.ts";

/**
 * The effect of an apostrophe inside a word. `english`: joins (o'clock), but contractions and the
 * possessive become words of their own, as in the Penn Treebank and in most word vectors (do n't,
 * dog 's). `join`: always joins. `split`: always separates (l avion).
 */
export const APOSTROPHES = ["english", "join", "split"] as const;
/** How apostrophes inside words are handled. */
export type Apostrophes = (typeof APOSTROPHES)[number];

/** How texts are split into tokens. */
export interface TokeniserOptions {
  readonly foldAccents?: boolean;
  /** Whether each punctuation mark and symbol is a token, too. */
  readonly keepPunctuation?: boolean;
  readonly apostrophes?: Apostrophes;
  readonly compounds?: boolean;
  readonly wordParts?: boolean;
  readonly emoji?: boolean;
}

/** The maximum length of a surface form, in UTF-16 units. The rest of the word is dropped. */
export const MAX_TOKEN_LENGTH = 255;

const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const PERIOD = 0x2e;

/** What may follow the apostrophe of a contraction. */
const CONTRACTION_SUFFIXES: ReadonlySet<string> = new Set(["s", "m", "d", "re", "ve", "ll"]);

/** Splits texts into surface tokens. */
export class Tokeniser {
  readonly #fold: boolean;
  readonly #keepPunctuation: boolean;
  readonly #apostrophes: Apostrophes;
  readonly #compounds: CompoundJoiner | undefined;
  readonly #wordParts: boolean;
  readonly #emoji: boolean;

  constructor({
    foldAccents = false,
    keepPunctuation = false,
    apostrophes = "english",
    compounds = false,
    wordParts: withParts = false,
    emoji = false,
  }: TokeniserOptions = {}) {
    this.#fold = foldAccents;
    this.#keepPunctuation = keepPunctuation;
    this.#apostrophes = apostrophes;
    this.#compounds = compounds ? new CompoundJoiner() : undefined;
    this.#wordParts = withParts;
    this.#emoji = emoji;
  }

  /** The tokens of `text`, written over the contents of `into`. */
  read(text: string, into: Tokens = new Tokens()): Tokens {
    const { text: normal, source } = normaliseText(text, { fold: this.#fold });
    into.reset(normal, source);
    const { length } = normal;
    for (let at = 0; at < length; ) {
      let kind = KINDS[normal.charCodeAt(at)] as number;
      let width = 1;
      if (kind === UNKNOWN) {
        kind = kindAt(normal, at);
        width = widthAt(normal, at);
      }
      if (kind >= LETTER) {
        const before = into.count;
        const end = this.#readWord(normal, at, into);
        this.#compounds?.add(normal, at, end, into, into.count === before + 1);
        if (this.#wordParts && isHangul(normal, at)) pushParts(normal, at, end, end, into);
        at = end;
      } else if (kind === UNSPACED) {
        at = this.#readUnspaced(normal, at, into);
      } else {
        const emoji = this.#emoji && kind === SYMBOL ? findEmojiEnd(normal, at) : at;
        const next = emoji > at ? emoji : at + width;
        if (emoji > at || (kind === SYMBOL && this.#keepPunctuation)) into.push(at, next);
        at = next;
      }
    }
    into.finish();
    return into;
  }

  /** The tokens of `text`, one object each. */
  tokenise(text: string): Token[] {
    return this.read(text).toArray();
  }

  /** Reads the word that starts at `start`; returns the offset at which to continue. */
  #readWord(text: string, start: number, into: Tokens): number {
    let end = findRunEnd(text, start);
    const joiner = end < text.length ? text.charCodeAt(end) : 0;
    if (joiner !== APOSTROPHE && joiner !== PERIOD && joiner !== COMMA) {
      pushWord(text, start, end, into);
      return end;
    }

    if (joiner === PERIOD && end === findSingleLetterEnd(text, start)) {
      const acronym = findAcronymEnd(text, end);
      if (acronym > end) {
        pushWord(text, start, acronym, into);
        return acronym;
      }
    }
    let hasApostrophe = false;
    while (this.#isJoinedAt(text, end)) {
      hasApostrophe ||= text.charCodeAt(end) === APOSTROPHE;
      end = findRunEnd(text, end + 1);
    }
    if (hasApostrophe && this.#apostrophes === "english") {
      pushContraction(text, start, limitWordEnd(text, start, end), into);
    } else {
      pushWord(text, start, end, into);
    }
    return end;
  }

  #readUnspaced(text: string, start: number, into: Tokens): number {
    let end = start;
    for (; end < text.length; end += widthAt(text, end)) {
      const kind = kindAt(text, end);
      if (kind !== UNSPACED && kind !== MARK) break;
    }
    segmentRun(text, start, end, (from, to) => {
      // A window may begin inside a long run of marks.
      if (kindAt(text, from) !== UNSPACED) return;
      pushWord(text, from, to, into);
      if (this.#wordParts) pushParts(text, from, to, end, into);
    });
    return end;
  }

  /** Whether the character at `at`, which ends a run, joins it to the next run. */
  #isJoinedAt(text: string, at: number): boolean {
    const joiner = text.charCodeAt(at);
    if (joiner === PERIOD || joiner === COMMA) {
      return kindAt(text, at - 1) === DIGIT && kindAt(text, at + 1) === DIGIT;
    }
    if (joiner !== APOSTROPHE || this.#apostrophes === "split") return false;
    return kindAt(text, at + 1) === LETTER;
  }
}

/** The end of the run of letters, digits and marks at `at`. The hot loop of indexing. */
function findRunEnd(text: string, at: number): number {
  const { length } = text;
  while (at < length) {
    const kind = KINDS[text.charCodeAt(at)] as number;
    if (kind >= MARK) {
      at++;
    } else if (kind !== UNKNOWN) {
      break;
    } else {
      if (kindAt(text, at) < MARK) break;
      at += widthAt(text, at);
    }
  }
  return at;
}

/** The end of the acronym whose first letter ends at `end`, or `end` if there is none. */
function findAcronymEnd(text: string, end: number): number {
  let at = end;
  while (text.charCodeAt(at) === PERIOD) {
    const next = findSingleLetterEnd(text, at + 1);
    if (next === undefined) return at === end ? end : at + 1;
    at = next;
  }
  return at;
}

/** The end of the letter at `at` if it is alone, else undefined. */
function findSingleLetterEnd(text: string, at: number): number | undefined {
  if (kindAt(text, at) !== LETTER) return undefined;
  const end = at + widthAt(text, at);
  return kindAt(text, end) < MARK ? end : undefined;
}

function pushParts(text: string, start: number, end: number, runEnd: number, into: Tokens): void {
  visitWordParts(text, { start, end, runEnd }, (from, to) => pushWord(text, from, to, into));
}

function pushWord(text: string, start: number, end: number, into: Tokens): void {
  into.push(start, end - start <= MAX_TOKEN_LENGTH ? end : limitWordEnd(text, start, end));
}

function limitWordEnd(text: string, start: number, end: number): number {
  if (end - start <= MAX_TOKEN_LENGTH) return end;
  const limit = start + MAX_TOKEN_LENGTH;
  const splitsPair = (text.codePointAt(limit - 1) as number) > 0xffff;
  return splitsPair ? limit - 1 : limit;
}

/** Splits contracted words from the end of a word: she'd've becomes she 'd 've. */
function pushContraction(text: string, start: number, end: number, into: Tokens): void {
  const cuts = [end];
  for (let stop = end; ; ) {
    const apostrophe = text.lastIndexOf("'", stop - 1);
    if (apostrophe <= start) break;
    const tail = text.slice(apostrophe + 1, stop);
    const isNot = tail === "t" && text[apostrophe - 1] === "n" && apostrophe - 1 > start;
    if (!isNot && !CONTRACTION_SUFFIXES.has(tail)) break;
    stop = isNot ? apostrophe - 1 : apostrophe;
    cuts.push(stop);
  }
  let from = start;
  for (const cut of cuts.reverse()) {
    into.push(from, cut);
    from = cut;
  }
}
