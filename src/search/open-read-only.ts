/** Opens an index for reading alone, without what writes and learns: the least that a page can load. */

import type { EncoderSource } from "../dense/index.ts";
import type { IndexLocation } from "./index-location.ts";
import { IndexReader } from "./index-reader.ts";
import { ReadableIndex } from "./readable-index.ts";

/** What an index that is only read is opened with. */
export interface ReadOnlyOptions {
  /** The encoder of queries for dense and hybrid rankers, in an index with vectors of its model. */
  readonly encoder?: EncoderSource | undefined;
}

/** Opens an index by its folder, its address or its directory. `NOT_FOUND` where there is none. */
export async function openReadOnly(
  location: IndexLocation,
  { encoder }: ReadOnlyOptions = {},
): Promise<ReadableIndex> {
  return new ReadableIndex(await IndexReader.open(location), { encoder });
}
