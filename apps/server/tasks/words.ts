/** Words of an index: frequencies, learned weights, salience, neighbours. */

import type {
  Histogram,
  WordListResponse,
  WordResponse,
  WordStatistics,
} from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { FIRST_WORD } from "../../../src/embeddings/index.ts";
import { openTextView } from "../../../src/index/snapshots/index.ts";
import { cosine, createTokenVectorLookup, type TrainedModel } from "../../../src/scoring/index.ts";
import type { IndexReader, WeightsSource } from "../../../src/search/index.ts";
import { computeSalience } from "./explain.ts";
import type { Store, Version } from "./store.ts";

const BINS = 40;
const NEIGHBOURS = 10;

/** Which words, in which order, with which figures. */
export interface WordsInput {
  readonly index: string;
  readonly prefix?: string | undefined;
  readonly order?: "term" | "frequency" | "idf" | "weight" | "salience" | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly weights?: string | undefined;
  readonly model?: string | undefined;
  readonly histogram?: boolean | undefined;
}

/** Words of an index in the requested order. Reads the whole dictionary. */
export async function listWords(
  store: Store,
  {
    index,
    prefix = "",
    order = "frequency",
    limit = 100,
    offset = 0,
    ...sourceOptions
  }: WordsInput,
  version?: Version,
): Promise<WordListResponse> {
  const opened = await store.index(index, version);
  return opened.withReader(async (reader) => {
    const figures = await openFigures(store, index, reader, sourceOptions);
    const all = openTextView(reader.snapshot).termsWithPrefix(prefix, Infinity).map(figures);
    if (order !== "term") all.sort((a, b) => selectFigure(b, order) - selectFigure(a, order));
    const page = all.slice(offset, offset + limit);
    if (sourceOptions.histogram !== true) return { total: all.length, words: page };
    const histograms: Record<string, Histogram> = {};
    for (const of of ["idf", "weight", "salience"] as const) {
      const values = all.map((each) => selectFigure(each, of)).filter(Number.isFinite);
      if (values.length > 0) histograms[of] = computeHistogram(values);
    }
    return { total: all.length, words: page, histograms };
  });
}

/** One word: the terms that it is indexed under, and the words nearest to it for a model. */
export async function describeWord(
  store: Store,
  input: {
    readonly index: string;
    readonly word: string;
    readonly weights?: string | undefined;
    readonly model?: string | undefined;
  },
  version?: Version,
): Promise<WordResponse> {
  const opened = await store.index(input.index, version);
  return opened.withReader(async (reader) => {
    const figures = await openFigures(store, input.index, reader, input);
    const terms = [...new Set(reader.analyzer.terms(input.word))];
    const model =
      input.model === undefined ? undefined : await store.model(input.index, input.model);
    const neighbours = model === undefined ? [] : findNearestWords(model, [input.word, ...terms]);
    return { word: input.word, terms: terms.map(figures), neighbours };
  });
}

async function openFigures(
  store: Store,
  index: string,
  { snapshot }: IndexReader,
  sourceOptions: { readonly weights?: string | undefined; readonly model?: string | undefined },
): Promise<(term: string) => WordStatistics> {
  const learned: WeightsSource | undefined =
    sourceOptions.weights === undefined
      ? snapshot.weights && { weights: snapshot.weights }
      : await store.weights(index, sourceOptions.weights);
  const model =
    sourceOptions.model === undefined ? undefined : await store.model(index, sourceOptions.model);
  const salience = new Map(
    model === undefined ? [] : (await computeSalience(model)).map(({ term, salc }) => [term, salc]),
  );
  // Of an index with fields, the dictionary holds each term once for each field.
  const view = openTextView(snapshot);
  return (term) => {
    const { documentFrequency = 0, collectionFrequency = 0 } = view.term(term) ?? {};
    // As BM25 has it: ln(1 + (N - n + 0.5) / (n + 0.5)).
    const rest = view.documentCount - documentFrequency + 0.5;
    const idf = Math.log(1 + rest / (documentFrequency + 0.5));
    const salient = salience.get(term);
    return {
      ...{ term, documentFrequency, collectionFrequency, idf },
      ...(learned === undefined
        ? {}
        : {
            weight: {
              query: learned.weights.queryWeight(term),
              document: learned.weights.weight(term),
            },
          }),
      ...defined({ salience: salient }),
    };
  };
}

function selectFigure(
  { collectionFrequency, idf, weight, salience }: WordStatistics,
  of: "frequency" | "idf" | "weight" | "salience",
): number {
  if (of === "frequency") return collectionFrequency;
  if (of === "idf") return idf;
  return (of === "weight" ? weight?.query : salience) ?? -Infinity;
}

/** Bins of equal width from the smallest to the largest value. */
export function computeHistogram(values: readonly number[], bins: number = BINS): Histogram {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const width = (max - min) / bins || 1;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - min) / width));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { edges: Array.from({ length: bins + 1 }, (_, i) => min + i * width), counts };
}

/** The words whose trained vectors are nearest to that of the first spelling in the vocabulary of the model. */
function findNearestWords(
  { model, values, vocabulary }: TrainedModel,
  spellings: readonly string[],
): { word: string; cosine: number }[] {
  const spelling = spellings.find((each) => vocabulary.words.includes(each));
  if (spelling === undefined) return [];
  const vector = createTokenVectorLookup(model, values.get(model.embeddings) as Float32Array);
  const own = vector(vocabulary.id(spelling));
  return vocabulary.words
    .map((each, i) => ({ word: each, cosine: cosine(own, vector(FIRST_WORD + i)) }))
    .filter((each) => each.word !== spelling)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEIGHBOURS);
}
