/**
 * Re-ranks the first documents of a search by the cosines of their passages with
 * the query, in any index that stores its texts: passages are encoded when they are first met.
 *
 * Vectors are rounded as an index rounds them, so that scores are the cosines
 * that `dense` and `hybrid` give the same documents.
 */

import { badArgument } from "../../common/errors.ts";
import { type IndexSnapshot, searchedTexts } from "../../index/index.ts";
import { checkVector, quantise, unitVector } from "../../index/vectors/index.ts";
import type { Hits } from "../../ranking/index.ts";
import { VectorScan } from "../../ranking/vectors/index.ts";
import { newOrder } from "../../reranking/new-order.ts";
import type { RerankOptions } from "../../reranking/reranker.ts";
import { passagesOf } from "./passages.ts";
import type { VectorEncoder } from "./vector-encoder.ts";

/** Documents that are looked at unless told otherwise. */
const DEPTH = 50;
/** Documents whose vectors are kept: some 400 bytes for each passage of MiniLM. */
const MOST_KEPT = 10_000;

/** An encoder over one snapshot, to re-rank with. */
export class DenseReranker {
  readonly name: string;
  readonly depth: number = DEPTH;
  readonly #snapshot: IndexSnapshot;
  readonly #encoder: VectorEncoder;
  /** The vectors of each document's passages, one after the other. */
  readonly #known = new Map<number, Float64Array>();

  /** `BAD_ARGUMENT` for an index that does not store its texts. */
  constructor(snapshot: IndexSnapshot, encoder: VectorEncoder) {
    if (!snapshot.settings.stored) {
      throw badArgument("re-ranking by meaning needs stored fields: their texts are encoded");
    }
    this.name = encoder.name;
    this.#snapshot = snapshot;
    this.#encoder = encoder;
  }

  /** The cosine of the nearest passage of each document; 0 for one without text. */
  async score(query: string, documents: ArrayLike<number>): Promise<Float64Array> {
    const scores = new Float64Array(documents.length);
    const text = query.trim();
    if (text === "") return scores;
    const { dimensions } = this.#encoder;
    const asked = await this.#encoder.query(text);
    checkVector("the query", asked, dimensions);
    const unit = unitVector(asked);
    await this.#encode(documents);
    for (let i = 0; i < documents.length; i++) {
      const vectors = this.#known.get(documents[i] as number) as Float64Array;
      if (vectors.length === 0) continue;
      const scan = new VectorScan(quantise(vectors, dimensions));
      const rows = Array.from({ length: scan.count }, (_, row) => row);
      scores[i] = Math.max(...scan.scores(unit, rows));
    }
    return scores;
  }

  /** A first stage's ranking with its head in the order of cosines. */
  async rerank(
    query: string,
    hits: Hits,
    { depth = DEPTH, ...options }: RerankOptions = {},
  ): Promise<Hits> {
    if (!Number.isInteger(depth) || depth < 1) {
      throw badArgument(`a depth must be a whole number ≥ 1, got ${depth}`);
    }
    const scores = await this.score(query, hits.documents.subarray(0, depth));
    return newOrder(hits, scores, options);
  }

  /** Sees to the vectors of documents that were not met before; all are encoded in one go. */
  async #encode(documents: ArrayLike<number>): Promise<void> {
    if (this.#known.size > MOST_KEPT) this.#known.clear();
    const fresh = [...new Set(Array.from(documents))].filter((each) => !this.#known.has(each));
    const passages: (readonly string[])[] = [];
    for (const document of fresh) passages.push(await this.#passages(document));
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
        own.set(unitVector(vector), row * dimensions);
      }
      this.#known.set(document, own);
    }
  }

  async #passages(document: number): Promise<readonly string[]> {
    const { title, text, ...fields } = await this.#snapshot.fieldsOf(document);
    const { schema } = this.#snapshot.settings;
    return passagesOf(searchedTexts({ title, text, fields }, schema).join(" "));
  }
}
