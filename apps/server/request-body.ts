/**
 * Bodies from strangers. What counts is the bytes that arrive, not what a header
 * says, and of a compressed body those that it inflates to. Bytes are reserved
 * before they are held, so that many bodies cannot take the memory together.
 */

import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { HttpFailure, overloaded } from "./failure.ts";
import type { Limits } from "./limits.ts";

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

/** A body that was read. Whoever is done with it releases its bytes. */
export interface ReadBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  release(): void;
}

/** Reads a body of at most `most` bytes, inflated if it is compressed. */
export async function readBody(
  request: Request,
  most: number,
  held: HeldBytes,
  { bodyTime }: Pick<Limits, "bodyTime">,
): Promise<ReadBody> {
  const announced = request.headers.get("content-length");
  if (announced !== null && Number(announced) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const release = (): void => held.release(size);
  try {
    for await (const chunk of inTime(decoded(request), bodyTime)) {
      if (size + chunk.length > most) throw tooLarge(most);
      held.take(chunk.length);
      size += chunk.length;
      chunks.push(chunk);
    }
  } catch (error) {
    release();
    throw asBodyFailure(error);
  }
  const bytes = new Uint8Array(size);
  let place = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, place);
    place += chunk.length;
  }
  return { bytes, release };
}

function decoded(request: Request): AsyncIterable<Uint8Array> {
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
  return source.pipe(inflated);
}

async function* inTime<T>(items: AsyncIterable<T>, ms: number): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const failure = new HttpFailure(408, "TIMEOUT", `the body did not arrive within ${ms} ms`);
    timer = setTimeout(() => reject(failure), ms);
  });
  try {
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), late]);
      if (done === true) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    late.catch(() => {});
    void Promise.resolve(iterator.return?.()).catch(() => {});
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
