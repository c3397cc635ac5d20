/** Explains the score of one document in the first stage of a search. */

import type { ScoringOptions } from "../api/search-options.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import type { Explanation } from "../ranking/explanation.ts";
import { createRuledExecution } from "./create-execution.ts";
import type { IndexReader } from "./index-reader.ts";
import { applySettings } from "./search-settings.ts";

/** `NOT_FOUND` for an unknown id. `encode` adds the vector of the query where the ranker needs one. */
export async function explainDocument(
  reader: IndexReader,
  query: string,
  id: string,
  options: ScoringOptions,
  encode: (options: ScoringOptions) => Promise<ScoringOptions>,
): Promise<Explanation> {
  const document = reader.snapshot.find(id);
  if (document === undefined) {
    throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(id)}`);
  }
  const encoded = await encode(applySettings(reader.snapshot.settings, options));
  return (await createRuledExecution(reader, query, encoded, {})).explain(document);
}
