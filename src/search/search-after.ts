/**
 * The hits after a cursor (page-cursor.ts). Loaded with the first search that
 * continues another.
 */

import { compareBytes, decodeText } from "../common/bytes/index.ts";
import { badArgument, describeValue, type TermwiseError } from "../common/errors.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { FieldOrder } from "./field-order.ts";
import type { OrderedHits } from "./hit-order.ts";
import { CURSOR_VERSION, hashText, type PageEnd, type PageOwner } from "./page-cursor.ts";

const MAX_CURSOR_LENGTH = 1 << 17;

/** The first `limit` hits after a cursor, by score or by fields, and the number of hits before them. */
export async function takeAfter(
  execution: QueryExecution,
  owner: PageOwner,
  after: unknown,
  { limit, fields }: { readonly limit: number; readonly fields: FieldOrder | undefined },
): Promise<{ hits: OrderedHits; before: number; top: number; offset: number }> {
  const end = await rescoreCursor(execution, readCursor(owner, after));
  const hits =
    fields === undefined
      ? await searchAfterScore(execution, end, limit)
      : await fields.take(limit, await fields.selectAfter(end, await execution.matches()));
  return { hits, before: end.count, top: limit, offset: 0 };
}

/** Scores change with the documents of an index: an existing hit takes its current score. */
async function rescoreCursor(execution: QueryExecution, end: PageEnd): Promise<PageEnd> {
  const document = execution.snapshot.find(end.id);
  if (document === undefined || !(await execution.matches()).has(document)) return end;
  const [score = end.score] = await execution.score([document]);
  return { ...end, score };
}

/** Ranks more and more documents until `limit` of them come after the last hit. */
async function searchAfterScore(
  execution: QueryExecution,
  end: PageEnd,
  limit: number,
): Promise<OrderedHits> {
  const { snapshot } = execution;
  for (let top = end.count + limit + 1; ; top *= 2) {
    const { documents, scores } = await execution.rank(Math.max(1, top));
    const first = documents.findIndex((document, rank) => {
      const score = scores[rank] as number;
      if (score !== end.score) return score < end.score;
      return compareBytes(snapshot.id(document), end.id) < 0;
    });
    const start = first < 0 ? documents.length : first;
    if (documents.length - start >= limit || documents.length < top || execution.isPartial) {
      return { documents: documents.slice(start), scores: scores.slice(start) };
    }
  }
}

/** `BAD_ARGUMENT` for a text that is not a cursor, or one of another index or query. */
function readCursor(owner: PageOwner, cursor: unknown): PageEnd {
  if (typeof cursor !== "string" || cursor.length > MAX_CURSOR_LENGTH)
    throw createCursorError(cursor);
  let parts: unknown;
  try {
    parts = JSON.parse(decodeText(fromBase64(cursor)));
  } catch {
    throw createCursorError(cursor);
  }
  if (!Array.isArray(parts) || parts.length !== 7 || parts[0] !== CURSOR_VERSION)
    throw createCursorError(cursor);
  const [, indexId, hash, values, score, id, count] = parts as unknown[];
  const isEnd =
    Array.isArray(values) &&
    values.every(isScalar) &&
    Number.isFinite(score) &&
    typeof id === "string" &&
    Number.isSafeInteger(count) &&
    (count as number) >= 0;
  if (!isEnd) throw createCursorError(cursor);
  if (indexId !== owner.indexId) throw badArgument("after is a cursor of another index");
  if (hash !== hashText(owner.search)) {
    throw badArgument("after is a cursor of another query, filter, sort or ranker");
  }
  return {
    values: values as Scalar[],
    score: score as number,
    id: id as string,
    count: count as number,
  };
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function createCursorError(cursor: unknown): TermwiseError {
  return badArgument(`after must be a cursor that a search returned, got ${describeValue(cursor)}`);
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
