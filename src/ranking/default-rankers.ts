/** The rankers that a search uses unless told otherwise, without the names and options of all others. */

import { bagOfWords } from "./bag-of-words.ts";
import type { Ranker } from "./ranker.ts";
import { bm25Match } from "./scorers/bm25.ts";
import { idf } from "./scorers/salience.ts";

/** The ranker of a name without options that is a default; undefined for any other name. That of fields is loaded with the first index that has some. */
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
