/** Search, and the same query by several systems. */

import type {
  CompareAnswer,
  ComparedDocument,
  ComparedSystem,
  CompareRequest,
  SearchAnswer,
  SearchRequest,
  System,
} from "../../../src/client/index.ts";
import type { Ranking } from "../../../src/collection/index.ts";
import { badArgument } from "../../../src/common/errors.ts";
import { evaluate } from "../../../src/evaluation/index.ts";
import type { SearchOptions } from "../../../src/search/index.ts";
import { isByMeaning } from "../../../src/search/meaning-name.ts";
import { gradesOf } from "./judgements.ts";
import { checkMeaning } from "./meaning.ts";
import { publishedSystem } from "./publications.ts";
import type { Store, Version } from "./store.ts";
import { namedSystem, optionsOf, systemName } from "./system.ts";

/** Most systems of one comparison. */
const MOST_SYSTEMS = 8;
const MEASURES = ["nDCG@10", "RR@10", "P@10"];

/** Searches an index by the system that the request names, else by the published one. */
export async function search(
  store: Store,
  { index, request }: { readonly index: string; readonly request: SearchRequest },
  version?: Version,
): Promise<SearchAnswer> {
  const opened = await store.index(index, version);
  const { query, ranker, weights, rerank, depth, ...rest } = request;
  const system = await systemOf(store, index, { ranker, weights, rerank, depth });
  await checkMeaning(store, opened, system, request);
  const options = { ...rest, ...(await optionsOf(store, index, system)) } as SearchOptions;
  return { ...(await opened.search(query, options)), system };
}

/** The system that a request names, else the published one. */
export async function systemOf(store: Store, index: string, given: System): Promise<System> {
  return namedSystem(given) ?? (await publishedSystem(store, index)).system;
}

interface CompareInput {
  readonly index: string;
  readonly request: CompareRequest;
}

/** Ranks for one query by several systems, and says who moved where. */
export function compareSystems(
  store: Store,
  input: CompareInput,
  version?: Version,
): Promise<CompareAnswer> {
  const { index } = input;
  return compareBy(store, input, (request) => search(store, { index, request }, version));
}

/** The same by any way to search. */
export async function compareBy(
  store: Store,
  { index, request }: CompareInput,
  searched: (request: SearchRequest) => Promise<SearchAnswer>,
): Promise<CompareAnswer> {
  const { query, systems: asked, limit = 10, snippet = false, filter, vector } = request;
  if (asked.length > MOST_SYSTEMS) {
    throw badArgument(`at most ${MOST_SYSTEMS} systems can be compared, got ${asked.length}`);
  }
  const grades = await gradesOf(store, index, query);
  const documents: Record<string, ComparedDocument> = Object.create(null);
  const systems: ComparedSystem[] = [];
  for (const { name, ...system } of asked) {
    const meant = isByMeaning(system.ranker) && vector !== undefined ? { vector } : {};
    const answer = await searched({ query, limit, snippet, filter, ...meant, ...system });
    for (const { id, document, snippet: passage } of answer.hits) {
      documents[id] ??= { document, ...(passage === undefined ? {} : { snippet: passage }) };
    }
    const hits = answer.hits.map(({ id, score }, i) => ({ id, score, rank: i + 1 }));
    const measures = grades && measured(hits, grades, request.measures ?? MEASURES);
    const { took, total } = answer;
    systems.push({
      ...{ name: name ?? systemName(system), system: answer.system, took, total, hits },
      ...(measures === undefined ? {} : { measures }),
    });
  }
  const moves = Object.keys(documents).map((id) => ({
    id,
    ranks: systems.map(({ hits }) => hits.find((hit) => hit.id === id)?.rank ?? null),
  }));
  return {
    ...{ query, systems, documents, moves, judged: grades !== undefined },
    ...(grades === undefined ? {} : { grades: Object.fromEntries(grades) }),
  };
}

function measured(
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
