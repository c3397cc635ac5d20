/** One search over one snapshot: rank, perhaps re-rank, and fetch what is shown of the hits. */

import { badArgument } from "../common/errors.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { Searcher } from "../ranking/searcher.ts";
import type { HitReranker } from "../reranking/reranker.ts";
import type { Analyzer } from "../text/analyzer.ts";
import { type AskedSearch, type SearchBounds, WordSearch } from "./asked-search.ts";
import type { HitGroup } from "./distinct.ts";
import type { Filter } from "./filter.ts";
import type { IndexReader } from "./index-reader.ts";
import { isByMeaning } from "./meaning-name.ts";
import { meantQuery } from "./meant-query.ts";
import { pageOf, type ResultPage, resultPage } from "./result-page.ts";
import { storedDocument } from "./search-document.ts";
import type { Hit, ScoringOptions, SearchOptions, SearchResult } from "./search-options.ts";

/** Searches as `SearchIndex.search` does. `reranker` is that of `options.rerank`; options are checked already. */
export async function searchHits(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  reranker?: HitReranker,
): Promise<Omit<SearchResult, "took">> {
  const { total = true, facets, sort, distinct, after } = options;
  const { snapshot } = reader;
  const counting = facets === undefined ? undefined : await import("./facets.ts");
  const counted = facets === undefined ? undefined : counting?.parseFacets(snapshot, facets);
  const deadline = options.timeout === undefined ? undefined : Date.now() + options.timeout;
  const asked = await askedSearch(reader, query, options, deadline);
  const depth = depthOf(options, reranker);
  // What needs all documents that match has their number as well.
  const needsAll = [facets, sort, distinct, after].some((each) => each !== undefined);
  const matches = needsAll ? await asked.matches() : undefined;
  const isCounted = needsAll ? false : total;
  const page =
    reranker === undefined || isForAll(query, options)
      ? await resultPage(asked, query, options, isCounted)
      : await rerankedPage(asked, query, options, { reranker, depth, deadline, total: isCounted });
  const found = asked.total ?? page.total ?? page.seen;
  const isBound =
    matches === undefined && !page.isAll && (total === true ? false : found >= Number(total));
  const isPartial = asked.isPartial || page.isLate === true;
  const meant = isPartial ? undefined : await meantQuery(reader, query, found, options);
  return {
    hits: await fetched(reader, asked, query, page, options),
    total: found,
    ...(meant === undefined ? {} : { didYouMean: meant }),
    ...(isBound ? { isLowerBound: true } : {}),
    ...(page.after === undefined ? {} : { after: page.after }),
    ...(counting && counted && matches
      ? { facets: await counting.countFacets(snapshot, counted, matches) }
      : {}),
    isPartial,
  };
}

/** The first hits in the order that a model gives them. */
async function rerankedPage(
  asked: AskedSearch,
  query: string,
  { limit = 10, offset = 0 }: SearchOptions,
  {
    reranker,
    depth,
    deadline = Infinity,
    total,
  }: {
    readonly reranker: HitReranker;
    readonly depth: number;
    readonly deadline: number | undefined;
    readonly total: boolean | number;
  },
): Promise<ResultPage> {
  const top = Math.max(1, offset + limit, depth);
  const found = await asked.rank(top, { total });
  const isLate = Date.now() >= deadline;
  const ordered = isLate ? found : await reranker.rerank(query, found, { depth });
  return { ...found, ...pageOf(ordered, { top, offset, limit }), isLate };
}

/** The query with its filter and its limits. */
async function askedSearch(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  deadline: number | undefined,
): Promise<AskedSearch> {
  const { filter, minMatch } = options;
  const allowed = filter === undefined ? undefined : await allowedBy(reader, filter);
  const bounds = {
    ...(allowed === undefined ? {} : { filter: allowed }),
    ...(deadline === undefined ? {} : { deadline }),
  };
  if (isForAll(query, options)) {
    const { AllDocuments } = await import("./all-documents.ts");
    return new AllDocuments(reader.snapshot, bounds);
  }
  const least = minMatch === undefined ? {} : { minMatch };
  return askedWithin(reader, query, options, { ...least, ...bounds });
}

/** Whether no words are asked for, but something else says which documents are wanted, or in which order. */
function isForAll(
  query: string,
  { filter, facets, sort, distinct, vector }: SearchOptions,
): boolean {
  const wanted = [filter, facets, sort, distinct];
  return query.trim() === "" && vector === undefined && wanted.some((each) => each !== undefined);
}

/** The query by words or, where its ranker says so and its vector is known, by meaning too. */
export async function askedWithin(
  reader: IndexReader,
  query: string,
  { ranker, ...options }: ScoringOptions,
  bounds: Pick<SearchBounds, "minMatch" | "filter" | "deadline">,
): Promise<AskedSearch> {
  if (!isByMeaning(ranker)) {
    const { searcher, ...how } = await scoringOf(reader, { ranker, ...options });
    return new WordSearch(reader, searcher, query, { ...how, ...bounds });
  }
  const { meaningSearch, parseMeaningRanker } = await import("./meaning/index.ts");
  const parsed = parseMeaningRanker(ranker);
  const { searcher, ...how } = await scoringOf(reader, { ranker: parsed.first, ...options });
  const words = new WordSearch(reader, searcher, query, { ...how, ...bounds });
  const { vector } = options;
  if (vector === undefined) return words;
  const mustMatch = how.syntax && OPERATORS.test(query);
  return meaningSearch({ words, vector, ranker: parsed, filter: bounds.filter, mustMatch });
}

/** Characters that may be operators: what they ask for binds a search by meaning too. */
const OPERATORS = /["+\-*~:]/;

async function allowedBy({ snapshot }: IndexReader, filter: Filter): Promise<DocumentSet> {
  const { filteredDocuments } = await import("./filtered-documents.ts");
  return filteredDocuments(snapshot, filter);
}

function depthOf({ depth }: SearchOptions, reranker: HitReranker | undefined): number {
  if (reranker !== undefined) return depth ?? reranker.depth;
  if (depth !== undefined) throw badArgument("depth needs rerank: there is nothing to re-rank");
  return 0;
}

/** Who scores, and how. */
export async function scoringOf(
  reader: IndexReader,
  { ranker, weights, ...options }: ScoringOptions,
): Promise<{ searcher: Searcher; ranker: NonNullable<ScoringOptions["ranker"]> } & QueryReading> {
  const reading = readingOf(options);
  if (weights === undefined) {
    return { searcher: reader.searcher, ranker: ranker ?? reader.ranker, ...reading };
  }
  const { weightedSearcher } = await import("./term-weighting.ts");
  const { fields, ...words } = reading;
  const searcher = weightedSearcher(reader, weights, fields);
  return { searcher, ranker: ranker ?? weights.ranker ?? reader.ranker, ...words };
}

/** How a query is read. */
interface QueryReading extends Pick<ScoringOptions, "prefix" | "fuzzy" | "synonyms" | "stopWords"> {
  readonly syntax: boolean;
  readonly fields?: FieldChoice;
}

function readingOf({
  syntax = false,
  prefix,
  fuzzy,
  synonyms,
  stopWords,
  fields,
}: ScoringOptions): QueryReading {
  return {
    syntax,
    prefix,
    fuzzy,
    synonyms,
    stopWords,
    ...(fields === undefined ? {} : { fields }),
  };
}

/** Why a document has the score that the first stage gives it. */
export async function explainDocument(
  reader: IndexReader,
  query: string,
  document: number,
  options: ScoringOptions,
): Promise<Explanation> {
  return (await askedWithin(reader, query, options, {})).explain(document);
}

async function fetched(
  reader: IndexReader,
  asked: AskedSearch,
  query: string,
  { documents, scores, groups }: ResultPage,
  options: SearchOptions,
): Promise<Hit[]> {
  const { snapshot, analyzer } = reader;
  const { snippet = false, highlight = false, explain = false } = options;
  const isMarked = (snippet !== false || highlight !== false) && documents.length > 0;
  const wanted = isMarked
    ? await reader.searcher.matchedWords(query, readingOf(options))
    : { words: new Map<string, number>(), phrases: [] };
  const words = typeof snippet === "object" ? snippet : {};
  const { schema } = snapshot.settings;
  const shownHow = typeof highlight === "object" ? highlight : {};
  const analyzerOf = (name: string): Analyzer => {
    const field = schema?.textFields.find((each) => each.name === name);
    return reader.fieldAnalyzers.get(field?.text.number ?? -1) ?? analyzer;
  };
  // All at once: on a server, each may be a request.
  const stored = snapshot.settings.stored
    ? await Promise.all(Array.from(documents, (document) => snapshot.fieldsOf(document)))
    : [];
  const marking = highlight === false ? undefined : await import("./hit-highlights.ts");
  const excerpts = snippet === false ? undefined : await import("./hit-snippet.ts");
  const hasPassages = excerpts !== undefined && asked.nearestPassage !== undefined;
  const { passageSnippet } = hasPassages ? await import("./passage-snippet.ts") : {};
  const hits: Hit[] = [];
  for (const [rank, document] of documents.entries()) {
    const id = snapshot.id(document);
    const fields = stored[rank] ?? {};
    const passage =
      excerpts === undefined
        ? undefined
        : ((await passageSnippet?.(asked, document, fields, wanted, analyzer, words)) ??
          excerpts.hitSnippet(fields, wanted, analyzer, { ...words, schema }));
    hits.push({
      id,
      score: scores[rank] as number,
      document: storedDocument(id, fields),
      ...(groups === undefined ? {} : { group: groups[rank] as HitGroup }),
      ...(passage === undefined ? {} : { snippet: passage }),
      ...(marking === undefined
        ? {}
        : { highlights: marking.hitHighlights(fields, wanted, analyzerOf, shownHow) }),
      ...(explain ? { explanation: await asked.explain(document) } : {}),
    });
  }
  return hits;
}
