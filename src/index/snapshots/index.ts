/** An index as of one commit, as other rooms read it. */

export { IndexSnapshot, type SnapshotPart } from "./index-snapshot.ts";
export {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
} from "./index-view.ts";
export { MOST_PLACED_BYTES } from "./open-segments.ts";
