/** One search over one snapshot: rank, perhaps re-rank, and fetch what is shown of the hits. */

import { badArgument } from "../common/errors.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { Searcher } from "../ranking/searcher.ts";
import type { Hits } from "../ranking/traversal/index.ts";
import type { Reranker } from "../reranking/reranker.ts";
import { AskedSearch } from "./asked-search.ts";
import { parseFacets } from "./facet-options.ts";
import { countFacets } from "./facets.ts";
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
  const { limit = 10, offset = 0, total = true, facets } = options;
  const { snapshot } = reader;
  const counted = facets === undefined ? undefined : parseFacets(snapshot, facets);
  const deadline = options.timeout === undefined ? undefined : Date.now() + options.timeout;
  const asked = await askedSearch(reader, query, options, deadline);
  const depth = depthOf(options, reranker);
  // One at least, for counting alone needs no hit but a ranking does.
  const top = Math.max(1, offset + limit, depth);
  const found = await asked.rank(top, { total: total && counted === undefined });
  const isLate = deadline !== undefined && Date.now() >= deadline;
  const ordered =
    reranker === undefined || isLate ? found : await reranker.rerank(query, found, { depth });
  const hits = await fetched(reader, query, ordered, offset, limit, options);
  const matches = counted && (await asked.matches());
  return {
    hits,
    total: matches?.size ?? found.total ?? found.documents.length,
    ...(counted && matches ? { facets: await countFacets(snapshot, counted, matches) } : {}),
    isPartial: asked.isPartial || (isLate && reranker !== undefined),
  };
}

/** The query with its filter and its limits. */
async function askedSearch(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  deadline: number | undefined,
): Promise<AskedSearch> {
  const { filter, minMatch } = options;
  const { searcher, ...how } = scoringOf(reader, options);
  return new AskedSearch(reader, searcher, query, {
    ...how,
    ...(minMatch === undefined ? {} : { minMatch }),
    ...(filter === undefined ? {} : { filter: await filteredDocuments(reader.snapshot, filter) }),
    ...(deadline === undefined ? {} : { deadline }),
  });
}

/** How many documents a model re-ranks without a tuned depth. */
const DEPTH = 100;

function depthOf({ depth }: SearchOptions, reranker: Reranker | undefined): number {
  if (reranker !== undefined) return depth ?? reranker.trained.description.depth ?? DEPTH;
  if (depth !== undefined) throw badArgument("depth needs rerank: there is nothing to re-rank");
  return 0;
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
