/**
 * More like this on a cluster: the nearest documents to the vectors of another one. The cluster finds
 * them by exact cosines; the code of local indexes scores them and returns them.
 */

import { checkDeclaredOptions } from "../../src/api/check-options.ts";
import { CALL_RULES, SIMILAR_RULES } from "../../src/api/option-rules.generated.ts";
import type { SimilarOptions } from "../../src/api/search-options.ts";
import type { Hit } from "../../src/api/search-result.ts";
import { badArgument, TermwiseError } from "../../src/common/errors.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import { untilAborted } from "../../src/common/web-platform.ts";
import { DenseSearch } from "../../src/dense/index.ts";
import { findSimilarDocuments } from "../../src/search/similar-documents.ts";
import type { CandidateQuery } from "./candidate-query.ts";
import type { CandidateDocument } from "./candidate-reader.ts";
import { readSchema } from "./columns.ts";
import { findCandidates, MAX_CANDIDATES } from "./find-candidates.ts";
import { findNearest } from "./find-nearest.ts";
import { type CandidateSearch, withCandidates } from "./search-candidates.ts";

/** Documents are asked for by their ids alone. */
const NO_QUERY: CandidateQuery = {
  ...{ query: undefined, whole: undefined, weight: 0 },
  ...{ isExact: true, isCut: false, isOpen: true, isPlain: true },
};

/**
 * The nearest other documents, as `similar` of a local index returns them. `NOT_FOUND` for an unknown
 * id; `BAD_ARGUMENT` for an index without vectors.
 */
export async function findSimilarOnCluster(
  context: CandidateSearch,
  id: string,
  { signal, ...options }: SimilarOptions,
): Promise<readonly Hit[]> {
  checkDeclaredOptions("similar", { ...options, signal }, { ...SIMILAR_RULES, ...CALL_RULES });
  signal?.throwIfAborted();
  const searching = findNeighbours(context, id, options);
  return signal === undefined ? searching : untilAborted(searching, signal);
}

async function findNeighbours(
  context: CandidateSearch,
  id: string,
  options: SimilarOptions,
): Promise<readonly Hit[]> {
  const { record, retriever, probe } = context;
  const { limit = 10, filter, timeout } = options;
  const { vectors } = probe.snapshot.settings;
  if (vectors !== undefined && record.vectors === undefined) {
    throw badArgument("the index is on a cluster, which has no vectors; open the local index");
  }
  const schema = readSchema(record);
  if (filter !== undefined && schema === undefined) {
    throw badArgument("a cluster filters similar documents only in an index with fields");
  }
  if (limit >= MAX_CANDIDATES) {
    throw badArgument(`limit must be at most ${MAX_CANDIDATES - 1} on a cluster, got ${limit}`);
  }
  const end = timeout === undefined ? undefined : readClock() + timeout;
  const getRemaining = (): number | undefined =>
    end === undefined ? undefined : Math.max(1, end - readClock());
  const checkWhole = (isPartial: boolean): void => {
    if (!isPartial) return;
    const isLate = end !== undefined && readClock() >= end;
    const reason = isLate ? `took longer than ${timeout} ms` : "were searched only in part";
    throw new TermwiseError("UNAVAILABLE", `similar documents ${reason}`);
  };
  const readDocuments = async (ids: readonly string[]): Promise<readonly CandidateDocument[]> => {
    const found = await findCandidates(retriever, {
      ...{ candidates: NO_QUERY, schema, options: {}, count: 0, ids, timeout: getRemaining() },
      needsVectors: true,
    });
    checkWhole(found.isPartial);
    return found.documents;
  };

  const own = await readDocuments([id]);
  const vector = await withCandidates(context, { documents: own }, async ({ snapshot }) => {
    const dense = await DenseSearch.open(snapshot);
    const document = snapshot.find(id);
    return document === undefined ? undefined : dense.computeDocumentVector(document);
  });
  let others: readonly CandidateDocument[] = [];
  if (vector !== undefined && vectors !== undefined) {
    const ranker = { kind: "dense", alpha: 1, k: 0, depth: limit + 1 } as const;
    const search = { vector, ranker, dimensions: vectors.dimensions, lexical: record.ranker };
    const nearest = await findNearest(retriever, search, {
      ...{ schema, query: "", options: { filter }, words: undefined, timeout: getRemaining() },
      count: limit + 1,
    });
    checkWhole(nearest.isPartial);
    others = await readDocuments(nearest.matching.filter((each) => each !== id));
  }
  return withCandidates(context, { documents: [...own, ...others] }, (reader) =>
    findSimilarDocuments(reader, id, { limit }),
  );
}
