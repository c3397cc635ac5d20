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
import { readClock } from "../common/monotonic-clock.ts";
import { TopK } from "../common/top-k.ts";
import { FIRST_WORD } from "../embeddings/vocabulary.ts";
import { iterateTermCounts, openTextView, type TermCounts } from "../index/snapshots/index.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { IndexReader } from "./index-reader.ts";
import type { ReadableIndex } from "./readable-index.ts";
import { type WordOrder, WordSelection } from "./word-selection.ts";

const BINS = 40;
const NEIGHBOURS = 10;
/** What a term costs, in postings. */
const COUNTS_PER_TERM = 16;
const HISTOGRAM_FIGURES = ["idf", "weight", "salience"] as const;

type HistogramFigure = (typeof HISTOGRAM_FIGURES)[number];

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
    TimeOptions,
    LibraryOptionValues<typeof WORD_LIST_OPTIONS> {}

/** How long words may be read. */
export interface TimeOptions {
  /** Milliseconds after which what was read is returned, with `isPartial`. Default: no limit. */
  readonly timeout?: number | undefined;
}

/**
 * Words of an index in the requested order. Reads the whole dictionary, or what of it can be read
 * before the timeout.
 */
export async function listWords(
  index: Pick<ReadableIndex, "withReader">,
  {
    prefix = "",
    order = "frequency",
    limit = 100,
    offset = 0,
    histogram = false,
    timeout,
    ...sources
  }: WordListOptions = {},
): Promise<WordListResponse> {
  const time = createTimeLimit(timeout);
  return index.withReader(async (reader) => {
    const describe = await openStatistics(reader, sources);
    const { snapshot } = reader;
    const selection = new WordSelection(order, offset, limit, countTerms(snapshot));
    const figures: Record<HistogramFigure, number[]> = { idf: [], weight: [], salience: [] };
    const needsFigure = order !== "term" && order !== "frequency";
    for (const counts of iterateTermCounts(snapshot, prefix)) {
      if (time.count(COUNTS_PER_TERM + counts.postings)) break;
      const word = needsFigure || histogram ? describe(counts) : undefined;
      selection.add(counts, word === undefined ? counts.collectionFrequency : select(word, order));
      if (word === undefined || !histogram) continue;
      for (const figure of HISTOGRAM_FIGURES) {
        const value = select(word, figure);
        if (Number.isFinite(value)) figures[figure].push(value);
      }
    }
    const page = { total: selection.total, words: selection.getPage().map(describe) };
    const isPartial = time.isOver;
    if (!histogram) return { ...page, isPartial };
    const filled = HISTOGRAM_FIGURES.filter((figure) => figures[figure].length > 0);
    const entries = filled.map((figure) => [figure, computeHistogram(figures[figure])] as const);
    return { ...page, isPartial, histograms: Object.fromEntries(entries) };
  });
}

/** One word: the terms that it is indexed under, and the words nearest to it for a model. */
export async function describeWord(
  index: Pick<ReadableIndex, "withReader">,
  word: string,
  { timeout, ...sources }: WordSources & TimeOptions = {},
): Promise<WordResponse> {
  const time = createTimeLimit(timeout);
  return index.withReader(async (reader) => {
    const describe = await openStatistics(reader, sources);
    const terms = [...new Set(reader.analyzer.terms(word))];
    const { model } = sources;
    const neighbours =
      model === undefined ? [] : await findNearestWords(model, [word, ...terms], time);
    return {
      ...{ word, terms: terms.map((term) => describe({ term })), neighbours },
      isPartial: time.isOver,
    };
  });
}

function createTimeLimit(timeout: number | undefined): TimeLimit {
  return timeout === undefined ? TimeLimit.none() : new TimeLimit(readClock() + timeout, readClock);
}

/** Distinct terms of an index at most: those of its segments and fields. */
function countTerms({ parts }: IndexReader["snapshot"]): number {
  return parts.reduce((sum, { segment }) => sum + segment.dictionary.termCount, 0);
}

/** A term, with its frequencies where they are known. */
type KnownCounts = Pick<TermCounts, "term"> &
  Partial<Pick<TermCounts, "documentFrequency" | "collectionFrequency">>;

async function openStatistics(
  { snapshot }: IndexReader,
  { weights: source, model }: WordSources,
): Promise<(known: KnownCounts) => WordStatistics> {
  const weights = source?.weights ?? snapshot.weights;
  const salience = await readSalience(model);
  // Of an index with fields, the dictionary holds each term once for each field.
  const view = openTextView(snapshot);
  return ({ term, ...known }) => {
    const isKnown = known.documentFrequency !== undefined;
    const { documentFrequency = 0, collectionFrequency = 0 } =
      (isKnown ? known : view.term(term)) ?? {};
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

function select(
  { collectionFrequency, idf, weight, salience }: WordStatistics,
  figure: WordOrder,
): number {
  if (figure === "term" || figure === "frequency") return collectionFrequency;
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
  time: TimeLimit,
): Promise<WordResponse["neighbours"]> {
  const { cosine, createTokenVectorLookup } = await import("../scoring/index.ts");
  const vector = createTokenVectorLookup(model, values.get(model.embeddings) as Float32Array);
  const { words } = vocabulary;
  const spelling = spellings.find((each) => words[vocabulary.id(each) - FIRST_WORD] === each);
  const own = spelling === undefined ? undefined : vector(vocabulary.id(spelling));
  if (own === undefined) return [];
  const nearest = new TopK(NEIGHBOURS, (a, b) => a < b);
  for (const [number, word] of words.entries()) {
    if (time.count(own.length)) break;
    if (word !== spelling) nearest.push(number, cosine(own, vector(vocabulary.id(word))));
  }
  const { items, scores } = nearest.drain();
  return Array.from(items, (number, i) => ({
    word: words[number] as string,
    cosine: scores[i] as number,
  }));
}
