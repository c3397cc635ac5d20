/** The fields of an index as searches choose them: each choice a view, with the analyzer for its queries. */

import { badArgument } from "../../common/errors.ts";
import {
  type FieldChoice,
  hasWeights,
  type Schema,
  type SearchedField,
  searchedFields,
} from "../../index/schema/index.ts";
import { FieldsView, IndexSnapshot, type IndexView } from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { Ranker } from "../ranker.ts";
import { fieldsAnalyzer } from "./fields-analyzer.ts";

/** Choices that are remembered: an application has a few. */
const MOST_CHOICES = 64;

/** What a query is read with and searched in. */
export interface SearchedView {
  readonly view: IndexView;
  /** Absent where queries are terms. */
  readonly analyzer: QueryAnalyzer | undefined;
}

/** Views of one index by the fields that were chosen. */
export class SearchedViews {
  /** All text fields, as the index weighs them. */
  readonly all: SearchedView;
  readonly #snapshot: IndexSnapshot;
  readonly #schema: Schema;
  readonly #analyzer: QueryAnalyzer | undefined;
  readonly #fieldAnalyzers: ReadonlyMap<number, QueryAnalyzer>;
  readonly #known = new Map<string, SearchedView>();

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
    this.all = this.#viewOf(searchedFields(schema));
  }

  /** Undefined for an index without text fields. */
  static of(
    view: IndexView,
    analyzer: QueryAnalyzer | undefined,
    fieldAnalyzers: ReadonlyMap<number, QueryAnalyzer> = new Map(),
  ): SearchedViews | undefined {
    if (!(view instanceof IndexSnapshot)) return undefined;
    const { schema } = view.settings;
    if (schema === undefined || schema.textFields.length === 0) return undefined;
    return new SearchedViews(view, schema, analyzer, fieldAnalyzers);
  }

  /** The chosen fields. `BAD_ARGUMENT` for weights that the ranker would not use. */
  chosen(choice: FieldChoice, { usesFields = false }: Pick<Ranker, "usesFields">): SearchedView {
    const fields = searchedFields(this.#schema, choice);
    if (fields.length > 1 && !usesFields && hasWeights(choice)) {
      throw badArgument(
        "the ranker reads the fields as one text, without weights; bm25f and sum weigh fields",
      );
    }
    const key = JSON.stringify(fields);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const searched = this.#viewOf(fields);
    if (this.#known.size === MOST_CHOICES) this.#known.clear();
    this.#known.set(key, searched);
    return searched;
  }

  #viewOf(fields: readonly SearchedField[]): SearchedView {
    const view = new FieldsView(this.#snapshot, fields);
    if (this.#analyzer === undefined) return { view, analyzer: undefined };
    const analyzers: QueryAnalyzer[] = [];
    for (const { group, number } of fields) {
      analyzers[group] ??= this.#fieldAnalyzers.get(number) ?? this.#analyzer;
    }
    return { view, analyzer: fieldsAnalyzer(analyzers) };
  }
}
