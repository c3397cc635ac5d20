/** Sets of documents by their external ids. */

import type { IndexView } from "../index/snapshots/index.ts";
import { DocumentSet } from "./document-set.ts";

/** The documents with these external ids. Unknown ids are ignored. */
export function documentsWithIds(view: IndexView, ids: Iterable<string>): DocumentSet {
  const set = new DocumentSet(view.documentLimit);
  for (const id of ids) {
    const document = view.find(id);
    if (document !== undefined) set.add(document);
  }
  return set;
}

/** All documents but those with these external ids. */
export function documentsWithoutIds(view: IndexView, ids: Iterable<string>): DocumentSet {
  const set = new DocumentSet(view.documentLimit);
  for (let document = 0; document < view.documentLimit; document++) set.add(document);
  set.removeAll(documentsWithIds(view, ids));
  return set;
}
