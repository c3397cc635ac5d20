/**
 * `termwise/browser`: search in a page, in an index that is served as files, held in
 * memory, or open in a worker.
 */

export type { SearchDocument } from "./api/document-type.ts";
export type { SearchOptions, SuggestOptions } from "./api/search-options.ts";
export type { Hit, SearchResult, StoredDocument, Suggestion } from "./api/search-result.ts";
export { type ErrorCode, TermwiseError } from "./common/errors.ts";
export type { IndexLocation, IndexLocations } from "./search/index-location.ts";
export { listIndexFiles } from "./search/list-index-files.ts";
export {
  type CreateOptions,
  createIndex,
  type OpenOptions,
  openIndex,
} from "./search/open-index.ts";
export { openReadOnly, type ReadOnlyOptions } from "./search/open-read-only.ts";
export type { ReadableIndex } from "./search/readable-index.ts";
export type { SearchIndex } from "./search/search-index.ts";
export {
  type OpenSiteOptions,
  openSite,
  type Site,
  type SiteResults,
  type SiteSearchOptions,
} from "./search/site-search.ts";
export { type OpenWorkerOptions, openInWorker, type WorkerIndex } from "./search/worker/index.ts";
export type { Directory } from "./storage/directory.ts";
export { HttpDirectory, type HttpDirectoryOptions } from "./storage/http-directory.ts";
export { MemoryDirectory } from "./storage/memory-directory.ts";
export { OpfsDirectory } from "./storage/opfs-directory.ts";
