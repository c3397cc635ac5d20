import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { Vocabulary } from "../embeddings/index.ts";
import { createModel } from "../models/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { completeOptions } from "../text/index.ts";
import { readModel, type TrainedModel, writeModel } from "./model-folder.ts";
import { shrinkModel } from "./shrink-model.ts";

const WORDS = ["salt", "sea", "mine", "rake", "pan"];

function createTrainedModel(name: string): TrainedModel {
  const vocabulary = new Vocabulary(WORDS, Float64Array.of(9, 8, 7, 6, 5));
  const model = createModel(name, vocabulary.size, { dimensions: 4 });
  return {
    model,
    values: model.initialValues(new Random(3)),
    vocabulary,
    description: {
      model: name,
      options: model.options,
      analysis: completeOptions(),
      sequences: { form: "stem", queryLength: 30, documentLength: 180 },
      depth: 20,
    },
  };
}

async function writeAndRead(
  model: TrainedModel,
  counts: Map<string, number>,
  bytes: number,
): Promise<TrainedModel> {
  const { description, vocabulary, weights } = shrinkModel(model, counts, bytes);
  const directory = new MemoryDirectory();
  await writeModel(directory, description, vocabulary, weights);
  return readModel(directory);
}

function findValues({ values }: TrainedModel, name: string): Float32Array {
  const entry = [...values].find(([{ attributes }]) => attributes.name === name);
  return entry?.[1] as Float32Array;
}

test.each(["knrm", "s-knrm"])(
  "%s keeps the words of a site, each within 1/254 of its largest value",
  async (name) => {
    const original = createTrainedModel(name);
    const part = await writeAndRead(
      original,
      new Map([
        ["rake", 2],
        ["salt", 5],
        ["fog", 9],
      ]),
      1e6,
    );
    expect(part.vocabulary.words).toEqual(["salt", "rake"]);
    expect([...part.vocabulary.counts]).toEqual([9, 6]);
    const [before, after] = [findValues(original, "embeddings"), findValues(part, "embeddings")];
    // Rows of padding, the unknown word, salt (id 2) and rake (id 5).
    for (const [row, old] of [0, 1, 2, 5].entries()) {
      const values = before.subarray(4 * old, 4 * old + 4);
      const largest = Math.max(...values.map(Math.abs));
      for (const [i, value] of values.entries()) {
        expect(Math.abs((after[4 * row + i] as number) - value)).toBeLessThanOrEqual(largest / 253);
      }
    }
    const others = [...original.values].filter(
      ([{ attributes }]) => attributes.name !== "embeddings",
    );
    for (const [{ attributes }, values] of others) {
      expect(findValues(part, String(attributes.name))).toEqual(values);
    }
  },
);

test("keeps the most frequent words where not all fit", async () => {
  const counts = new Map(WORDS.map((word, i) => [word, i + 1]));
  // 16,000 bytes of everything else, and 20 for each of three words.
  const part = await writeAndRead(createTrainedModel("knrm"), counts, 16_000 + 3 * 20);
  expect(part.vocabulary.words).toEqual(["mine", "rake", "pan"]);
});
