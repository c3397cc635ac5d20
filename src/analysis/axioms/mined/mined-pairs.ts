/**
 * Axioms on real documents: pairs from the top documents of BM25 for real queries for which a
 * premise holds approximately.
 *
 * All rankers are tested on the same documents. No query contributes more than a few pairs to one
 * axiom, so that long lists do not outweigh others.
 */

import type { Query } from "../../../collection/document.ts";
import { type Progress, silent } from "../../../common/progress.ts";
import { Random } from "../../../common/random.ts";
import type { IndexSnapshot } from "../../../index/index.ts";
import type { Searcher } from "../../../ranking/index.ts";
import type { Analyzer } from "../../../text/index.ts";
import type { TestDocument, TestedRanker } from "../axiom.ts";
import { type AxiomResult, AxiomTally } from "../axiom-result.ts";
import { scoreChecked } from "../axiom-test.ts";
import { isClose } from "../families/lower-bound.ts";
import { readDocumentWords } from "./document-words.ts";
import { FREQUENCY_PREFERENCES } from "./frequency-preferences.ts";
import * as proximity from "./proximity-preferences.ts";
import type { QueryStatistics, TermPreference } from "./term-preference.ts";

/**
 * Axioms that can be mined. Exact repetitions (LNC2) and series of documents (TFC2) do not occur in
 * real collections.
 */
export const TERM_PREFERENCES: readonly TermPreference[] = [
  ...FREQUENCY_PREFERENCES,
  proximity.PROX1,
  proximity.PROX2,
  proximity.PROX3,
  proximity.PROX4,
  proximity.PROX5,
];

/** Maximum number of pairs per query and axiom. */
const MAX_PAIRS_PER_QUERY = 20;
const CLOSE_SCORES = 0.1;

/** A query with its top documents. */
export interface MinedQuery {
  readonly id: string;
  readonly words: readonly string[];
  readonly statistics: QueryStatistics;
  readonly documents: readonly (TestDocument & {
    readonly id: string;
    /** The words as index terms, without stop words. */
    readonly terms: readonly string[];
  })[];
}

export interface MiningOptions {
  /** Documents per query. */
  readonly depth?: number;
  readonly seed?: number;
  readonly progress?: Progress;
}

/** Finds the documents of each query, queries in random order. */
export async function mineQueries(
  { snapshot, searcher, analyzer }: MinedIndex,
  queries: readonly Query[],
  { depth = 20, seed = 1, progress = silent }: MiningOptions = {},
): Promise<MinedQuery[]> {
  const minedQueries: MinedQuery[] = [];
  const words = readDocumentWords(snapshot);
  const task = { task: "finding documents", unit: "queries", total: queries.length };
  for (const { id, text } of new Random(seed).split("queries").shuffle([...queries])) {
    const { documents } = await searcher.rank(text, { ranker: "bm25", top: depth });
    const query = analyzer.tokenise(text).map(({ text: form }) => form);
    minedQueries.push({
      id,
      words: query,
      statistics: readQueryStatistics(snapshot, analyzeWords(query, analyzer)),
      documents: await Promise.all(
        Array.from(documents, async (document) => {
          const read = await words(document);
          return { id: snapshot.id(document), words: read, terms: analyzeWords(read, analyzer) };
        }),
      ),
    });
    progress({ ...task, done: minedQueries.length });
  }
  progress({ ...task, done: minedQueries.length, finished: true });
  return minedQueries;
}

export interface MinedIndex {
  readonly snapshot: IndexSnapshot;
  readonly searcher: Searcher;
  readonly analyzer: Analyzer;
}

/** Tests a ranker on the pairs of these queries, up to a maximum number per axiom. */
export async function testMined(
  ranker: TestedRanker,
  queries: readonly MinedQuery[],
  instances: number,
  { seed = 1 }: { readonly seed?: number } = {},
): Promise<AxiomResult[]> {
  const tallies = TERM_PREFERENCES.map((axiom) => ({ axiom, tally: new AxiomTally(axiom) }));
  for (const query of queries) {
    const open = tallies.filter(({ tally }) => tally.instances < instances);
    if (open.length === 0) break;
    if (query.documents.length < 2) continue;
    const [scores] = (await scoreChecked(ranker, [
      { query: query.words, documents: query.documents },
    ])) as [ArrayLike<number>];
    const pairs = new Random(seed).split(query.id).shuffle(enumeratePairs(query.documents.length));
    for (const { axiom, tally } of open) {
      const maxInstances = Math.min(instances, tally.instances + MAX_PAIRS_PER_QUERY);
      for (const [i, j] of pairs) {
        if (tally.instances >= maxInstances) break;
        addPair(tally, axiom, query, scores, i, j);
      }
    }
  }
  return tallies.map(({ tally }) => tally.result);
}

function addPair(
  tally: AxiomTally,
  axiom: TermPreference,
  { words, statistics, documents }: MinedQuery,
  scores: ArrayLike<number>,
  i: number,
  j: number,
): void {
  const [a, b] = [scores[i] as number, scores[j] as number];
  if (axiom.needsCloseScores === true && !isClose(a, b, CLOSE_SCORES)) return;
  const [first, second] = [documents[i], documents[j]];
  if (first === undefined || second === undefined) return;
  const preference = axiom.prefer(statistics, first.terms, second.terms);
  if (preference > 0) tally.add({ query: words, documents: [first, second] }, [a, b]);
  else if (preference < 0) tally.add({ query: words, documents: [second, first] }, [b, a]);
}

function enumeratePairs(count: number): (readonly [number, number])[] {
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: i }, (_, j) => [j, i] as const),
  ).flat();
}

/** The known terms of a query, and ln(N / df) for each. */
function readQueryStatistics(snapshot: IndexSnapshot, terms: readonly string[]): QueryStatistics {
  const query = terms.filter((term) => snapshot.term(term) !== undefined);
  const idf = (term: string): number =>
    Math.log(snapshot.documentCount / (snapshot.term(term)?.documentFrequency ?? 1));
  return { query, idf };
}

function analyzeWords(words: readonly string[], analyzer: Analyzer): string[] {
  return words.map((word) => analyzer.term(word)).filter((term) => term !== undefined);
}
