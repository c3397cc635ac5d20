/** A phrase as a posting list: the documents that contain it, with frequencies. */

import { badArgument } from "../../common/errors.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import { PostingsList } from "../postings-list.ts";
import { forEachCommonDocument } from "../traversal/common-documents.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

/** The terms occur one after another. `BAD_ARGUMENT` for an index without positions. */
export function createPhrasePostings(
  view: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
): PostingsList {
  if (!view.hasPositions) {
    throw badArgument("synonyms of several words need an index with positions");
  }
  const documents: number[] = [];
  const frequencies: number[] = [];
  if (terms.every((term) => view.term(term) !== undefined)) {
    forEachCommonDocument(view, terms, limit, (document, positions) => {
      const [first = new Uint32Array(0), ...others] = positions;
      const laterPositions = others.map((list) => new Set(list));
      const count = first.filter((position) =>
        laterPositions.every((set, i) => set.has(position + i + 1)),
      ).length;
      if (count === 0) return;
      documents.push(document);
      frequencies.push(count);
    });
  }
  return new PostingsList(documents, frequencies);
}
