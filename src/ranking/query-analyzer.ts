/** The part of an analyzer that a searcher needs. It must be the analyzer that the index was built with. */
export interface QueryAnalyzer {
  /** The index terms of a text, in order. */
  terms(text: string): readonly string[];
  /** The surface tokens of a text with their offsets, in UTF-16 units. */
  tokenise(
    text: string,
  ): readonly { readonly text: string; readonly start: number; readonly end: number }[];
  /** The index term of a surface form; undefined for a form that is not indexed. */
  term(form: string): string | undefined;
  /**
   * Whether a surface form is a stop word. Queries leave stop words out if there are
   * other words.
   */
  isStopWord?(form: string): boolean;
}
