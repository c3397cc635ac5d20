/** More like this: the documents whose vectors are nearest to those of another. */

import { quote, TermwiseError } from "../../common/errors.ts";
import { DenseSearch } from "../../ranking/vectors/index.ts";
import type { IndexReader } from "../index-reader.ts";
import { storedDocument } from "../search-document.ts";
import type { Hit, SimilarOptions } from "../search-options.ts";

/** The nearest documents but itself, best first; none where it has no vector. */
export async function similarDocuments(
  { snapshot }: IndexReader,
  id: string,
  { limit = 10, filter }: SimilarOptions,
): Promise<readonly Hit[]> {
  const document = snapshot.find(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  const dense = await DenseSearch.open(snapshot);
  const direction = dense.direction(document);
  if (direction === undefined) return [];
  const { filteredDocuments } = await import("../filtered-documents.ts");
  const allowed = filter === undefined ? undefined : await filteredDocuments(snapshot, filter);
  const found = dense.rank(direction, { top: limit + 1, filter: allowed });
  const hits: Hit[] = [];
  for (const [rank, near] of found.documents.entries()) {
    if (near === document || hits.length === limit) continue;
    const fields = snapshot.settings.stored ? await snapshot.fieldsOf(near) : {};
    const name = snapshot.id(near);
    hits.push({
      id: name,
      score: found.scores[rank] as number,
      document: storedDocument(name, fields),
    });
  }
  return hits;
}
