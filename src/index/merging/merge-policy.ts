/**
 * The merge policy: which segments to merge after a commit.
 *
 * Sizes fall into levels, each eight times the one below. When the last eight or more segments are
 * all of some level or below, and contain enough documents for the next one, they are merged. So
 * every document is rewritten at most once per level, however small the commits beside a large
 * segment are; an index of n documents has at most about 8 · log8 n segments; and only adjacent
 * segments are merged, which keeps documents in order.
 */

const MERGE_FACTOR = 8;

export interface SegmentSize {
  /** Number of documents, including deleted ones. */
  readonly documents: number;
  readonly deleted: number;
}

/** The segments to merge next, as [from, to); undefined if none. */
export function findMerge(
  sizes: readonly SegmentSize[],
): readonly [from: number, to: number] | undefined {
  const liveCounts = sizes.map(({ documents, deleted }) => documents - deleted);
  const levels = liveCounts.map(computeLevel);
  const highest = Math.max(0, ...levels);
  for (let level = 0; level <= highest; level++) {
    const from = 1 + levels.findLastIndex((each) => each > level);
    const merged = liveCounts.slice(from).reduce((sum, documents) => sum + documents, 0);
    // A large segment is not rewritten for a few documents after it.
    const isNextLevel = merged >= MERGE_FACTOR ** (level + 1);
    if (liveCounts.length - from >= MERGE_FACTOR && isNextLevel) return [from, liveCounts.length];
  }
  // Lists with mostly deleted documents cost more to search than to rewrite.
  const mostlyDeleted = sizes.findIndex(({ documents, deleted }) => 2 * deleted > documents);
  return mostlyDeleted < 0 ? undefined : [mostlyDeleted, mostlyDeleted + 1];
}

function computeLevel(documents: number): number {
  return Math.floor(Math.log2(Math.max(1, documents)) / Math.log2(MERGE_FACTOR));
}
