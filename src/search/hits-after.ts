/** The hits after a cursor (page-cursor.ts), loaded with the first search that continues another. */

import { compareBytes, decodeText } from "../common/bytes/index.ts";
import { badArgument, type TermwiseError } from "../common/errors.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { AskedSearch } from "./asked-search.ts";
import type { OrderedHits } from "./hit-order.ts";
import { shown } from "./known-options.ts";
import { FORM, hashOf, type PageEnd, type PageOwner } from "./page-cursor.ts";

const LONGEST = 1 << 17;

/** Scores change with the documents of an index: a hit that is still there has the score that it has now. */
export async function anchored(asked: AskedSearch, end: PageEnd): Promise<PageEnd> {
  const document = asked.snapshot.find(end.id);
  if (document === undefined || !(await asked.matches()).has(document)) return end;
  const [score = end.score] = await asked.score([document]);
  return { ...end, score };
}

/** Ranks more and more documents until `limit` of them come after the last hit. */
export async function afterScore(
  asked: AskedSearch,
  end: PageEnd,
  limit: number,
): Promise<OrderedHits> {
  const { snapshot } = asked;
  for (let top = end.count + limit + 1; ; top *= 2) {
    const { documents, scores } = await asked.rank(Math.max(1, top));
    const first = documents.findIndex((document, rank) => {
      const score = scores[rank] as number;
      if (score !== end.score) return score < end.score;
      return compareBytes(snapshot.id(document), end.id) < 0;
    });
    const start = first < 0 ? documents.length : first;
    if (documents.length - start >= limit || documents.length < top || asked.isPartial) {
      return { documents: documents.slice(start), scores: scores.slice(start) };
    }
  }
}

/** `BAD_ARGUMENT` for a text that is no cursor, or one of another index or query. */
export function readCursor(owner: PageOwner, cursor: unknown): PageEnd {
  if (typeof cursor !== "string" || cursor.length > LONGEST) throw noCursor(cursor);
  let parts: unknown;
  try {
    parts = JSON.parse(decodeText(fromBase64(cursor)));
  } catch {
    throw noCursor(cursor);
  }
  if (!Array.isArray(parts) || parts.length !== 7 || parts[0] !== FORM) throw noCursor(cursor);
  const [, indexId, hash, values, score, id, count] = parts as unknown[];
  const isEnd =
    Array.isArray(values) &&
    values.every(isScalar) &&
    Number.isFinite(score) &&
    typeof id === "string" &&
    Number.isSafeInteger(count);
  if (!isEnd) throw noCursor(cursor);
  if (indexId !== owner.indexId) throw badArgument("after is a cursor of another index");
  if (hash !== hashOf(owner.search)) {
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

function noCursor(cursor: unknown): TermwiseError {
  return badArgument(`after must be a cursor that a search returned, got ${shown(cursor)}`);
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
