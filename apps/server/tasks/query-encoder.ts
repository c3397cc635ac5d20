/** Dense search on a server: whether it is possible, and what it needs. */

import type { HttpScoringOptions } from "../../../src/api/index.ts";
import type { System } from "../../../src/client/index.ts";
import { badArgument, quote } from "../../../src/common/errors.ts";
import type { SearchIndex } from "../../../src/index.ts";
import { type IndexSettings, needsQueryVector } from "../../../src/retrieval.ts";
import type { Store } from "./store.ts";

/** Whether the server can make the vectors of queries for an index. */
export function canEncodeQueries({ catalog }: Store, { vectors }: IndexSettings): boolean {
  return catalog.encoder !== undefined && vectors?.model !== undefined;
}

/** `BAD_ARGUMENT` for a dense search without a vector and without an encoder. The library checks the rest. */
export async function checkQueryVector(
  { catalog }: Store,
  index: SearchIndex,
  { ranker }: System,
  { vector, withoutVector, vectorFallback = withoutVector }: HttpScoringOptions,
): Promise<void> {
  if (!needsQueryVector(ranker) || catalog.encoder !== undefined) return;
  if (vector !== undefined || vectorFallback === "words") return;
  const model = await index.withReader(async ({ snapshot }) => snapshot.settings.vectors?.model);
  if (model === undefined) return;
  throw badArgument(
    `dense and hybrid rankers need the encoder ${quote(model)}: start the server with --encoder, or send the vector of the query`,
  );
}
