/**
 * What each clause of a query asks an index for: terms, and terms that stand for
 * several where a word is a pattern, half-typed or perhaps mistyped.
 */

import { withoutField } from "../../index/schema/index.ts";
import {
  type FormMatcher,
  fuzzyEdits,
  type MatchedTerm,
  type WordMatching,
} from "../matching/form-matcher.ts";
import { SYNONYM_FACTOR, type SynonymTable } from "../matching/synonyms.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpandedIndex } from "./expanded-index.ts";
import type { QueryClause } from "./query-clauses.ts";

/** How words that a person is typing are understood. */
export interface TypingOptions {
  /** Whether the last word may go on. Default false. */
  readonly prefix?: boolean | undefined;
  /**
   * Whether words may be mistyped: by one edit from four letters on, by two
   * from eight on; a number sets the most. Default false.
   */
  readonly fuzzy?: boolean | 1 | 2 | undefined;
  /** Rules such as `sofa, couch` and `tv => television`, one per line. Default none. */
  readonly synonyms?: string | undefined;
  /** Words to leave out of the query, unless nothing else is left, beside those of the index. */
  readonly stopWords?: readonly string[] | undefined;
}

/** A pattern with syntax stands for at most so many terms. */
export const MOST_EXPANSIONS = 1024;

/** A half-typed or mistyped word stands for at most so many terms, and for fewer after one or two letters. */
export const MOST_COMPLETIONS = 32;

/** How many terms a word of some letters stands for. */
export function mostCompletions(letters: number): number {
  return letters > 2 ? MOST_COMPLETIONS : letters === 2 ? 16 : 8;
}

/** A pattern may cost a walk through the dictionary; what a query has beyond so many is read as words. */
export const MOST_PATTERNS = 64;

/** A clause with the terms it asks for, at least one, and their places in its text. */
export interface ResolvedClause {
  readonly clause: QueryClause;
  readonly terms: readonly string[];
  readonly offsets: readonly number[];
}

/** What a clause may make use of. */
export interface ReadingScope {
  readonly view: ExpandedIndex;
  readonly analyzer: QueryAnalyzer;
  /** Needed for patterns and for `typing`. */
  readonly matcher: FormMatcher | undefined;
  readonly synonyms: SynonymTable | undefined;
  readonly typing: TypingOptions;
  readonly limit: TimeLimit;
  /** The name of a term that is found in one field alone; undefined where the field does not index it. */
  readonly inField?: (field: string, term: string) => string | undefined;
}

/** Reads the clauses of one query. */
export class ClauseReader {
  /** The terms of the index that the query stands for, and how much each counts at most. */
  readonly words: Map<string, number> = new Map();
  /** Synonyms of several words, which are marked where they stand together. */
  readonly phrases: { readonly terms: readonly string[]; readonly offsets: readonly number[] }[] =
    [];
  readonly #scope: ReadingScope;
  #patterns = 0;
  /** Terms for synonyms of several words of the clause that is being read. */
  #beside: string[] = [];
  /** Whether the clause that is being read excludes documents. */
  #isExcluding = false;
  /** The field of that clause. */
  #field: string | undefined;

  constructor(scope: ReadingScope) {
    this.#scope = scope;
  }

  /** Whether a clause was more than terms of the index. */
  get hasExpanded(): boolean {
    return this.#patterns > 0;
  }

  /**
   * None for a clause of stop words alone, unless these are kept; one for each
   * word where words are optional.
   */
  read(
    clause: QueryClause,
    { isLast, keepsStopWords }: { readonly isLast: boolean; readonly keepsStopWords: boolean },
  ): ResolvedClause[] {
    const { analyzer } = this.#scope;
    this.#isExcluding = clause.mode === "not";
    this.#field = clause.field;
    const tokens = analyzer.tokenise(clause.text);
    const isWhole = clause.mode !== "should" || clause.kind === "phrase";
    const isPattern = clause.kind === "prefix" || clause.kind === "fuzzy";
    const terms: string[] = [];
    const offsets: number[] = [];
    const meanings = clause.kind === "phrase" ? [] : this.#meanings(tokens);
    for (const [offset, token] of tokens.entries()) {
      const isEnd = offset === tokens.length - 1;
      if (isWhole && isSpare(tokens, offset)) continue;
      const isStopped = clause.kind !== "phrase" && analyzer.isStopWord?.(token.text) === true;
      const isOpen = isEnd && (isPattern || (isLast && this.#scope.typing.prefix === true));
      if (isStopped && !keepsStopWords && !isOpen) continue;
      const term =
        isPattern && isEnd
          ? this.#pattern(token.text, clause)
          : this.#word(token.text, clause.kind, isOpen, meanings[offset] ?? []);
      if (term === undefined) continue;
      terms.push(term);
      offsets.push(offset);
    }
    for (const name of this.#beside.splice(0)) {
      terms.push(name);
      offsets.push(tokens.length);
    }
    if (terms.length === 0) return [];
    if (clause.kind === "phrase" && terms.length === 1) {
      this.#remember([{ term: withoutField(terms[0] as string), factor: 1 }]);
    }
    if (isWhole) return [{ clause, terms, offsets }];
    return terms.map((term) => ({ clause, terms: [term], offsets: [0] }));
  }

  /** The term of a word as it was typed, or one that stands for all that may have been meant. */
  #word(
    form: string,
    kind: QueryClause["kind"],
    isOpen: boolean,
    meanings: readonly MatchedTerm[],
  ): string | undefined {
    const { analyzer, matcher, typing } = this.#scope;
    const own = analyzer.term(form);
    if (kind === "phrase") return this.#placed(own); // its words are found together or not at all
    const mayDiffer = matcher !== undefined;
    const most = typing.fuzzy === true ? 2 : typing.fuzzy || 0;
    const edits = mayDiffer && !this.#isUsual(form) ? fuzzyEdits(form, most) : 0;
    const isPrefix = mayDiffer && isOpen;
    const isPlain = edits === 0 && !isPrefix && meanings.length === 0;
    if (isPlain || this.#patterns >= MOST_PATTERNS) return this.#known(own);
    const matching = { isPrefix, edits, most: mostCompletions(form.length) };
    const name = `${form}${isPrefix ? "*" : ""}${edits > 0 ? `~${edits}` : ""}`;
    return this.#expanded(form, name, matching, meanings);
  }

  /** A word with an operator. Beyond the most patterns it is a word like any other. */
  #pattern(form: string, { kind, edits: told }: QueryClause): string | undefined {
    if (this.#patterns >= MOST_PATTERNS) return this.#known(this.#scope.analyzer.term(form));
    if (kind === "prefix") {
      return this.#expanded(form, `${form}*`, { isPrefix: true, edits: 0, most: MOST_EXPANSIONS });
    }
    const edits = told === "by length" ? fuzzyEdits(form, 2) : told;
    const matching = { isPrefix: false, edits, most: MOST_EXPANSIONS };
    return this.#expanded(form, `${form}~${edits}`, matching);
  }

  #expanded(
    form: string,
    name: string,
    matching: WordMatching,
    meanings: readonly MatchedTerm[] = [],
  ): string | undefined {
    const { view, matcher, limit, analyzer } = this.#scope;
    const own = analyzer.term(form);
    const isKnown = own !== undefined && view.term(own) !== undefined;
    const typed =
      matcher?.terms(form, matching, limit) ?? (isKnown ? [{ term: own, factor: 1 }] : []);
    const names = new Set(typed.map(({ term }) => term));
    const matched = [...typed, ...meanings.filter(({ term }) => !names.has(term))];
    const [first] = matched;
    if (matched.length === 1 && first?.factor === 1) return this.#known(first.term);
    this.#patterns++;
    this.#remember(matched);
    if (matched.length === 0) return this.#known(analyzer.term(form) ?? form);
    if (this.#field === undefined) return view.add(name, matched, limit);
    const placed = matched.flatMap(({ term, ...rest }) => {
      const own = this.#placed(term);
      return own === undefined ? [] : [{ term: own, ...rest }];
    });
    return view.add(`${this.#field}:${name}`, placed, limit);
  }

  /** A term as it is found in the field of the clause. */
  #placed(term: string | undefined): string | undefined {
    if (term === undefined || this.#field === undefined) return term;
    return this.#scope.inField?.(this.#field, term);
  }

  /**
   * What synonyms add to each token; nothing to those of one field. Those of several words of the query stand
   * beside them, as terms of their own.
   */
  #meanings(tokens: readonly { readonly text: string }[]): MatchedTerm[][] {
    const { synonyms, analyzer, view, limit } = this.#scope;
    this.#beside = [];
    if (synonyms === undefined || this.#field !== undefined) return [];
    const terms = tokens.map(({ text }) => analyzer.term(text));
    const meanings: MatchedTerm[][] = terms.map(() => []);
    for (let at = 0; at < terms.length; ) {
      const found = synonyms.match(terms, at);
      const matched = (found?.alternatives ?? []).flatMap((row): MatchedTerm[] => {
        const term = row.length === 1 ? row[0] : view.addPhrase(row, limit);
        if (row.length > 1 && term !== undefined) {
          this.phrases.push({ terms: row, offsets: [...row.keys()] });
        }
        const isKnown = term !== undefined && view.term(term) !== undefined;
        return isKnown ? [{ term, factor: SYNONYM_FACTOR }] : [];
      });
      if (found?.length === 1) meanings[at] = matched;
      else if (found !== undefined && matched.length > 0) {
        this.#patterns++;
        this.#remember(matched);
        const name = `=${terms.slice(at, at + found.length).join("_")}`;
        this.#beside.push(view.add(name, matched, limit));
      }
      at += found?.length ?? 1;
    }
    return meanings;
  }

  #known(term: string | undefined): string | undefined {
    if (term !== undefined) this.#remember([{ term, factor: 1 }]);
    return this.#placed(term);
  }

  #remember(matched: readonly MatchedTerm[]): void {
    if (this.#isExcluding) return;
    for (const { term, factor } of matched) {
      this.words.set(term, Math.max(factor, this.words.get(term) ?? 0));
    }
  }

  /** Whether a word stands in so many documents that it is hardly a mistake. */
  #isUsual(form: string): boolean {
    const { matcher, view } = this.#scope;
    const least = Math.max(20, view.documentCount / 20_000);
    return (matcher?.documents(form) ?? 0) >= least;
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The whole of a compound follows the last of its parts, of which it has at most four. */
const PARTS_BEFORE = 4;

/**
 * Whether a token that is needed is needed twice: as a part of a compound whose
 * whole follows, or as a word that is followed by its own parts, which a longer
 * word may have too.
 */
function isSpare(tokens: readonly Place[], at: number): boolean {
  const token = tokens[at] as Place;
  const next = tokens[at + 1];
  if (next !== undefined && holds(token, next)) return true;
  return tokens.slice(at + 1, at + 1 + PARTS_BEFORE).some((whole) => holds(whole, token));
}

/** Whether `whole` holds `part` and more. */
function holds(whole: Place, part: Place): boolean {
  const isLonger = whole.end - whole.start > part.end - part.start;
  return isLonger && whole.start <= part.start && whole.end >= part.end;
}
