/**
 * BM25F (Robertson, Zaragoza and Taylor, CIKM 2004; Robertson and Zaragoza, "The
 * probabilistic relevance framework", 2009): occurrences in fields are weighted
 * and added before they are saturated, so that a word in title and body counts
 * less than two words.
 *
 *   tf~   = sum over fields of w · tf / (1 - b + b · length / mean length)
 *   score = sum over words of idf · tf~ / (k1 + tf~)
 *
 * With `length: "combined"` the lengths are weighted and added like the
 * occurrences, and normalised once (the form of 2004, and of Lucene's
 * CombinedFieldQuery). Means are over the documents that have a field; idf
 * counts the documents that have the word in any field, or, with
 * `df: "largest"`, in the field that has it most often, as Lucene does.
 */

import type { IndexView, TermStatistics, ViewField } from "../../index/snapshots/index.ts";
import { unextended } from "../index-statistics.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { COST_OF_A_TERM, countTerms, type QueryBag, type Ranker, type Scope } from "../ranker.ts";
import type { IndexStatistics } from "../scorers/match.ts";
import { checkNotNegative, checkShare } from "../scorers/parameter.ts";
import { type IdfForm, idf } from "../scorers/salience.ts";
import { type FieldCombination, fieldClause, fieldsWith, type WordField } from "./field-clause.ts";
import { fieldsOf, shownTerm } from "./view-fields.ts";

/** Parameters of BM25F. */
export interface Bm25fOptions {
  /** How soon repeated occurrences stop helping. Finite and ≥ 0. */
  readonly k1?: number;
  /** The length normalisation of fields without one of their own, from 0 to 1. */
  readonly b?: number;
  readonly idf?: IdfForm;
  /** Whether each field is normalised by its own length, or all by the weighted sum of lengths. */
  readonly length?: "field" | "combined";
  /** Which documents idf counts. */
  readonly df?: "any" | "largest";
}

/** A ranker over the fields of an index; without fields, the index is one field. */
export function bm25f({
  k1 = 0.9,
  b = 0.4,
  idf: form = "lucene",
  length = "field",
  df = "any",
}: Bm25fOptions = {}): Ranker {
  checkNotNegative("BM25F k1", k1);
  checkShare("BM25F b", b);
  const salience = idf(form);
  const saturate = (combined: number): number => combined / (k1 + combined);

  function prepareBag(view: IndexView, bag: QueryBag, { limit }: Scope): PreparedQuery {
    const fields = weighedFields(view);
    const clauses: Clause[] = [];
    for (const [term, queryWeight] of bag) {
      if (limit?.count(COST_OF_A_TERM)) break;
      const known = fieldsWith(fields, term);
      if (known.length === 0) continue;
      const { statistics, collection } = statisticsOf(view, term, fields, known, df);
      const factor = salience(term, statistics, collection);
      clauses.push(wordClause(term, queryWeight, factor, statistics, known));
    }
    return { clauses };
  }

  function wordClause(
    term: string,
    queryWeight: number,
    factor: number,
    statistics: TermStatistics,
    known: readonly { readonly field: WeighedField; readonly statistics: TermStatistics }[],
  ): Clause {
    const weight = queryWeight * factor;
    const share = (document: number, frequency: number, i: number): number => {
      if (frequency === 0) return 0;
      const { field } = known[i] as (typeof known)[number];
      return (field.weight * frequency) / field.norm(document);
    };
    const combine: FieldCombination = (document, frequencies) => {
      let sum = 0;
      for (let i = 0; i < known.length; i++) sum += share(document, frequencies[i] as number, i);
      return sum;
    };
    return fieldClause({
      label: shownTerm(term),
      term,
      statistics: () => statistics,
      weight,
      fields: known.map(({ field, statistics: ofField }): WordField => {
        const { weight: fieldWeight, bound: match, facts } = field;
        const shown = (): Readonly<Record<string, number>> => ({ fieldWeight, ...facts });
        const bounds = { weight, match, isMonotone: true, isConcave: true };
        return { field, statistics: ofField, ...bounds, facts: shown };
      }),
      combine,
      shares: (document, frequencies) =>
        known.map((_, i) => share(document, frequencies[i] as number, i)),
      saturate,
      isExact: length === "field" && known.length === 1,
      // m / (1 - m) = tf / k1.
      areOddsAdded: length === "field" && k1 > 0,
      formula: "tf / (k1 + tf), with tf the sum over fields of fieldWeight·frequency / norm",
      facts: { queryWeight, salience: factor },
    });
  }

  /** The same objects for every query: the WASM kernels cache score tables per match function. */
  const weighed = new WeakMap<IndexView, readonly WeighedField[]>();

  function weighedFields(given: IndexView): readonly WeighedField[] {
    const view = unextended(given);
    const known = weighed.get(view) ?? weigh(view);
    if (view === given) return known;
    // A query has added terms to each field.
    const extended = fieldsOf(given);
    return known.map((field, i) => ({ ...field, view: extended[i]?.view ?? field.view }));
  }

  function weigh(view: IndexView): readonly WeighedField[] {
    const fields = fieldsOf(view).map((field) => ({ ...field, b: field.b ?? b }));
    const norms = length === "field" ? ownNorms(fields) : combinedNorms(fields, b);
    const made = fields.map((field, i): WeighedField => {
      const { of, least, facts } = norms[i] as FieldNorm;
      const bound = (frequency: number, ofField: number): number =>
        saturate((field.weight * frequency) / least(ofField));
      return { ...field, norm: of, bound, facts };
    });
    weighed.set(view, made);
    return made;
  }

  return {
    usesFields: true,
    prepare: async (view, query, scope = {}) => prepareBag(view, countTerms(query), scope),
  };
}

/** A field with how its occurrences count. */
interface WeighedField extends ViewField {
  norm(document: number): number;
  /** The match of a word that stands in this field alone, in a document that is no longer. */
  readonly bound: (frequency: number, length: number) => number;
  readonly facts: Readonly<Record<string, number>>;
}

type FieldWithB = ViewField & { readonly b: number };

/** How occurrences in a field are normalised. */
interface FieldNorm {
  of(document: number): number;
  /** The least norm of a document whose field has this length. */
  least(length: number): number;
  readonly facts: Readonly<Record<string, number>>;
}

function ownNorms(fields: readonly FieldWithB[]): readonly FieldNorm[] {
  return fields.map(({ view, b }) => {
    const averageLength = view.totalLength / view.documentCount;
    const least = (length: number): number => 1 - b + (b * length) / averageLength;
    return { of: (document) => least(view.length(document)), least, facts: { b, averageLength } };
  });
}

/** One norm for all fields. The weighted length of a document is at least that of one of its fields. */
function combinedNorms(fields: readonly FieldWithB[], b: number): readonly FieldNorm[] {
  const total = fields.reduce((sum, { weight, view }) => sum + weight * view.totalLength, 0);
  const averageLength = total / Math.max(...fields.map(({ view }) => view.documentCount));
  const norm = (length: number): number => 1 - b + (b * length) / averageLength;
  const of = (document: number): number => {
    let length = 0;
    for (const { weight, view } of fields) length += weight * view.length(document);
    return norm(length);
  };
  return fields.map(({ weight }) => ({
    of,
    least: (length) => norm(weight * length),
    facts: { b, averageLength },
  }));
}

/** What idf counts. */
function statisticsOf(
  view: IndexView,
  term: string,
  fields: readonly ViewField[],
  known: readonly { readonly statistics: TermStatistics }[],
  df: "any" | "largest",
): { statistics: TermStatistics; collection: IndexStatistics } {
  const collectionFrequency = known.reduce(
    (sum, { statistics }) => sum + statistics.collectionFrequency,
    0,
  );
  const isAny = df === "any";
  const documentFrequency = isAny
    ? (view.term(term)?.documentFrequency ?? 0)
    : Math.max(...known.map(({ statistics }) => statistics.documentFrequency));
  const documentCount = isAny
    ? view.documentCount
    : Math.max(...fields.map((field) => field.view.documentCount));
  const { totalLength } = view;
  const averageLength = totalLength / documentCount;
  return {
    statistics: { documentFrequency, collectionFrequency },
    collection: {
      documentCount,
      totalLength,
      averageLength,
      maxCollectionFrequency: collectionFrequency,
    },
  };
}
