/** What an index believes about words: how rare they are, learned weights, salience, neighbours. */

import type { Histogram, WordAnswer, WordFigures, WordsAnswer } from "../../../src/client/index.ts";
import { FIRST_WORD } from "../../../src/embeddings/index.ts";
import { cosine, type TrainedModel, tokenVectors } from "../../../src/scoring/index.ts";
import type { IndexReader, WeightsSource } from "../../../src/search/index.ts";
import { salienceOf } from "./explaining.ts";
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

/** Words of an index in the order asked for. Walks the whole dictionary. */
export async function words(
  store: Store,
  { index, prefix = "", order = "frequency", limit = 100, offset = 0, ...given }: WordsInput,
  version?: Version,
): Promise<WordsAnswer> {
  const opened = await store.index(index, version);
  return opened.withReader(async (reader) => {
    const figures = await figuresOf(store, index, reader, given);
    const all = reader.snapshot.termsWithPrefix(prefix, Infinity).map(figures);
    if (order !== "term") all.sort((a, b) => figureOf(b, order) - figureOf(a, order));
    const shown = all.slice(offset, offset + limit);
    if (given.histogram !== true) return { total: all.length, words: shown };
    const histograms: Record<string, Histogram> = {};
    for (const of of ["idf", "weight", "salience"] as const) {
      const values = all.map((each) => figureOf(each, of)).filter(Number.isFinite);
      if (values.length > 0) histograms[of] = histogramOf(values);
    }
    return { total: all.length, words: shown, histograms };
  });
}

/** One word: the terms that it is indexed under, and the words nearest to it for a model. */
export async function word(
  store: Store,
  input: {
    readonly index: string;
    readonly word: string;
    readonly weights?: string | undefined;
    readonly model?: string | undefined;
  },
  version?: Version,
): Promise<WordAnswer> {
  const opened = await store.index(input.index, version);
  return opened.withReader(async (reader) => {
    const figures = await figuresOf(store, input.index, reader, input);
    const terms = [...new Set(reader.analyzer.terms(input.word))];
    const model =
      input.model === undefined ? undefined : await store.model(input.index, input.model);
    const neighbours = model === undefined ? [] : nearest(model, [input.word, ...terms]);
    return { word: input.word, terms: terms.map(figures), neighbours };
  });
}

async function figuresOf(
  store: Store,
  index: string,
  { snapshot }: IndexReader,
  given: { readonly weights?: string | undefined; readonly model?: string | undefined },
): Promise<(term: string) => WordFigures> {
  const learned: WeightsSource | undefined =
    given.weights === undefined
      ? snapshot.weights && { weights: snapshot.weights }
      : await store.weights(index, given.weights);
  const model = given.model === undefined ? undefined : await store.model(index, given.model);
  const salience = new Map(
    model === undefined ? [] : (await salienceOf(model)).map(({ term, salc }) => [term, salc]),
  );
  return (term) => {
    const { documentFrequency = 0, collectionFrequency = 0 } = snapshot.term(term) ?? {};
    // As BM25 has it: ln(1 + (N - n + 0.5) / (n + 0.5)).
    const rest = snapshot.documentCount - documentFrequency + 0.5;
    const idf = Math.log(1 + rest / (documentFrequency + 0.5));
    const salient = salience.get(term);
    return {
      ...{ term, documentFrequency, collectionFrequency, idf },
      ...(learned === undefined
        ? {}
        : { weight: { query: learned.weights.ofQuery(term), document: learned.weights.of(term) } }),
      ...(salient === undefined ? {} : { salience: salient }),
    };
  };
}

function figureOf(
  { collectionFrequency, idf, weight, salience }: WordFigures,
  of: "frequency" | "idf" | "weight" | "salience",
): number {
  if (of === "frequency") return collectionFrequency;
  if (of === "idf") return idf;
  return (of === "weight" ? weight?.query : salience) ?? -Infinity;
}

/** Bins of equal width from the smallest to the largest value. */
export function histogramOf(values: readonly number[], bins: number = BINS): Histogram {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const width = (most - least) / bins || 1;
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.floor((value - least) / width));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { edges: Array.from({ length: bins + 1 }, (_, i) => least + i * width), counts };
}

/** The words whose trained vectors are nearest to that of the first spelling that the model knows. */
function nearest(
  { model, values, vocabulary }: TrainedModel,
  spellings: readonly string[],
): { word: string; cosine: number }[] {
  const known = spellings.find((each) => vocabulary.words.includes(each));
  if (known === undefined) return [];
  const vector = tokenVectors(model, values.get(model.embeddings) as Float32Array);
  const own = vector(vocabulary.id(known));
  return vocabulary.words
    .map((each, i) => ({ word: each, cosine: cosine(own, vector(FIRST_WORD + i)) }))
    .filter((each) => each.word !== known)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEIGHBOURS);
}
