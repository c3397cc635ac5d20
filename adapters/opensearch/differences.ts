/**
 * The documents that a published index lacks or has in excess, compared with a local one. Read in
 * pages to bound the memory.
 */

import { defined } from "../../src/common/defined.ts";
import type { IndexSnapshot } from "../../src/index/index.ts";
import type { Cluster } from "./cluster.ts";
import { createAnswerError } from "./cluster-errors.ts";
import type { DocumentBody } from "./document-bodies.ts";

/** Documents per lookup. */
const PAGE = 1000;
/** Ids per page. */
const ID_PAGE = 5000;

/**
 * The documents that are missing or have another digest. `onUnchanged` receives the number of
 * unchanged ones per page.
 */
export async function* findMissingDocuments(
  cluster: Cluster,
  index: string,
  bodies: AsyncIterable<DocumentBody>,
  onUnchanged: (count: number) => void,
): AsyncGenerator<DocumentBody> {
  let page: DocumentBody[] = [];
  for await (const body of bodies) {
    if (page.push(body) < PAGE) continue;
    yield* findMissingInPage(cluster, index, page, onUnchanged);
    page = [];
  }
  if (page.length > 0) yield* findMissingInPage(cluster, index, page, onUnchanged);
}

async function* findMissingInPage(
  cluster: Cluster,
  index: string,
  page: readonly DocumentBody[],
  onUnchanged: (count: number) => void,
): AsyncGenerator<DocumentBody> {
  type Answer = {
    docs?: readonly ({ _id: string; _source?: { digest?: string } } | null)[];
  } | null;
  const answer = await cluster.request<Answer>({
    method: "POST",
    path: `/${index}/_mget`,
    query: { _source_includes: "digest" },
    body: { ids: page.map(({ id }) => id) },
  });
  const docs = answer?.docs ?? [];
  if (docs.length !== page.length || page.some(({ id }, i) => docs[i]?._id !== id)) {
    throw createAnswerError(
      cluster.url,
      `digests that are not those of the ${page.length} documents`,
    );
  }
  const missing = page.filter(({ digest }, i) => docs[i]?._source?.digest !== digest);
  onUnchanged(page.length - missing.length);
  yield* missing;
}

/** Ids of documents that the local index lacks. The published index must be refreshed. */
export async function findStrayIds(
  cluster: Cluster,
  index: string,
  snapshot: IndexSnapshot,
): Promise<string[]> {
  type Hit = { readonly _id: string; readonly sort?: readonly unknown[] };
  type Answer = { hits?: { hits?: readonly Hit[] } } | null;
  const stray: string[] = [];
  let previous = Buffer.alloc(0);
  for (let after: readonly string[] | undefined; ; ) {
    const answer = await cluster.request<Answer>({
      method: "POST",
      path: `/${index}/_search`,
      query: { allow_partial_search_results: false },
      body: {
        size: ID_PAGE,
        query: { exists: { field: "key" } },
        sort: [{ key: "asc" }],
        _source: false,
        track_total_hits: false,
        ...defined({ search_after: after }),
      },
    });
    const hits = answer?.hits?.hits;
    if (!Array.isArray(hits)) throw createAnswerError(cluster.url, "no list of ids");
    for (const { _id: id, sort } of hits) {
      // A cluster orders keys by their bytes. Verification finds a key that is not the id.
      const key = Buffer.from(String(sort?.[0] ?? id), "utf8");
      if (Buffer.compare(key, previous) <= 0) {
        throw createAnswerError(cluster.url, "ids in the wrong order"); // pages would never end
      }
      previous = key;
      if (snapshot.find(id) === undefined) stray.push(id);
    }
    const last = hits.at(-1);
    if (last === undefined || hits.length < ID_PAGE) return stray;
    after = [previous.toString("utf8")];
  }
}
