/**
 * The entry point `termwise/read-only`, which is built into few files: the smallest
 * download for a page that searches an index on a server, with or without a bundler.
 */

export type { SearchOptions } from "../api/search-options.ts";
export type { Hit, SearchResult } from "../api/search-result.ts";
export { type ErrorCode, TermwiseError } from "../common/errors.ts";
export type { IndexLocation, IndexLocations } from "./index-location.ts";
export { openReadOnly, type ReadOnlyOptions } from "./open-read-only.ts";
export type { ReadableIndex } from "./readable-index.ts";
