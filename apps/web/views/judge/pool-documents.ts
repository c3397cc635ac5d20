/**
 * A pool of documents to judge: the best of several systems, in an order that does not reveal the
 * systems. The order is fixed for a query, so that a user can resume.
 */

import type { CompareResponse } from "../../../../src/client/index.ts";

/** The ids of a comparison, each once, in an order that depends only on the query and the ids. */
export function poolDocuments({
  query,
  moves,
}: Pick<CompareResponse, "query" | "moves">): string[] {
  return moves
    .map(({ id }) => ({ id, place: hashText(`${query}\n${id}`) }))
    .sort((a, b) => a.place - b.place || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

/** FNV-1a, 32 bits, mixed once more so that texts with a common prefix are spread. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
