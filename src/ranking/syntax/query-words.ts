/**
 * What each clause of a query asks an index for: terms, and terms that stand for
 * several where a word is a pattern, half-typed or perhaps mistyped.
 */

import { type FormMatcher, fuzzyEdits, type MatchedTerm } from "../matching/form-matcher.ts";
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
}

/** A pattern with syntax stands for at most so many terms. */
export const MOST_EXPANSIONS = 1024;

/** A half-typed or mistyped word stands for at most so many terms. */
export const MOST_COMPLETIONS = 48;

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
  readonly typing: TypingOptions;
  readonly limit: TimeLimit;
}

/** Reads the clauses of one query. */
export class ClauseReader {
  /** The terms of the index that the query stands for, and how much each counts at most. */
  readonly words: Map<string, number> = new Map();
  readonly #scope: ReadingScope;
  #patterns = 0;
  /** Whether the clause that is being read excludes documents. */
  #isExcluding = false;

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
    const tokens = analyzer.tokenise(clause.text);
    const isWhole = clause.mode !== "should" || clause.kind === "phrase";
    const isPattern = clause.kind === "prefix" || clause.kind === "fuzzy";
    const terms: string[] = [];
    const offsets: number[] = [];
    for (const [offset, token] of tokens.entries()) {
      const isEnd = offset === tokens.length - 1;
      if (isWhole && isSpare(tokens, offset)) continue;
      const isStopped = clause.kind !== "phrase" && analyzer.isStopWord?.(token.text) === true;
      const isOpen = isEnd && (isPattern || (isLast && this.#scope.typing.prefix === true));
      if (isStopped && !keepsStopWords && !isOpen) continue;
      const term =
        isPattern && isEnd
          ? this.#pattern(token.text, clause)
          : this.#word(token.text, clause.kind, isOpen);
      if (term === undefined) continue;
      terms.push(term);
      offsets.push(offset);
    }
    if (terms.length === 0) return [];
    if (clause.kind === "phrase" && terms.length === 1) this.#known(terms[0]);
    if (isWhole) return [{ clause, terms, offsets }];
    return terms.map((term) => ({ clause, terms: [term], offsets: [0] }));
  }

  /** The term of a word as it was typed, or one that stands for all that may have been meant. */
  #word(form: string, kind: QueryClause["kind"], isOpen: boolean): string | undefined {
    const { analyzer, matcher, typing } = this.#scope;
    const own = analyzer.term(form);
    if (kind === "phrase") return own; // its words are found together or not at all
    const mayDiffer = matcher !== undefined;
    const most = typing.fuzzy === true ? 2 : typing.fuzzy || 0;
    const edits = mayDiffer && !this.#isUsual(form) ? fuzzyEdits(form, most) : 0;
    const isPrefix = mayDiffer && isOpen;
    if ((edits === 0 && !isPrefix) || this.#patterns >= MOST_PATTERNS) return this.#known(own);
    const matching = { isPrefix, edits, most: MOST_COMPLETIONS };
    return this.#expanded(
      form,
      `${form}${isPrefix ? "*" : ""}${edits > 0 ? `~${edits}` : ""}`,
      matching,
    );
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
    matching: Parameters<FormMatcher["terms"]>[1],
  ): string | undefined {
    const { view, matcher, limit, analyzer } = this.#scope;
    const matched = matcher?.terms(form, matching, limit) ?? [];
    const [first] = matched;
    if (matched.length === 1 && first?.factor === 1) return this.#known(first.term);
    this.#patterns++;
    this.#remember(matched);
    if (matched.length === 0) return this.#known(analyzer.term(form) ?? form);
    return view.add(name, matched, limit);
  }

  #known(term: string | undefined): string | undefined {
    if (term !== undefined) this.#remember([{ term, factor: 1 }]);
    return term;
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
