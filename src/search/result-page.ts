/**
 * The page of hits that is returned: the first ones, those after an offset, or those
 * after a cursor.
 */

import type { Sort } from "../api/option-types.ts";
import type { SearchOptions } from "../api/search-options.ts";
import type { Hit } from "../api/search-result.ts";
import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { FieldOrder } from "./field-order.ts";
import { type HitOrder, type OrderedHits, ScoreOrder } from "./hit-order.ts";
import { type PageOwner, writeCursor } from "./page-cursor.ts";
import { MIN_UNCORRECTED_HITS } from "./suggest-correction.ts";

/** Hits in their order, and the cursor of the next page. */
export interface ResultPage extends OrderedHits {
  /** What the hits have besides a document and a score: with `distinct` a group, in an order by distance that. */
  readonly details?: readonly Pick<Hit, "group" | "distance">[];
  /** Absent if no hit follows. */
  readonly after?: string;
  /** The number of hits that were collected for it. */
  readonly hitCount: number;
  /** True if they are all hits. */
  readonly isComplete: boolean;
  /** True if no hit follows the page. */
  readonly isLast: boolean;
  /** True if time ran out before a model could order them. */
  readonly isLate?: boolean;
}

/** `total` says whether ranking counts all matches, or the maximum to count. */
export async function collectPage(
  execution: QueryExecution,
  query: string,
  options: SearchOptions,
  total: boolean | number,
): Promise<ResultPage> {
  const { limit = 10, offset = 0, sort, after, distinct } = options;
  const fields = sort === undefined ? undefined : await openFieldOrder(execution, sort);
  const order: HitOrder = fields ?? new ScoreOrder(execution, total);
  const top = toRankedHits(offset + limit);
  if (distinct !== undefined) {
    const { collectDistinctHits } = await import("./distinct-hits.ts");
    const { details, ...hits } = await collectDistinctHits(execution, order, distinct, top, after);
    return { ...slicePage(hits, { top, offset, limit }), details: details.slice(offset) };
  }
  const owner = { indexId: execution.snapshot.indexId, search: serialiseSearch(query, options) };
  if (after !== undefined && offset > 0) {
    throw badArgument("after replaces offset; use one of them");
  }
  const { hits, before, ...range } =
    after === undefined
      ? { hits: await order.take(top), before: offset, top, offset }
      : await (await import("./search-after.ts")).takeAfter(execution, owner, after, {
          ...{ limit: limit + 1, fields },
        });
  const page = slicePage(hits, { ...range, limit });
  return {
    ...page,
    ...defined({
      details: fields?.describeHits(page.documents),
      after: writeNextCursor(execution, owner, page, fields, before),
    }),
  };
}

/** Undefined for hits by score alone, the default order. */
async function openFieldOrder(
  execution: QueryExecution,
  sort: Sort,
): Promise<FieldOrder | undefined> {
  const { parseSort } = await import("./sort-keys.ts");
  const keys = parseSort(execution.snapshot, sort);
  if (keys.length === 0) return undefined;
  const { FieldOrder } = await import("./field-order.ts");
  return FieldOrder.open(execution, keys);
}

/**
 * The number of hits to rank for a number of hits to return. At least three: a correction is
 * suggested only where fewer match, however many are returned.
 */
export function toRankedHits(end: number): number {
  return Math.max(MIN_UNCORRECTED_HITS, end);
}

/** The part of the first `top` hits that is returned. */
export function slicePage(
  { documents, scores, total }: OrderedHits,
  { top, offset, limit }: { readonly top: number; readonly offset: number; readonly limit: number },
): ResultPage {
  const end = offset + limit;
  const isComplete = documents.length < top;
  return {
    documents: documents.slice(offset, end),
    scores: scores.slice(offset, end),
    ...defined({ total }),
    hitCount: documents.length,
    isComplete,
    isLast: isComplete && documents.length <= end,
  };
}

/** The cursor after a page; undefined if the page is the last. */
function writeNextCursor(
  execution: QueryExecution,
  owner: PageOwner,
  page: ResultPage,
  fields: FieldOrder | undefined,
  before: number,
): string | undefined {
  if (!hasNextPage(page, before, execution.total)) return undefined;
  const last = page.documents.at(-1) as number;
  const values = fields?.readValues(last) ?? [];
  const count = before + page.documents.length;
  const id = execution.snapshot.id(last);
  return writeCursor(owner, { values, score: page.scores.at(-1) as number, id, count });
}

/** Whether hits may follow a page that begins after `before` others. */
export function hasNextPage(
  { documents, total, isLast }: ResultPage,
  before: number,
  matchCount?: number,
): boolean {
  return documents.length > 0 && !isLast && before + documents.length !== (total ?? matchCount);
}

/** All options that affect which hits there are, and their order. */
export function serialiseSearch(query: string, options: SearchOptions): string {
  const { limit, offset, after, facets, snippet, highlight, explain, total, ...rest } = options;
  const { timeout, didYouMean, weights, select, signal, ...named } = rest;
  return JSON.stringify([query, named, weights !== undefined]);
}
