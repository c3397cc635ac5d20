/** One search over one snapshot: rank, perhaps re-rank, and fetch what is shown of the hits. */

import { badArgument } from "../common/errors.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { RankOptions, Searcher } from "../ranking/searcher.ts";
import type { Hits } from "../ranking/traversal/index.ts";
import type { Reranker } from "../reranking/reranker.ts";
import { filteredDocuments } from "./filtered-documents.ts";
import { hitSnippet } from "./hit-snippet.ts";
import type { IndexReader } from "./index-reader.ts";
import { storedDocument } from "./search-document.ts";
import type { Hit, ScoringOptions, SearchOptions, SearchResult } from "./search-options.ts";
import { weightedSearcher } from "./term-weighting.ts";

/** Searches as `SearchIndex.search` does. `reranker` is that of `options.rerank`; options are checked already. */
export async function searchHits(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  reranker?: Reranker,
): Promise<Omit<SearchResult, "took">> {
  const { limit = 10, offset = 0, minMatch, total = true, timeout } = options;
  const deadline = timeout === undefined ? undefined : Date.now() + timeout;
  const { filter } = options;
  const allowed =
    filter === undefined ? undefined : await filteredDocuments(reader.snapshot, filter);
  const depth = depthOf(options, reranker);
  const found = await rankedBy(reader, query, options, {
    // One at least, for counting alone needs no hit but a ranking does.
    top: Math.max(1, offset + limit, depth),
    ...(minMatch === undefined ? {} : { minMatch }),
    ...(allowed === undefined ? {} : { filter: allowed }),
    ...(deadline === undefined ? {} : { deadline }),
    total,
  });
  const isLate = deadline !== undefined && Date.now() >= deadline;
  const ordered =
    reranker === undefined || isLate ? found : await reranker.rerank(query, found, { depth });
  const isPartial = found.isPartial || (isLate && reranker !== undefined);
  const hits = await fetched(reader, query, ordered, offset, limit, options);
  return { hits, total: found.total ?? found.documents.length, isPartial };
}

/** How many documents a model re-ranks without a tuned depth. */
const DEPTH = 100;

function depthOf({ depth }: SearchOptions, reranker: Reranker | undefined): number {
  if (reranker !== undefined) return depth ?? reranker.trained.description.depth ?? DEPTH;
  if (depth !== undefined) throw badArgument("depth needs rerank: there is nothing to re-rank");
  return 0;
}

/** Ranks on the threads of the reader where they can, else here. */
async function rankedBy(
  reader: IndexReader,
  query: string,
  options: ScoringOptions,
  bounds: RankOptions & { readonly filter?: DocumentSet },
): Promise<Hits> {
  const { searcher, ...how } = scoringOf(reader, options);
  const ranks = searcher === reader.searcher ? reader : searcher;
  return ranks.rank(query, { ...how, ...bounds });
}

/** Who scores, and how. */
export function scoringOf(
  reader: IndexReader,
  { ranker, syntax = false, weights }: ScoringOptions,
): { searcher: Searcher; ranker: NonNullable<ScoringOptions["ranker"]>; syntax: boolean } {
  if (weights === undefined) {
    return { searcher: reader.searcher, ranker: ranker ?? reader.ranker, syntax };
  }
  const searcher = weightedSearcher(reader, weights);
  return { searcher, ranker: ranker ?? weights.ranker ?? reader.ranker, syntax };
}

/** Why a document has the score that the first stage gives it. */
export async function explainDocument(
  reader: IndexReader,
  query: string,
  document: number,
  options: ScoringOptions,
): Promise<Explanation> {
  const { searcher, ...how } = scoringOf(reader, options);
  return searcher.explain(query, document, how);
}

async function fetched(
  reader: IndexReader,
  query: string,
  { documents, scores }: Hits,
  offset: number,
  limit: number,
  options: SearchOptions,
): Promise<Hit[]> {
  const { snapshot, analyzer } = reader;
  const { snippet = false, explain = false } = options;
  const wanted = new Map(snippet === false ? [] : analyzer.terms(query).map((term) => [term, 1]));
  const words = typeof snippet === "object" ? snippet : {};
  const hits: Hit[] = [];
  for (let rank = offset; rank < Math.min(documents.length, offset + limit); rank++) {
    const document = documents[rank] as number;
    const id = snapshot.id(document);
    const fields = snapshot.settings.stored ? await snapshot.fieldsOf(document) : {};
    const passage = snippet === false ? undefined : hitSnippet(fields, wanted, analyzer, words);
    hits.push({
      id,
      score: scores[rank] as number,
      document: storedDocument(id, fields),
      ...(passage === undefined ? {} : { snippet: passage }),
      ...(explain ? { explanation: await explainDocument(reader, query, document, options) } : {}),
    });
  }
  return hits;
}
