/**
 * Stop, fetch, begin again: how an index is read whose bytes are far away.
 *
 * What reads an index does not wait for bytes. So where some are missing it is
 * stopped by `PageFault`, they are fetched, and it begins again: reading twice
 * gives the same. Ranges that are missed together are fetched together, those
 * that lie near one another with one request.
 */

/** A file of which ranges can be fetched. */
export interface FetchableFile {
  /** Whether ranges are fetched as they are: whoever keeps the file joins requests itself. */
  readonly isPacked?: boolean;
  fetch(from: number, to: number): Promise<void>;
}

/** A part of a file that is not here. */
export interface MissingRange {
  readonly file: FetchableFile;
  readonly from: number;
  readonly to: number;
}

/** Fetching fewer bytes than these takes less time than another request. */
const MAX_RANGE_GAP = 1 << 13;
/** Requests for a file at once; beyond, the nearest ranges are joined. */
export const MAX_REQUESTS: number = 24;

/** Bytes that must be fetched before whoever wanted them can go on. */
export class PageFault extends Error {
  override readonly name = "MissingBytes";
  readonly ranges: readonly MissingRange[];

  constructor(ranges: readonly MissingRange[]) {
    super("bytes of an index have not been fetched");
    this.ranges = ranges;
  }

  /** Fetches all of them, at the same time. */
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

/** Does some work that only reads, again and again until no bytes are missing. */
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

/** Does all of some work, and throws `PageFault` for everything that any of it misses. */
export function needAllOf(works: Iterable<() => void>): void {
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

/** Ranges in order, of which those are one that overlap or lie near one another; few at the end. */
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
