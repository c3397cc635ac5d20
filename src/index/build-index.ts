/** Builds an index of a whole collection: one segment, one commit. */

import { defined } from "../common/defined.ts";
import { type Progress, silent } from "../common/progress.ts";
import type { Directory } from "../storage/directory.ts";
import type { Duplicates } from "./add-options.ts";
import type { IndexableDocument } from "./building/check-document.ts";
import { IndexWriter, type WriterOptions } from "./index-writer.ts";

/** How an index is built. */
export interface BuildOptions extends WriterOptions {
  readonly progress?: Progress;
  /** Number of documents, if known, for progress reports. */
  readonly total?: number;
  /** What to do with an id that occurs twice. Default `refuse`. */
  readonly duplicates?: Duplicates;
  /**
   * Reorder documents so that those with common terms are adjacent: a smaller and faster index.
   * Default false.
   */
  readonly reorder?: boolean;
}

/**
 * Reads all documents into a new index. Rejects a directory that holds an index unless `mode`
 * allows it. A failure leaves that index unchanged.
 */
export async function buildIndex(
  directory: Directory,
  documents: AsyncIterable<IndexableDocument> | Iterable<IndexableDocument>,
  {
    progress = silent,
    total,
    duplicates = "refuse",
    reorder = false,
    mode = "create",
    ...options
  }: BuildOptions = {},
): Promise<void> {
  const writer = await IndexWriter.open(directory, { mode, ...options });
  try {
    const task = { task: "indexing", unit: "documents", ...defined({ total }) };
    let added = 0;
    const onProgress = (done: number): void => {
      added = done;
      progress({ ...task, done });
    };
    await writer.addAll(documents, { duplicates, onProgress: onProgress });
    progress({ ...task, done: added, finished: true });
    if (reorder) await writer.reorder(progress);
    else await writer.merge();
    await writer.commit();
  } finally {
    await writer.close();
  }
}
