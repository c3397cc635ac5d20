/**
 * A trained model over an index. It re-ranks the hits of any first stage, scores given documents,
 * or ranks the whole collection.
 */

import type { IndexSnapshot } from "../index/index.ts";
import { listVariables, type TokenPair, writeInitialValues } from "../models/index.ts";
import type { DocumentFilter, Hits } from "../ranking/index.ts";
import { createTopK, TimeLimit, takeHits } from "../ranking/traversal/index.ts";
import {
  checkAnalysis,
  PairScorer,
  PieceSequences,
  type TextSequences,
  TokenSequences,
  type TrainedModel,
} from "../scoring/index.ts";
import type { Backend, Session } from "../tensor/index.ts";
import type { Analyzer } from "../text/index.ts";
import { type MergeRerankedOptions, mergeReranked } from "./merge-reranked.ts";
import { checkDepth, scoreInTime } from "./score-in-time.ts";

/** The depth of re-ranking and the treatment of the tail. */
export interface RerankOptions extends MergeRerankedOptions {
  /**
   * Number of documents to re-rank, by default the model's own; a shorter ranking is re-ranked
   * whole.
   */
  readonly depth?: number;
  /**
   * The clock is read between documents. Those for which there is no time keep the order of the
   * first stage, and the result is partial.
   */
  readonly limit?: TimeLimit;
}

/** The depth for a model without a tuned one. */
const DEFAULT_DEPTH = 100;
/** Documents per batch when the whole collection is scored. */
const BATCH_SIZE = 4096;

/** Re-ranks the head of a ranking: a trained model or an encoder. */
export interface HitReranker {
  readonly name: string;
  /** Number of documents that it reads by default. */
  readonly depth: number;
  /**
   * Queries that are best re-ranked side by side: more than one where a device works ahead of its
   * answers. Default 1.
   */
  readonly concurrency?: number;
  rerank(query: string, hits: Hits, options?: RerankOptions): Promise<Hits>;
}

/** A trained model over one index. Close it when done. */
export class Reranker {
  readonly trained: TrainedModel;
  /** The texts as the model reads them, with a count of truncated ones. */
  readonly sequences: TextSequences;
  readonly #snapshot: IndexSnapshot;
  readonly #session: Session;
  readonly #scorer: PairScorer;

  private constructor(
    trained: TrainedModel,
    snapshot: IndexSnapshot,
    sequences: TextSequences,
    session: Session,
    scorer: PairScorer,
  ) {
    this.trained = trained;
    this.sequences = sequences;
    this.#snapshot = snapshot;
    this.#session = session;
    this.#scorer = scorer;
  }

  /** `analyzer` belongs to the index. `BAD_ARGUMENT` if the model was trained on other tokens. */
  static async open(
    backend: Backend,
    trained: TrainedModel,
    snapshot: IndexSnapshot,
    analyzer: Analyzer,
  ): Promise<Reranker> {
    const { description, model, vocabulary, pieces, values } = trained;
    checkAnalysis(description, analyzer.options);
    const session = await backend.open(listVariables(model));
    try {
      await writeInitialValues(session, values);
      const scorer = await PairScorer.open(model, session);
      const sequences =
        pieces === undefined
          ? new TokenSequences(
              snapshot,
              analyzer,
              model.lexicon ?? vocabulary,
              description.sequences,
            )
          : new PieceSequences(snapshot, pieces, description.sequences, description.pairLength);
      return new Reranker(trained, snapshot, sequences, session, scorer);
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  get name(): string {
    return this.trained.model.name;
  }

  /** The best depth on validation. */
  get depth(): number {
    return this.trained.description.depth ?? DEFAULT_DEPTH;
  }

  get concurrency(): number {
    return this.#scorer.concurrency;
  }

  get scorer(): PairScorer {
    return this.#scorer;
  }

  /** Scores of documents of the index, in the order given. */
  async score(query: string, documents: Iterable<number>): Promise<Float32Array> {
    const tokens = this.sequences.query(query);
    const pairs: TokenPair[] = [];
    for (const document of documents) {
      pairs.push(this.sequences.pair(tokens, await this.sequences.document(document)));
    }
    return this.#scorer.score(pairs);
  }

  /** Scores of any texts, in the order given. */
  scoreTexts(query: string, texts: readonly string[]): Promise<Float32Array> {
    const tokens = this.sequences.query(query);
    return this.#scorer.score(
      texts.map((text) => this.sequences.pair(tokens, this.sequences.text(text))),
    );
  }

  /** Scores of documents given by their surface tokens, in the order given. */
  scoreTokens(query: string, documents: readonly (readonly string[])[]): Promise<Float32Array> {
    const tokens = this.sequences.query(query);
    return this.#scorer.score(
      documents.map((each) => this.sequences.pair(tokens, this.sequences.tokens(each))),
    );
  }

  /** The ranking of a first stage with its head in the model's order. */
  async rerank(
    query: string,
    hits: Hits,
    { depth = this.depth, limit = TimeLimit.none(), ...options }: RerankOptions = {},
  ): Promise<Hits> {
    const score = (documents: Uint32Array) => this.score(query, documents);
    const head = hits.documents.subarray(0, checkDepth(depth));
    const scores = await scoreInTime(head, limit, score);
    return mergeReranked({ ...hits, isPartial: hits.isPartial || limit.isOver }, scores, options);
  }

  /** Ranks by the model alone: scores every document of the index. */
  async rankAll(
    query: string,
    { top = 10, filter }: { top?: number; filter?: DocumentFilter } = {},
  ): Promise<Hits> {
    const best = createTopK(this.#snapshot, top);
    for (const documents of this.#living(filter)) {
      const scores = await this.score(query, documents);
      for (const [i, document] of documents.entries()) best.push(document, scores[i] as number);
    }
    return takeHits(best, TimeLimit.none());
  }

  *#living(filter: DocumentFilter | undefined): Generator<number[]> {
    let documents: number[] = [];
    for (const { base, segment, deletions } of this.#snapshot.parts) {
      for (let document = 0; document < segment.documents.count; document++) {
        if (deletions?.has(document) === true) continue;
        if (filter?.has(base + document) === false) continue;
        if (documents.push(base + document) < BATCH_SIZE) continue;
        yield documents;
        documents = [];
      }
    }
    if (documents.length > 0) yield documents;
  }

  async close(): Promise<void> {
    await this.#session.close();
  }
}
