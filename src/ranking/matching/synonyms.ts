/**
 * Synonyms, applied when a query is read, so that they can change without a new
 * index. One rule per line:
 *
 *   sofa, couch, settee        each finds the others
 *   tv => television, telly    tv finds television and telly, not the other way round
 *   nyc, new york, big apple   words and phrases may be mixed
 *
 * `#` begins a comment. A word matches all its forms: `sofas` is a sofa.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

/** Weight of an occurrence of a synonym. */
export const SYNONYM_FACTOR = 0.8;

/** Maximum number of rules. */
export const MAX_RULES: number = 1 << 17;

/** Maximum number of words of one synonym. */
const MAX_SIDE_TERMS = 8;

/** Maximum number of synonyms in one rule, and of one word: a group of n words has n² pairs. */
const MAX_SYNONYMS = 256;

/** The cost of recording a pair, in postings. */
const PAIR_COST = 8;

/** The synonyms of some consecutive words of a query. */
export interface SynonymMatch {
  /** Number of query terms that the rule covers. */
  readonly length: number;
  /** Each a sequence of terms. */
  readonly alternatives: readonly (readonly string[])[];
}

export class SynonymTable {
  /** Keyed by the terms of the left side, separated by spaces. */
  readonly #rules = new Map<string, Map<string, readonly string[]>>();
  readonly #lines: readonly string[];
  readonly #analyzer: Pick<QueryAnalyzer, "tokenise" | "term">;
  #linesRead = 0;
  #longest = 0;

  /** The rules of a text, with the analyzer of an index. `read` reads them. */
  constructor(text: string, analyzer: Pick<QueryAnalyzer, "tokenise" | "term">) {
    this.#analyzer = analyzer;
    this.#lines = text.split(/\r?\n/, MAX_RULES + 1);
    if (this.#lines.length > MAX_RULES) {
      throw new TermwiseError("LIMIT_EXCEEDED", `synonyms have more than ${MAX_RULES} lines`);
    }
  }

  /**
   * Reads the rules that are not read yet. `BAD_ARGUMENT` with the line number of an
   * invalid one; `OutOfTime` when time is up, and the next call goes on from there.
   */
  read(limit: TimeLimit): void {
    for (; this.#linesRead < this.#lines.length; this.#linesRead++) {
      const line = this.#lines[this.#linesRead] as string;
      limit.spend(1 + line.length);
      this.#readRule(line, this.#linesRead, limit);
    }
  }

  #readRule(rawLine: string, i: number, limit: TimeLimit): void {
    const line = (rawLine.split("#", 1)[0] ?? "").trim();
    if (line === "") return;
    const sides = line.split("=>");
    if (sides.length > 2) throw createLineError(i, line, "=> may occur once");
    const [left = [], right] = sides.map((side) => {
      const words = side.split(",");
      if (words.length > MAX_SYNONYMS) {
        throw createLineError(i, line, `at most ${MAX_SYNONYMS} synonyms`);
      }
      return words.map((each) => parseSide(each, i, this.#analyzer));
    });
    if (right === undefined && left.length < 2)
      throw createLineError(i, line, "a group needs two words");
    for (const from of left) {
      limit.count(PAIR_COST * (right ?? left).length); // a rule is read as a whole
      for (const to of right ?? left) this.#add(from, to);
      if ((this.#rules.get(from.join(" "))?.size ?? 0) > MAX_SYNONYMS) {
        throw createLineError(i, from.join(" "), `at most ${MAX_SYNONYMS} synonyms of a word`);
      }
    }
  }

  /** The longest rule that matches the terms of a query from `at` on. */
  match(terms: readonly (string | undefined)[], at: number): SynonymMatch | undefined {
    for (let length = Math.min(this.#longest, terms.length - at); length > 0; length--) {
      const targets = this.#rules.get(terms.slice(at, at + length).join(" "));
      if (targets !== undefined) return { length, alternatives: [...targets.values()] };
    }
    return undefined;
  }

  #add(from: readonly string[], to: readonly string[]): void {
    const [key, name] = [from.join(" "), to.join(" ")];
    if (key === name) return;
    const targets = this.#rules.get(key) ?? new Map<string, readonly string[]>();
    this.#rules.set(key, targets.set(name, to));
    this.#longest = Math.max(this.#longest, from.length);
  }
}

function parseSide(
  words: string,
  line: number,
  { tokenise, term }: Pick<QueryAnalyzer, "tokenise" | "term">,
): string[] {
  const tokens = tokenise(words);
  // For wi-fi, only the whole, which is the last token and contains the others.
  const last = tokens.at(-1);
  const ownTokens = tokens.filter(
    (token) =>
      token === last || last === undefined || token.start < last.start || token.end > last.end,
  );
  const terms = ownTokens.flatMap(({ text }) => term(text) ?? []);
  if (terms.length === 0)
    throw createLineError(line, words.trim(), "a word that is indexed is missing");
  if (terms.length > MAX_SIDE_TERMS)
    throw createLineError(line, words.trim(), `at most ${MAX_SIDE_TERMS} words`);
  return terms;
}

function createLineError(line: number, text: string, rule: string): TermwiseError {
  return badArgument(`synonyms, line ${line + 1}: ${rule}, got ${quote(text)}`, { line: line + 1 });
}

/** Maximum number of cached tables: an application has one or two. */
const MAX_TABLES = 8;
const tableCache = new WeakMap<object, Map<string, SynonymTable>>();

/**
 * The table of a text, read once per analyzer. `OutOfTime` when time is up before all of
 * it is read; the next search goes on reading.
 */
export function getSynonymTable(
  text: string,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
): SynonymTable {
  const tables = tableCache.get(analyzer) ?? new Map<string, SynonymTable>();
  tableCache.set(analyzer, tables);
  const table =
    tables.get(text) ??
    new SynonymTable(text, {
      tokenise: (words) => analyzer.tokenise(words),
      term: (form) => analyzer.term(form),
    });
  if (tables.size >= MAX_TABLES) tables.clear();
  tables.set(text, table);
  table.read(limit);
  return table;
}
