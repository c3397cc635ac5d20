/** The words of an index: frequencies, learned weights, salience in a model, nearest words. */

import type { LibraryOptionValues, WeightsSource } from "../api/option-types.ts";
import type { WORD_LIST_OPTIONS } from "../api/requests.ts";
import type {
  Histogram,
  WordListResponse,
  WordResponse,
  WordStatistics,
} from "../api/responses.ts";
import { defined } from "../common/defined.ts";
import { openTextView } from "../index/snapshots/index.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { IndexReader } from "./index-reader.ts";
import type { ReadableIndex } from "./readable-index.ts";

const BINS = 40;
const NEIGHBOURS = 10;

/** Sources of the statistics of a word, besides the index. */
export interface WordSources {
  /** Learned weights to return. Default: those that the index was pruned by, if it was. */
  readonly weights?: WeightsSource | undefined;
  /** A model, for salience and neighbours. */
  readonly model?: TrainedModel | undefined;
}

/** Which words are listed, in which order, with which statistics. */
export interface WordListOptions
  extends WordSources,
    LibraryOptionValues<typeof WORD_LIST_OPTIONS> {}

/** Words of an index in the requested order. Reads the whole dictionary. */
export async function listWords(
  index: Pick<ReadableIndex, "withReader">,
  {
    prefix = "",
    order = "frequency",
    limit = 100,
    offset = 0,
    histogram = false,
    ...sources
  }: WordListOptions = {},
): Promise<WordListResponse> {
  return index.withReader(async (reader) => {
    const describe = await openStatistics(reader, sources);
    const all = openTextView(reader.snapshot).termsWithPrefix(prefix, Infinity).map(describe);
    if (order !== "term") all.sort((a, b) => selectFigure(b, order) - selectFigure(a, order));
    const page = all.slice(offset, offset + limit);
    if (!histogram) return { total: all.length, words: page };
    const histograms: Record<string, Histogram> = {};
    for (const figure of ["idf", "weight", "salience"] as const) {
      const values = all.map((each) => selectFigure(each, figure)).filter(Number.isFinite);
      if (values.length > 0) histograms[figure] = computeHistogram(values);
    }
    return { total: all.length, words: page, histograms };
  });
}

/** One word: the terms that it is indexed under, and the words nearest to it for a model. */
export async function describeWord(
  index: Pick<ReadableIndex, "withReader">,
  word: string,
  sources: WordSources = {},
): Promise<WordResponse> {
  return index.withReader(async (reader) => {
    const describe = await openStatistics(reader, sources);
    const terms = [...new Set(reader.analyzer.terms(word))];
    const { model } = sources;
    const neighbours = model === undefined ? [] : await findNearestWords(model, [word, ...terms]);
    return { word, terms: terms.map(describe), neighbours };
  });
}

async function openStatistics(
  { snapshot }: IndexReader,
  { weights: source, model }: WordSources,
): Promise<(term: string) => WordStatistics> {
  const weights = source?.weights ?? snapshot.weights;
  const salience = await readSalience(model);
  // Of an index with fields, the dictionary holds each term once for each field.
  const view = openTextView(snapshot);
  return (term) => {
    const { documentFrequency = 0, collectionFrequency = 0 } = view.term(term) ?? {};
    // As BM25 has it: ln(1 + (N - n + 0.5) / (n + 0.5)).
    const rest = view.documentCount - documentFrequency + 0.5;
    const idf = Math.log(1 + rest / (documentFrequency + 0.5));
    return {
      ...{ term, documentFrequency, collectionFrequency, idf },
      ...defined({
        weight: weights && { query: weights.queryWeight(term), document: weights.weight(term) },
        salience: salience.get(term),
      }),
    };
  };
}

async function readSalience(model: TrainedModel | undefined): Promise<ReadonlyMap<string, number>> {
  if (model === undefined) return new Map();
  const { loadSalience } = await import("./trained-models.ts");
  return new Map((await loadSalience(model)).map(({ term, salc }) => [term, salc]));
}

function selectFigure(
  { collectionFrequency, idf, weight, salience }: WordStatistics,
  figure: "frequency" | "idf" | "weight" | "salience",
): number {
  if (figure === "frequency") return collectionFrequency;
  if (figure === "idf") return idf;
  return (figure === "weight" ? weight?.query : salience) ?? -Infinity;
}

/** Bins of equal width from the smallest to the largest value. */
function computeHistogram(values: readonly number[]): Histogram {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  const width = (max - min) / BINS || 1;
  const counts = new Array<number>(BINS).fill(0);
  for (const value of values) {
    const bin = Math.min(BINS - 1, Math.floor((value - min) / width));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { edges: Array.from({ length: BINS + 1 }, (_, i) => min + i * width), counts };
}

/** The words whose trained vectors are nearest to that of the first spelling in the vocabulary of the model. */
async function findNearestWords(
  { model, values, vocabulary }: TrainedModel,
  spellings: readonly string[],
): Promise<WordResponse["neighbours"]> {
  const spelling = spellings.find((each) => vocabulary.words.includes(each));
  if (spelling === undefined) return [];
  const { cosine, createTokenVectorLookup } = await import("../scoring/index.ts");
  const vector = createTokenVectorLookup(model, values.get(model.embeddings) as Float32Array);
  const own = vector(vocabulary.id(spelling));
  return vocabulary.words
    .map((word) => ({ word, cosine: cosine(own, vector(vocabulary.id(word))) }))
    .filter(({ word }) => word !== spelling)
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEIGHBOURS);
}
