/**
 * A pool of documents to judge: the best of several systems together, in an
 * order that says nothing of who found what. The order is always the same for a
 * query, so that a person finds the place again.
 */

import type { CompareResponse } from "../../../../src/api/http-types.ts";

/** The ids of a comparison, each once, in an order that only the query and the ids decide. */
export function poolDocuments({
  query,
  moves,
}: Pick<CompareResponse, "query" | "moves">): string[] {
  return moves
    .map(({ id }) => ({ id, place: hashText(`${query}\n${id}`) }))
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** FNV-1a, 32 bits, mixed once more so that texts with the same beginning lie apart. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
