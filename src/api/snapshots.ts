/** Snapshots of rankings: what judged queries found, kept to compare a later ranking with. */

import type { System } from "./requests.ts";
import type { Count } from "./search-result.ts";

/** A job that keeps the rankings of all judged queries. */
export const SNAPSHOT_JOB_OPTIONS = {
  /** Name of the snapshot. */
  name: { type: "name", isRequired: true },
} as const;

/** A snapshot in a list. */
export interface RankingSnapshotSummary {
  readonly name: string;
  /** When it was taken, as ISO 8601. */
  readonly at: string;
  /** The system that ranked, with its ranker. */
  readonly system: System;
  /** Fingerprint of the settings of the index, rules among them. */
  readonly settings: string;
  /** Commit of the index when the ranking began. */
  readonly commit: Count;
  readonly queries: Count;
  /** Maximum number of documents per query. */
  readonly depth: Count;
  readonly bytes: Count;
}

/** What one query found. */
export interface SnapshotRanking {
  readonly id: string;
  readonly text: string;
  /** Ids of the documents, the best first. */
  readonly documents: readonly string[];
  readonly scores: readonly number[];
}

/** A snapshot with its rankings. */
export interface RankingSnapshot extends RankingSnapshotSummary {
  readonly rankings: readonly SnapshotRanking[];
}
