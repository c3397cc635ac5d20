/**
 * The door `termwise/read-only`, which is built into few files: the least that a
 * page downloads to search an index on a server, with or without a bundler.
 */

export { type ErrorCode, TermwiseError } from "../common/errors.ts";
export type { IndexLocation } from "./index-location.ts";
export { openReadOnly, type ReadOnlyOptions } from "./open-read-only.ts";
export type { ReadableIndex } from "./readable-index.ts";
export type { Hit, SearchOptions, SearchResult } from "./search-options.ts";
