/** A neural ranker under test: trained, or with its initial random values. */

import { Random } from "../../../common/random.ts";
import { UNKNOWN } from "../../../embeddings/index.ts";
import type { IndexSnapshot } from "../../../index/index.ts";
import { createModel, type ModelOptions, type TokenPair } from "../../../models/index.ts";
import type { Reranker } from "../../../reranking/index.ts";
import {
  createTokenVectorLookup,
  readIndexVocabulary,
  type TrainedModel,
  toToken,
} from "../../../scoring/index.ts";
import type { Analyzer } from "../../../text/index.ts";
import type { TestedRanker, WordSequence } from "../axiom.ts";

/** Scores synthetic texts with the model of a re-ranker. `analyzer` belongs to its index. */
export function createModelRanker(
  reranker: Reranker,
  analyzer: Analyzer,
  name: string,
): TestedRanker {
  const { trained, sequences, scorer } = reranker;
  const { form, queryLength, documentLength } = sequences.options;
  const lookup = trained.model.lexicon ?? trained.vocabulary;
  const getId = (word: string): number =>
    form === "piece" ? UNKNOWN : lookup.id(toToken(word, analyzer, form));
  const read = (words: WordSequence, longest: number): Int32Array => {
    const ids = Int32Array.from(words.slice(0, longest), getId);
    return ids.length === 0 ? Int32Array.of(UNKNOWN) : ids;
  };
  const isPieces = form === "piece";
  const { model, values } = trained;
  const getVector = createTokenVectorLookup(model, values.get(model.embeddings) as Float32Array);
  return {
    name,
    kind: trained.model.name,
    // A word can be several pieces, so a third of the positions is used.
    longestDocument: isPieces ? Math.floor(documentLength / 3) : documentLength,
    ...(isPieces ? {} : { getVector: (word: string) => getVector(getId(word)) }),
    async score(cases) {
      const pairs = cases.flatMap(({ query, documents }): TokenPair[] => {
        const queryIds = isPieces ? sequences.query(query.join(" ")) : read(query, queryLength);
        return documents.map(({ words }) =>
          sequences.pair(
            queryIds,
            isPieces ? sequences.text(words.join(" ")) : read(words, documentLength),
          ),
        );
      });
      const scores = await scorer.score(pairs);
      let end = 0;
      return cases.map(({ documents }) => {
        end += documents.length;
        return scores.subarray(end - documents.length, end);
      });
    },
  };
}

/** A model over the words of an index, with the values that training would start from. */
export async function createUntrainedModel(
  kind: string,
  { snapshot, analyzer }: { readonly snapshot: IndexSnapshot; readonly analyzer: Analyzer },
  { seed = 1, options = {} }: { readonly seed?: number; readonly options?: ModelOptions } = {},
): Promise<TrainedModel> {
  const { vocabulary, idf } = await readIndexVocabulary(snapshot, analyzer);
  const model = createModel(kind, vocabulary.size, options);
  const values = model.initialValues(new Random(seed).split("untrained"), { idf });
  const sequences = { form: "stem", queryLength: 30, documentLength: 180 } as const;
  const description = {
    model: kind,
    options: model.options,
    analysis: analyzer.options,
    sequences,
  };
  return { description, vocabulary, model, values };
}
