/**
 * Scores of documents by number, whether they match or not, for reranking,
 * explanations and experiments on pairs.
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import { boostScore } from "../boost-score.ts";
import type { PreparedQuery } from "../prepared-query.ts";

/**
 * One score per live document, in the order of `documents`; the same that a
 * traversal computes, with bonuses and boosts. A document without any query term gets the value of the
 * formula: 0, or the language model's length part.
 */
export function scoreDocuments(
  view: IndexView,
  { clauses, documentPart, bonuses = [], boost }: PreparedQuery,
  documents: ArrayLike<number>,
): Float64Array {
  const scores = new Float64Array(documents.length);
  const lists = clauses.map(({ weight, match, open }) => ({ cursor: open(), weight, match }));
  const scoreDocument = documentPart?.open();
  for (const index of sortIndices(documents)) {
    const document = documents[index] as number;
    const length = view.length(checkDocument(view, document));
    let score = 0;
    for (const { cursor, weight, match } of lists) {
      if (cursor.document < document) cursor.seek(document);
      if (cursor.document === document) score += weight * match(cursor.frequency, length);
    }
    if (scoreDocument !== undefined) score += scoreDocument(document, length);
    for (const { documents: rewarded, value } of bonuses) {
      if (rewarded.has(document)) score += value;
    }
    scores[index] = boost === undefined ? score : boostScore(boost, document, score);
  }
  return scores;
}

function sortIndices(documents: ArrayLike<number>): Uint32Array {
  const indices = Uint32Array.from(documents, (_, index) => index);
  return indices.sort((a, b) => (documents[a] as number) - (documents[b] as number));
}

function checkDocument(view: IndexView, document: number): number {
  if (Number.isInteger(document) && document >= 0 && document < view.documentLimit) return document;
  throw badArgument(
    `document ${document} is not in the index (numbers are below ${view.documentLimit})`,
  );
}
