import { describe, expect, test } from "vitest";
import { createModel, MODEL_KINDS } from "./registry.ts";

test("a model is made from a name, a vocabulary and plain options", () => {
  const model = createModel("knrm", 40, { dimensions: 10 });
  expect(model.options).toEqual({ dimensions: 10, exactWidth: 1e-3 });
  expect(model.embeddings.shape).toEqual([40, 10]);
});

test.each(MODEL_KINDS)("$name made again from its own record has the same variables", (kind) => {
  const { name, vocabulary, options, trained, frozen } = kind.create(40);
  const again = createModel(name, vocabulary, JSON.parse(JSON.stringify(options)));
  const shapes = (model: Pick<typeof again, "trained" | "frozen">) =>
    [...model.trained.embeddings, ...model.trained.network, ...model.frozen].map(
      ({ attributes, shape }) => [attributes.name, shape],
    );
  expect(shapes(again)).toEqual(shapes({ trained, frozen }));
});

describe("a model is refused when", () => {
  test.each([
    ["its name is mistyped", "krnm", {}, 'there is no model "krnm": did you mean knrm?'],
    ["its name is like no other", "random forest", {}, 'there is no model "random forest": knrm, '],
    ["idf is asked for n-grams", "conv-knrm-idf", {}, "idf is known for single words only"],
    ["an option is mistyped", "knrm", { dimension: 9 }, "did you mean dimensions?"],
    ["an option is like no other", "knrm", { rate: 9 }, 'no option "rate": dimensions, exactWidth'],
    [
      "an option has another type",
      "knrm",
      { dimensions: "9" },
      'dimensions must be a number, got "9"',
    ],
    ["an option is not a number", "knrm", { dimensions: NaN }, "must be a number"],
    ["a size is not whole", "knrm", { dimensions: 2.5 }, "whole numbers ≥ 1"],
  ])("%s", (_name, name, options, message) => {
    expect(() => createModel(name, 40, options)).toThrow(message);
  });
});
