/** More like this: the documents whose vectors are nearest to those of another. */

import type { SimilarOptions } from "../../api/search-options.ts";
import type { Hit } from "../../api/search-result.ts";
import { quote, TermwiseError } from "../../common/errors.ts";
import type { IndexReader } from "../../search/index-reader.ts";
import { toStoredDocument } from "../../search/search-document.ts";
import { DenseSearch } from "./index.ts";

/** The nearest documents but itself, best first; none where it has no vector. */
export async function findSimilarDocuments(
  { snapshot }: IndexReader,
  id: string,
  { limit = 10, filter }: SimilarOptions,
): Promise<readonly Hit[]> {
  const document = snapshot.find(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  const dense = await DenseSearch.open(snapshot);
  const direction = dense.computeDocumentVector(document);
  if (direction === undefined) return [];
  const { filterDocuments } = await import("../../search/filter-documents.ts");
  const allowed = filter === undefined ? undefined : await filterDocuments(snapshot, filter);
  const ranked = dense.rank(direction, { top: limit + 1, filter: allowed });
  const hits: Hit[] = [];
  for (const [rank, neighbour] of ranked.documents.entries()) {
    if (neighbour === document || hits.length === limit) continue;
    const fields = snapshot.settings.stored ? await snapshot.readStoredFields(neighbour) : {};
    const name = snapshot.id(neighbour);
    hits.push({
      id: name,
      score: ranked.scores[rank] as number,
      document: toStoredDocument(name, fields),
    });
  }
  return hits;
}
