/**
 * Resolves the clauses of a query to terms of an index, and to expansion terms where
 * a word is a pattern, a prefix or a possible typo.
 */

import { stripField } from "../../index/schema/index.ts";
import {
  computeFuzzyEdits,
  type ExpansionTerm,
  type FormMatcher,
  type WordMatching,
} from "../matching/fuzzy-terms.ts";
import { SYNONYM_FACTOR, type SynonymTable } from "../matching/synonyms.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpandedIndex } from "./expanded-index.ts";
import type { QueryClause } from "./parse-query.ts";

/** How the words of a query are expanded. */
export interface ExpansionOptions {
  /** Whether the last word is a prefix. Default false. */
  readonly prefix?: boolean | undefined;
  /**
   * Whether words may have typos: one edit from four letters on, two from eight on;
   * a number sets the maximum. Default false.
   */
  readonly fuzzy?: boolean | 1 | 2 | undefined;
  /** Rules such as `sofa, couch` and `tv => television`, one per line. Default none. */
  readonly synonyms?: string | undefined;
  /**
   * Words to leave out of the query, in addition to the stop words of the index,
   * unless nothing else is left.
   */
  readonly stopWords?: readonly string[] | undefined;
}

/** Maximum number of terms that a pattern with syntax expands to. */
export const MAX_EXPANSIONS = 1024;

/** Maximum number of terms that a prefix or a typo expands to; fewer after one or two letters. */
export const MAX_COMPLETIONS = 32;

/** Maximum number of terms that a word of some letters expands to. */
export function computeMaxCompletions(letters: number): number {
  return letters > 2 ? MAX_COMPLETIONS : letters === 2 ? 16 : 8;
}

/** A word in this many documents, or in one of 20,000, is not corrected. */
const MIN_TYPED_DOCUMENTS = 3;

/** Weight of an occurrence with a space more or less than in the query: one edit. */
const SPACE_FACTOR = 0.5;

/** Minimum length of a part of a word that is split, … */
const MIN_PART = 3;

/** … and maximum length of such a word. */
const MAX_SPLIT = 32;

/** The cost of looking up a word, in postings. */
const WORD_COST = 16;

/** A pattern may scan the whole dictionary. Patterns beyond this many are read as words. */
export const MAX_PATTERNS = 64;

/** A clause with its terms, at least one, and their positions in its text. */
export interface ResolvedClause {
  readonly clause: QueryClause;
  readonly terms: readonly string[];
  readonly offsets: readonly number[];
}

/** The parts that reading a clause needs. */
export interface ReadingScope {
  readonly view: ExpandedIndex;
  readonly analyzer: QueryAnalyzer;
  /** Needed for patterns and for `typing`. */
  readonly matcher: FormMatcher | undefined;
  readonly synonyms: SynonymTable | undefined;
  readonly typing: ExpansionOptions;
  readonly limit: TimeLimit;
  /** The name of a term in one field only; undefined where the field does not index it. */
  readonly inField?: (field: string, term: string) => string | undefined;
}

/** Reads the clauses of one query. */
export class ClauseReader {
  /** The terms of the index that the query expands to, each with its largest weight. */
  readonly words: Map<string, number> = new Map();
  /** Synonyms of several words, which are highlighted where they occur together. */
  readonly phrases: { readonly terms: readonly string[]; readonly offsets: readonly number[] }[] =
    [];
  readonly #scope: ReadingScope;
  #expansionCount = 0;
  /** Terms for synonyms of several words of the current clause. */
  #phraseSynonyms: string[] = [];
  /** Whether the current clause excludes documents. */
  #isExcluding = false;
  /** The field of the current clause. */
  #field: string | undefined;

  constructor(scope: ReadingScope) {
    this.#scope = scope;
  }

  /** True if a clause was more than terms of the index. */
  get hasExpansions(): boolean {
    return this.#expansionCount > 0;
  }

  /**
   * No clause for stop words alone, unless these are kept; one for each word if
   * words are optional.
   */
  read(
    clause: QueryClause,
    { isLast, keepsStopWords }: { readonly isLast: boolean; readonly keepsStopWords: boolean },
  ): ResolvedClause[] {
    const { analyzer } = this.#scope;
    this.#isExcluding = clause.mode === "not";
    this.#field = clause.field;
    const tokens = analyzer.tokenise(clause.text);
    const isUnit = clause.mode !== "should" || clause.kind === "phrase";
    const isPattern = clause.kind === "prefix" || clause.kind === "fuzzy";
    const terms: string[] = [];
    const offsets: number[] = [];
    const synonymTerms = clause.kind === "phrase" ? [] : this.#findSynonyms(tokens);
    const mayJoin = !isUnit && this.#maxEdits > 0 && clause.field === undefined;
    if (mayJoin) this.#phraseSynonyms.push(...this.#joinWords(tokens));
    for (const [offset, token] of tokens.entries()) {
      const isEnd = offset === tokens.length - 1;
      if (isUnit && isRedundant(tokens, offset)) continue;
      const isStopped = clause.kind !== "phrase" && analyzer.isStopWord?.(token.text) === true;
      const mayBePrefix = isEnd && (isPattern || (isLast && this.#scope.typing.prefix === true));
      if (isStopped && !keepsStopWords && !mayBePrefix) continue;
      const term =
        isPattern && isEnd
          ? this.#resolvePattern(token.text, clause)
          : this.#resolveWord(token.text, clause.kind, mayBePrefix, synonymTerms[offset] ?? []);
      if (term === undefined) continue;
      terms.push(term);
      offsets.push(offset);
    }
    for (const name of this.#phraseSynonyms.splice(0)) {
      terms.push(name);
      offsets.push(tokens.length);
    }
    if (terms.length === 0) return [];
    if (clause.kind === "phrase" && terms.length === 1) {
      this.#recordWords([{ term: stripField(terms[0] as string), factor: 1 }]);
    }
    if (isUnit) return [{ clause, terms, offsets }];
    return terms.map((term) => ({ clause, terms: [term], offsets: [0] }));
  }

  /** The term of a word, or one that combines all terms the word expands to. */
  #resolveWord(
    form: string,
    kind: QueryClause["kind"],
    mayBePrefix: boolean,
    synonymTerms: readonly ExpansionTerm[],
  ): string | undefined {
    const { analyzer, matcher } = this.#scope;
    const own = analyzer.term(form);
    if (kind === "phrase") return this.#toFieldTerm(own); // its words match together or not at all
    const canExpand = matcher !== undefined;
    const isPrefix = canExpand && mayBePrefix;
    const maxTerms = computeMaxCompletions(form.length);
    const needsCorrection =
      canExpand && this.#maxEdits > 0 && this.#isRare(form, isPrefix, maxTerms);
    const edits = needsCorrection ? computeFuzzyEdits(form, this.#maxEdits) : 0;
    const others = needsCorrection ? [...synonymTerms, ...this.#splitWord(form)] : synonymTerms;
    const isPlain = edits === 0 && !isPrefix && others.length === 0;
    if (isPlain || this.#expansionCount >= MAX_PATTERNS) return this.#addTerm(own);
    const matching = { isPrefix, edits, maxTerms };
    const name = `${form}${isPrefix ? "*" : ""}${edits > 0 ? `~${edits}` : ""}`;
    return this.#addExpansion(form, name, matching, others);
  }

  /** A word with an operator. Beyond the maximum number of patterns it is an ordinary word. */
  #resolvePattern(form: string, { kind, edits: requestedEdits }: QueryClause): string | undefined {
    if (this.#expansionCount >= MAX_PATTERNS) return this.#addTerm(this.#scope.analyzer.term(form));
    if (kind === "prefix") {
      return this.#addExpansion(form, `${form}*`, {
        isPrefix: true,
        edits: 0,
        maxTerms: MAX_EXPANSIONS,
      });
    }
    const edits = requestedEdits === "by length" ? computeFuzzyEdits(form, 2) : requestedEdits;
    const matching = { isPrefix: false, edits, maxTerms: MAX_EXPANSIONS };
    return this.#addExpansion(form, `${form}~${edits}`, matching);
  }

  #addExpansion(
    form: string,
    name: string,
    matching: WordMatching,
    synonymTerms: readonly ExpansionTerm[] = [],
  ): string | undefined {
    const { view, matcher, limit, analyzer } = this.#scope;
    const own = analyzer.term(form);
    const isIndexed = own !== undefined && view.term(own) !== undefined;
    const wordTerms =
      matcher?.expand(form, matching, limit) ?? (isIndexed ? [{ term: own, factor: 1 }] : []);
    const all =
      synonymTerms.length === 0
        ? wordTerms // the cached array, for which views cache what they have of it
        : mergeTerms(wordTerms, synonymTerms);
    // An explicit pattern asks for all words alike, and the one as typed may be frequent.
    const isPattern = matching.maxTerms === MAX_EXPANSIONS;
    const expansion = isPattern ? all.map(({ term, factor }) => ({ term, factor })) : all;
    const [first] = expansion;
    if (expansion.length === 1 && first?.factor === 1) return this.#addTerm(first.term);
    this.#expansionCount++;
    this.#recordWords(expansion);
    if (expansion.length === 0) return this.#addTerm(analyzer.term(form) ?? form);
    if (this.#field === undefined) return view.add(name, expansion, limit);
    const fieldTerms = expansion.flatMap(({ term, ...rest }) => {
      const own = this.#toFieldTerm(term);
      return own === undefined ? [] : [{ term: own, ...rest }];
    });
    return view.add(`${this.#field}:${name}`, fieldTerms, limit);
  }

  /** A term in the field of the clause. */
  #toFieldTerm(term: string | undefined): string | undefined {
    if (term === undefined || this.#field === undefined) return term;
    return this.#scope.inField?.(this.#field, term);
  }

  /**
   * The synonyms of each token; none within a single field. Synonyms of several
   * query words become terms of their own.
   */
  #findSynonyms(tokens: readonly { readonly text: string }[]): ExpansionTerm[][] {
    const { synonyms, analyzer, view, limit } = this.#scope;
    this.#phraseSynonyms = [];
    if (synonyms === undefined || this.#field !== undefined) return [];
    const terms = tokens.map(({ text }) => analyzer.term(text));
    const synonymTerms: ExpansionTerm[][] = terms.map(() => []);
    for (let at = 0; at < terms.length; ) {
      const synonymMatch = synonyms.match(terms, at);
      if (limit.count(WORD_COST * (1 + (synonymMatch?.alternatives.length ?? 0)))) break;
      const expansion = (synonymMatch?.alternatives ?? []).flatMap((row): ExpansionTerm[] => {
        const term = row.length === 1 ? row[0] : view.addPhrase(row, limit);
        if (row.length > 1 && term !== undefined) {
          this.phrases.push({ terms: row, offsets: [...row.keys()] });
        }
        const isIndexed = term !== undefined && view.term(term) !== undefined;
        return isIndexed ? [{ term, factor: SYNONYM_FACTOR }] : [];
      });
      if (synonymMatch?.length === 1) synonymTerms[at] = expansion;
      else if (synonymMatch !== undefined && expansion.length > 0) {
        this.#expansionCount++;
        this.#recordWords(expansion);
        const name = `=${terms.slice(at, at + synonymMatch.length).join("_")}`;
        this.#phraseSynonyms.push(view.add(name, expansion, limit));
      }
      at += synonymMatch?.length ?? 1;
    }
    return synonymTerms;
  }

  get #maxEdits(): 0 | 1 | 2 {
    const { fuzzy } = this.#scope.typing;
    return fuzzy === true ? 2 : fuzzy || 0;
  }

  /** Two words of the query that the index has as one, such as `head phones`, as terms of their own. */
  #joinWords(tokens: readonly (TokenSpan & { readonly text: string })[]): string[] {
    const { view, analyzer, limit } = this.#scope;
    const joins = tokens.flatMap((token, i) => {
      const next = tokens[i + 1];
      if (next === undefined || next.start < token.end || i >= MAX_PATTERNS) return [];
      const term = analyzer.term(token.text + next.text);
      return term === undefined ? [] : [{ name: `=${token.text}_${next.text}`, term }];
    });
    view.needLists?.(joins.map(({ term }) => term));
    return joins.flatMap(({ name, term }) => {
      if (view.term(term) === undefined || limit.count(WORD_COST)) return [];
      const expansion = [{ term, factor: SPACE_FACTOR, isCorrection: true }];
      this.#expansionCount++;
      this.#recordWords(expansion);
      return [view.add(name, expansion, limit)];
    });
  }

  /** The phrases of two words that a word may stand for, such as `headphones`. */
  #splitWord(form: string): ExpansionTerm[] {
    const { view, analyzer, limit } = this.#scope;
    const canSplit = view.hasPositions && this.#field === undefined && form.length <= MAX_SPLIT;
    if (!canSplit || /\P{L}/u.test(form)) return [];
    const pairs: [string, string][] = [];
    for (let at = MIN_PART; at <= form.length - MIN_PART; at++) {
      const parts = [form.slice(0, at), form.slice(at)];
      if (parts.some((part) => analyzer.isStopWord?.(part) === true)) continue;
      const [first, second] = parts.map((part) => analyzer.term(part));
      if (first !== undefined && second !== undefined) pairs.push([first, second]);
    }
    view.needLists?.(pairs.flat());
    return pairs.flatMap((terms) => {
      if (terms.some((term) => view.term(term) === undefined)) return [];
      if (limit.count(WORD_COST)) return [];
      const term = view.addPhrase(terms, limit);
      if (term === undefined) return [];
      this.phrases.push({ terms, offsets: [0, 1] });
      return [{ term, factor: SPACE_FACTOR, isCorrection: true }];
    });
  }

  #addTerm(term: string | undefined): string | undefined {
    if (term !== undefined) this.#recordWords([{ term, factor: 1 }]);
    return this.#toFieldTerm(term);
  }

  #recordWords(expansion: readonly ExpansionTerm[]): void {
    if (this.#isExcluding) return;
    for (const { term, factor } of expansion) {
      this.words.set(term, Math.max(factor, this.words.get(term) ?? 0));
    }
  }

  /**
   * Whether a word, or what begins with a prefix, occurs in so few documents that it may
   * be a typo.
   */
  #isRare(form: string, isPrefix: boolean, maxTerms: number): boolean {
    const { matcher, view, limit } = this.#scope;
    const minDocuments = Math.max(MIN_TYPED_DOCUMENTS, view.documentCount / 20_000);
    if ((matcher?.countDocuments(form) ?? 0) >= minDocuments) return false;
    if (!isPrefix) return true;
    let documents = 0;
    for (const { term } of matcher?.expand(form, { isPrefix, edits: 0, maxTerms }, limit) ?? []) {
      documents += view.term(term)?.documentFrequency ?? 0;
      if (documents >= minDocuments) return false;
    }
    return true;
  }
}

/** The terms, and the synonyms that are not among them. */
function mergeTerms(
  wordTerms: readonly ExpansionTerm[],
  synonymTerms: readonly ExpansionTerm[],
): readonly ExpansionTerm[] {
  const names = new Set(wordTerms.map(({ term }) => term));
  return [...wordTerms, ...synonymTerms.filter(({ term }) => !names.has(term))];
}

interface TokenSpan {
  readonly start: number;
  readonly end: number;
}

/** The whole of a compound follows the last of its parts, of which there are at most four. */
const MAX_PARTS_BEFORE = 4;

/**
 * Whether a required token is redundant: a part of a compound whose whole follows,
 * or a word followed by its own parts, which a longer word may contain too.
 */
function isRedundant(tokens: readonly TokenSpan[], at: number): boolean {
  const token = tokens[at] as TokenSpan;
  const next = tokens[at + 1];
  if (next !== undefined && contains(token, next)) return true;
  return tokens
    .slice(at + 1, at + 1 + MAX_PARTS_BEFORE)
    .some((compound) => contains(compound, token));
}

/** Whether `compound` contains `part` and more. */
function contains(compound: TokenSpan, part: TokenSpan): boolean {
  const isLonger = compound.end - compound.start > part.end - part.start;
  return isLonger && compound.start <= part.start && compound.end >= part.end;
}
