/** More like this: the documents whose vectors are nearest to the vectors of another document. */

import { checkDeclaredOptions } from "../api/check-options.ts";
import { CALL_RULES, SIMILAR_RULES } from "../api/option-rules.generated.ts";
import type { SimilarOptions } from "../api/search-options.ts";
import type { Hit } from "../api/search-result.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import { readClock } from "../common/monotonic-clock.ts";
import { DenseSearch } from "../dense/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { OutOfTime, TimeLimit } from "../ranking/traversal/index.ts";
import type { IndexReader } from "./index-reader.ts";
import { toStoredDocument } from "./search-document.ts";

/** What it costs to read a document, in postings. */
const COUNTS_PER_HIT = 256;

/** The nearest other documents, best first; none for a document without a vector. */
export async function findSimilarDocuments(
  { snapshot }: IndexReader,
  id: string,
  options: SimilarOptions,
): Promise<readonly Hit[]> {
  checkDeclaredOptions("similar", options, { ...SIMILAR_RULES, ...CALL_RULES });
  const { limit = 10, filter, timeout } = options;
  const time =
    timeout === undefined ? TimeLimit.none() : new TimeLimit(readClock() + timeout, readClock);
  const document = snapshot.find(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  try {
    return await rankNeighbours(snapshot, document, { limit, filter, time });
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    throw new TermwiseError("UNAVAILABLE", `similar documents took longer than ${timeout} ms`);
  }
}

/** Throws `OutOfTime` when time is up. */
async function rankNeighbours(
  snapshot: IndexSnapshot,
  document: number,
  {
    limit,
    filter,
    time,
  }: {
    readonly limit: number;
    readonly filter: SimilarOptions["filter"];
    readonly time: TimeLimit;
  },
): Promise<readonly Hit[]> {
  const dense = await DenseSearch.open(snapshot);
  const vector = dense.computeDocumentVector(document);
  if (vector === undefined) return [];
  const { filterDocuments } = await import("./filter-documents.ts");
  const allowed = filter === undefined ? undefined : await filterDocuments(snapshot, filter, time);
  if (time.checkClock()) throw new OutOfTime();
  const ranked = dense.rank(vector, { top: limit + 1, filter: allowed });
  const hits: Hit[] = [];
  for (const [rank, neighbour] of ranked.documents.entries()) {
    if (neighbour === document || hits.length === limit) continue;
    time.spend(COUNTS_PER_HIT);
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
