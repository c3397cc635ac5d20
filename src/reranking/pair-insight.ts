/**
 * What a model saw in one pair, computed by the graph that gives its score:
 * the features of its kernels with their weights, the matches that each query
 * term keeps and where they stand, and what each query term adds.
 *
 * Only what adds up to the score is called a contribution. PACRR ends in a
 * piecewise linear network: near a pair its score is a sum of feature times
 * slope, and of a rest that its biases make. With `combine` `lstm`, and in
 * MatchPyramid, Duet and BERT, nothing adds up: they have no contributions.
 */

import { PADDING, UNKNOWN } from "../embeddings/index.ts";
import {
  batcherFor,
  type Insight,
  inputsFor,
  type KernelInsight,
  type NeuralModel,
  type TokenIds,
  variablesOf,
  type WindowInsight,
  writeInitialValues,
} from "../models/index.ts";
import type { TrainedModel } from "../scoring/index.ts";
import type { Backend, Tensor } from "../tensor/index.ts";

/** What one kernel counts, and its weight in the score. */
export interface KernelFeature {
  /** The similarity that it counts, such as `0.9`; with n-grams their lengths before it. */
  readonly name: string;
  readonly feature: number;
  /** The score is the sum of feature · weight. */
  readonly weight: number;
}

/** A place in the document, from 0, where a window or n-gram begins, and how well it matches there. */
export interface KeptMatch {
  readonly place: number;
  readonly value: number;
  /** For models with salience: what the value is multiplied by. */
  readonly gate?: number;
  /** What the kept match adds to the score, where that can be said. */
  readonly contribution?: number;
}

/** The best matches of n-grams of two lengths, for each query token that one starts at. */
export interface NgramMatches {
  readonly query: number;
  readonly document: number;
  readonly rows: readonly (readonly KeptMatch[])[];
}

/** What a model computed on the way to a score. */
export interface PairInsight {
  readonly kernels?: readonly KernelFeature[];
  /** What each query token adds to the score; 0 for a token that the model does not read. */
  readonly contributions?: readonly number[];
  /** For models of windows: what the biases of their network add. With it the contributions make the score. */
  readonly rest?: number;
  /** For models of windows with idf: what the idf of each query token adds, within its contribution. */
  readonly idf?: readonly number[];
  /** For models with gates on words: each match times the gates of its two words, before any tanh. */
  readonly gated?: readonly Float64Array[];
  /** For models of n-grams, with the gates of the n-grams if there are any, before any tanh. */
  readonly ngrams?: readonly NgramMatches[];
  /** For windows of 1, 2, … words, a row for each query token with its largest matches first. */
  readonly windows?: readonly (readonly (readonly KeptMatch[])[])[];
}

/** Matches of n-grams that are told of each query token. */
const NGRAMS_TOLD = 3;

/** Nothing for models that cannot say. */
export async function pairInsight(
  backend: Backend,
  { model, values }: TrainedModel,
  query: TokenIds,
  document: TokenIds,
): Promise<PairInsight> {
  const insight = model.insight?.(inputsFor(model));
  if (insight === undefined) return {};
  const session = await backend.open(variablesOf(model));
  try {
    await writeInitialValues(session, values);
    const tensors = tensorsOf(insight);
    const named = Object.fromEntries(tensors.map((tensor, i) => [`part${i}`, tensor]));
    const step = await session.prepare({ outputs: named });
    const { outputs } = await step.run(batcherFor(model).pairs([{ query, document }]));
    const parts = new Map(tensors.map((tensor, i) => [tensor, [...(outputs[`part${i}`] ?? [])]]));
    const valuesOf = (tensor: Tensor): readonly number[] => parts.get(tensor) ?? [];
    const texts = { query: placesRead(model, query), document: placesRead(model, document) };
    const size = { query: query.length, document: document.length };
    if (insight.kind === "terms") {
      return { contributions: spread(valuesOf(insight.contributions), texts.query, size.query) };
    }
    return insight.kind === "windows"
      ? toldWindows(insight, valuesOf, texts, size)
      : toldKernels(insight, valuesOf, values.get(insight.weights) ?? [], texts, size);
  } finally {
    await session.close();
  }
}

function tensorsOf(insight: Insight): readonly Tensor[] {
  if (insight.kind === "terms") return [insight.contributions];
  if (insight.kind === "windows") {
    const { sizes, gates = [], features, score, slopes } = insight;
    return [...sizes, ...gates, features, ...[score, slopes].filter((part) => part !== undefined)];
  }
  const { features, gated, ngrams = [] } = insight;
  const matches = ngrams.map((each) => each.matches);
  return gated === undefined ? [features, ...matches] : [features, gated, ...matches];
}

/** The places of the tokens that a batch holds: not padding, and unknown words only where they keep their place. */
function placesRead({ needs }: NeuralModel, tokens: TokenIds): readonly number[] {
  return Array.from(tokens, (id, place) => ({ id, place }))
    .filter(({ id }) => id !== PADDING && (id !== UNKNOWN || needs.unknown === "blank"))
    .map(({ place }) => place);
}

type ValuesOf = (tensor: Tensor) => readonly number[];
type Texts = Readonly<Record<"query" | "document", readonly number[]>>;
type Lengths = Readonly<Record<"query" | "document", number>>;

function toldKernels(
  { features, names, gated, ngrams }: KernelInsight,
  valuesOf: ValuesOf,
  weights: ArrayLike<number>,
  texts: Texts,
  lengths: Lengths,
): PairInsight {
  const rows = rowsOf(valuesOf(features), names.length);
  const weighed = rows.map((row) => row.reduce((sum, x, i) => sum + x * (weights[i] as number), 0));
  return {
    kernels: names.map((name, i) => ({
      name,
      feature: rows.reduce((sum, row) => sum + (row[i] as number), 0),
      weight: weights[i] as number,
    })),
    contributions: spread(weighed, texts.query, lengths.query),
    ...(gated === undefined ? {} : { gated: wholeMatrix(valuesOf(gated), texts, lengths) }),
    ...(ngrams === undefined
      ? {}
      : {
          ngrams: ngrams.map(({ query, document, matches }) => {
            const cells = rowsOf(valuesOf(matches), texts.document.length);
            const best = cells.map((row) => largest(row, texts.document, NGRAMS_TOLD));
            return { query, document, rows: aligned(best, texts.query, lengths.query) };
          }),
        }),
  };
}

function toldWindows(
  insight: WindowInsight,
  valuesOf: ValuesOf,
  texts: Texts,
  lengths: Lengths,
): PairInsight {
  const { sizes, top, gates, score } = insight;
  const parts = weighedFeatures(insight, valuesOf, texts.query.length);
  const windows = sizes.map((matches, size) => {
    const gate = gates?.[size];
    const factors = gate === undefined ? undefined : rowsOf(valuesOf(gate), top);
    const rows = rowsOf(valuesOf(matches), texts.document.length).map((row, i) =>
      largest(row, texts.document, top).map((kept, rank) => ({
        ...kept,
        ...(factors === undefined ? {} : { gate: factors[i]?.[rank] as number }),
        ...(parts === undefined ? {} : { contribution: parts[i]?.[size * top + rank] as number }),
      })),
    );
    return aligned(rows, texts.query, lengths.query);
  });
  if (parts === undefined || score === undefined) return { windows };
  const ofTerms = parts.map(total);
  const withIdf = parts[0] !== undefined && parts[0].length > sizes.length * top;
  return {
    windows,
    contributions: spread(ofTerms, texts.query, lengths.query),
    rest: Number(valuesOf(score)[0]) - total(ofTerms),
    ...(withIdf
      ? {
          idf: spread(
            parts.map((row) => row.at(-1) as number),
            texts.query,
            lengths.query,
          ),
        }
      : {}),
  };
}

/** Feature times slope, for each query token that was read; undefined where the score has no such parts. */
function weighedFeatures(
  { features, slopes }: WindowInsight,
  valuesOf: ValuesOf,
  tokens: number,
): readonly (readonly number[])[] | undefined {
  if (slopes === undefined) return undefined;
  const [values, factors] = [valuesOf(features), valuesOf(slopes)];
  const products = values.map((value, i) => value * (factors[i] as number));
  return rowsOf(products, values.length / tokens);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The largest values of a row with the places they belong to; of equal ones the first. */
function largest(row: readonly number[], places: readonly number[], count: number): KeptMatch[] {
  return row
    .map((value, i) => ({ place: places[i] as number, value }))
    .sort((a, b) => b.value - a.value) // the sort is stable
    .slice(0, count);
}

function rowsOf(values: readonly number[], width: number): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  for (let start = 0; start < values.length; start += width) {
    rows.push(values.slice(start, start + width));
  }
  return rows;
}

/** Rows at the places of the tokens that were read; none for the others. */
function aligned<T>(
  rows: readonly (readonly T[])[],
  places: readonly number[],
  length: number,
): readonly (readonly T[])[] {
  const all: (readonly T[])[] = Array.from({ length }, () => []);
  for (const [i, place] of places.entries()) all[place] = rows[i] ?? [];
  return all;
}

function spread(values: readonly number[], places: readonly number[], length: number): number[] {
  const all = new Array<number>(length).fill(0);
  for (const [i, place] of places.entries()) all[place] = values[i] as number;
  return all;
}

function wholeMatrix(
  cells: readonly number[],
  texts: Texts,
  lengths: Lengths,
): readonly Float64Array[] {
  const rows = aligned(rowsOf(cells, texts.document.length), texts.query, lengths.query);
  return rows.map((row) => {
    const all = new Float64Array(lengths.document);
    for (const [i, value] of row.entries()) all[texts.document[i] as number] = value;
    return all;
  });
}
