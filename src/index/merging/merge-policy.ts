/**
 * Which segments to merge after a commit has grown the index.
 *
 * Sizes fall into levels, each eight times the one below. Once the last eight
 * or more segments are all of some level or below, and hold enough documents
 * for the next one, they become one. So every document is rewritten at most once a level,
 * however small the commits beside a large segment are, an index of n documents
 * has at most about 8 · log8 n segments, and only neighbours merge, which keeps
 * documents in order.
 */

const MERGE_FACTOR = 8;

export interface SegmentSize {
  /** Documents, deleted ones included. */
  readonly documents: number;
  readonly deleted: number;
}

/** The segments to merge next, as [from, to); undefined when all is well. */
export function findMerge(
  sizes: readonly SegmentSize[],
): readonly [from: number, to: number] | undefined {
  const liveCounts = sizes.map(({ documents, deleted }) => documents - deleted);
  const levels = liveCounts.map(computeLevel);
  const highest = Math.max(0, ...levels);
  for (let level = 0; level <= highest; level++) {
    const from = 1 + levels.findLastIndex((each) => each > level);
    const merged = liveCounts.slice(from).reduce((sum, documents) => sum + documents, 0);
    // A large segment is not rewritten for a few documents behind it.
    const isNextLevel = merged >= MERGE_FACTOR ** (level + 1);
    if (liveCounts.length - from >= MERGE_FACTOR && isNextLevel) return [from, liveCounts.length];
  }
  // Lists that are mostly of deleted documents cost more to search than to rewrite.
  const mostlyDeleted = sizes.findIndex(({ documents, deleted }) => 2 * deleted > documents);
  return mostlyDeleted < 0 ? undefined : [mostlyDeleted, mostlyDeleted + 1];
}

function computeLevel(documents: number): number {
  return Math.floor(Math.log2(Math.max(1, documents)) / Math.log2(MERGE_FACTOR));
}
