/** Statistics of an index: its counts and its size in bytes. */

import type { IndexSettings } from "./commits/commit.ts";
import { listFileKinds } from "./commits/segment-record.ts";
import type { IndexSnapshot } from "./snapshots/index-snapshot.ts";

/** Counts and bytes of an index. */
export interface IndexStatistics {
  readonly generation: number;
  readonly segments: number;
  /** Documents that are not deleted. */
  readonly documents: number;
  readonly deletedDocuments: number;
  readonly averageLength: number;
  /** Distinct terms summed over segments. With one segment, the size of the vocabulary. */
  readonly terms: number;
  /** (term, document) pairs, including those of deleted documents. */
  readonly postings: number;
  readonly bytes: number;
  /** Bytes by kind of file: terms, postings, positions, … */
  readonly bytesByKind: Readonly<Record<string, number>>;
  readonly settings: IndexSettings;
}

/** Reads every dictionary once. */
export function computeIndexStatistics(snapshot: IndexSnapshot): IndexStatistics {
  const bytesByKind: Record<string, number> = {};
  let [terms, postings, bytes] = [0, 0, 0];
  for (const { segment } of snapshot.parts) {
    terms += segment.dictionary.termCount;
    const cursor = segment.dictionary.cursor();
    while (cursor.next()) postings += cursor.entry().documentFrequency;
    for (const [file, kind] of listFileKinds(segment.record)) {
      bytesByKind[kind] = (bytesByKind[kind] ?? 0) + file.bytes;
      bytes += file.bytes;
    }
  }
  const { weights } = snapshot.settings;
  if (weights !== undefined) {
    bytesByKind.weights = (bytesByKind.weights ?? 0) + weights.bytes;
    bytes += weights.bytes;
  }
  const { documentCount, documentLimit, totalLength, generation, settings } = snapshot;
  return {
    generation,
    segments: snapshot.parts.length,
    documents: documentCount,
    deletedDocuments: documentLimit - documentCount,
    averageLength: documentCount === 0 ? 0 : totalLength / documentCount,
    terms,
    postings,
    bytes,
    bytesByKind,
    settings,
  };
}
