/** Documents that contain a phrase: its terms at the same distances as in the query. */

import type { IndexView } from "../../index/snapshots/index.ts";
import { DocumentSet } from "../document-set.ts";
import { forEachCommonDocument } from "../traversal/common-documents.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

/** `offsets` says where each term stands in the phrase; stopped words leave gaps there as in the index. */
export function phraseDocuments(
  view: IndexView,
  terms: readonly string[],
  offsets: readonly number[],
  limit: TimeLimit,
): DocumentSet {
  const documents = new DocumentSet(view.documentLimit);
  forEachCommonDocument(view, terms, limit, (document, places) => {
    if (standsIn(places, offsets)) documents.add(document);
  });
  return documents;
}

function standsIn(places: readonly Uint32Array[], offsets: readonly number[]): boolean {
  const [starts = new Uint32Array(0), ...others] = places;
  const [origin = 0, ...steps] = offsets;
  return starts.some((start) =>
    others.every((list, i) => list.includes(start + (steps[i] as number) - origin)),
  );
}
