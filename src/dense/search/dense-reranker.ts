/**
 * Re-ranks the best hits by the cosine of their passages and the query, in any
 * index with stored texts. Passages are encoded on first use.
 *
 * Vectors are quantised as in an index, so that scores equal the cosines of
 * `dense` and `hybrid`.
 */

import { badArgument } from "../../common/errors.ts";
import { extractSearchableTexts, type IndexSnapshot } from "../../index/index.ts";
import type { Hits } from "../../ranking/index.ts";
import { TimeLimit } from "../../ranking/traversal/index.ts";
import { mergeReranked } from "../../reranking/merge-reranked.ts";
import type { RerankOptions } from "../../reranking/reranker.ts";
import { checkDepth, scoreInTime } from "../../reranking/score-in-time.ts";
import { splitPassages } from "../encoder/split-passages.ts";
import type { VectorEncoder } from "../encoder/vector-encoder.ts";
import { checkVector, quantise, toUnitVector } from "../vectors/index.ts";
import { VectorScan } from "./vector-scan.ts";

/** Default number of hits to re-rank. */
const DEPTH = 50;
/** Documents whose vectors are cached: about 400 bytes per passage with MiniLM. */
const MAX_CACHED = 10_000;

/** Re-ranks with an encoder over one snapshot. */
export class DenseReranker {
  readonly name: string;
  readonly depth: number = DEPTH;
  readonly #snapshot: IndexSnapshot;
  readonly #encoder: VectorEncoder;
  /** The vectors of each document's passages, one after the other. */
  readonly #vectorCache = new Map<number, Float64Array>();

  /** `BAD_ARGUMENT` for an index that does not store its texts. */
  constructor(snapshot: IndexSnapshot, encoder: VectorEncoder) {
    if (!snapshot.settings.stored) {
      throw badArgument("re-ranking with an encoder needs stored fields: it encodes their texts");
    }
    this.name = encoder.name;
    this.#snapshot = snapshot;
    this.#encoder = encoder;
  }

  /** The cosine of the nearest passage of each document; 0 for one without text. */
  async score(query: string, documents: ArrayLike<number>): Promise<Float64Array> {
    return (await this.#createScorer(query))(documents);
  }

  /** Encodes a query once, for documents in several batches. */
  async #createScorer(
    query: string,
  ): Promise<(documents: ArrayLike<number>) => Promise<Float64Array>> {
    const text = query.trim();
    if (text === "") return async ({ length }) => new Float64Array(length);
    const { dimensions } = this.#encoder;
    const vector = await this.#encoder.query(text);
    checkVector("the query", vector, dimensions);
    const unit = toUnitVector(vector);
    return async (documents) => {
      const scores = new Float64Array(documents.length);
      await this.#encode(documents);
      for (let i = 0; i < documents.length; i++) {
        const vectors = this.#vectorCache.get(documents[i] as number) as Float64Array;
        if (vectors.length === 0) continue;
        const scan = new VectorScan(quantise(vectors, dimensions));
        const rows = Array.from({ length: scan.count }, (_, row) => row);
        scores[i] = Math.max(...scan.scores(unit, rows));
      }
      return scores;
    };
  }

  /** The hits of a first stage, with the best of them sorted by cosine. */
  async rerank(
    query: string,
    hits: Hits,
    { depth = DEPTH, limit = TimeLimit.none(), ...options }: RerankOptions = {},
  ): Promise<Hits> {
    const head = hits.documents.subarray(0, checkDepth(depth));
    const scoreDocuments = await this.#createScorer(query);
    const scores = await scoreInTime(head, limit, scoreDocuments);
    return mergeReranked({ ...hits, isPartial: hits.isPartial || limit.isOver }, scores, options);
  }

  /** Encodes the documents that are not cached, in one batch. */
  async #encode(documents: ArrayLike<number>): Promise<void> {
    if (this.#vectorCache.size > MAX_CACHED) this.#vectorCache.clear();
    const fresh = [...new Set(Array.from(documents))].filter(
      (each) => !this.#vectorCache.has(each),
    );
    const passages: (readonly string[])[] = [];
    for (const document of fresh) passages.push(await this.#readPassages(document));
    const texts = passages.flat();
    const vectors = texts.length === 0 ? [] : await this.#encoder.documents(texts);
    if (vectors.length !== texts.length) {
      throw badArgument(`the encoder gave ${vectors.length} vectors for ${texts.length} texts`);
    }
    const { dimensions } = this.#encoder;
    let at = 0;
    for (const [i, document] of fresh.entries()) {
      const count = passages[i]?.length ?? 0;
      const own = new Float64Array(count * dimensions);
      for (let row = 0; row < count; row++, at++) {
        const vector = vectors[at] ?? [];
        checkVector(`document ${this.#snapshot.id(document)}`, vector, dimensions);
        own.set(toUnitVector(vector), row * dimensions);
      }
      this.#vectorCache.set(document, own);
    }
  }

  async #readPassages(document: number): Promise<readonly string[]> {
    const { title, text, ...fields } = await this.#snapshot.readStoredFields(document);
    const { schema } = this.#snapshot.settings;
    return splitPassages(extractSearchableTexts({ title, text, fields }, schema).join(" "));
  }
}
