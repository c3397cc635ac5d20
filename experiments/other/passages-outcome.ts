/**
 * BM25 of a document plus BM25 of its best passage (Callan, "Passage-level evidence in document
 * retrieval", SIGIR 1994): the share of the passage and its length are chosen on training queries.
 */

import type { Document, Query } from "../../src/collection/document.ts";
import { openDataset, parseCollectionSplit, type Split } from "../../src/collection/index.ts";
import { computeMeanDifference } from "../../src/discrimination/inner-validation.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { gridSettings, type Searcher, tune } from "../../src/ranking/index.ts";
import { indexInMemory } from "../../src/search/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { divideQueries } from "../query-division.ts";

/** The module that computes outcomes: the code behind a cached one. */
export const PASSAGES_MODULE: string = import.meta.url;

export interface PassageOutcome {
  readonly protocol: string;
  /** nDCG@10 of each test query. */
  readonly tuned: readonly number[];
  readonly combined: readonly number[];
  /** The choices of each part. */
  readonly choices: readonly PassageChoice[];
}

export interface PassageChoice {
  readonly ranker: string;
  /** Words per passage, and the factor of its score; 0 if training queries show no gain. */
  readonly length: number;
  readonly share: number;
}

const LENGTHS = [50, 100, 200];
const SHARES = [0.25, 0.5, 1, 2, 4];
const GRID = "k1=0.4|0.6|0.9|1.2|1.6|2.2|3.2,b=0.1|0.25|0.4|0.55|0.75|0.9";
const CANDIDATES = 200;
const PASSAGES = 2000;
const MAX_TRAINING = 500;
const MEASURE = "nDCG@10";
const STOP_WORDS = { analysis: { stopWords: "english" } } as const;

export async function computePassageOutcome(
  name: string,
  request: ExperimentRequest,
  { files, collections, findPackage, progress }: ExperimentEnvironment,
): Promise<PassageOutcome> {
  const { collection: path } = parseCollectionSplit(name);
  const collection = await openDataset(files, path, { collections, findPackage });
  const { parts, protocol } = await divideQueries(collection, name, request.number("test"));
  const documents = await indexInMemory(collection.documents(), STOP_WORDS);
  const passages = new Map<number, Searcher>();
  for (const length of LENGTHS) {
    const index = await indexInMemory(splitPassages(collection.documents(), length), STOP_WORDS);
    passages.set(length, index.searcher);
  }
  const [tuned, combined]: [number[], number[]] = [[], []];
  const choices: PassageChoice[] = [];
  for (const [i, { training, test }] of parts.entries()) {
    const sample = { ...training, queries: training.queries.slice(0, MAX_TRAINING) };
    const judgements = selectJudgements(sample);
    const settings = gridSettings("bm25", GRID);
    const [best] = await tune(documents.searcher, sample.queries, judgements, settings, {
      measure: MEASURE,
    });
    const ranker = best?.ranker ?? "bm25";
    const engines: PassageEngines = { documents: documents.searcher, passages, ranker };
    const choice = await choosePassages(engines, sample);
    choices.push({ ranker, ...choice });
    tuned.push(...(await measure(engines, test, { length: 0, share: 0 })));
    combined.push(...(await measure(engines, test, choice)));
    const labels = { task: `${name}: passages`, unit: "parts", total: parts.length };
    progress({ ...labels, done: i + 1, finished: i + 1 === parts.length });
  }
  return { protocol, tuned, combined, choices };
}

interface PassageEngines {
  readonly documents: Searcher;
  /** By length. */
  readonly passages: ReadonlyMap<number, Searcher>;
  readonly ranker: string;
}

/** Passages of `length` words, each beginning in the middle of the one before. */
async function* splitPassages(
  documents: AsyncIterable<Document>,
  length: number,
): AsyncGenerator<Document> {
  for await (const { id, title = "", text } of documents) {
    const words = `${title} ${text}`.split(/\s+/).filter((word) => word !== "");
    for (let from = 0; from === 0 || from + length / 2 < words.length; from += length / 2) {
      yield { id: `${id}@${from}`, text: words.slice(from, from + length).join(" ") };
    }
  }
}

/** The best length and share, if they gain more than one standard error on the training queries. */
async function choosePassages(
  engines: PassageEngines,
  training: Split,
): Promise<Pick<PassageChoice, "length" | "share">> {
  const none = { length: 0, share: 0 };
  const before = Float64Array.from(await measure(engines, training, none));
  let best = { choice: none, gain: 0, error: 0 };
  for (const length of LENGTHS) {
    for (const share of SHARES) {
      const after = Float64Array.from(await measure(engines, training, { length, share }));
      const { mean, error } = computeMeanDifference(after, before);
      if (mean > best.gain) best = { choice: { length, share }, gain: mean, error };
    }
  }
  return best.gain > best.error ? best.choice : none;
}

/** nDCG@10 of each query, in the order of the evaluation. */
async function measure(
  engines: PassageEngines,
  split: Split,
  choice: Pick<PassageChoice, "length" | "share">,
): Promise<number[]> {
  const rankings = new Map<string, { documents: string[]; scores: Float64Array }>();
  for (const query of split.queries) {
    const hits = await findHits(engines, query, choice.length);
    const scores = hits.documents.map(
      (id, i) => (hits.scores[i] as number) + choice.share * (hits.passages.get(id) ?? 0),
    );
    const order = [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number));
    rankings.set(query.id, {
      documents: order.map((i) => hits.documents[i] as string),
      scores: Float64Array.from(order, (i) => scores[i] as number),
    });
  }
  const ids = split.queries.map(({ id }) => id);
  const evaluation = evaluate({ name: "passages", rankings }, split.judgements, [MEASURE], {
    queries: ids,
  });
  return [...(evaluation.measures[0]?.perQuery ?? [])];
}

/** The best documents of a query, and the score of the best passage of each document. */
interface PassageHits {
  readonly documents: readonly string[];
  readonly scores: Float64Array;
  readonly passages: ReadonlyMap<string, number>;
}

const hitCache = new WeakMap<Query, Map<string, Promise<PassageHits>>>();

/** Each search of a query is run once. */
function findHits(engines: PassageEngines, query: Query, length: number): Promise<PassageHits> {
  const cached = hitCache.get(query) ?? new Map<string, Promise<PassageHits>>();
  hitCache.set(query, cached);
  const key = `${engines.ranker} ${length}`;
  const hits = cached.get(key) ?? search(engines, query, length);
  cached.set(key, hits);
  return hits;
}

async function search(
  { documents, passages, ranker }: PassageEngines,
  { text, exclude = [] }: Query,
  length: number,
): Promise<PassageHits> {
  const found = await documents.rank(text, { ranker, top: CANDIDATES + exclude.length });
  const ids = Array.from(found.documents, (each) => documents.view.id(each));
  const kept = [...ids.keys()].filter((i) => !exclude.includes(ids[i] as string));
  const best = new Map<string, number>();
  const searcher = passages.get(length);
  if (searcher !== undefined) {
    const hits = await searcher.rank(text, { ranker, top: PASSAGES });
    for (const [i, each] of hits.documents.entries()) {
      const id = searcher.view.id(each).replace(/@\d+$/, "");
      if (!best.has(id)) best.set(id, hits.scores[i] as number);
    }
  }
  return {
    documents: kept.map((i) => ids[i] as string),
    scores: Float64Array.from(kept, (i) => found.scores[i] as number),
    passages: best,
  };
}

function selectJudgements({ queries, judgements }: Split): Split["judgements"] {
  const ids = new Set(queries.map(({ id }) => id));
  return new Map([...judgements].filter(([id]) => ids.has(id)));
}
