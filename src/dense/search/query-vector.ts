/** The vector of a query: the one that was given, or that of an encoder. */

import type { ScoringOptions } from "../../api/search-options.ts";
import { badArgument, quote } from "../../common/errors.ts";
import type { IndexSettings } from "../../index/index.ts";
import type { VectorEncoder } from "../encoder/vector-encoder.ts";
import { checkVector, type InputVector } from "../vectors/index.ts";

/**
 * Undefined only where that is allowed by `vectorFallback`, or for a query
 * without any word. `BAD_ARGUMENT` for an index without vectors.
 */
export async function resolveQueryVector(
  { vectors }: IndexSettings,
  encoder: VectorEncoder | undefined,
  query: string,
  { vector, vectorFallback, syntax }: ScoringOptions,
): Promise<InputVector | undefined> {
  const isAllowed = vectorFallback === "words";
  if (vectors === undefined) {
    if (isAllowed) return undefined;
    throw badArgument("the index was made without vectors, so it cannot be searched by meaning");
  }
  if (vector !== undefined) {
    checkVector("the query", vector, vectors.dimensions);
    return vector;
  }
  if (encoder !== undefined) {
    const text = (syntax === true ? stripOperators(query) : query).trim();
    return text === "" ? undefined : encoder.query(text);
  }
  if (isAllowed) return undefined;
  const { model } = vectors;
  throw badArgument(
    model === undefined
      ? "a search by meaning needs the vector of the query: the index has no model to make it"
      : `a search by meaning needs an encoder: open the index with that of ${quote(model)}, give ` +
          'a vector, or allow words alone with vectorFallback: "words"',
  );
}

/** What is meant by a query with operators: its words without those that are excluded. */
function stripOperators(query: string): string {
  return query.replace(/(^|\s)-\S+/g, "$1").replace(/["+*~]|~\d/g, " ");
}
