/**
 * The encoder of an open index. It adds vectors to queries and to documents on
 * their way into the index, and is opened when it is first needed.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import type { IndexableDocument, IndexSettings } from "../../index/index.ts";
import type { VectorSettings } from "../vectors/index.ts";
import { addDocumentVectors } from "./document-vectors.ts";
import { type QueryVectorOptions, resolveQueryVector } from "./query-vector.ts";
import {
  checkEncoder,
  type EncoderLocation,
  type EncoderSource,
  openEncoder,
  readEncoderLocation,
  type VectorEncoder,
} from "./vector-encoder.ts";

/** The encoder of an index, and its threads if it is opened here. */
export interface IndexEncoderOptions {
  readonly encoder?: EncoderSource | undefined;
  /** 0, the default, encodes on the calling thread. */
  readonly threads?: number | undefined;
}

/** Options of a search that decide what an encoder that is missing means. */
interface SearchedOptions {
  readonly ranker?: unknown;
  /** The former name of `vectorFallback`. */
  readonly withoutVector?: QueryVectorOptions["vectorFallback"];
}

/** Computes the vectors that queries and documents lack. */
export class IndexEncoder {
  readonly #source: VectorEncoder | EncoderLocation | undefined;
  readonly #threads: number;
  #opening: Promise<VectorEncoder> | undefined;
  #opened: VectorEncoder | undefined;

  constructor({ encoder, threads = 0 }: IndexEncoderOptions) {
    const location = readEncoderLocation(encoder);
    if (encoder !== undefined && location === undefined) checkEncoder(encoder as VectorEncoder);
    this.#source = location ?? (encoder as VectorEncoder | undefined);
    this.#threads = threads;
  }

  /** Name of the GPU that encodes, once it does. */
  get device(): string | undefined {
    return this.#opened?.device;
  }

  /** The options with the query vector of a dense or hybrid ranker. Words rank instead of the default one. */
  async withVector<T extends QueryVectorOptions & SearchedOptions>(
    settings: IndexSettings,
    query: string,
    given: T,
  ): Promise<T> {
    const byDefault = given.ranker === undefined ? "words" : undefined;
    const vectorFallback = given.vectorFallback ?? given.withoutVector ?? byDefault;
    const options = { ...given, vectorFallback };
    const needsEncoder = options.vector === undefined && settings.vectors?.model !== undefined;
    const isOptional = options.vectorFallback === "words";
    const isUsed = needsEncoder && (!isOptional || (await this.canEncode(settings)));
    const encoder = isUsed ? await this.#open(settings) : undefined;
    return { ...options, vector: await resolveQueryVector(settings, encoder, query, options) };
  }

  /** Whether there is an encoder for the vectors of the index: one that exists and is of the same model. */
  async canEncode({ vectors }: IndexSettings): Promise<boolean> {
    if (this.#source === undefined || vectors?.model === undefined) return false;
    try {
      return fits(await this.#openSource(this.#source, vectors.model), vectors);
    } catch (error) {
      if (isEncoderMissing(error)) return false;
      throw error;
    }
  }

  /** Documents with the vectors that they lack, for an index whose vectors have a model. */
  async withVectors(
    documents: AsyncIterable<IndexableDocument>,
    settings: IndexSettings,
  ): Promise<AsyncIterable<IndexableDocument>> {
    return addDocumentVectors(documents, settings, await this.#open(settings));
  }

  /** Releases an encoder that was opened here. */
  async close(): Promise<void> {
    const isLocation = readEncoderLocation(this.#source) !== undefined;
    const opening = isLocation ? this.#opening : undefined;
    this.#opening = undefined;
    await (await opening?.catch(() => undefined))?.close?.();
  }

  /** Undefined without a source. `BAD_ARGUMENT` if the encoder does not fit the vectors of the index. */
  async #open({ vectors }: IndexSettings): Promise<VectorEncoder | undefined> {
    const source = this.#source;
    if (source === undefined) return undefined;
    const model = vectors?.model;
    if (vectors === undefined || model === undefined) {
      const vectorKind = vectors === undefined ? "without vectors" : "for vectors that are given";
      throw badArgument(`the index was made ${vectorKind}; it has no use for an encoder`);
    }
    const encoder = await this.#openSource(source, model);
    if (fits(encoder, vectors)) return encoder;
    throw badArgument(
      `the encoder ${quote(encoder.name)} gives ${encoder.dimensions} dimensions; the index has ` +
        `vectors of ${quote(model)} with ${vectors.dimensions}`,
    );
  }

  #openSource(source: VectorEncoder | EncoderLocation, name: string): Promise<VectorEncoder> {
    const threads = Math.max(1, Math.min(64, this.#threads));
    this.#opening ??=
      "path" in source
        ? openEncoder(source.path, { name, threads, device: source.device, gpu: source.gpu })
        : Promise.resolve(source);
    return this.#opening.then(
      (encoder) => {
        this.#opened = encoder;
        return encoder;
      },
      (error: unknown) => {
        this.#opening = undefined; // this caller gets the error; the next one tries again
        throw error;
      },
    );
  }
}

/** A name that is neither a folder nor that of a package is `BAD_ARGUMENT`. */
export function isEncoderMissing(error: unknown): boolean {
  return error instanceof TermwiseError && /^(?:NOT_FOUND|BAD_ARGUMENT)$/.test(error.code);
}

function fits(encoder: VectorEncoder, { model, dimensions }: VectorSettings): boolean {
  return encoder.name === model && encoder.dimensions === dimensions;
}
