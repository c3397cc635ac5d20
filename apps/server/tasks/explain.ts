/** Explains scores by the system that a request names, else by the active one. */

import type { ExplainRequest, ExplainResponse } from "../../../src/client/index.ts";
import { explainDocuments } from "../../../src/retrieval.ts";
import { LIMITS } from "../limits.ts";
import { resolveSystem } from "./activations.ts";
import { checkQueryVector } from "./query-encoder.ts";
import type { Store, Version } from "./store.ts";
import { resolveRanking } from "./system-options.ts";

/** Explains one document, or two and their difference. */
export async function explain(
  store: Store,
  { index, request }: { readonly index: string; readonly request: ExplainRequest },
  version?: Version,
): Promise<ExplainResponse> {
  const opened = await store.index(index, version);
  const { query, id, other, ranker, weights, rerank, depth, timeout, ...scoring } = request;
  const system = await resolveSystem(store, index, { ranker, weights, rerank, depth });
  await checkQueryVector(store, opened, system, request);
  const { ranked, ranking } = await resolveRanking(store, index, opened, system);
  const { ranker: name, ...explained } = await explainDocuments(
    ranked,
    query,
    { id, other },
    { ...scoring, ...ranking },
    { timeout: timeout ?? LIMITS.timeout },
  );
  return { query, system: { ...system, ranker: name }, ...explained };
}
