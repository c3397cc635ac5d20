/** The map from surface forms to index terms, as an index with its fields and weights has it. */

import type { Analyzer } from "../../text/index.ts";
import type { IndexSettings } from "../commits/commit.ts";
import { stripField, toIndexTerm } from "../schema/index.ts";
import type { TermWeights } from "../weights/term-weights.ts";

/**
 * Creates the map from surface forms to index terms. It returns undefined for a term of weight 0
 * and, in an index pruned by posting, for a term whose query weight is 0.
 */
export function createTermMapper(
  analyzer: Analyzer,
  analyzers: ReadonlyMap<number, Analyzer>,
  weights: TermWeights | undefined,
  { pruning, schema }: IndexSettings,
): (form: string) => string | undefined {
  // A form is mapped once per segment, so a cache would only take memory.
  const uncached = (each: Analyzer): Pick<Analyzer, "term"> => ({
    term: (form) => each.computeTerm(form),
  });
  const main = uncached(analyzer);
  const ofFields = new Map(Array.from(analyzers, ([field, each]) => [field, uncached(each)]));
  const toTerm =
    schema === undefined
      ? (form: string) => analyzer.computeTerm(form)
      : (form: string) => toIndexTerm(form, main, ofFields);
  if (weights === undefined) return toTerm;
  return (form) => {
    const term = toTerm(form);
    if (term === undefined) return undefined;
    const word = schema === undefined ? term : stripField(term);
    if (weights.weight(word) === 0) return undefined;
    return pruning !== undefined && weights.queryWeight(word) === 0 ? undefined : term;
  };
}
