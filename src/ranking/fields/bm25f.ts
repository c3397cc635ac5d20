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
import { getBaseView } from "../index-statistics.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { countTerms, type QueryBag, type Ranker, type Scope, TERM_COST } from "../ranker.ts";
import { BM25_DEFAULTS } from "../scorers/bm25.ts";
import type { MatchStatistics } from "../scorers/match.ts";
import { checkNotNegative, checkShare } from "../scorers/parameter.ts";
import { type IdfForm, idf } from "../scorers/salience.ts";
import {
  createFieldClause,
  type FieldCombination,
  findFieldsWithTerm,
  type WordField,
} from "./field-clause.ts";
import { formatTerm, getFields } from "./view-fields.ts";

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
  k1 = BM25_DEFAULTS.k1,
  b = BM25_DEFAULTS.b,
  idf: form = "lucene",
  length = "field",
  df = "any",
}: Bm25fOptions = {}): Ranker {
  checkNotNegative("BM25F k1", k1);
  checkShare("BM25F b", b);
  const salience = idf(form);
  const saturate = (combined: number): number => combined / (k1 + combined);

  function prepareBag(view: IndexView, bag: QueryBag, { limit }: Scope): PreparedQuery {
    const fields = getWeightedFields(view);
    const clauses: Clause[] = [];
    for (const [term, queryWeight] of bag) {
      if (limit?.count(TERM_COST)) break;
      const activeFields = findFieldsWithTerm(fields, term);
      if (activeFields.length === 0) continue;
      const { statistics, collection } = computeStatistics(view, term, fields, activeFields, df);
      const factor = salience(term, statistics, collection);
      clauses.push(wordClause(term, queryWeight, factor, statistics, activeFields));
    }
    return { clauses, isBoundedByWeights: true };
  }

  function wordClause(
    term: string,
    queryWeight: number,
    factor: number,
    statistics: TermStatistics,
    activeFields: readonly { readonly field: WeightedField; readonly statistics: TermStatistics }[],
  ): Clause {
    const weight = queryWeight * factor;
    const share = (document: number, frequency: number, i: number): number => {
      if (frequency === 0) return 0;
      const { field } = activeFields[i] as (typeof activeFields)[number];
      return (field.weight * frequency) / field.norm(document);
    };
    const combine: FieldCombination = (document, frequencies) => {
      let sum = 0;
      for (let i = 0; i < activeFields.length; i++)
        sum += share(document, frequencies[i] as number, i);
      return sum;
    };
    return createFieldClause({
      label: formatTerm(term),
      term,
      statistics: () => statistics,
      weight,
      fields: activeFields.map(({ field, statistics: fieldStatistics }): WordField => {
        const { weight: fieldWeight, bound: match, facts } = field;
        const getFacts = (): Readonly<Record<string, number>> => ({ fieldWeight, ...facts });
        const bounds = { weight, match, isMonotone: true, isConcave: true };
        return { field, statistics: fieldStatistics, ...bounds, facts: getFacts };
      }),
      combine,
      shares: (document, frequencies) =>
        activeFields.map((_, i) => share(document, frequencies[i] as number, i)),
      saturate,
      isExact: length === "field" && activeFields.length === 1,
      // m / (1 - m) = tf / k1.
      areOddsAdded: length === "field" && k1 > 0,
      formula: "tf / (k1 + tf), with tf the sum over fields of fieldWeight·frequency / norm",
      facts: { queryWeight, salience: factor },
    });
  }

  /** The same objects for every query: the WASM kernels cache score tables per match function. */
  const fieldCache = new WeakMap<IndexView, readonly WeightedField[]>();

  function getWeightedFields(inputView: IndexView): readonly WeightedField[] {
    const view = getBaseView(inputView);
    const activeFields = fieldCache.get(view) ?? computeWeightedFields(view);
    if (view === inputView) return activeFields;
    // The query has added terms to each field.
    const extendedFields = getFields(inputView);
    return activeFields.map((field, i) => ({
      ...field,
      view: extendedFields[i]?.view ?? field.view,
    }));
  }

  function computeWeightedFields(view: IndexView): readonly WeightedField[] {
    const fields = getFields(view).map((field) => ({ ...field, b: field.b ?? b }));
    const norms = length === "field" ? computeFieldNorms(fields) : computeCombinedNorms(fields, b);
    const weightedFields = fields.map((field, i): WeightedField => {
      const { forDocument, lowerBound, facts } = norms[i] as FieldNorm;
      const bound = (frequency: number, fieldStatistics: number): number =>
        saturate((field.weight * frequency) / lowerBound(fieldStatistics));
      return { ...field, norm: forDocument, bound, facts };
    });
    fieldCache.set(view, weightedFields);
    return weightedFields;
  }

  return {
    usesFields: true,
    prepare: async (view, query, scope = {}) => prepareBag(view, countTerms(query), scope),
    prepareNow: (view, query, scope = {}) => prepareBag(view, countTerms(query), scope),
    prepareTerm: (view, term) => prepareBag(view, new Map([[term, 1]]), {}).clauses[0],
  };
}

/** A field with its weights and norms. */
interface WeightedField extends ViewField {
  norm(document: number): number;
  /** The match of a word that occurs in this field only, in a document of at least this length. */
  readonly bound: (frequency: number, length: number) => number;
  readonly facts: Readonly<Record<string, number>>;
}

type FieldWithB = ViewField & { readonly b: number };

/** How occurrences in a field are normalised. */
interface FieldNorm {
  forDocument(document: number): number;
  /** The least norm of a document whose field has this length. */
  lowerBound(length: number): number;
  readonly facts: Readonly<Record<string, number>>;
}

function computeFieldNorms(fields: readonly FieldWithB[]): readonly FieldNorm[] {
  return fields.map(({ view, b }) => {
    const averageLength = view.totalLength / view.documentCount;
    const lowerBound = (length: number): number => 1 - b + (b * length) / averageLength;
    return {
      forDocument: (document) => lowerBound(view.length(document)),
      lowerBound,
      facts: { b, averageLength },
    };
  });
}

/** One norm for all fields. The weighted length of a document is at least that of one of its fields. */
function computeCombinedNorms(fields: readonly FieldWithB[], b: number): readonly FieldNorm[] {
  const total = fields.reduce((sum, { weight, view }) => sum + weight * view.totalLength, 0);
  const averageLength = total / Math.max(...fields.map(({ view }) => view.documentCount));
  const norm = (length: number): number => 1 - b + (b * length) / averageLength;
  const forDocument = (document: number): number => {
    let length = 0;
    for (const { weight, view } of fields) length += weight * view.length(document);
    return norm(length);
  };
  return fields.map(({ weight }) => ({
    forDocument,
    lowerBound: (length) => norm(weight * length),
    facts: { b, averageLength },
  }));
}

/** The statistics that idf uses. */
function computeStatistics(
  view: IndexView,
  term: string,
  fields: readonly ViewField[],
  termFields: readonly { readonly statistics: TermStatistics }[],
  df: "any" | "largest",
): { statistics: TermStatistics; collection: MatchStatistics } {
  const collectionFrequency = termFields.reduce(
    (sum, { statistics }) => sum + statistics.collectionFrequency,
    0,
  );
  const isAny = df === "any";
  const documentFrequency = isAny
    ? (view.term(term)?.documentFrequency ?? 0)
    : Math.max(...termFields.map(({ statistics }) => statistics.documentFrequency));
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
