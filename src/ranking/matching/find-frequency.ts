/** The exact frequency of a merged list (merge-postings.ts) in one document. */

import { BLOCK_SIZE, unpack } from "../../index/encoding/index.ts";
import { type MergedPostings, UNLISTED } from "./merge-postings.ts";

const gaps = new Uint32Array(BLOCK_SIZE);

/** 0 without the word; undefined if the frequency is not kept. */
export function findFrequency(postings: MergedPostings, document: number): number | undefined {
  const at = findPosting(postings, document);
  if (at < 0) return 0;
  const number = postings.numbers[at] as number;
  return number === UNLISTED ? undefined : (postings.frequencies[number] as number);
}

/** The number of the posting of a document, -1 if there is none. */
function findPosting({ arrays, count }: MergedPostings, target: number): number {
  const { lastDocuments, packed, blockStarts, shapes, tails } = arrays;
  let [low, high] = [0, lastDocuments.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lastDocuments[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  let document = low === 0 ? -1 : (lastDocuments[low - 1] as number);
  let at = low * BLOCK_SIZE;
  if (low < lastDocuments.length) {
    unpack(packed, blockStarts[low] as number, (shapes[low] as number) & 63, gaps);
    for (let i = 0; document < target; i++, at++) document += (gaps[i] as number) + 1;
    return document === target ? at - 1 : -1;
  }
  const readVarint = createVarintReader(tails);
  for (; document < target && at < count; at++) {
    const code = readVarint();
    document += (code >>> 1) + 1;
    if ((code & 1) === 0) readVarint();
  }
  return document === target ? at - 1 : -1;
}

function createVarintReader(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] as number;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
}
