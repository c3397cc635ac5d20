/**
 * A system of the table of words and meaning, measured: what it finds for every
 * query, in how much processor time, and what it keeps per document.
 */

import type { Query } from "../../src/collection/document.ts";
import type { Ranking } from "../../src/collection/run.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { indexFigures } from "../../src/index/index.ts";
import { type Hits, RememberedIds } from "../../src/ranking/index.ts";
import type { IndexReader } from "../../src/search/index.ts";
import type { HybridPart, HybridQueries } from "./hybrid-parts.ts";

/** Everything that is known of one system after all queries. */
export interface SystemOutcome {
  readonly system: string;
  /** Why it could not be tried; then there are no values. */
  readonly missing?: string;
  readonly ndcg: readonly number[];
  readonly recall: readonly number[];
  /** Processor time per query, without encoding it. */
  readonly milliseconds: number;
  readonly bytesPerDocument: number;
}

/** A system at work on the queries of a part. */
export interface RankingSystem {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly missing?: string;
  rank?(query: Query): Promise<Hits>;
}

/** What a system has found so far. */
export interface Ranked {
  readonly system: RankingSystem;
  readonly rankings: Map<string, Ranking>;
  readonly milliseconds: number;
}

/** Ranks the queries of a part, beside what was ranked before. */
export async function rankedBy(
  { snapshot }: IndexReader,
  system: RankingSystem,
  { asked }: HybridPart,
  { rankings, milliseconds }: Omit<Ranked, "system"> = { rankings: new Map(), milliseconds: 0 },
): Promise<Ranked> {
  const { rank } = system;
  if (rank === undefined) return { system, rankings, milliseconds };
  // What is opened or compiled once is not the cost of a query.
  for (const query of asked.slice(0, 5)) await rank(query);
  const ids = new RememberedIds(snapshot);
  const before = processorTime();
  for (const query of asked) {
    const hits = await rank(query);
    rankings.set(query.id, { documents: ids.of(hits), scores: hits.scores });
  }
  return { system, rankings, milliseconds: milliseconds + processorTime() - before };
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The values of all queries, and what they cost. */
export function measuredOutcome(
  { snapshot }: IndexReader,
  { system, rankings, milliseconds }: Ranked,
  { parts, judgements }: HybridQueries,
): SystemOutcome {
  const { bytesByKind, documents } = indexFigures(snapshot);
  const bytes = system.kinds.reduce((sum, kind) => sum + (bytesByKind[kind] ?? 0), 0);
  const { name, missing } = system;
  if (missing !== undefined) {
    return { system: name, missing, ndcg: [], recall: [], milliseconds: 0, bytesPerDocument: 0 };
  }
  const asked = parts.flatMap((part) => part.asked.map(({ id }) => id));
  const of = { queries: asked };
  const run = { name, rankings };
  const { measures } = evaluate(run, judgements, ["nDCG@10", "R@100"], of);
  const [ndcg, recall] = measures.map(({ perQuery }) => [...perQuery]);
  return {
    system: name,
    ndcg: ndcg ?? [],
    recall: recall ?? [],
    milliseconds: milliseconds / asked.length,
    bytesPerDocument: bytes / documents,
  };
}
