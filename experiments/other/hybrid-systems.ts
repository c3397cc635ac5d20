/**
 * The systems of the table of words and meaning on one collection: what each
 * finds for every query, in how much processor time, and what it keeps per
 * document.
 */

import type { Query } from "../../src/collection/document.ts";
import type { Ranking } from "../../src/collection/run.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { indexFigures } from "../../src/index/index.ts";
import { type Hits, RememberedIds } from "../../src/ranking/index.ts";
import type { IndexReader, ScoringOptions } from "../../src/search/index.ts";
import { askedWithin } from "../../src/search/search-hits.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { learnedWeights, tunedBm25 } from "./hybrid-learning.ts";
import type { HybridPart, HybridQueries } from "./hybrid-parts.ts";
import { trainedRerankers } from "./hybrid-rerankers.ts";

/** The files of an index that a system reads, by kind. */
const WORDS = ["terms", "postings", "document"];
const VECTORS = [...WORDS, "vectors"];

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
interface System {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly missing?: string;
  rank?(query: Query): Promise<Hits>;
}

/** Learns on each part what is learned, ranks the queries that nothing was learned from, and measures. */
export async function systemOutcomes(
  reader: IndexReader,
  collection: string,
  queries: HybridQueries,
  vectorOf: ReadonlyMap<string, Float32Array>,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<readonly SystemOutcome[]> {
  const found = new Map<string, Ranked>();
  for (const part of queries.parts) {
    const first = await tunedBm25(reader, part, queries.judgements);
    const weights = await learnedWeights(reader, part, queries.judgements, request, environment);
    const rerankers = await trainedRerankers(
      reader,
      collection,
      part,
      queries,
      request,
      environment,
    );
    const by =
      (scoring: ScoringOptions) =>
      async ({ id, text }: Query): Promise<Hits> => {
        const vector = vectorOf.get(id);
        return (await askedWithin(reader, text, { ...scoring, vector }, {})).rank(100);
      };
    const weighted = (name: string, kinds: readonly string[], scoring: ScoringOptions): System =>
      typeof weights === "string"
        ? { name, kinds, missing: weights }
        : { name, kinds, rank: by({ ...scoring, weights }) };
    const hybrid = by({ ranker: `hybrid(${first},dense)` });
    const depth = request.number("depth");
    const systems: readonly System[] = [
      { name: "bm25, tuned", kinds: WORDS, rank: by({ ranker: first }) },
      { name: "bm25", kinds: WORDS, rank: by({ ranker: "bm25" }) },
      weighted("learned weights", WORDS, {}),
      { name: "dense", kinds: ["vectors"], rank: by({ ranker: "dense" }) },
      { name: "rrf", kinds: VECTORS, rank: by({ ranker: `rrf(${first},dense)` }) },
      { name: "hybrid", kinds: VECTORS, rank: hybrid },
      weighted("hybrid, learned weights", VECTORS, { ranker: "hybrid" }),
      ...rerankers.map(({ name, reranker }): System => {
        const system = { name: `hybrid, then ${name}`, kinds: [...VECTORS, "forward"] };
        if (typeof reranker === "string") return { ...system, missing: reranker };
        const rank = async (query: Query): Promise<Hits> =>
          reranker.rerank(query.text, await hybrid(query), { depth });
        return { ...system, rank };
      }),
    ];
    for (const system of systems) {
      found.set(system.name, await rankedBy(reader, system, part, found.get(system.name)));
    }
    for (const { reranker } of rerankers) {
      if (typeof reranker !== "string") await reranker.close();
    }
  }
  return [...found.values()].map((ranked) => outcomeOf(reader, ranked, queries));
}

/** What a system has found so far. */
interface Ranked {
  readonly system: System;
  readonly rankings: Map<string, Ranking>;
  readonly milliseconds: number;
}

async function rankedBy(
  { snapshot }: IndexReader,
  system: System,
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

function outcomeOf(
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
