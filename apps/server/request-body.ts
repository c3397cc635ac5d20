/**
 * Untrusted bodies, in blocks as they arrive. Limits count the received bytes, not
 * those of a header, and of a compressed body the decompressed ones. Bytes are
 * reserved before they are buffered, so that many bodies together cannot exhaust
 * memory. A body is abandoned if its client stalls.
 */

import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { createOverloaded, HttpFailure } from "./failure.ts";
import type { HttpRequest } from "./http-request.ts";
import type { Limits } from "./limits.ts";

/** Bytes of a block: copying one takes less than a millisecond. */
const BLOCK_BYTES = 1_048_576;

/** The bytes that bodies hold at present. */
export class ByteBudget {
  readonly #maxBytes: number;
  #reserved = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get reserved(): number {
    return this.#reserved;
  }

  reserve(bytes: number): void {
    if (this.#reserved + bytes > this.#maxBytes)
      throw createOverloaded("too many bytes of bodies at once");
    this.#reserved += bytes;
  }

  release(bytes: number): void {
    this.#reserved -= bytes;
  }
}

/** A block of a body, with a buffer of its own that another thread may get. */
export type Block = Uint8Array<ArrayBuffer>;

/** Options of reading a body. */
export interface BodyOptions {
  /** Bytes that it may have. */
  readonly maxBytes: number;
  readonly budget: ByteBudget;
  readonly limits: Pick<Limits, "bodyTime">;
}

/** The body of a request, read once. Whoever is done with it releases what is left of it. */
export class RequestBody implements AsyncIterable<Block> {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #options: BodyOptions;
  readonly #ready: Block[] = [];
  #size = 0;
  #reserved = 0;
  /** Ms that the client may still keep us waiting. */
  #remainingMs: number;
  #rest: Uint8Array = new Uint8Array(0);
  #isComplete = false;

  constructor(request: HttpRequest, options: BodyOptions) {
    const contentLength = request.headers.get("content-length");
    if (contentLength !== null && Number(contentLength) > options.maxBytes)
      throw createTooLarge(options.maxBytes);
    this.#chunks = decompressBody(request)[Symbol.asyncIterator]();
    this.#options = options;
    this.#remainingMs = options.limits.bodyTime;
  }

  /** Reads until the body is whole, or so many blocks of it are here. */
  async fill(blocks: number = Number.POSITIVE_INFINITY): Promise<void> {
    while (!this.#isComplete && this.#ready.length < blocks) {
      const block = await this.#read();
      if (block !== undefined) this.#ready.push(block);
    }
  }

  /** The whole body as one block, which may be iterated over afterwards all the same. */
  async bytes(): Promise<Block> {
    await this.fill();
    if (this.#ready.length !== 1)
      this.#ready.splice(0, this.#ready.length, concatBlocks(this.#ready));
    return this.#ready[0] as Block;
  }

  /** The blocks. A block is released when the next is requested. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Block> {
    for (;;) {
      await this.fill(1);
      const block = this.#ready.shift();
      if (block === undefined) return;
      const { length } = block; // a block that was handed over has none
      yield block;
      const reserved = Math.min(length, this.#reserved); // none where all was released
      this.#options.budget.release(reserved);
      this.#reserved -= reserved;
    }
  }

  release(): void {
    this.#options.budget.release(this.#reserved);
    this.#reserved = 0;
    this.#ready.length = 0;
    // The rest is not read: the response has been sent.
    if (!this.#isComplete) void Promise.resolve(this.#chunks.return?.()).catch(() => {});
    this.#isComplete = true;
  }

  /** The next block; undefined at the end. */
  async #read(): Promise<Block | undefined> {
    const parts: Uint8Array[] = [];
    let size = 0;
    while (size < BLOCK_BYTES) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (chunk === undefined) break;
      parts.push(chunk.subarray(0, BLOCK_BYTES - size));
      this.#rest = chunk.subarray(BLOCK_BYTES - size);
      size += (parts.at(-1) as Uint8Array).length;
    }
    return size === 0 ? undefined : concatBlocks(parts);
  }

  /** The next chunk as the socket gave it; undefined at the end. */
  async #next(): Promise<Uint8Array | undefined> {
    if (this.#isComplete) return undefined;
    const startTime = performance.now();
    try {
      const { done, value } = await withTimeout(
        this.#chunks.next(),
        this.#remainingMs,
        this.#options,
      );
      if (done === true) {
        this.#isComplete = true;
        return undefined;
      }
      this.#size += value.length;
      if (this.#size > this.#options.maxBytes) throw createTooLarge(this.#options.maxBytes);
      this.#options.budget.reserve(value.length);
      this.#reserved += value.length;
      return value;
    } catch (error) {
      throw toBodyFailure(error);
    } finally {
      this.#remainingMs -= performance.now() - startTime;
    }
  }
}

function concatBlocks(parts: readonly Uint8Array[]): Block {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function decompressBody(request: HttpRequest): AsyncIterable<Uint8Array> {
  const body = request.body as AsyncIterable<Uint8Array> | null;
  if (body === null) return (async function* () {})();
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding === "identity") return body;
  const inflate = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    encoding
  ];
  if (inflate === undefined) {
    throw new HttpFailure(
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "a body may be compressed by gzip, deflate or br, by one of them once",
    );
  }
  const source = Readable.from(body);
  const inflated = inflate();
  source.on("error", (error) => inflated.destroy(error));
  inflated.on("close", () => source.destroy()); // stops reading
  return source.pipe(inflated);
}

async function withTimeout<T>(
  item: Promise<T>,
  ms: number,
  { limits: { bodyTime } }: BodyOptions,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `the body did not arrive within ${bodyTime} ms`;
    timer = setTimeout(() => reject(new HttpFailure(408, "TIMEOUT", message)), Math.max(0, ms));
  });
  try {
    return await Promise.race([item, late]);
  } finally {
    clearTimeout(timer);
  }
}

function createTooLarge(maxBytes: number): HttpFailure {
  return new HttpFailure(413, "LIMIT_EXCEEDED", `the body has more than ${maxBytes} bytes`);
}

/** A body that breaks off or does not inflate is the client's fault. */
function toBodyFailure(error: unknown): unknown {
  if (error instanceof HttpFailure) return error;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isCompressed = typeof code === "string" && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(code);
  const message = isCompressed ? "the body cannot be inflated" : "the body broke off";
  return new HttpFailure(400, "BAD_INPUT", message);
}
