/** A view of the index for each choice of fields, with the analyzer for its queries. */

import { badArgument } from "../../common/errors.ts";
import {
  type FieldChoice,
  hasWeights,
  resolveFields,
  type Schema,
  type SearchedField,
} from "../../index/schema/index.ts";
import {
  IndexSnapshot,
  type IndexView,
  MultiFieldView,
  TERM_SEPARATOR,
} from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { Ranker } from "../ranker.ts";

/** Maximum number of cached views: an application uses a few. */
const MAX_VIEWS = 64;

/** A view to search, and the analyzer for its queries. */
export interface SearchView {
  readonly view: IndexView;
  /** Absent where queries are terms. */
  readonly analyzer: QueryAnalyzer | undefined;
}

/** Views of one index, cached by choice of fields. */
export class SearchViewCache {
  /** All text fields, with the weights of the index. */
  readonly all: SearchView;
  readonly #snapshot: IndexSnapshot;
  readonly #schema: Schema;
  readonly #analyzer: QueryAnalyzer | undefined;
  readonly #fieldAnalyzers: ReadonlyMap<number, QueryAnalyzer>;
  readonly #cache = new Map<string, SearchView>();

  private constructor(
    snapshot: IndexSnapshot,
    schema: Schema,
    analyzer: QueryAnalyzer | undefined,
    fieldAnalyzers: ReadonlyMap<number, QueryAnalyzer>,
  ) {
    this.#snapshot = snapshot;
    this.#schema = schema;
    this.#analyzer = analyzer;
    this.#fieldAnalyzers = fieldAnalyzers;
    this.all = this.#createView(resolveFields(schema));
  }

  /** Undefined for an index without text fields. */
  static create(
    view: IndexView,
    analyzer?: QueryAnalyzer,
    fieldAnalyzers: ReadonlyMap<number, QueryAnalyzer> = new Map(),
  ): SearchViewCache | undefined {
    if (!(view instanceof IndexSnapshot)) return undefined;
    const { schema } = view.settings;
    if (schema === undefined || schema.textFields.length === 0) return undefined;
    return new SearchViewCache(view, schema, analyzer, fieldAnalyzers);
  }

  /** The chosen fields. `BAD_ARGUMENT` for weights that the ranker would not use. */
  select(choice: FieldChoice, { usesFields = false }: Pick<Ranker, "usesFields">): SearchView {
    const fields = resolveFields(this.#schema, choice);
    if (fields.length > 1 && !usesFields && hasWeights(choice)) {
      throw badArgument(
        "the ranker reads the fields as one text, without weights; bm25f and sum weight fields",
      );
    }
    const key = JSON.stringify(fields);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const searchView = this.#createView(fields);
    if (this.#cache.size === MAX_VIEWS) this.#cache.clear();
    this.#cache.set(key, searchView);
    return searchView;
  }

  #createView(fields: readonly SearchedField[]): SearchView {
    const view = new MultiFieldView(this.#snapshot, fields);
    if (this.#analyzer === undefined) return { view, analyzer: undefined };
    const analyzers: QueryAnalyzer[] = [];
    for (const { group, number } of fields) {
      analyzers[group] ??= this.#fieldAnalyzers.get(number) ?? this.#analyzer;
    }
    return { view, analyzer: createFieldsAnalyzer(analyzers) };
  }
}

/**
 * Analyses a query for fields with different analyzers. A word becomes one term that
 * combines the output of all analyzers, so rankers see one term per word.
 *
 * `analyzers` are those of the groups of fields, in order. The first one splits the
 * query into words. If another analyzer splits a word further, its longest part is
 * searched for.
 */
function createFieldsAnalyzer(analyzers: readonly QueryAnalyzer[]): QueryAnalyzer {
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
