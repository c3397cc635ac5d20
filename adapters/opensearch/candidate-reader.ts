/**
 * The candidates of a query as an index in memory, with the statistics of the whole published
 * index: the code of local searches then reads, scores, filters and shows them.
 */

import { writeCommit } from "../../src/index/commits/index.ts";
import type { IndexableDocument, StoredFields } from "../../src/index/index.ts";
import { dropWords, type IndexSettings, IndexWriter } from "../../src/index/index.ts";
import type { GlobalStatistics } from "../../src/index/snapshots/index.ts";
import { IndexReader } from "../../src/search/index.ts";
import { toIndexable } from "../../src/search/search-document.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import type { VectorRows } from "./stored-vectors.ts";

/** A document that a cluster returned. */
export interface CandidateDocument {
  readonly id: string;
  readonly fields: StoredFields;
  /** Its vectors, if the search needs them. */
  readonly vectorRows?: VectorRows | undefined;
  /** The words that it is not found by, in a pruned index. */
  readonly prunedWords?: readonly string[] | undefined;
}

/** What all candidates of a published index share. */
export interface PublishedContent {
  /** As a commit stores them. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly indexId: string;
  readonly generation: number;
  /** Undefined for those of the candidates alone. */
  readonly collection: GlobalStatistics | undefined;
  /** Whether documents have words that they are not found by. */
  readonly isPruned: boolean;
}

/** Adds the vectors that documents lack. */
export type AddVectors = (
  documents: AsyncIterable<IndexableDocument>,
  settings: IndexSettings,
) => Promise<AsyncIterable<IndexableDocument>>;

/** Opens an index of these documents alone. Close it when done. */
export async function openCandidates(
  content: PublishedContent,
  documents: readonly CandidateDocument[],
  addVectors?: AddVectors,
): Promise<IndexReader> {
  const directory = new MemoryDirectory();
  const { indexId, generation, collection } = content;
  const settings = selectSettings(content);
  const commit = { indexId, generation, nextSegment: 1, settings, segments: [] };
  await writeCommit(directory, commit, { fresh: [], durability: "none" });
  if (documents.length > 0) {
    const writer = await IndexWriter.open(directory, { mode: "append", durability: "none" });
    try {
      const indexable = readIndexable(documents, writer.settings);
      await writer.addAll((await addVectors?.(indexable, writer.settings)) ?? indexable);
      await writer.commit();
    } finally {
      await writer.close();
    }
  }
  const shown = content.isPruned ? await dropPostings(directory, content, documents) : directory;
  return IndexReader.open(shown, { collection });
}

/** Without a graph of vectors, which few documents do not need. */
function selectSettings({ settings }: PublishedContent): IndexSettings {
  const { vectors, ...others } = settings as unknown as IndexSettings;
  if (vectors === undefined) return others;
  const { graph: _, ...exact } = vectors;
  return { ...others, vectors: exact };
}

async function* readIndexable(
  documents: readonly CandidateDocument[],
  settings: IndexSettings,
): AsyncGenerator<IndexableDocument> {
  for (const { id, fields, vectorRows } of documents) {
    const document = toIndexable({ ...fields, id }, settings);
    yield vectorRows === undefined ? document : { ...document, vectorRows };
  }
}

/** The same index without the postings that its documents lack. */
async function dropPostings(
  from: MemoryDirectory,
  { collection }: PublishedContent,
  documents: readonly CandidateDocument[],
): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  const words = new Map(documents.map((each) => [each.id, new Set(each.prunedWords)]));
  await dropWords(from, directory, words, collection?.weights);
  return directory;
}
