/**
 * Why a document has its score; why one document is above another; why a
 * document is not found.
 */

import type {
  ExplainedDocument,
  ExplainRequest,
  ExplainResponse,
  ScoreDifference,
  System,
} from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
import { openTextView } from "../../../src/index/snapshots/index.ts";
import type { Explanation } from "../../../src/ranking/index.ts";
import { needsQueryVector } from "../../../src/ranking/needs-query-vector.ts";
import {
  computePairInsight,
  computeTermSalience,
  explainPair,
  type PairExplanation,
} from "../../../src/reranking/index.ts";
import type { TrainedModel } from "../../../src/scoring/index.ts";
import {
  type IndexReader,
  openReranker,
  type ScoringOptions,
  type SearchIndex,
} from "../../../src/search/index.ts";
import { wasmBackend } from "../../../src/tensor/index.ts";
import { checkQueryVector } from "./query-encoder.ts";
import { resolveSystem } from "./search.ts";
import type { Store, Version } from "./store.ts";
import { type RankingOptions, resolveOptions } from "./system-options.ts";

/** How far down a document is looked for. */
const MAX_DEPTH = 1000;

/** Explains one document, or two and their difference. */
export async function explain(
  store: Store,
  { index, request }: { readonly index: string; readonly request: ExplainRequest },
  version?: Version,
): Promise<ExplainResponse> {
  const opened = await store.index(index, version);
  const { query, id, other, ranker, weights, rerank, depth, ...reading } = request;
  const system = await resolveSystem(store, index, { ranker, weights, rerank, depth });
  await checkQueryVector(store, opened, system, request);
  const options = await resolveOptions(store, index, system);
  const { hits } = await opened.search(query, {
    ...options,
    ...reading,
    limit: MAX_DEPTH,
    total: false,
  });
  const ranks = new Map(hits.map((hit, i) => [hit.id, { rank: i + 1, score: hit.score }]));
  const explainContext = { query, reading, system, options, ranks };
  const document = await explainDocument(opened, id, explainContext);
  if (other === undefined) return { query, system, document };
  const second = await explainDocument(opened, other, explainContext);
  const difference = computeDifferences(document.explanation, second.explanation);
  return { query, system, document, other: second, difference };
}

interface ExplainContext {
  readonly query: string;
  readonly reading: ScoringOptions;
  readonly system: System;
  readonly options: RankingOptions;
  readonly ranks: ReadonlyMap<string, { readonly rank: number; readonly score: number }>;
}

async function explainDocument(
  index: SearchIndex,
  id: string,
  explainContext: ExplainContext,
): Promise<ExplainedDocument> {
  const { query, reading, options, ranks } = explainContext;
  const document = await index.get(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  const { ranker, weights, rerank } = options;
  const explanation = await index.explain(query, id, { ...reading, ranker, weights });
  const hit = ranks.get(id);
  const neural =
    rerank === undefined
      ? undefined
      : await index.withReader((reader) =>
          explainNeural(reader, rerank as TrainedModel, query, id),
        );
  return {
    id,
    ...(typeof document.title === "string" ? { title: document.title } : {}),
    rank: hit?.rank ?? null,
    score: hit?.score ?? explanation.value,
    ...(hit === undefined ? { missing: await findReason(index, explanation, explainContext) } : {}),
    explanation,
    ...defined({ neural }),
  };
}

async function explainNeural(
  reader: IndexReader,
  model: TrainedModel,
  query: string,
  id: string,
): Promise<PairExplanation | undefined> {
  const document = reader.snapshot.find(id);
  if (document === undefined) return undefined;
  const reranker = await openReranker(model, reader);
  try {
    const { trained, sequences } = reranker;
    const [score = 0] = await reranker.score(query, [document]);
    const [words, others] = [sequences.query(query), await sequences.document(document)];
    return explainPair(trained, words, others, score, {
      salience: await computeSalience(model),
      insight: await computePairInsight(wasmBackend(), trained, words, others),
    });
  } finally {
    await reranker.close();
  }
}

const salienceCache = new WeakMap<TrainedModel, ReturnType<typeof computeTermSalience>>();

/** The salience of every word of a model, computed once; empty for a model that learns none. */
export function computeSalience(model: TrainedModel): ReturnType<typeof computeTermSalience> {
  let cached = salienceCache.get(model);
  if (cached === undefined) {
    cached =
      model.model.salience === undefined
        ? Promise.resolve([])
        : computeTermSalience(wasmBackend(), model);
    salienceCache.set(model, cached);
  }
  return cached;
}

/** Why a document is not among the first hits. */
async function findReason(
  index: SearchIndex,
  { parts }: Explanation,
  { query, ranks, system }: ExplainContext,
): Promise<string> {
  if (needsQueryVector(system.ranker)) {
    return "it is neither among the best documents of the lexical ranking nor among the nearest by vector, within the ranker's depth";
  }
  const terms = await index.withReader(async ({ analyzer, snapshot }) => {
    const view = openTextView(snapshot);
    return [...new Set(analyzer.terms(query))].map((term) => ({ term, known: view.term(term) }));
  });
  if (terms.length === 0) return "the query has no word that is searched: all are stop words";
  const indexedTerms = terms.filter((each) => each.known !== undefined);
  if (indexedTerms.length === 0) return "no document of the index has a word of the query";
  if (parts.length === 0) {
    return `the document has none of the words ${indexedTerms.map(({ term }) => quote(term)).join(", ")}`;
  }
  return `it matches, but ${ranks.size} documents score higher`;
}

/** The parts of two scores side by side, the largest difference first. */
export function computeDifferences(first: Explanation, second: Explanation): ScoreDifference[] {
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
