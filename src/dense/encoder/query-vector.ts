/** The vector of a query: the given one, or the encoder's. */

import { badArgument, quote } from "../../common/errors.ts";
import type { IndexSettings } from "../../index/index.ts";
import { checkVector, type InputVector } from "../vectors/index.ts";
import type { VectorEncoder } from "./vector-encoder.ts";

/** The search options that decide the query vector. */
export interface QueryVectorOptions {
  readonly vector?: InputVector | undefined;
  /** Without a vector and an encoder: `words` falls back to lexical ranking. Default `refuse`. */
  readonly vectorFallback?: "refuse" | "words" | undefined;
  /** Whether the query has operators. They are not encoded. */
  readonly syntax?: boolean | undefined;
}

/**
 * Undefined if `vectorFallback` allows it, or for a query without text.
 * `BAD_ARGUMENT` for an index without vectors.
 */
export async function resolveQueryVector(
  { vectors }: IndexSettings,
  encoder: VectorEncoder | undefined,
  query: string,
  { vector, vectorFallback, syntax }: QueryVectorOptions,
): Promise<InputVector | undefined> {
  const isOptional = vectorFallback === "words";
  if (vectors === undefined) {
    if (isOptional) return undefined;
    throw badArgument("the index was made without vectors; dense and hybrid rankers need them");
  }
  if (vector !== undefined) {
    checkVector("the query", vector, vectors.dimensions);
    return vector;
  }
  if (encoder !== undefined) {
    const text = (syntax === true ? stripOperators(query) : query).trim();
    return text === "" ? undefined : encoder.query(text);
  }
  if (isOptional) return undefined;
  const { model } = vectors;
  throw badArgument(
    model === undefined
      ? "dense and hybrid rankers need the vector of the query: the vectors of the index have no model that could compute it"
      : `dense and hybrid rankers need an encoder: open the index with the encoder ${quote(model)}, ` +
          'pass the vector of the query, or allow lexical ranking with vectorFallback: "words"',
  );
}

/** The text of a query with operators, without excluded words. */
function stripOperators(query: string): string {
  return query.replace(/(^|\s)-\S+/g, "$1").replace(/["+*~]|~\d/g, " ");
}
