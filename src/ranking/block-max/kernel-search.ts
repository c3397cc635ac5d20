/**
 * Search by the WASM kernels, where the index and the platform allow it. Loaded with
 * the first index that is large enough.
 */

import { canRunWasm } from "../../common/wasm-support.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import { BlockMaxSearch } from "./block-max-search.ts";
import { toSearchableView } from "./searchable-view.ts";
import { canShareIndex, type SharedIndex, shareIndex } from "./shared-index.ts";

/**
 * Undefined for an index that is not on storage or does not fit the memory of the
 * kernels, and where WASM is forbidden, as by a page's content security policy.
 */
export function createKernelSearch(
  view: IndexView,
  shared?: SharedIndex,
): BlockMaxSearch | undefined {
  const searchable = toSearchableView(view);
  if (searchable === undefined || !canShareIndex(searchable) || !canRunWasm()) return undefined;
  return new BlockMaxSearch(shared ?? shareIndex(view), view);
}
