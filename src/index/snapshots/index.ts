/** An index as of one commit, as other modules read it. */

export { needAll, PageFault, retryOnPageFault } from "../files/page-fault.ts";
export { collectDocuments } from "./collect-documents.ts";
export { FieldView } from "./field-view.ts";
export type { GlobalStatistics, SnapshotOptions, TextStatistics } from "./global-statistics.ts";
export { IndexSnapshot, type SnapshotPart } from "./index-snapshot.ts";
export {
  EXHAUSTED,
  type IndexView,
  isFieldView,
  isMultiFieldView,
  type PostingsCursor,
  TERM_SEPARATOR,
  type TermStatistics,
  type ViewField,
} from "./index-view.ts";
export {
  type FieldFrequencies,
  MultiFieldCursor,
  MultiFieldView,
  openTextView,
} from "./multi-field-view.ts";
export { MAX_SHARED_HEAP_BYTES } from "./segment-placement.ts";
export { iterateTermCounts, type TermCounts } from "./term-counts.ts";
