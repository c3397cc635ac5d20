/**
 * Why a document has its score; why one document is above another; why a
 * document is not found.
 */

import type {
  ExplainAnswer,
  ExplainedDocument,
  ExplainRequest,
  ScoreDifference,
  System,
} from "../../../src/client/index.ts";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
import type { Explanation } from "../../../src/ranking/index.ts";
import {
  explainPair,
  type PairExplanation,
  pairInsight,
  termSalience,
} from "../../../src/reranking/index.ts";
import type { TrainedModel } from "../../../src/scoring/index.ts";
import {
  type IndexReader,
  openReranker,
  type ScoringOptions,
  type SearchIndex,
} from "../../../src/search/index.ts";
import { isByMeaning } from "../../../src/search/meaning-name.ts";
import { wasmBackend } from "../../../src/tensor/index.ts";
import { checkMeaning } from "./meaning.ts";
import { systemOf } from "./searching.ts";
import type { Store, Version } from "./store.ts";
import { optionsOf, type RankingOptions } from "./system.ts";

/** How far down a document is looked for. */
const DEEPEST = 1000;

/** Explains one document, or two and their difference. */
export async function explain(
  store: Store,
  { index, request }: { readonly index: string; readonly request: ExplainRequest },
  version?: Version,
): Promise<ExplainAnswer> {
  const opened = await store.index(index, version);
  const { query, id, other, syntax = false, fields, prefix, fuzzy, vector, ...given } = request;
  const reading = { syntax, fields, prefix, fuzzy, vector } as ScoringOptions;
  const system = await systemOf(store, index, given);
  await checkMeaning(store, opened, system, request);
  const options = await optionsOf(store, index, system);
  const { hits } = await opened.search(query, {
    ...options,
    ...reading,
    limit: DEEPEST,
    total: false,
  });
  const ranks = new Map(hits.map((hit, i) => [hit.id, { rank: i + 1, score: hit.score }]));
  const asked = { query, reading, system, options, ranks };
  const document = await explained(opened, id, asked);
  if (other === undefined) return { query, system, document };
  const second = await explained(opened, other, asked);
  const difference = differences(document.explanation, second.explanation);
  return { query, system, document, other: second, difference };
}

interface Asked {
  readonly query: string;
  readonly reading: ScoringOptions;
  readonly system: System;
  readonly options: RankingOptions;
  readonly ranks: ReadonlyMap<string, { readonly rank: number; readonly score: number }>;
}

async function explained(index: SearchIndex, id: string, asked: Asked): Promise<ExplainedDocument> {
  const { query, reading, options, ranks } = asked;
  const document = await index.get(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  const { ranker, weights, rerank } = options;
  const explanation = await index.explain(query, id, { ...reading, ranker, weights });
  const found = ranks.get(id);
  const neural =
    rerank === undefined
      ? undefined
      : await index.withReader((reader) => neuralPart(reader, rerank as TrainedModel, query, id));
  return {
    id,
    ...(typeof document.title === "string" ? { title: document.title } : {}),
    rank: found?.rank ?? null,
    score: found?.score ?? explanation.value,
    ...(found === undefined ? { missing: await reason(index, explanation, asked) } : {}),
    explanation,
    ...(neural === undefined ? {} : { neural }),
  };
}

async function neuralPart(
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
      salience: await salienceOf(model),
      insight: await pairInsight(wasmBackend(), trained, words, others),
    });
  } finally {
    await reranker.close();
  }
}

const saliences = new WeakMap<TrainedModel, ReturnType<typeof termSalience>>();

/** The salience of every word of a model, computed once; empty for a model that learns none. */
export function salienceOf(model: TrainedModel): ReturnType<typeof termSalience> {
  let known = saliences.get(model);
  if (known === undefined) {
    known =
      model.model.salience === undefined ? Promise.resolve([]) : termSalience(wasmBackend(), model);
    saliences.set(model, known);
  }
  return known;
}

/** Why a document is not among the first hits. */
async function reason(
  index: SearchIndex,
  { parts }: Explanation,
  { query, ranks, system }: Asked,
): Promise<string> {
  if (isByMeaning(system.ranker)) {
    return "it is neither among the best by words nor among the nearest by meaning, of which there are as many as the ranker's depth";
  }
  const terms = await index.withReader(async ({ analyzer, snapshot }) =>
    [...new Set(analyzer.terms(query))].map((term) => ({ term, known: snapshot.term(term) })),
  );
  if (terms.length === 0) return "the query has no word that is searched: all are stop words";
  const known = terms.filter((each) => each.known !== undefined);
  if (known.length === 0) return "no document of the index has a word of the query";
  if (parts.length === 0) {
    return `the document has none of the words ${known.map(({ term }) => quote(term)).join(", ")}`;
  }
  return `it matches, but ${ranks.size} documents score higher`;
}

/** The parts of two scores side by side, the largest difference first. */
export function differences(first: Explanation, second: Explanation): ScoreDifference[] {
  const values = new Map<string, [number, number]>();
  for (const [place, { parts }] of [first, second].entries()) {
    for (const { label, value } of parts) {
      const pair = values.get(label) ?? [0, 0];
      pair[place as 0 | 1] += value;
      values.set(label, pair);
    }
  }
  return [...values]
    .map(([label, [a, b]]) => ({ label, first: a, second: b, difference: a - b }))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}
