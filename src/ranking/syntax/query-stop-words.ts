/** Stop words of a query beside those of the index, which can change from query to query. */

import type { QueryAnalyzer } from "../query-analyzer.ts";

const known = new WeakMap<readonly string[], WeakMap<QueryAnalyzer, QueryAnalyzer>>();

/** The analyzer with more stop words; the same object for the same list. */
export function withStopWords(analyzer: QueryAnalyzer, words: readonly string[]): QueryAnalyzer {
  const made = known.get(words) ?? new WeakMap<QueryAnalyzer, QueryAnalyzer>();
  known.set(words, made);
  const before = made.get(analyzer);
  if (before !== undefined) return before;
  const stopped = new Set(words.flatMap((word) => analyzer.tokenise(word).map(({ text }) => text)));
  const isStopWord = (form: string): boolean =>
    stopped.has(form) || analyzer.isStopWord?.(form) === true;
  const term = (form: string): string | undefined => analyzer.term(form);
  const after: QueryAnalyzer = {
    term,
    isStopWord,
    tokenise: (text) => analyzer.tokenise(text),
    terms: (text) => {
      const forms = analyzer.tokenise(text).map((token) => token.text);
      const usual = forms.filter((form) => !isStopWord(form)).flatMap((form) => term(form) ?? []);
      return usual.length > 0 ? usual : forms.flatMap((form) => term(form) ?? []);
    },
  };
  made.set(analyzer, after);
  return after;
}
