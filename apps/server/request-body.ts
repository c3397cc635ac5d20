/**
 * Bodies from strangers, in blocks as they arrive. What counts is the bytes that
 * arrive, not what a header says, and of a compressed body those that it inflates
 * to. Bytes are reserved before they are held, so that many bodies cannot take
 * the memory together, and a body is given up when its client keeps it waiting.
 */

import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { AskedRequest } from "./asked-request.ts";
import { HttpFailure, overloaded } from "./failure.ts";
import type { Limits } from "./limits.ts";

/** Bytes of a block: copying one takes less than a millisecond. */
const BLOCK = 1_048_576;

/** What bodies hold at the moment. */
export class HeldBytes {
  readonly #most: number;
  #held = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get held(): number {
    return this.#held;
  }

  take(bytes: number): void {
    if (this.#held + bytes > this.#most) throw overloaded("too many bytes of bodies at once");
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

/** A block of a body, with a buffer of its own that another thread may get. */
export type Block = Uint8Array<ArrayBuffer>;

/** What a body is read with. */
export interface BodyOptions {
  /** Bytes that it may have. */
  readonly most: number;
  readonly held: HeldBytes;
  readonly limits: Pick<Limits, "bodyTime">;
}

/** The body of a request, read once. Whoever is done with it releases what is left of it. */
export class RequestBody implements AsyncIterable<Block> {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #options: BodyOptions;
  readonly #ready: Block[] = [];
  #size = 0;
  #held = 0;
  /** Ms that the client may still keep us waiting. */
  #patience: number;
  #rest: Uint8Array = new Uint8Array(0);
  #isWhole = false;

  constructor(request: AskedRequest, options: BodyOptions) {
    const announced = request.headers.get("content-length");
    if (announced !== null && Number(announced) > options.most) throw tooLarge(options.most);
    this.#chunks = decoded(request)[Symbol.asyncIterator]();
    this.#options = options;
    this.#patience = options.limits.bodyTime;
  }

  /** Reads until the body is whole, or so many blocks of it are here. */
  async fill(blocks: number = Number.POSITIVE_INFINITY): Promise<void> {
    while (!this.#isWhole && this.#ready.length < blocks) {
      const block = await this.#read();
      if (block !== undefined) this.#ready.push(block);
    }
  }

  /** The whole body as one block, which may be iterated over afterwards all the same. */
  async bytes(): Promise<Block> {
    await this.fill();
    if (this.#ready.length !== 1) this.#ready.splice(0, this.#ready.length, joined(this.#ready));
    return this.#ready[0] as Block;
  }

  /** The blocks. What one held is released when the next is asked for. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Block> {
    for (;;) {
      await this.fill(1);
      const block = this.#ready.shift();
      if (block === undefined) return;
      const { length } = block; // a block that was handed over has none
      yield block;
      const held = Math.min(length, this.#held); // none where all was released
      this.#options.held.release(held);
      this.#held -= held;
    }
  }

  release(): void {
    this.#options.held.release(this.#held);
    this.#held = 0;
    this.#ready.length = 0;
    // What still comes is not read: an answer has been given.
    if (!this.#isWhole) void Promise.resolve(this.#chunks.return?.()).catch(() => {});
    this.#isWhole = true;
  }

  /** The next block; undefined at the end. */
  async #read(): Promise<Block | undefined> {
    const parts: Uint8Array[] = [];
    let size = 0;
    while (size < BLOCK) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#next();
      if (chunk === undefined) break;
      parts.push(chunk.subarray(0, BLOCK - size));
      this.#rest = chunk.subarray(BLOCK - size);
      size += (parts.at(-1) as Uint8Array).length;
    }
    return size === 0 ? undefined : joined(parts);
  }

  /** The next chunk as the socket gave it; undefined at the end. */
  async #next(): Promise<Uint8Array | undefined> {
    if (this.#isWhole) return undefined;
    const begun = performance.now();
    try {
      const { done, value } = await inTime(this.#chunks.next(), this.#patience, this.#options);
      if (done === true) {
        this.#isWhole = true;
        return undefined;
      }
      this.#size += value.length;
      if (this.#size > this.#options.most) throw tooLarge(this.#options.most);
      this.#options.held.take(value.length);
      this.#held += value.length;
      return value;
    } catch (error) {
      throw asBodyFailure(error);
    } finally {
      this.#patience -= performance.now() - begun;
    }
  }
}

function joined(parts: readonly Uint8Array[]): Block {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

function decoded(request: AskedRequest): AsyncIterable<Uint8Array> {
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
  inflated.on("close", () => source.destroy()); // nobody reads on
  return source.pipe(inflated);
}

async function inTime<T>(
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

function tooLarge(most: number): HttpFailure {
  return new HttpFailure(413, "LIMIT_EXCEEDED", `the body has more than ${most} bytes`);
}

/** A body that breaks off or does not inflate is the client's fault. */
function asBodyFailure(error: unknown): unknown {
  if (error instanceof HttpFailure) return error;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isCompressed = typeof code === "string" && /^(Z_|ERR_BROTLI|ERR__ERROR)/.test(code);
  const message = isCompressed ? "the body cannot be inflated" : "the body broke off";
  return new HttpFailure(400, "BAD_INPUT", message);
}
