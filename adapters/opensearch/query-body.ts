/** A query for OpenSearch: one clause per term, boosted by the weight of the term. */

import { TermwiseError } from "../../src/common/errors.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { countQueryTerms } from "../../src/ranking/quantised-ranker.ts";
import { LENGTH_TERM } from "./document-bodies.ts";
import type { PublishedRecord } from "./published-record.ts";
import { encodeTerm } from "./term-encoding.ts";

/** The usual limit of a cluster (`indices.query.bool.max_clause_count`). */
const MAX_TERMS = 1024;

/** The terms and boosts of a query. */
export interface QueryTerms {
  readonly terms: readonly string[];
  readonly exclude?: readonly string[] | undefined;
  /** Boosts of terms in boosts mode, except those that are 1. */
  readonly boosts?: ReadonlyMap<string, number> | undefined;
  /** Minimum number of distinct terms. Default 1. */
  readonly minMatch?: number | undefined;
}

/**
 * The query; undefined for a query without terms. `LIMIT_EXCEEDED` for more than 1,024 distinct
 * terms.
 */
export function createQueryBody(
  record: PublishedRecord,
  { terms, exclude = [], boosts, minMatch = 1 }: QueryTerms,
): object | undefined {
  const k3 = Number(parseRanker(record.ranker).values.k3 ?? Infinity);
  const counts = [...countQueryTerms(terms, k3)]
    .map(([term, count]) => [term, count * (boosts?.get(term) ?? 1)] as const)
    .filter(([, boost]) => boost > 0);
  if (counts.length === 0) return undefined;
  if (counts.length > MAX_TERMS) {
    const message = `a query for a cluster can have at most ${MAX_TERMS} distinct terms, got ${counts.length}`;
    throw new TermwiseError("LIMIT_EXCEEDED", message, { terms: counts.length });
  }
  const should = counts.map(([term, boost]) => createClause(record, encodeTerm(term), boost));
  const without = exclude.length === 0 ? {} : { must_not: [{ ids: { values: exclude } }] };
  if (record.quantisation?.worstLength === undefined) {
    return { bool: { should, minimum_should_match: minMatch, ...without } };
  }
  const totalBoost = counts.reduce((sum, [, boost]) => sum + boost, 0);
  return {
    bool: {
      must: [{ bool: { should, minimum_should_match: minMatch } }],
      should: [createClause(record, LENGTH_TERM, totalBoost)],
      ...without,
    },
  };
}

/** The clause of one term. */
export function createClause({ mode }: PublishedRecord, token: string, boost: number): object {
  if (mode === "rank_features") {
    return { rank_feature: { field: `features.${token}`, linear: {}, boost } };
  }
  return { term: { [mode === "impacts" ? "impacts" : "terms"]: { value: token, boost } } };
}
