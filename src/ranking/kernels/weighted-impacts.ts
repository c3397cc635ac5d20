/**
 * The impacts of each block of a segment with weighted lengths: as
 * src/index/files/impacts.ts, with the length class in place of the length, which
 * may be fractional. Reads all posting lists once.
 */

import { GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../../index/encoding/index.ts";
import type { PostingArrays } from "../../index/files/index.ts";
import { BlockImpacts } from "../../index/files/index.ts";
import type { Segment } from "../../index/segments/index.ts";

/** `classes` holds the length class of each document. */
export function computeWeightedImpacts(
  { dictionary, postings }: Segment,
  classes: Uint8Array,
): Pick<PostingArrays, "impactStarts" | "impacts"> {
  const impactStarts = new Uint32Array(postings.arrays.impactStarts.length);
  const words = new GrowingWords();
  const best = new BlockImpacts();
  const documents = new Uint32Array(BLOCK_SIZE);
  const frequencies = new Uint32Array(BLOCK_SIZE);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const entry = cursor.entry();
    const blocks = Math.floor(entry.documentFrequency / BLOCK_SIZE);
    for (let block = 0; block < blocks; block++) {
      postings.read(entry, block, documents, frequencies);
      for (let i = 0; i < BLOCK_SIZE; i++) {
        best.add(frequencies[i] as number, classes[documents[i] as number] as number);
      }
      best.drain(words);
      impactStarts[entry.firstBlock + block + 1] = words.length;
    }
  }
  return { impactStarts, impacts: words.view().slice() };
}
