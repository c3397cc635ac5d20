/**
 * Shrinks a trained model for one site: keeps only the words of its pages, the most frequent first,
 * at 8 bits per value. A model of a hundred thousand words becomes small enough to download with a
 * page.
 *
 * A dropped word is unknown to the model, as if it had been rare in training (Voc-n, see
 * vocabulary.ts).
 */

import { badArgument } from "../common/errors.ts";
import { FIRST_WORD, Vocabulary, type WordCounts } from "../embeddings/index.ts";
import { createModel, listVariables } from "../models/index.ts";
import { writeWeights } from "../models/weights-file.ts";
import type { ModelDescription, TrainedModel } from "./model-folder.ts";

/** The parts of a model folder, as `writeModel` takes them. */
export interface ShrunkModel {
  readonly description: ModelDescription;
  readonly vocabulary: Vocabulary;
  readonly weights: Uint8Array;
}

/** Approximate bytes per word beside its values: its scale factor, text and count. */
const BYTES_PER_WORD = 16;
/** Bytes for everything that does not grow with the words. */
const OTHER_BYTES = 16_000;

/**
 * Keeps the most frequent words of `counts`, as many as fit into about `bytes`. `BAD_ARGUMENT` for
 * a model that reads word pieces or sub-words, because its vocabulary cannot be cut.
 */
export function shrinkModel(
  { model, values, vocabulary, description }: TrainedModel,
  counts: WordCounts,
  bytes: number,
): ShrunkModel {
  if (description.sequences.form === "piece" || description.ngrams !== undefined) {
    throw badArgument(`${model.name} reads parts of words and cannot be reduced to a vocabulary`);
  }
  const tables = findWordTables(model);
  const rowBytes = [...tables.values()].reduce((sum, width) => sum + (width > 1 ? width : 4), 0);
  const maxWords = Math.max(1, Math.floor((bytes - OTHER_BYTES) / (rowBytes + BYTES_PER_WORD)));
  const ids = vocabulary.words
    .map((word, i) => ({ i, count: counts.get(word) ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.i - b.i)
    .slice(0, maxWords)
    .map(({ i }) => i)
    .sort((a, b) => a - b);
  const words = ids.map((i) => vocabulary.words[i] as string);
  const smallVocabulary = new Vocabulary(
    words,
    Float64Array.from(ids, (i) => vocabulary.counts[i] as number),
  );
  const rows = [0, 1, ...ids.map((i) => i + FIRST_WORD)];
  const smallModel = createModel(model.name, smallVocabulary.size, description.options);
  const byName = new Map([...values].map(([each, of]) => [each.attributes.name, of]));
  const smallValues = listVariables(smallModel).map((variable) => {
    const { name } = variable.attributes;
    const all = byName.get(name);
    if (all === undefined) throw badArgument(`${model.name} lacks ${name}`);
    return [
      variable,
      tables.has(String(name)) ? selectRows(all, rows, model.vocabulary) : all,
    ] as const;
  });
  const eightBit = [...tables].filter(([, width]) => width > 1).map(([name]) => name);
  const weights = writeWeights({ model: smallModel, values: new Map(smallValues) }, { eightBit });
  return { description, vocabulary: smallVocabulary, weights };
}

/**
 * The variables with one row per word, and the width of their rows: those that grow with the
 * vocabulary.
 */
function findWordTables(model: TrainedModel["model"]): ReadonlyMap<string, number> {
  const larger = listVariables(createModel(model.name, model.vocabulary + 1, model.options));
  const tables = new Map<string, number>();
  for (const [i, { shape, attributes }] of listVariables(model).entries()) {
    const [size, next] = [shape, larger[i]?.shape].map((each) => (each as number[])[0]);
    if (size !== next) tables.set(String(attributes.name), (shape as number[])[1] ?? 1);
  }
  return tables;
}

function selectRows(values: Float32Array, rows: readonly number[], count: number): Float32Array {
  const width = values.length / count;
  const selected = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries()) {
    selected.set(values.subarray(row * width, (row + 1) * width), i * width);
  }
  return selected;
}
