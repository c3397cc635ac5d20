/**
 * Counts documents that several lists contain, by blocks of posting lists. A file of its own, because
 * only an index with fields needs it.
 */

import type { Bitset } from "../../common/bitset.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import type { IndexSnapshot } from "./index-snapshot.ts";

/**
 * Counts, for each of `terms` from the last backwards, its live documents that also contain one of
 * the terms before it: what the sum of the list lengths counts twice. Fastest with the longest list
 * last, because its blocks without such documents are not read. `seen` is cleared and used.
 */
export function countRepeated(
  snapshot: Pick<IndexSnapshot, "lists">,
  terms: readonly string[],
  seen: Bitset,
): number {
  seen.words.fill(0);
  const documents = new Uint32Array(BLOCK_SIZE);
  let repeated = 0;
  for (const [i, term] of terms.entries()) {
    const isLast = i === terms.length - 1;
    for (const { part, entry } of snapshot.lists(term)) {
      const { base, segment, deletions } = part;
      const { postings } = segment;
      const full = Math.floor(entry.documentFrequency / BLOCK_SIZE);
      for (let block = 0; block < postings.blockCount(entry); block++) {
        if (isLast && block < full) {
          const first = base + postings.lastDocument(entry, block - 1) + 1;
          if (!seen.hasAround(first, base + postings.lastDocument(entry, block) + 1)) continue;
        }
        const count = postings.read(entry, block, documents);
        for (let at = 0; at < count; at++) {
          const document = documents[at] as number;
          if (deletions?.has(document) === true) continue;
          if (seen.has(base + document)) repeated++;
          else if (!isLast) seen.add(base + document);
        }
      }
    }
  }
  return repeated;
}
