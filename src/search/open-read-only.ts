/** Opens an index for reading alone, without what writes and learns: the least that a page can load. */

import type { IndexPlace } from "./index-place.ts";
import { IndexReader } from "./index-reader.ts";
import { ReadableIndex } from "./readable-index.ts";

/** Opens an index by its folder, its address or its directory. `NOT_FOUND` where there is none. */
export async function openReadOnly(place: IndexPlace): Promise<ReadableIndex> {
  return new ReadableIndex(await IndexReader.open(place));
}
