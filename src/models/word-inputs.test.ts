import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { SubwordLexicon, UNKNOWN, Vocabulary } from "../embeddings/index.ts";
import { plainBackend, type Tensor } from "../tensor/index.ts";
import { BERT } from "./bert/index.ts";
import { writeInitialValues } from "./initial-values.ts";
import { createBatcher, createInputs, listVariables, type NeuralModel } from "./neural-model.ts";
import type { TokenPair } from "./pair-batch.ts";
import { MODEL_KINDS } from "./registry.ts";

const NAMES = ["wing", "wings", "swing", "tail", "a"];
const NGRAMS = { smallest: 3, largest: 4, buckets: 7 };
const DIMENSIONS = 4;
const words = (names: readonly string[]): Vocabulary =>
  new Vocabulary(names, new Float64Array(names.length));

async function computeScores(
  model: NeuralModel,
  values: ReadonlyMap<Tensor, Float32Array>,
  pairs: readonly TokenPair[],
): Promise<number[]> {
  const session = await plainBackend({ precision: "float64" }).open(listVariables(model));
  await writeInitialValues(session, values);
  const step = await session.prepare({ outputs: { scores: model.score(createInputs(model)) } });
  return Array.from((await step.run(createBatcher(model).pairs(pairs))).outputs.scores ?? []);
}

/** The table of a model with a row per word that has the mean of the word's bag. */
function composeTable(table: Float32Array, lexicon: SubwordLexicon, ids: number): Float32Array {
  const means = new Float32Array(ids * DIMENSIONS);
  for (let id = 0; id < ids; id++) {
    const bag = lexicon.bag(id);
    for (let i = 0; i < DIMENSIONS; i++) {
      let sum = 0;
      for (const row of bag) sum += table[row * DIMENSIONS + i] as number;
      if (bag.length > 0) means[id * DIMENSIONS + i] = sum / bag.length;
    }
  }
  return means;
}

describe("words composed of sub-words", () => {
  const kinds = MODEL_KINDS.filter((kind) => kind !== BERT);

  test.each(kinds)("score in $name like words with the means of their rows", async (kind) => {
    const lexicon = new SubwordLexicon(words(NAMES), NGRAMS);
    const unseen = ["winged", "tails"];
    const ids = unseen.map((word) => lexicon.id(word));
    // Duet's own sizes take half a minute and test nothing more.
    const smaller = kind.name === "duet" ? { filters: 8, hidden: "8,8" } : {};
    const options = { ...smaller, dimensions: DIMENSIONS };
    const model = kind.create(lexicon, options);
    // A word without its own idf is read as the unknown word.
    const idf = Float32Array.of(0, 2.5, 1, 2, 3, 1, 0.5);
    const values = model.initialValues(new Random(1), { idf });

    const plain = kind.create(lexicon.size, options);
    const table = values.get(model.embeddings) as Float32Array;
    const copied = new Map(
      listVariables(plain).map((variable, i) => {
        const variableValues = values.get(listVariables(model)[i] as Tensor) as Float32Array;
        if (variable === plain.embeddings) return [variable, composeTable(table, lexicon, 9)];
        const isIdf = variable.attributes.name === "idf";
        if (!isIdf) return [variable, variableValues];
        return [
          variable,
          Float32Array.of(...variableValues, ...ids.map(() => variableValues[UNKNOWN] as number)),
        ];
      }),
    );
    const pairs = [
      { query: [2, ids[0] as number], document: [3, 4, 6, ids[1] as number, ids[0] as number] },
      { query: [ids[1] as number], document: [5, 2, 0] },
    ];
    const actual = await computeScores(model, values, pairs);
    const expected = await computeScores(plain, copied, pairs);
    expect(actual.every((score) => score !== 0)).toBe(true);
    for (const [i, score] of actual.entries()) expect(score).toBeCloseTo(expected[i] as number, 5);
  });

  test("can be any number between two batches", async () => {
    const lexicon = new SubwordLexicon(words(NAMES), NGRAMS);
    const model = MODEL_KINDS[0]?.create(lexicon, { dimensions: DIMENSIONS }) as NeuralModel;
    const batcher = createBatcher(model);
    const first = batcher.pairs([{ query: [2], document: [3] }]);
    expect(first.words).toEqual(Int32Array.of(2, 3));
    const unseenIds = Array.from({ length: 100 }, (_, i) => lexicon.id(`unseen${i}`));
    const batch = batcher.pairs([{ query: [2], document: [...unseenIds, 3, ...unseenIds] }]);
    expect(batch.words).toEqual(Int32Array.of(2, ...unseenIds.map(() => UNKNOWN), 3));
    expect(batch.bagOffsets).toHaveLength(103);
    expect(() => batcher.pairs([{ query: [lexicon.size], document: [2] }])).toThrow(
      `must be a whole number below ${lexicon.size}`,
    );
  });

  test("are rejected by bert", () => {
    const lexicon = new SubwordLexicon(words(NAMES), NGRAMS);
    expect(() => BERT.create(lexicon, {})).toThrow("bert reads word pieces");
  });
});
