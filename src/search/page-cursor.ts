/**
 * Cursors: the end of a page of hits as a text, to be passed back for the next page.
 * A cursor holds the last hit, not a number of hits, so documents that are added or
 * deleted meanwhile neither repeat hits nor hide them. It is valid for the same
 * query on the same index only.
 */

import { encodeText, hashBytes } from "../common/bytes/index.ts";
import type { LastHit } from "./field-order.ts";

/** The end of a page. */
export interface PageEnd extends LastHit {
  /** The number of hits up to here. */
  readonly count: number;
}

/** The search that a cursor belongs to. */
export interface PageOwner {
  readonly indexId: string;
  /** The query with all options that affect its order, as one text. */
  readonly search: string;
}

/** The first part of every cursor. */
export const CURSOR_VERSION = 1;

/** The cursor after a hit. */
export function writeCursor({ indexId, search }: PageOwner, end: PageEnd): string {
  const { values, score, id, count } = end;
  const parts = [CURSOR_VERSION, indexId, hashText(search), values, score, id, count];
  return toBase64(encodeText(JSON.stringify(parts)));
}

/** A hash that identifies a search in its cursors. */
export function hashText(text: string): string {
  const bytes = encodeText(text);
  return hashBytes(bytes).toString(36) + hashBytes(bytes, 1).toString(36);
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/**
 * Base 64 for URLs: no character that a URL would escape, and no padding. `btoa`
 * takes ten times as long in Node.
 */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const remaining = bytes.length - i;
    const [a = 0, b = 0, c = 0] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    text += DIGITS[a >> 2] as string;
    text += DIGITS[((a & 3) << 4) | (b >> 4)] as string;
    if (remaining > 1) text += DIGITS[((b & 15) << 2) | (c >> 6)] as string;
    if (remaining > 2) text += DIGITS[c & 63] as string;
  }
  return text;
}
