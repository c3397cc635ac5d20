/**
 * Which segments to merge after a commit has grown the index.
 *
 * Sizes fall into levels, each eight times the one below. Once the last eight
 * or more segments are all of some level or below, they become one. So every
 * document is rewritten once a level, an index of n documents has at most about
 * 8 · log8 n segments, and only neighbours merge, which keeps documents in order.
 */

const FACTOR = 8;

export interface SegmentSize {
  /** Documents, deleted ones included. */
  readonly documents: number;
  readonly deleted: number;
}

/** The segments to merge next, as [from, to); undefined when all is well. */
export function nextMerge(
  sizes: readonly SegmentSize[],
): readonly [from: number, to: number] | undefined {
  const levels = sizes.map(({ documents, deleted }) => levelOf(documents - deleted));
  const highest = Math.max(0, ...levels);
  for (let level = 0; level <= highest; level++) {
    const from = 1 + levels.findLastIndex((each) => each > level);
    if (levels.length - from >= FACTOR) return [from, levels.length];
  }
  // Lists that are mostly of deleted documents cost more to search than to rewrite.
  const hollow = sizes.findIndex(({ documents, deleted }) => 2 * deleted > documents);
  return hollow < 0 ? undefined : [hollow, hollow + 1];
}

function levelOf(documents: number): number {
  return Math.floor(Math.log2(Math.max(1, documents)) / Math.log2(FACTOR));
}
