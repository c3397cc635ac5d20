/**
 * Hybrid search: fuses a lexical and a dense ranking of one query. Both scores
 * of every candidate are exact.
 *
 * The candidates are the `depth` best documents of each ranking, or more if more
 * hits are requested. The statistics of the fusion (mean and deviation, or
 * ranks) come from the `depth` best alone, so that a document has the same
 * score on every page.
 */

import { defined } from "../../common/defined.ts";
import type { IndexSnapshot } from "../../index/index.ts";
import { DocumentSet } from "../../ranking/document-set.ts";
import type { Explanation } from "../../ranking/explanation.ts";
import type { QueryExecution } from "../../ranking/query-execution.ts";
import { createTopK, GRACE_MS, type Hits, type TimeLimit } from "../../ranking/traversal/index.ts";
import {
  computeSpread,
  explainFusion,
  type FusionParts,
  type ScoreSpread,
  standardise,
} from "../fusion/fusion.ts";
import type { HybridRanker } from "../fusion/hybrid-ranker.ts";
import { computeReciprocalRank } from "../fusion/reciprocal-rank-fusion.ts";
import type { InputVector } from "../vectors/index.ts";
import { DenseSearch } from "./dense-search.ts";

/** The parts of a hybrid search. */
export interface HybridInputs {
  readonly lexical: QueryExecution;
  readonly vector: InputVector;
  readonly ranker: HybridRanker;
  /** The only documents that may be returned. */
  readonly filter?: DocumentSet | undefined;
  /** Whether hits must match the query lexically, because it has operators. */
  readonly mustMatch: boolean;
}

/** The lexical score and the cosine of a document. */
interface ScorePair {
  readonly score: number;
  readonly cosine: number;
}

/** What the fusion normalises scores by. */
interface FusionStatistics {
  readonly denseHits: Hits;
  readonly union: DocumentSet;
  readonly lexical: ScoreSpread;
  readonly dense: ScoreSpread;
  readonly lexicalRanks: ReadonlyMap<number, number>;
  readonly denseRanks: ReadonlyMap<number, number>;
}

/** Opens a hybrid search, and the vectors of segments that were not searched before. */
export async function openHybridSearch(inputs: HybridInputs): Promise<QueryExecution> {
  const { snapshot, limit } = inputs.lexical;
  return new HybridSearch(inputs, await limit.wait(DenseSearch.open(snapshot)));
}

/** Executes a query with a vector. */
export class HybridSearch implements QueryExecution {
  readonly snapshot: IndexSnapshot;
  readonly limit: TimeLimit;
  readonly #inputs: HybridInputs;
  readonly #dense: DenseSearch;
  #statistics: Promise<FusionStatistics> | undefined;
  #matches: Promise<DocumentSet> | undefined;
  #scoreCache = new Map<number, ScorePair>();
  #total: number | undefined;

  constructor(inputs: HybridInputs, dense: DenseSearch) {
    this.snapshot = inputs.lexical.snapshot;
    this.limit = inputs.lexical.limit;
    this.#inputs = inputs;
    this.#dense = dense;
  }

  get isPartial(): boolean {
    return this.#inputs.lexical.isPartial;
  }

  get total(): number | undefined {
    return this.#total;
  }

  /** The same search with another alpha. Statistics and scores are shared. */
  withAlpha(alpha: number): QueryExecution {
    const ranker = { ...this.#inputs.ranker, alpha };
    const other = new HybridSearch({ ...this.#inputs, ranker }, this.#dense);
    other.#statistics = this.#loadStatistics();
    other.#scoreCache = this.#scoreCache;
    return other;
  }

  async rank(
    top: number,
    {
      total = false,
      within,
    }: { readonly total?: boolean | number; readonly within?: DocumentSet } = {},
  ): Promise<Hits> {
    const documents = await this.#collectCandidates(top, within);
    const scores = await this.score(documents);
    const best = createTopK(this.snapshot, top);
    for (const [i, document] of documents.entries()) best.push(document, scores[i] as number);
    const { items, scores: ranked } = best.drain();
    const counted = total === false ? {} : { total: (await this.matches()).size };
    return { documents: items, scores: ranked, isPartial: this.isPartial, ...counted };
  }

  /** All lexical matches, and the nearest documents by vector. */
  matches(): Promise<DocumentSet> {
    this.#matches ??= this.#collectMatches();
    return this.#matches;
  }

  async #collectMatches(): Promise<DocumentSet> {
    const { lexical, ranker } = this.#inputs;
    const all = new DocumentSet(this.snapshot.documentLimit);
    if (ranker.kind !== "dense") all.addAll(await lexical.matches());
    for (const document of (await this.#loadStatistics()).denseHits.documents) all.add(document);
    this.#total = all.size;
    return all;
  }

  async score(documents: ArrayLike<number>): Promise<Float64Array> {
    const parts = await this.#computeParts(documents);
    return Float64Array.from(parts, ({ lexical, dense }) => lexical + dense);
  }

  async explain(document: number): Promise<Explanation> {
    const [parts] = await this.#computeParts([document]);
    const { lexical, ranker } = this.#inputs;
    const lexicalExplanation =
      ranker.kind === "dense" ? undefined : await lexical.explain(document);
    return explainFusion(
      this.snapshot.id(document),
      ranker,
      parts as FusionParts,
      lexicalExplanation,
    );
  }

  nearestPassage(document: number): number | undefined {
    return this.#dense.findNearestVector(this.#inputs.vector, document);
  }

  /** The lexical and the dense part of the fused scores. */
  async #computeParts(documents: ArrayLike<number>): Promise<FusionParts[]> {
    const { kind, alpha, k } = this.#inputs.ranker;
    const statistics = await this.#loadStatistics();
    const both = await this.#scoreBoth(documents);
    return Array.from(documents, (document, i): FusionParts => {
      const { score, cosine } = both[i] as ScorePair;
      if (kind === "dense")
        return { lexical: 0, dense: cosine, lexicalFacts: {}, denseFacts: { cosine } };
      if (kind === "rrf") {
        const [lexicalRank, denseRank] = [
          statistics.lexicalRanks.get(document),
          statistics.denseRanks.get(document),
        ];
        return {
          lexical: computeReciprocalRank(lexicalRank, k),
          dense: computeReciprocalRank(denseRank, k),
          lexicalFacts: { score, ...defined({ rank: lexicalRank }), k },
          denseFacts: { cosine, ...defined({ rank: denseRank }), k },
        };
      }
      return {
        lexical: standardise(score, statistics.lexical),
        dense: alpha * standardise(cosine, statistics.dense),
        lexicalFacts: { score, ...statistics.lexical },
        denseFacts: { cosine, ...statistics.dense, alpha },
      };
    });
  }

  /** The lexical scores and the cosines of documents. Each is computed once. */
  async #scoreBoth(documents: ArrayLike<number>): Promise<ScorePair[]> {
    const { lexical, vector, ranker } = this.#inputs;
    const uncached = Array.from(documents).filter((document) => !this.#scoreCache.has(document));
    if (uncached.length > 0) {
      const cosines = this.#dense.score(vector, uncached, this.limit.extend(GRACE_MS));
      const scores = ranker.kind === "dense" ? undefined : await lexical.score(uncached);
      for (const [i, document] of uncached.entries()) {
        this.#scoreCache.set(document, { score: scores?.[i] ?? 0, cosine: cosines[i] as number });
      }
    }
    return Array.from(documents, (document) => this.#scoreCache.get(document) as ScorePair);
  }

  /** The candidates for the `top` best documents. */
  async #collectCandidates(top: number, within: DocumentSet | undefined): Promise<number[]> {
    const { lexical, ranker } = this.#inputs;
    if (ranker.kind === "dense") return [...(await this.#searchDense(top, within)).documents];
    const candidates = new DocumentSet(this.snapshot.documentLimit);
    candidates.addAll((await this.#loadStatistics()).union);
    if (within !== undefined) candidates.keepAll(within);
    if (top > ranker.depth || within !== undefined) {
      const part = within === undefined ? {} : { within };
      const more = Math.max(top, ranker.depth);
      for (const document of (await lexical.rank(more, part)).documents) candidates.add(document);
      for (const document of (await this.#searchDense(more, within)).documents)
        candidates.add(document);
    }
    return listDocuments(candidates);
  }

  /** The nearest documents by vector, of those that may be returned. */
  async #searchDense(top: number, within: DocumentSet | undefined): Promise<Hits> {
    const { lexical, vector, filter, mustMatch, ranker } = this.#inputs;
    const allowed = within ?? (mustMatch ? await lexical.matches() : filter);
    const { limit } = this;
    const bounds = { top: Math.max(1, top), filter: allowed, limit };
    return this.#dense.rank(vector, { ...bounds, ef: ranker.ef });
  }

  #loadStatistics(): Promise<FusionStatistics> {
    this.#statistics ??= this.#computeStatistics();
    return this.#statistics;
  }

  async #computeStatistics(): Promise<FusionStatistics> {
    const { lexical, ranker } = this.#inputs;
    const denseHits = await this.#searchDense(ranker.depth, undefined);
    const none = { documents: new Uint32Array(0) };
    const lexicalHits = ranker.kind === "dense" ? none : await lexical.rank(ranker.depth);
    const union = new DocumentSet(this.snapshot.documentLimit);
    for (const { documents } of [lexicalHits, denseHits]) {
      for (const document of documents) union.add(document);
    }
    const both = ranker.kind === "hybrid" ? await this.#scoreBoth(listDocuments(union)) : [];
    return {
      denseHits,
      union,
      lexical: computeSpread(Float64Array.from(both, ({ score }) => score)),
      dense: computeSpread(Float64Array.from(both, ({ cosine }) => cosine)),
      lexicalRanks: computeRanks(lexicalHits.documents),
      denseRanks: computeRanks(denseHits.documents),
    };
  }
}

/** The documents of a set, in ascending order. */
function listDocuments(set: DocumentSet): number[] {
  const documents: number[] = [];
  set.forEach((document) => {
    documents.push(document);
  });
  return documents;
}

/** The rank of each document, from 1 on. */
function computeRanks(documents: Uint32Array): ReadonlyMap<number, number> {
  return new Map(Array.from(documents, (document, i) => [document, i + 1]));
}
