/**
 * A collection of the hybrid tables: its queries and its index with vectors, searched and measured.
 */

import { openDataset, parseCollectionSplit } from "../../src/collection/index.ts";
import type { IndexableDocument } from "../../src/index/index.ts";
import type { Reranker } from "../../src/reranking/index.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { type HybridPart, type HybridQueries, readHybridQueries } from "./hybrid-queries.ts";
import { encodeCollection, MODEL } from "./hybrid-vectors.ts";
import {
  measureOutcome,
  type RankingSystem,
  rankPart,
  type SystemOutcome,
  type SystemRankings,
} from "./system-outcome.ts";

/** A collection ready for search. */
export interface HybridWorkload {
  readonly reader: IndexReader;
  readonly collection: string;
  readonly queries: HybridQueries;
  readonly queryVectors: ReadonlyMap<string, Float32Array>;
}

/**
 * The systems for the queries of a part, and the models among them, which are closed at the end.
 */
export interface PartSystems {
  readonly systems: readonly RankingSystem[];
  readonly rerankers: readonly Reranker[];
}

/** Learns on a part; the first system is the baseline. */
export type SystemFactory = (
  workload: HybridWorkload,
  part: HybridPart,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
) => Promise<PartSystems>;

/** The cached outcome of a collection. */
export interface HybridOutcome {
  readonly protocol: string;
  readonly documents: number;
  readonly systems: readonly SystemOutcome[];
}

/** The queries and documents of the one collection of a request. */
export async function openHybridCollection(
  request: ExperimentRequest,
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<{
  readonly name: string;
  readonly queries: HybridQueries;
  readonly documents: readonly IndexableDocument[];
}> {
  const { collection: name, split } = parseCollectionSplit(request.collection);
  const collection = await openDataset(files, name, { collections, findPackage });
  const queryLimits = { train: request.number("train"), test: request.number("test") };
  const queries = await readHybridQueries(collection, split, queryLimits);
  const documents: IndexableDocument[] = [];
  for await (const document of collection.documents()) documents.push(document);
  return { name, queries, documents };
}

/** Indexes a collection, learns on each part, and ranks the held-out queries. */
export async function computeHybridOutcome(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
  createSystems: SystemFactory,
): Promise<HybridOutcome> {
  const { files, progress } = environment;
  const { name, queries, documents } = await openHybridCollection(request, environment);
  const encoded = await encodeCollection(name, documents, queries.encoded, {
    ...{ files, progress },
    folder: request.text("encoded"),
    encoder: request.text("encoder"),
  });
  const analysis = { stopWords: "english" } as const;
  const reader = await indexInMemory(encoded.documents, { analysis, vectors: MODEL, progress });
  const workload = { reader, collection: name, queries, queryVectors: encoded.queries };
  const systemRankings = new Map<string, SystemRankings>();
  for (const part of queries.parts) {
    const { systems, rerankers } = await createSystems(workload, part, request, environment);
    for (const system of systems) {
      systemRankings.set(
        system.name,
        await rankPart(reader, system, part, systemRankings.get(system.name)),
      );
    }
    for (const each of rerankers) await each.close();
  }
  const systems = [...systemRankings.values()].map((ranked) =>
    measureOutcome(reader, ranked, queries),
  );
  await reader.close();
  return { protocol: queries.protocol, documents: documents.length, systems };
}
