/**
 * Where a page of hits ends, as a text that people pass back for the next one.
 * It holds the last hit, not a number of hits, so documents that are added or
 * deleted meanwhile neither repeat hits nor hide them. It is good for the same
 * query on the same index alone.
 */

import { decodeText, encodeText, hashBytes } from "../common/bytes/index.ts";
import { badArgument, type TermwiseError } from "../common/errors.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { LastHit } from "./field-order.ts";
import { shown } from "./known-options.ts";

/** The end of a page. */
export interface PageEnd extends LastHit {
  /** How many hits there were up to here. */
  readonly count: number;
}

/** What a cursor belongs to. */
export interface PageOwner {
  readonly indexId: string;
  /** The query with all that decides its order, as one text. */
  readonly search: string;
}

const FORM = 1;
const LONGEST = 1 << 17;

/** The cursor after a hit. */
export function writeCursor({ indexId, search }: PageOwner, end: PageEnd): string {
  const { values, score, id, count } = end;
  const parts = [FORM, indexId, hashOf(search), values, score, id, count];
  return toBase64(encodeText(JSON.stringify(parts)));
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

function hashOf(text: string): string {
  const bytes = encodeText(text);
  return hashBytes(bytes).toString(36) + hashBytes(bytes, 1).toString(36);
}

/** Base 64 for addresses: no character that a URL would escape. */
function toBase64(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
