/** Gzip in a browser. */

import type { ByteCodec } from "./gzip.ts";

export const gzip: ByteCodec = (chunks) => pipeThrough(chunks, new CompressionStream("gzip"));

export const gunzip: ByteCodec = (chunks) => pipeThrough(chunks, new DecompressionStream("gzip"));

async function* pipeThrough(
  chunks: AsyncGenerator<Uint8Array>,
  codec: CompressionStream | DecompressionStream,
): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<BufferSource>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
    cancel: () => void chunks.return(undefined),
  });
  const reader = source.pipeThrough(codec).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {}); // a failed stream has nothing left to cancel
  }
}
