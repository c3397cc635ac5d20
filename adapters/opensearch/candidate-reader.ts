/**
 * The candidates of a query as an index in memory, with the statistics of the whole published
 * index: the code of local searches then reads, scores, filters and shows them.
 */

import { writeCommit } from "../../src/index/commits/index.ts";
import type { StoredFields } from "../../src/index/index.ts";
import { type IndexSettings, IndexWriter } from "../../src/index/index.ts";
import type { GlobalStatistics } from "../../src/index/snapshots/index.ts";
import { IndexReader } from "../../src/search/index.ts";
import { toIndexable } from "../../src/search/search-document.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";

/** A document that a cluster returned. */
export interface CandidateDocument {
  readonly id: string;
  readonly fields: StoredFields;
}

/** What all candidates of a published index share. */
export interface PublishedContent {
  /** As a commit stores them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly indexId: string;
  readonly generation: number;
  /** Undefined for those of the candidates alone. */
  readonly collection: GlobalStatistics | undefined;
}

/** Opens an index of these documents alone. Close it when done. */
export async function openCandidates(
  { settings, indexId, generation, collection }: PublishedContent,
  documents: readonly CandidateDocument[],
): Promise<IndexReader> {
  const directory = new MemoryDirectory();
  const stored = settings as unknown as IndexSettings;
  const commit = { indexId, generation, nextSegment: 1, settings: stored, segments: [] };
  await writeCommit(directory, commit, { fresh: [], durability: "none" });
  if (documents.length > 0) {
    const writer = await IndexWriter.open(directory, { mode: "append", durability: "none" });
    try {
      const indexable = documents.map(({ id, fields }) =>
        toIndexable({ ...fields, id }, writer.settings),
      );
      await writer.addAll(indexable);
      await writer.commit();
    } finally {
      await writer.close();
    }
  }
  return IndexReader.open(directory, { collection });
}
