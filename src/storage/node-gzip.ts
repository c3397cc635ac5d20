/** Gzip in Node. */

import type { Gzip } from "node:zlib";
import { loadNodeModule } from "../common/node-module.ts";
import type { ByteCodec } from "./gzip.ts";

const { Readable } = loadNodeModule("node:stream");
const { createGunzip, createGzip } = loadNodeModule("node:zlib");

/** Larger than zlib's 16 KiB, so that fewer pieces pass through the stream machinery. */
const CHUNK_BYTES = 1 << 17;

export const gzip: ByteCodec = (chunks) =>
  pipeThrough(chunks, createGzip({ chunkSize: CHUNK_BYTES }));

export const gunzip: ByteCodec = (chunks) =>
  pipeThrough(chunks, createGunzip({ chunkSize: CHUNK_BYTES }));

async function* pipeThrough(
  chunks: AsyncGenerator<Uint8Array>,
  codec: Gzip,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false });
  source.on("error", (error) => codec.destroy(error));
  source.pipe(codec);
  try {
    for await (const chunk of codec) yield chunk;
  } finally {
    source.destroy();
  }
}
