/** zlib compression with its checksum, through the streams of browsers and Node. */

import { concatenate } from "../../common/bytes/index.ts";
import { corrupt, TermwiseError } from "../../common/errors.ts";

/** Compresses bytes. */
export function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  return pipeThrough(bytes, new CompressionStream("deflate"), () => {});
}

/**
 * Decompresses bytes. Fails with `CORRUPT_INDEX` if they are damaged, the checksum differs, or the
 * result has more than `maxBytes`.
 */
export async function inflate(
  bytes: Uint8Array,
  file: string,
  at: number,
  maxBytes: number,
): Promise<Uint8Array> {
  const checkSize = (size: number): void => {
    if (size <= maxBytes) return;
    throw corrupt(file, at, `it has more than ${maxBytes} bytes when it is restored`);
  };
  try {
    return await pipeThrough(bytes, new DecompressionStream("deflate"), checkSize);
  } catch (cause) {
    if (cause instanceof TermwiseError) throw cause;
    throw corrupt(file, at, `it cannot be restored: ${String(cause)}`);
  }
}

async function pipeThrough(
  bytes: Uint8Array,
  codec: CompressionStream | DecompressionStream,
  checkSize: (size: number) => void,
): Promise<Uint8Array> {
  const writer = codec.writable.getWriter();
  // An error there also reaches the reader.
  const writing = Promise.allSettled([
    writer.write(bytes as Uint8Array<ArrayBuffer>),
    writer.close(),
  ]);
  const reader = codec.readable.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    try {
      checkSize(size);
    } catch (error) {
      void reader.cancel().catch(() => {});
      throw error;
    }
    parts.push(value);
  }
  await writing;
  return concatenate(parts);
}
