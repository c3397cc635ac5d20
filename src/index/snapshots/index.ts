/** An index as of one commit, as other rooms read it. */

export { withFetchedBytes } from "../files/missing-bytes.ts";
export { BETWEEN_TERMS, FieldView } from "./field-view.ts";
export { type FieldFrequencies, FieldsCursor } from "./fields-cursor.ts";
export { FieldsView, textView } from "./fields-view.ts";
export { IndexSnapshot, type SnapshotPart } from "./index-snapshot.ts";
export {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
  type ViewField,
} from "./index-view.ts";
export { addDocuments } from "./listed-documents.ts";
export { MOST_PLACED_BYTES } from "./open-segments.ts";
