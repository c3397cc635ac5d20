/** A collection of the tables of words and meaning: its queries and its index with vectors, searched and measured. */

import { openKnownCollection, parseCollectionSplit } from "../../src/collection/index.ts";
import type { IndexableDocument } from "../../src/index/index.ts";
import type { Reranker } from "../../src/reranking/index.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import {
  measuredOutcome,
  type Ranked,
  type RankingSystem,
  rankedBy,
  type SystemOutcome,
} from "./hybrid-measured.ts";
import { type HybridPart, type HybridQueries, hybridQueries } from "./hybrid-parts.ts";
import { encodedCollection, MODEL } from "./hybrid-vectors.ts";

/** A collection that is ready to be searched. */
export interface HybridWorkload {
  readonly reader: IndexReader;
  readonly collection: string;
  readonly queries: HybridQueries;
  readonly vectorOf: ReadonlyMap<string, Float32Array>;
}

/** What the queries of a part are searched with, and the models among it, which are closed at the end. */
export interface PartSystems {
  readonly systems: readonly RankingSystem[];
  readonly rerankers: readonly Reranker[];
}

/** Learns on a part what is learned; the first system is the one that others are compared with. */
export type SystemsOf = (
  workload: HybridWorkload,
  part: HybridPart,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
) => Promise<PartSystems>;

/** What is kept of a collection. */
export interface HybridOutcome {
  readonly protocol: string;
  readonly documents: number;
  readonly systems: readonly SystemOutcome[];
}

/** The queries and documents of the one collection of a request. */
export async function hybridCollection(
  request: ExperimentRequest,
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<{
  readonly name: string;
  readonly queries: HybridQueries;
  readonly documents: readonly IndexableDocument[];
}> {
  const { collection: name, split } = parseCollectionSplit(request.collection);
  const collection = await openKnownCollection(files, name, { collections, findPackage });
  const most = { train: request.number("train"), test: request.number("test") };
  const queries = await hybridQueries(collection, split, most);
  const documents: IndexableDocument[] = [];
  for await (const document of collection.documents()) documents.push(document);
  return { name, queries, documents };
}

/** Indexes a collection, learns on each part, and ranks the queries that nothing was learned from. */
export async function hybridOutcome(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
  systemsOf: SystemsOf,
): Promise<HybridOutcome> {
  const { files, progress } = environment;
  const { name, queries, documents } = await hybridCollection(request, environment);
  const encoded = await encodedCollection(name, documents, queries.encoded, {
    ...{ files, progress },
    folder: request.text("encoded"),
    encoder: request.text("encoder"),
  });
  const analysis = { stopWords: "english" } as const;
  const reader = await indexInMemory(encoded.documents, { analysis, vectors: MODEL, progress });
  const workload = { reader, collection: name, queries, vectorOf: encoded.queries };
  const found = new Map<string, Ranked>();
  for (const part of queries.parts) {
    const { systems, rerankers } = await systemsOf(workload, part, request, environment);
    for (const system of systems) {
      found.set(system.name, await rankedBy(reader, system, part, found.get(system.name)));
    }
    for (const each of rerankers) await each.close();
  }
  const systems = [...found.values()].map((ranked) => measuredOutcome(reader, ranked, queries));
  await reader.close();
  return { protocol: queries.protocol, documents: documents.length, systems };
}
