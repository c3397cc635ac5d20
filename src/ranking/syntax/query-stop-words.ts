/** Stop words of a query in addition to those of the index. They can change from query to query. */

import type { QueryAnalyzer } from "../query-analyzer.ts";

const analyzerCache = new WeakMap<readonly string[], WeakMap<QueryAnalyzer, QueryAnalyzer>>();

/** The analyzer with more stop words; the same object for the same list. */
export function withStopWords(analyzer: QueryAnalyzer, words: readonly string[]): QueryAnalyzer {
  const byAnalyzer = analyzerCache.get(words) ?? new WeakMap<QueryAnalyzer, QueryAnalyzer>();
  analyzerCache.set(words, byAnalyzer);
  const cached = byAnalyzer.get(analyzer);
  if (cached !== undefined) return cached;
  const stopForms = new Set(
    words.flatMap((word) => analyzer.tokenise(word).map(({ text }) => text)),
  );
  const isStopWord = (form: string): boolean =>
    stopForms.has(form) || analyzer.isStopWord?.(form) === true;
  const term = (form: string): string | undefined => analyzer.term(form);
  const extendedAnalyzer: QueryAnalyzer = {
    term,
    isStopWord,
    tokenise: (text) => analyzer.tokenise(text),
    terms: (text) => {
      const forms = analyzer.tokenise(text).map((token) => token.text);
      const contentTerms = forms
        .filter((form) => !isStopWord(form))
        .flatMap((form) => term(form) ?? []);
      return contentTerms.length > 0 ? contentTerms : forms.flatMap((form) => term(form) ?? []);
    },
  };
  byAnalyzer.set(analyzer, extendedAnalyzer);
  return extendedAnalyzer;
}
