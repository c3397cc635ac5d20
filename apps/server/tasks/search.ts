/** Search, and the same query by several systems. */

import type { SimilarOptions, SuggestOptions } from "../../../src/api/index.ts";
import {
  type ComparedDocument,
  type ComparedSystem,
  type CompareRequest,
  type CompareResponse,
  formatSystemName,
  type NamedSystem,
  type SearchRequest,
  type SearchResponse,
  type SimilarResponse,
  type SuggestResponse,
} from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument } from "../../../src/common/errors.ts";
import { evaluate, type Ranking, type SearchOptions } from "../../../src/index.ts";
import { needsQueryVector } from "../../../src/retrieval.ts";
import { LIMITS } from "../limits.ts";
import { checkSearchLimits } from "../search-limits.ts";
import { RequestTime } from "../search-timeout.ts";
import { resolveSystem, resolveSystemNow } from "./activations.ts";
import { findGrades } from "./judgements.ts";
import { checkQueryVector } from "./query-encoder.ts";
import { checkSnapshotSystem, readSnapshotResponse } from "./snapshot-rankings.ts";
import type { Store, Version } from "./store.ts";
import { resolveOptionsNow, resolveRanking } from "./system-options.ts";

/** Most systems of one comparison. */
const MAX_SYSTEMS = 8;
const MEASURES = ["nDCG@10", "RR@10", "P@10"];

/** Searches an index by the system that the request names, else by the active one. */
export async function search(
  store: Store,
  { index, request }: { readonly index: string; readonly request: SearchRequest },
  version?: Version,
): Promise<SearchResponse> {
  checkSearchLimits(request);
  // Each promise costs as much as a part of a search, so what is known is not waited for.
  const opened = store.indexNow(index, version) ?? (await store.index(index, version));
  const { query, ranker, weights, rerank, depth, ...rest } = request;
  const requested = { ranker, weights, rerank, depth };
  const system =
    resolveSystemNow(store, index, requested) ?? (await resolveSystem(store, index, requested));
  if (needsQueryVector(system.ranker)) await checkQueryVector(store, opened, system, request);
  const resolvedNow = resolveOptionsNow(system);
  const { ranked, ranking } =
    resolvedNow === undefined
      ? await resolveRanking(store, index, opened, system)
      : { ranked: opened, ranking: resolvedNow };
  const options = { ...rest, ...ranking } as SearchOptions;
  const result = await ranked.search(query, options);
  return { ...result, system: { ...system, ranker: result.ranker } };
}

/** Completions of a query, the best first. */
export async function suggest(
  store: Store,
  {
    index,
    query,
    options,
  }: { readonly index: string; readonly query: string; readonly options: SuggestOptions },
  version?: Version,
): Promise<SuggestResponse> {
  const opened = await store.index(index, version);
  return { suggestions: await opened.suggest(query, options) };
}

/** The documents nearest to another by their vectors. */
export async function findSimilar(
  store: Store,
  {
    index,
    id,
    options,
  }: { readonly index: string; readonly id: string; readonly options: SimilarOptions },
  version?: Version,
): Promise<SimilarResponse> {
  const opened = await store.index(index, version);
  return { hits: await opened.similar(id, { timeout: LIMITS.timeout, ...options }) };
}

interface CompareInput {
  readonly index: string;
  readonly request: CompareRequest;
}

/** Ranks for one query by several systems, and returns the ranks of each document. */
export function compareSystems(
  store: Store,
  input: CompareInput,
  version?: Version,
): Promise<CompareResponse> {
  const { index } = input;
  return compareSystemsBy(
    store,
    input,
    (request) => search(store, { index, request }, version),
    (name, query) => readSnapshotResponse(store, index, name, query),
  );
}

/** Reads the ranking of a query in a snapshot. */
type ReadSnapshot = (
  name: string,
  query: { readonly query: string; readonly limit: number },
) => Promise<SearchResponse & Pick<ComparedSystem, "deleted">>;

/** The same by any way to search. */
export async function compareSystemsBy(
  store: Store,
  { index, request }: CompareInput,
  runSearch: (request: SearchRequest) => Promise<SearchResponse>,
  readSnapshot: ReadSnapshot = rejectSnapshot,
): Promise<CompareResponse> {
  const { query, systems: requestedSystems, limit = 10, snippet = false, filter, vector } = request;
  const { withoutVector, vectorFallback = withoutVector, timeout } = request;
  if (requestedSystems.length > MAX_SYSTEMS) {
    throw badArgument(
      `at most ${MAX_SYSTEMS} systems can be compared, got ${requestedSystems.length}`,
    );
  }
  const grades = await findGrades(store, index, query);
  const snapshots = requestedSystems.map(checkSnapshotSystem);
  const live = requestedSystems.filter((_, i) => snapshots[i] === undefined);
  const searches = live.map(({ name, ...system }) => {
    const { ranker } = system;
    const mayBeDense = ranker === undefined || needsQueryVector(ranker);
    const vectorOption = mayBeDense ? defined({ vector, vectorFallback }) : {};
    return { query, limit, snippet, filter, ...vectorOption, ...system };
  });
  const found = await searchInShares(searches, new RequestTime(timeout), runSearch);
  const documents: Record<string, ComparedDocument> = Object.create(null);
  const addDocuments = ({ hits }: SearchResponse): void => {
    for (const { id, document, snippet: passage } of hits) {
      documents[id] ??= { document, ...defined({ snippet: passage }) };
    }
  };
  for (const response of found) addDocuments(response); // first those with passages
  const responses: (SearchResponse & Pick<ComparedSystem, "deleted">)[] = [];
  for (const name of snapshots) {
    responses.push(
      name === undefined
        ? (found.shift() as SearchResponse)
        : await readSnapshot(name, { query, limit }),
    );
  }
  const systems = responses.map((response, i): ComparedSystem => {
    addDocuments(response);
    const hits = response.hits.map(({ id, score }, rank) => ({ id, score, rank: rank + 1 }));
    const measures = grades && computeMeasures(hits, grades, request.measures ?? MEASURES);
    const { took, total, isPartial, system, deleted } = response;
    const { name, ...requested } = requestedSystems[i] as NamedSystem;
    return {
      ...{ name: name ?? formatSystemName(requested), system, took, total, isPartial, hits },
      ...defined({ measures, deleted }),
    };
  });
  const moves = Object.keys(documents).map((id) => ({
    id,
    ranks: systems.map(({ hits }) => hits.find((hit) => hit.id === id)?.rank ?? null),
  }));
  return {
    ...{ query, systems, documents, moves, judged: grades !== undefined },
    ...(grades === undefined ? {} : { grades: Object.fromEntries(grades) }),
  };
}

async function rejectSnapshot(): Promise<never> {
  throw badArgument("an index on a cluster has no snapshots of rankings");
}

/**
 * The responses in the order of the requests. All have the time of one: each an equal share, and
 * what one leaves goes to those after it. Models, which take longest, come last.
 */
async function searchInShares(
  requests: readonly SearchRequest[],
  time: RequestTime,
  runSearch: (request: SearchRequest) => Promise<SearchResponse>,
): Promise<SearchResponse[]> {
  const responses: SearchResponse[] = [];
  const order = requests
    .map((request, position) => ({ request, position }))
    .sort(
      (a, b) => Number(a.request.rerank !== undefined) - Number(b.request.rerank !== undefined),
    );
  for (const [done, { request, position }] of order.entries()) {
    responses[position] = await runSearch(time.apply(request, order.length - done));
  }
  return responses;
}

function computeMeasures(
  hits: readonly { readonly id: string; readonly score: number }[],
  grades: ReadonlyMap<string, number>,
  measures: readonly string[],
): Record<string, number> {
  const ranking: Ranking = {
    documents: hits.map(({ id }) => id),
    scores: Float64Array.from(hits, (_, i) => -i), // the order as shown, whatever the scores
  };
  const run = { name: "shown", rankings: new Map([["query", ranking]]) };
  const judgements = new Map([["query", new Map(grades)]]);
  const evaluation = evaluate(run, judgements, measures);
  return Object.fromEntries(
    evaluation.measures.map(({ measure, overall }) => [measure.name, overall]),
  );
}
