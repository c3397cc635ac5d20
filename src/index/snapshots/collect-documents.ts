/**
 * Collects the documents of terms by blocks of their posting lists, without cursors and without
 * reading frequencies.
 */

import type { Bitset } from "../../common/bitset.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import type { IndexSnapshot } from "./index-snapshot.ts";

/**
 * Adds the live documents of a term to a set. `isOver` is called with every block and may stop the
 * scan.
 */
export function collectDocuments(
  snapshot: Pick<IndexSnapshot, "lists">,
  term: string,
  set: Bitset,
  isOver: (postings: number) => boolean = () => false,
): void {
  const documents = new Uint32Array(BLOCK_SIZE);
  for (const { part, entry } of snapshot.lists(term)) {
    const { base, segment, deletions } = part;
    const blocks = segment.postings.blockCount(entry);
    for (let block = 0; block < blocks; block++) {
      if (isOver(BLOCK_SIZE)) return;
      const count = segment.postings.read(entry, block, documents);
      for (let i = 0; i < count; i++) {
        const document = documents[i] as number;
        if (deletions === undefined || !deletions.has(document)) set.add(base + document);
      }
    }
  }
}
