/**
 * A KNRM with random vectors of a few words, as a folder: enough to see an effect of re-ranking.
 */

import { Random } from "../../../src/common/random.ts";
import { Vocabulary } from "../../../src/embeddings/index.ts";
import { createModel } from "../../../src/models/index.ts";
import { writeWeights } from "../../../src/models/weights-file.ts";
import { type TrainedModel, writeModel } from "../../../src/scoring/index.ts";
import type { Directory } from "../../../src/storage/directory.ts";
import { applySearchDefaults, completeOptions } from "../../../src/text/index.ts";

/** For indexes of English pages. */
export function createSmallModel(words: readonly string[]): TrainedModel {
  const vocabulary = new Vocabulary(
    words,
    Float64Array.from(words, (_, i) => words.length - i),
  );
  const model = createModel("knrm", vocabulary.size, { dimensions: 8 });
  return {
    model,
    values: model.initialValues(new Random(5)),
    vocabulary,
    description: {
      model: "knrm",
      options: model.options,
      analysis: completeOptions(applySearchDefaults({ language: "english" })),
      sequences: { form: "stem", queryLength: 30, documentLength: 180 },
      depth: 20,
    },
  };
}

/** Writes it as `termwise train` does. */
export async function writeSmallModel(directory: Directory, trained: TrainedModel): Promise<void> {
  const { description, vocabulary } = trained;
  await writeModel(directory, description, vocabulary, writeWeights(trained));
}
