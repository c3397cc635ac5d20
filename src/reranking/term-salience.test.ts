import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { Vocabulary } from "../embeddings/index.ts";
import { createModel } from "../models/index.ts";
import type { TrainedModel } from "../scoring/index.ts";
import { plainBackend } from "../tensor/index.ts";
import { completeOptions } from "../text/index.ts";
import { explainPair } from "./explanation.ts";
import { computeTermSalience } from "./term-salience.ts";

const vocabulary = new Vocabulary(["red", "blue", "wool"], Float64Array.of(3, 2, 1));

function createTrainedModel(name: string): TrainedModel {
  const model = createModel(name, vocabulary.size, { dimensions: 2 });
  const values = new Map(model.initialValues(new Random(1)));
  // Rows 0 and 1 are padding and unknown; red and blue are at a right angle, wool between them.
  values.set(model.embeddings, Float32Array.from([0, 0, 9, 9, 2, 0, 0, 3, 1, 1]));
  const description = {
    model: name,
    options: model.options,
    analysis: completeOptions(),
    sequences: { form: "stem", queryLength: 30, documentLength: 180 },
  } as const;
  return { description, model, values, vocabulary };
}

describe("termSalience", () => {
  test("returns γ and σ(γ) of every word", async () => {
    const model = createTrainedModel("s-knrm");
    const table = await computeTermSalience(plainBackend(), model);
    expect(table.map(({ term }) => term)).toEqual(["red", "blue", "wool"]);
    // γ = w · tanh(W v + b) + c with the model's own values, for the vector (2, 0) of red.
    const read = (name: string) => {
      const entry = [...model.values].find(([variable]) => variable.attributes.name === name);
      return entry?.[1] as Float32Array;
    };
    const [hidden, bias] = [read("salience.hidden.weights"), read("salience.hidden.bias")];
    const [output, last] = [read("salience.output.weights"), read("salience.output.bias")];
    const units = bias.length;
    let expected = Number(last[0]);
    for (let i = 0; i < units; i++) {
      expected += Number(output[i]) * Math.tanh(2 * Number(hidden[i]) + Number(bias[i]));
    }
    expect(table[0]?.gamma).toBeCloseTo(expected, 5);
    expect(table[0]?.salc).toBeCloseTo(1 / (1 + Math.exp(-expected)), 5);
  });

  test("is rejected for a model that learns none", async () => {
    await expect(computeTermSalience(plainBackend(), createTrainedModel("knrm"))).rejects.toThrow(
      "knrm learns no salience",
    );
  });
});

describe("explainPair", () => {
  test("has the cosines of the words, and none for unknown ones", () => {
    const { query, document, matches } = explainPair(
      createTrainedModel("knrm"),
      [2, 1],
      [3, 4, 2],
      0.5,
    );
    expect(query).toEqual([{ word: "red" }, {}]);
    expect(document.map(({ word }) => word)).toEqual(["blue", "wool", "red"]);
    expect(matches[0]?.[0]).toBe(0);
    expect(matches[0]?.[1]).toBeCloseTo(Math.SQRT1_2, 12);
    expect(matches[0]?.[2]).toBeCloseTo(1, 12);
    expect([...(matches[1] ?? [])]).toEqual([0, 0, 0]);
  });

  test("contains the salience of each word if the model learns it", async () => {
    const model = createTrainedModel("s-knrm");
    const table = await computeTermSalience(plainBackend(), model);
    const { query, document } = explainPair(model, [4], [2, 1], 0, { salience: table });
    const [red, , wool] = table.map(({ salc }) => salc);
    expect(query).toEqual([{ word: "wool", salience: wool }]);
    expect(document).toEqual([{ word: "red", salience: red }, {}]);
  });
});
