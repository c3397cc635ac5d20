/** An index in figures: what it holds and what that takes. */

import type { IndexSettings } from "./commits/commit.ts";
import { listFileKinds } from "./commits/segment-record.ts";
import type { IndexSnapshot } from "./snapshots/index-snapshot.ts";

/** Counts and bytes of an index. */
export interface IndexStatistics {
  readonly generation: number;
  readonly segments: number;
  /** Living documents. */
  readonly documents: number;
  readonly deletedDocuments: number;
  readonly averageLength: number;
  /** Distinct terms of each segment, added up: with one segment, the vocabulary. */
  readonly terms: number;
  /** Pairs of a term and a document, deleted ones included. */
  readonly postings: number;
  readonly bytes: number;
  /** By what the files hold: terms, postings, positions, … */
  readonly bytesByKind: Readonly<Record<string, number>>;
  readonly settings: IndexSettings;
}

/** Walks the dictionaries once. */
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
