/**
 * The measurements of a system of the hybrid table: its values for every query, its processor time,
 * and its bytes per document.
 */

import type { Query } from "../../src/collection/document.ts";
import type { Ranking } from "../../src/collection/run.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { computeIndexStatistics } from "../../src/index/index.ts";
import type { Hits } from "../../src/ranking/index.ts";
import { createHitsRetriever, runQueries } from "../../src/ranking/run-queries.ts";
import type { IndexReader } from "../../src/search/index.ts";
import type { HybridPart, HybridQueries } from "./hybrid-queries.ts";

/** All measurements of one system. */
export interface SystemOutcome {
  readonly system: string;
  /** Why it could not run; then there are no values. */
  readonly missing?: string;
  readonly ndcg: readonly number[];
  readonly recall: readonly number[];
  /** Processor time per query, without encoding it. */
  readonly milliseconds: number;
  readonly bytesPerDocument: number;
}

/** A system that ranks the queries of a part. */
export interface RankingSystem {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly missing?: string;
  rank?(query: Query): Promise<Hits>;
}

/** The rankings of a system so far. */
export interface SystemRankings {
  readonly system: RankingSystem;
  readonly rankings: Map<string, Ranking>;
  readonly milliseconds: number;
}

/** Ranks the queries of a part and adds them to earlier rankings. */
export async function rankPart(
  { snapshot }: IndexReader,
  system: RankingSystem,
  { testQueries }: HybridPart,
  { rankings, milliseconds }: Omit<SystemRankings, "system"> = {
    rankings: new Map(),
    milliseconds: 0,
  },
): Promise<SystemRankings> {
  const { rank } = system;
  if (rank === undefined) return { system, rankings, milliseconds };
  // Opening and compiling are not part of the cost of a query.
  for (const query of testQueries.slice(0, 5)) await rank(query);
  const retriever = createHitsRetriever(snapshot, rank, { name: system.name });
  const before = readProcessorTime();
  const run = await runQueries(retriever, testQueries);
  for (const [query, ranking] of run.rankings) rankings.set(query, ranking);
  return { system, rankings, milliseconds: milliseconds + readProcessorTime() - before };
}

function readProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The values of all queries, and their cost. */
export function measureOutcome(
  { snapshot }: IndexReader,
  { system, rankings, milliseconds }: SystemRankings,
  { parts, judgements }: HybridQueries,
): SystemOutcome {
  const { bytesByKind, documents } = computeIndexStatistics(snapshot);
  const bytes = system.kinds.reduce((sum, kind) => sum + (bytesByKind[kind] ?? 0), 0);
  const { name, missing } = system;
  if (missing !== undefined) {
    return { system: name, missing, ndcg: [], recall: [], milliseconds: 0, bytesPerDocument: 0 };
  }
  const queryIds = parts.flatMap((part) => part.testQueries.map(({ id }) => id));
  const of = { queries: queryIds };
  const run = { name, rankings };
  const { measures } = evaluate(run, judgements, ["nDCG@10", "R@100"], of);
  const [ndcg, recall] = measures.map(({ perQuery }) => [...perQuery]);
  return {
    system: name,
    ndcg: ndcg ?? [],
    recall: recall ?? [],
    milliseconds: milliseconds / queryIds.length,
    bytesPerDocument: bytes / documents,
  };
}
