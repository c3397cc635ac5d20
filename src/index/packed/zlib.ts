/** zlib compression with its checksum, through the streams of browsers and Node. */

import { concatenate } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";

/** Compresses bytes. */
export function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  return pipeThrough(bytes, new CompressionStream("deflate"));
}

/** Decompresses bytes. Fails with `CORRUPT_INDEX` if they are damaged or the checksum differs. */
export async function inflate(bytes: Uint8Array, file: string, at = 0): Promise<Uint8Array> {
  try {
    return await pipeThrough(bytes, new DecompressionStream("deflate"));
  } catch (cause) {
    throw corrupt(file, at, `it cannot be restored: ${String(cause)}`);
  }
}

async function pipeThrough(
  bytes: Uint8Array,
  codec: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = codec.writable.getWriter();
  // An error there also reaches the reader.
  const writing = Promise.allSettled([
    writer.write(bytes as Uint8Array<ArrayBuffer>),
    writer.close(),
  ]);
  const reader = codec.readable.getReader();
  const parts: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  await writing;
  return concatenate(parts);
}
