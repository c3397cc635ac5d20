/** More like this: the documents whose vectors are nearest to the vectors of another document. */

import { checkDeclaredOptions } from "../api/check-options.ts";
import { CALL_RULES, SIMILAR_RULES } from "../api/option-rules.generated.ts";
import type { SimilarOptions } from "../api/search-options.ts";
import type { Hit } from "../api/search-result.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import { DenseSearch } from "../dense/index.ts";
import type { IndexReader } from "./index-reader.ts";
import { toStoredDocument } from "./search-document.ts";

/** The nearest other documents, best first; none for a document without a vector. */
export async function findSimilarDocuments(
  { snapshot }: IndexReader,
  id: string,
  options: SimilarOptions,
): Promise<readonly Hit[]> {
  checkDeclaredOptions("similar", options, { ...SIMILAR_RULES, ...CALL_RULES });
  const { limit = 10, filter } = options;
  const document = snapshot.find(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  const dense = await DenseSearch.open(snapshot);
  const vector = dense.computeDocumentVector(document);
  if (vector === undefined) return [];
  const { filterDocuments } = await import("./filter-documents.ts");
  const allowed = filter === undefined ? undefined : await filterDocuments(snapshot, filter);
  const ranked = dense.rank(vector, { top: limit + 1, filter: allowed });
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
