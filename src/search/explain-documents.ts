/**
 * Why a document has its score; why one document is above another; why a
 * document is not found.
 */

import type { ExplainedDocument, ExplainResponse, ScoreDifference } from "../api/responses.ts";
import type { ScoringOptions } from "../api/search-options.ts";
import { defined } from "../common/defined.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import { openTextView } from "../index/snapshots/index.ts";
import type { Explanation } from "../ranking/explanation.ts";
import { needsQueryVector } from "../ranking/needs-query-vector.ts";
import type { PairExplanation } from "../reranking/explanation.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { IndexReader } from "./index-reader.ts";
import type { ReadableIndex } from "./readable-index.ts";

/** How far down a document is looked for. */
const MAX_DEPTH = 1000;

/** The ranking to explain. */
export interface ExplainedRanking extends ScoringOptions {
  /** The model that re-ranks the first hits. */
  readonly rerank?: TrainedModel | undefined;
  /** Number of hits that the model re-ranks. */
  readonly depth?: number | undefined;
}

/** How long explaining may take. */
export interface ExplainLimits {
  /** Milliseconds for the search that finds the ranks. Default: no limit. */
  readonly timeout?: number | undefined;
}

/** One document, or two and the parts of their scores side by side. */
export interface ExplainedDocuments
  extends Pick<ExplainResponse, "document" | "other" | "difference" | "words"> {
  /** The ranker of the first stage, as in a search result. */
  readonly ranker: string;
}

/**
 * Explains one document, or two and their difference. `NOT_FOUND` for an unknown id, `UNAVAILABLE`
 * where the search was not complete in time: the ranks, and why a document has none, would be wrong.
 */
export async function explainDocuments(
  index: ReadableIndex,
  query: string,
  { id, other }: { readonly id: string; readonly other?: string | undefined },
  ranking: ExplainedRanking = {},
  { timeout }: ExplainLimits = {},
): Promise<ExplainedDocuments> {
  const page = { limit: MAX_DEPTH, total: false, select: [], ...defined({ timeout }) };
  const { hits, ranker, isPartial } = await index.search(query, { ...ranking, ...page });
  if (isPartial) {
    throw new TermwiseError("UNAVAILABLE", `the search to explain took longer than ${timeout} ms`);
  }
  const ranks = new Map(hits.map((hit, i) => [hit.id, { rank: i + 1, score: hit.score }]));
  // The default depends on the encoder and the model, so the ranker of the search is explained.
  const context = { query, ranking: { ...ranking, ranker: ranking.ranker ?? ranker }, ranks };
  const document = await explainDocument(index, id, context);
  const words = await index.withReader(async (reader) => findQueryWords(reader, query));
  if (other === undefined) return { ranker, document, words };
  const second = await explainDocument(index, other, context);
  const difference = compareExplanations(document.explanation, second.explanation);
  return { ranker, document, other: second, difference, words };
}

/** The words of a query by their terms, where a word has one that differs from it. */
function findQueryWords({ analyzer }: IndexReader, query: string): Record<string, string> {
  const words: Record<string, string> = Object.create(null);
  for (const [word] of query.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const [term, ...more] = analyzer.terms(word);
    if (term !== undefined && more.length === 0 && term !== word) words[term] ??= word;
  }
  return words;
}

interface ExplainContext {
  readonly query: string;
  readonly ranking: ExplainedRanking;
  readonly ranks: ReadonlyMap<string, { readonly rank: number; readonly score: number }>;
}

async function explainDocument(
  index: ReadableIndex,
  id: string,
  context: ExplainContext,
): Promise<ExplainedDocument> {
  const { query, ranks } = context;
  const document = await index.get(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  const { rerank, depth: _, ...scoring } = context.ranking;
  const explanation = await index.explain(query, id, scoring);
  const hit = ranks.get(id);
  const neural =
    rerank === undefined
      ? undefined
      : await index.withReader((reader) => explainReranking(reader, rerank, query, id));
  return {
    id,
    ...(typeof document.title === "string" ? { title: document.title } : {}),
    rank: hit?.rank ?? null,
    score: hit?.score ?? explanation.value,
    ...(hit === undefined ? { missing: await findReason(index, explanation, context) } : {}),
    explanation,
    ...defined({ neural }),
  };
}

async function explainReranking(
  reader: IndexReader,
  model: TrainedModel,
  query: string,
  id: string,
): Promise<PairExplanation | undefined> {
  const document = reader.snapshot.find(id);
  if (document === undefined) return undefined;
  const { computePairInsight, explainPair } = await import("../reranking/index.ts");
  const { createBackend, loadSalience, openReranker } = await import("./trained-models.ts");
  const reranker = await openReranker(model, reader);
  try {
    const { trained, sequences } = reranker;
    const [score = 0] = await reranker.score(query, [document]);
    const { query: words, document: others } = sequences.pair(
      sequences.query(query),
      await sequences.document(document),
    );
    return explainPair(trained, words, others, score, {
      salience: await loadSalience(model),
      insight: await computePairInsight(await createBackend(), trained, words, others),
    });
  } finally {
    await reranker.close();
  }
}

/** Why a document is not among the first hits. */
async function findReason(
  index: ReadableIndex,
  { parts }: Explanation,
  { query, ranks, ranking }: ExplainContext,
): Promise<string> {
  if (needsQueryVector(ranking.ranker)) {
    return "it is neither among the best documents of the lexical ranking nor among the nearest by vector, within the ranker's depth";
  }
  const terms = await index.withReader(async ({ analyzer, snapshot }) => {
    const view = openTextView(snapshot);
    return [...new Set(analyzer.terms(query))].map((term) => ({
      term,
      isIndexed: view.term(term) !== undefined,
    }));
  });
  if (terms.length === 0) return "the query has no word that is searched: all are stop words";
  const indexedTerms = terms.filter(({ isIndexed }) => isIndexed).map(({ term }) => quote(term));
  if (indexedTerms.length === 0) return "no document of the index has a word of the query";
  if (parts.length === 0) return `the document has none of the words ${indexedTerms.join(", ")}`;
  return `it matches, but ${ranks.size} documents score higher`;
}

/** The parts of two scores side by side, the largest difference first. */
function compareExplanations(first: Explanation, second: Explanation): ScoreDifference[] {
  const values = new Map<string, [number, number]>();
  for (const [position, { parts }] of [first, second].entries()) {
    for (const { label, value } of parts) {
      const pair = values.get(label) ?? [0, 0];
      pair[position as 0 | 1] += value;
      values.set(label, pair);
    }
  }
  return [...values]
    .map(([label, [a, b]]) => ({ label, first: a, second: b, difference: a - b }))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}
