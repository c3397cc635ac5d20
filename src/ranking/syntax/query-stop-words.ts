/** Stop words of a query beside those of the index, which can change from query to query. */

import type { QueryAnalyzer } from "../query-analyzer.ts";

const analyzerCache = new WeakMap<readonly string[], WeakMap<QueryAnalyzer, QueryAnalyzer>>();

/** The analyzer with more stop words; the same object for the same list. */
export function withStopWords(analyzer: QueryAnalyzer, words: readonly string[]): QueryAnalyzer {
  const byAnalyzer = analyzerCache.get(words) ?? new WeakMap<QueryAnalyzer, QueryAnalyzer>();
  analyzerCache.set(words, byAnalyzer);
  const cached = byAnalyzer.get(analyzer);
  if (cached !== undefined) return cached;
  const stopped = new Set(words.flatMap((word) => analyzer.tokenise(word).map(({ text }) => text)));
  const isStopWord = (form: string): boolean =>
    stopped.has(form) || analyzer.isStopWord?.(form) === true;
  const term = (form: string): string | undefined => analyzer.term(form);
  const extended: QueryAnalyzer = {
    term,
    isStopWord,
    tokenise: (text) => analyzer.tokenise(text),
    terms: (text) => {
      const forms = analyzer.tokenise(text).map((token) => token.text);
      const usual = forms.filter((form) => !isStopWord(form)).flatMap((form) => term(form) ?? []);
      return usual.length > 0 ? usual : forms.flatMap((form) => term(form) ?? []);
    },
  };
  byAnalyzer.set(analyzer, extended);
  return extended;
}
