/**
 * Reads a query for fields with different analyzers. A word becomes one term that
 * combines the output of all analyzers, so rankers see one term per word.
 */

import { TERM_SEPARATOR } from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";

/**
 * `analyzers` are those of the groups of fields, in order. The first one splits the
 * query into words. If another analyzer splits a word further, its longest part is
 * searched for.
 */
export function createFieldsAnalyzer(analyzers: readonly QueryAnalyzer[]): QueryAnalyzer {
  const [first, ...others] = analyzers as [QueryAnalyzer, ...QueryAnalyzer[]];
  if (others.length === 0) return first;
  const term = (form: string): string | undefined => {
    const terms = [
      first.term(form) ?? "",
      ...others.map((other) => selectLongest(other.terms(form))),
    ];
    if (terms.every((each) => each === "")) return undefined;
    return terms.every((each) => each === terms[0]) ? terms[0] : terms.join(TERM_SEPARATOR);
  };
  const tokenise = (text: string): ReturnType<QueryAnalyzer["tokenise"]> => first.tokenise(text);
  const isStopWord = (form: string): boolean => first.isStopWord?.(form) === true;
  return {
    term,
    tokenise,
    isStopWord,
    terms: (text) => {
      const forms = tokenise(text).map(({ text: form }) => form);
      const contentTerms = forms
        .filter((form) => !isStopWord(form))
        .flatMap((form) => term(form) ?? []);
      return contentTerms.length > 0 ? contentTerms : forms.flatMap((form) => term(form) ?? []);
    },
  };
}

function selectLongest(terms: readonly string[]): string {
  return terms.reduce((best, term) => (term.length > best.length ? term : best), "");
}
