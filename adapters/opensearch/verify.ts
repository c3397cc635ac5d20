/**
 * Checks a published index against the local one: the number of documents, and the hits of sample
 * queries. Whole numbers must give the same ids and scores, ties included. The cluster's BM25
 * stores lengths in one byte, so there most of the ten best must agree.
 */

import { TermwiseError } from "../../src/common/errors.ts";
import { Random } from "../../src/common/random.ts";
import type { QuantisedRanker } from "../../src/ranking/quantised-ranker.ts";
import type { IndexReader } from "../../src/search/index.ts";
import type { Cluster } from "./cluster.ts";
import { isAnswerError } from "./cluster-errors.ts";
import type { PublishedRecord } from "./published-record.ts";
import { OpenSearchRetriever } from "./retriever.ts";

/** The result of a verification. */
export interface Verification {
  readonly documents: number;
  readonly queries: number;
  /** The share of the ten best hits that agree; 1 for whole numbers. */
  readonly agreement: number;
}

const QUERIES = 50;
const WORDS = 3;
const HITS = 10;
/** Minimum share of the ten best hits under the cluster's BM25. */
const MIN_AGREEMENT = 0.7;

/** `CORRUPT_INDEX` if the published index differs. */
export async function verify(
  cluster: Cluster,
  index: string,
  reader: IndexReader,
  record: PublishedRecord,
  ranker: QuantisedRanker | undefined,
): Promise<Verification> {
  const countResponse = await cluster.request<{ count: number }>({
    method: "POST",
    path: `/${index}/_count`,
    body: { query: { exists: { field: "key" } } },
  });
  if (countResponse.count !== record.documents) {
    throw createMismatchError(
      index,
      `it has ${countResponse.count} documents, not ${record.documents}`,
    );
  }
  const queries = await sampleQueries(reader);
  const retriever = await OpenSearchRetriever.open(cluster, index);
  const results = await retriever
    .searchAll(
      queries.map((text) => ({ text })),
      HITS,
    )
    .catch((error: unknown) => {
      // Hits that cannot be true come from documents that were changed.
      throw isAnswerError(error) ? createMismatchError(index, error.message) : error;
    });
  let [agreed, all] = [0, 0];
  for (const [i, query] of queries.entries()) {
    const { searcher } = reader;
    const local = await searcher.rank(query, { ranker: ranker ?? record.ranker, top: HITS });
    const expected = Array.from(local.documents, (document) => searcher.view.id(document));
    const hits = results[i]?.hits ?? [];
    const isSame = (at: number): boolean =>
      hits[at]?.id === expected[at] && hits[at]?.score === local.scores[at];
    const same =
      ranker === undefined
        ? expected.filter((id) => hits.some((hit) => hit.id === id)).length
        : [...expected.keys()].filter(isSame).length;
    if (ranker !== undefined && (same < expected.length || hits.length > expected.length)) {
      throw createMismatchError(
        index,
        `its hits for ${JSON.stringify(query)} are not those of the local index`,
      );
    }
    agreed += same;
    all += expected.length;
  }
  const agreement = all === 0 ? 1 : agreed / all;
  if (agreement < MIN_AGREEMENT) {
    throw createMismatchError(
      index,
      `only ${(100 * agreement).toFixed(0)} % of its best hits are those expected`,
    );
  }
  return { documents: countResponse.count, queries: queries.length, agreement };
}

/** A few words of random documents each, the same for the same index. */
async function sampleQueries({ snapshot, searcher }: IndexReader): Promise<string[]> {
  const random = new Random(0).split("sample queries");
  const terms = searcher.view.termsWithPrefix("", Infinity);
  if (terms.length === 0) return [];
  const queries: string[] = [];
  for (let i = 0; i < QUERIES; i++) {
    const document = random.below(snapshot.documentLimit);
    const isForward = snapshot.settings.forward !== false;
    const tokens = isForward ? await snapshot.readTokens(document) : terms;
    if (tokens.length === 0) continue;
    const words = Array.from({ length: WORDS }, () => tokens[random.below(tokens.length)]);
    queries.push(words.join(" "));
  }
  return queries;
}

function createMismatchError(index: string, difference: string): TermwiseError {
  return new TermwiseError("CORRUPT_INDEX", `${index} failed verification: ${difference}`, {
    index,
  });
}
