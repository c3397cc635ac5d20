/**
 * An index of OpenSearch or Elasticsearch under test, through `_search`.
 *
 * It scores only its own documents. A synthetic text would have to be indexed, which changes the
 * statistics that must stay fixed, and a percolator scores it by the statistics of an index of that
 * one text. So these rankers are tested on mined pairs. A document that does not match a query has
 * score 0, as in every ranking of the engine.
 */

import { TermwiseError } from "../../../common/errors.ts";
import type { TestCase, TestedRanker } from "../axiom.ts";
import { type HttpOptions, postJson } from "./post-json.ts";

export interface OpenSearchOptions extends HttpOptions {
  /** The field to search. */
  readonly field?: string;
}

/** `url` is that of `_search`, such as `http://localhost:9200/articles/_search`. Ids are those of the collection. */
export function createOpenSearchRanker(
  url: string,
  { field = "text", ...http }: OpenSearchOptions = {},
): TestedRanker {
  const ask = async ({ query, documents }: TestCase): Promise<Float64Array> => {
    const ids = documents.map(({ id }) => id);
    const body = {
      size: ids.length,
      _source: false,
      query: {
        bool: {
          must: [{ match: { [field]: query.join(" ") } }],
          filter: [{ ids: { values: ids } }],
        },
      },
    };
    const hitScores = parseHits(await postJson(url, body, http), url);
    return Float64Array.from(ids, (id) => hitScores.get(id as string) ?? 0);
  };
  return {
    name: url,
    needsIds: true,
    async score(cases) {
      const scores: Float64Array[] = [];
      for (const each of cases) scores.push(await ask(each));
      return scores;
    },
  };
}

function parseHits(response: unknown, url: string): Map<string, number> {
  const { hits } = ((response ?? {}) as { hits?: { hits?: unknown } }).hits ?? {};
  if (!Array.isArray(hits)) {
    throw new TermwiseError("BAD_INPUT", `${url} answers without hits.hits`, { url });
  }
  return new Map(
    (hits as { _id: unknown; _score: unknown }[]).map(({ _id, _score }) => [
      String(_id),
      Number(_score),
    ]),
  );
}
