/** The rankers that a search uses by default, without the names and options of all others. */

import { bagOfWords } from "./bag-of-words.ts";
import type { Ranker } from "./ranker.ts";
import { bm25Match } from "./scorers/bm25.ts";
import { idf } from "./scorers/salience.ts";

/**
 * The default ranker of a name without options; undefined for any other name. The
 * ranker over fields is loaded with the first index that has fields.
 */
export async function defaultRanker(name: string): Promise<Ranker | undefined> {
  if (name === "bm25") {
    return bagOfWords({
      match: bm25Match(),
      salience: idf("lucene"),
      k3: Infinity,
      weights: "none",
    });
  }
  if (name !== "bm25f") return undefined;
  const { bm25f } = await import("./fields/bm25f.ts");
  return bm25f();
}
