/**
 * Opens an index for reading only, without the code for writing and learning: the
 * smallest download for a page.
 */

import type { DocumentType, SearchDocument } from "../api/document-type.ts";
import type { EncoderSource } from "../dense/index.ts";
import type { IndexLocations } from "./index-location.ts";
import { IndexReader } from "./index-reader.ts";
import { ReadableIndex } from "./readable-index.ts";

/** The options of a read-only index. */
export interface ReadOnlyOptions {
  /** Encodes queries for semantic rankers, in an index whose vectors the same model has made. */
  readonly encoder?: EncoderSource | undefined;
}

/** Opens an index by its folder, its address or its directory, or several as one. `NOT_FOUND` if there is none. */
export async function openReadOnly<Doc extends DocumentType = SearchDocument>(
  location: IndexLocations,
  { encoder }: ReadOnlyOptions = {},
): Promise<ReadableIndex<Doc>> {
  return new ReadableIndex(await IndexReader.open(location), { encoder });
}
