/** A lexicon of 200 words by Zipf's law, with vectors, for tests of sampling. */

import { Random } from "../../common/random.ts";
import type { WordVectorLookup } from "./axiom.ts";
import { Lexicon } from "./lexicon.ts";

const WORDS = 200;
const DOCUMENTS = 10_000;

/** Word r is in 5000/r documents, and twice as often in the collection. */
export const SMALL_LEXICON: Lexicon = new Lexicon(
  Array.from({ length: WORDS }, (_, rank) => {
    const documentFrequency = Math.ceil(5000 / (rank + 1));
    return {
      word: `word${rank}`,
      term: `word${rank}`,
      documentFrequency,
      collectionFrequency: 2 * documentFrequency,
      idf: Math.log(DOCUMENTS / documentFrequency),
    };
  }),
);

const random = new Random(7);
const vectors = new Map(
  SMALL_LEXICON.entries.map(({ word }) => [
    word,
    Float32Array.from({ length: 20 }, () => random.normal()),
  ]),
);

export const SMALL_VECTORS: WordVectorLookup = (word) => vectors.get(word);
