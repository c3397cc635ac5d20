/**
 * Page faults: how an index with remote bytes is read.
 *
 * Readers of an index are synchronous. If bytes are missing, `PageFault` aborts the reader, the
 * bytes are fetched, and the reader is run again, which is safe because it only reads. Ranges that
 * are missing together are fetched together; close ranges are fetched with one request.
 */

/** A file that can fetch ranges. */
export interface FetchableFile {
  /** Whether ranges are fetched without joining, because the file joins requests itself. */
  readonly isPacked?: boolean;
  fetch(from: number, to: number): Promise<void>;
}

/** A range of a file that has not been fetched. */
export interface MissingRange {
  readonly file: FetchableFile;
  readonly from: number;
  readonly to: number;
}

/** Fetching a gap of this size takes less time than another request. */
const MAX_RANGE_GAP = 1 << 13;
/** Maximum number of parallel requests for a file; beyond it the closest ranges are joined. */
export const MAX_REQUESTS: number = 24;

/** Thrown by a reader for bytes that must be fetched before it can continue. */
export class PageFault extends Error {
  override readonly name = "MissingBytes";
  readonly ranges: readonly MissingRange[];

  constructor(ranges: readonly MissingRange[]) {
    super("bytes of an index have not been fetched");
    this.ranges = ranges;
  }

  /** Fetches all of the ranges in parallel. */
  async fetch(): Promise<void> {
    const byFile = new Map<FetchableFile, MissingRange[]>();
    for (const range of this.ranges) {
      byFile.set(range.file, [...(byFile.get(range.file) ?? []), range]);
    }
    const fetching = [...byFile].flatMap(([file, ranges]) =>
      (file.isPacked === true ? ranges : coalesceRanges(ranges)).map(({ from, to }) =>
        file.fetch(from, to),
      ),
    );
    await Promise.all(fetching);
  }
}

/** Runs read-only work, and runs it again until no bytes are missing. */
export async function retryOnPageFault<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PageFault)) throw error;
      await error.fetch();
    }
  }
}

/** Runs all works, and throws one `PageFault` for everything that any of them misses. */
export function needAll(works: Iterable<() => void>): void {
  const ranges: MissingRange[] = [];
  for (const work of works) {
    try {
      work();
    } catch (error) {
      if (!(error instanceof PageFault)) throw error;
      ranges.push(...error.ranges);
    }
  }
  if (ranges.length > 0) throw new PageFault(ranges);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Sorts ranges and joins those that overlap or are close; then joins further until there are at
 * most MAX_REQUESTS.
 */
export function coalesceRanges(ranges: readonly Range[]): readonly Range[] {
  const sorted = [...ranges].sort((a, b) => a.from - b.from);
  const apart = coalesceWithin(sorted, MAX_RANGE_GAP);
  if (apart.length <= MAX_REQUESTS) return apart;
  const gaps = apart.slice(1).map(({ from }, i) => from - (apart[i] as Range).to);
  gaps.sort((a, b) => b - a);
  return coalesceWithin(apart, gaps[MAX_REQUESTS - 1] as number);
}

function coalesceWithin(sorted: readonly Range[], gap: number): Range[] {
  const coalesced: { from: number; to: number }[] = [];
  for (const { from, to } of sorted) {
    const last = coalesced.at(-1);
    if (last !== undefined && from - last.to <= gap) last.to = Math.max(last.to, to);
    else coalesced.push({ from, to });
  }
  return coalesced;
}
