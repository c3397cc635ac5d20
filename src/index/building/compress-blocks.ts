/** Compresses blocks of stored fields, on this thread or on a worker thread. */

import { openBlockEncoder } from "../encoding/lz4-kernel.ts";
import type { CompressionInput } from "../files/stored-pieces.ts";

let dictionaryInUse: Uint8Array | undefined;
let encoder: Promise<(block: Uint8Array) => Uint8Array> | undefined;

/** Writes the compressed blocks to `output` and returns their ends. */
export async function compressBlocks({
  dictionary,
  input,
  ends,
  output,
}: CompressionInput): Promise<Uint32Array> {
  // A thread gets the dictionary of a segment many times, each time as another view.
  if (dictionaryInUse === undefined || !isEqual(dictionary, dictionaryInUse)) {
    dictionaryInUse = dictionary.slice();
    encoder = openBlockEncoder(dictionaryInUse);
  }
  const encode = (await encoder) as (block: Uint8Array) => Uint8Array;
  const compressedEnds = new Uint32Array(ends.length);
  let [start, at] = [0, 0];
  for (let i = 0; i < ends.length; i++) {
    const end = ends[i] as number;
    const block = encode(input.subarray(start, end));
    output.set(block, at);
    at += block.length;
    compressedEnds[i] = at;
    start = end;
  }
  return compressedEnds;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
