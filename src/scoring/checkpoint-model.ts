/** A published cross-encoder as a model that re-ranks without training. */

import { TermwiseError } from "../common/errors.ts";
import { FIRST_WORD, Vocabulary } from "../embeddings/index.ts";
import { readCrossEncoder } from "../models/bert/index.ts";
import { listParameters, type WordPieces } from "../models/index.ts";
import type { Directory } from "../storage/directory.ts";
import { completeOptions } from "../text/analyzer-options.ts";
import { readModel, type TrainedModel } from "./model-folder.ts";

/** Reads a trained model or, where there is none, a checkpoint. `NOT_FOUND` without either. */
export async function readModelOrCheckpoint(directory: Directory): Promise<TrainedModel> {
  try {
    return await readModel(directory);
  } catch (error) {
    if (!(error instanceof TermwiseError) || error.code !== "NOT_FOUND") throw error;
    const isCheckpoint = await directory.read("config.json").then(
      () => true,
      () => false,
    );
    if (!isCheckpoint) throw error;
    return readCheckpointModel(directory);
  }
}

/** Reads the checkpoint in a folder of Hugging Face's layout. */
async function readCheckpointModel(directory: Directory): Promise<TrainedModel> {
  const checkpoint = await readCrossEncoder((name) => directory.read(name));
  const { model, options, tokenizer, values, pairLength, unusedTensors } = checkpoint;
  const parameters = listParameters(model);
  return {
    model,
    values: new Map(
      parameters.map((each) => [each, values.get(String(each.attributes.name)) as Float32Array]),
    ),
    vocabulary: createPieceVocabulary(tokenizer),
    pieces: tokenizer,
    description: {
      model: model.name,
      options,
      analysis: completeOptions(),
      // The pair is truncated as one; each text alone may have all positions but the special ones.
      sequences: { form: "piece", queryLength: pairLength - 1, documentLength: pairLength - 2 },
      pairLength,
    },
    unusedTensors,
  };
}

/** Word pieces have the ids of words: 0 is padding, 1 is unknown. */
export function createPieceVocabulary({ settings }: WordPieces): Vocabulary {
  const pieces = [...settings.vocabulary].sort(([, a], [, b]) => a - b);
  const words = pieces.slice(FIRST_WORD).map(([piece]) => piece);
  return new Vocabulary(words, new Float64Array(words.length));
}
