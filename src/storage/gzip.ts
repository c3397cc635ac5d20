/**
 * Gzip as streams, with the platform's own codec: zlib in Node, Compression Streams in a browser.
 * (Node has Compression Streams too, but measured on Node 20 they buffer up to 16,384 chunks ahead
 * of a slow reader, which is all of a large file.)
 *
 * The first two bytes of a file, not its name, decide whether it is compressed. A truncated stream
 * or a wrong checksum is BAD_INPUT. Files of Unix's compress are read too, but never written.
 */

import { concatenate } from "../common/bytes/index.ts";
import { TermwiseError } from "../common/errors.ts";
import { isNode } from "../common/platform.ts";

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Transforms a stream of bytes; stops its source when it is stopped. */
export type ByteCodec = (chunks: AsyncGenerator<Uint8Array>) => AsyncIterable<Uint8Array>;

/**
 * Passes plain bytes through and decompresses gzip and the `.Z` files of compress. `name` is for
 * the error message.
 */
export async function* decompress(chunks: Chunks, name: string): AsyncGenerator<Uint8Array> {
  const source = iterate(chunks);
  const head = await readHead(source, 2);
  const stream = prependHead(head, source);
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzipChunks(stream, name);
  else if (head[0] === 0x1f && head[1] === 0x9d) yield* decompressUnix(head, source, name);
  else yield* stream;
}

/** Compresses bytes as gzip. The same bytes yield the same gzip on one version of the platform. */
export async function* compressGzip(chunks: Chunks): AsyncGenerator<Uint8Array> {
  const { gzip } = await loadCodecs();
  yield* gzip(iterate(chunks));
}

async function* decompressUnix(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const { decompressLzw } = await import("./unix-compress.ts");
  yield* decompressLzw(prependHead(head.subarray(2), rest), name);
}

async function* gunzipChunks(
  chunks: AsyncGenerator<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    const { gunzip } = await loadCodecs();
    yield* gunzip(chunks);
  } catch (cause) {
    if (cause instanceof TermwiseError) throw cause; // an error of the source, not of the format
    throw new TermwiseError(
      "BAD_INPUT",
      `${name} is damaged or cut off: not a complete gzip file (${(cause as Error).message})`,
      { file: name },
      { cause },
    );
  }
}

function loadCodecs(): Promise<Record<"gzip" | "gunzip", ByteCodec>> {
  return isNode() ? import("./node-gzip.ts") : import("./browser-gzip.ts");
}

async function* iterate(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk;
}

/** At least `count` bytes unless the stream is shorter; `source` continues after them. */
async function readHead(source: AsyncGenerator<Uint8Array>, count: number): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < count) {
    const { done, value } = await source.next();
    if (done) break;
    head = concatenate([head, value]);
  }
  return head;
}

async function* prependHead(
  head: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}
