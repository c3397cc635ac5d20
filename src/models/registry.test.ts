import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { countParameters } from "./initial-values.ts";
import { createModel, MODEL_KINDS } from "./registry.ts";

test("a model is created from a name, a vocabulary and plain options", () => {
  const model = createModel("knrm", 40, { dimensions: 10 });
  expect(model.options).toMatchObject({ dimensions: 10, exactWidth: 1e-3, output: "linear" });
  expect(model.embeddings.shape).toEqual([40, 10]);
});

test.each(MODEL_KINDS)(
  "$name has the same variables when it is created from its own record",
  (kind) => {
    const { name, vocabulary, options, trained, frozen } = kind.create(40);
    const again = createModel(name, vocabulary, JSON.parse(JSON.stringify(options)));
    const shapes = (model: Pick<typeof again, "trained" | "frozen">) =>
      [...model.trained.embeddings, ...model.trained.network, ...model.frozen].map(
        ({ attributes, shape }) => [attributes.name, shape],
      );
    expect(shapes(again)).toEqual(shapes({ trained, frozen }));
  },
);

test.each(MODEL_KINDS)("docs/models.md lists the parts of $name", ({ name, defaults, create }) => {
  const page = readFileSync(new URL("../../docs/models.md", import.meta.url), "utf8");
  const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
  const options = Object.entries(defaults).map(([option, value]) => `${option}=${value}`);
  const weights = countParameters(create(2).trained.network).toLocaleString("en-US");
  expect(row).toContain(`| ${weights} | \`${options.join(" ")}\` |`);
  for (const option of Object.keys(defaults))
    expect(page).toMatch(new RegExp(`^\\| .*\`${option}\``, "m"));
});

describe("a model is rejected if", () => {
  test.each([
    ["its name is mistyped", "krnm", {}, 'there is no model "krnm": did you mean knrm?'],
    ["its name is like no other", "random forest", {}, 'there is no model "random forest": knrm, '],
    ["idf is requested for n-grams", "conv-knrm-idf", {}, "idf exists for single words only"],
    ["an option is mistyped", "knrm", { dimension: 9 }, "did you mean dimensions?"],
    ["its name is one of JavaScript's", "constructor", {}, 'there is no model "constructor"'],
    ["an option is one of JavaScript's", "knrm", { valueOf: 1 }, 'knrm has no option "valueOf"'],
    ["an option is like no other", "knrm", { rate: 9 }, 'no option "rate": dimensions, exactWidth'],
    ["a count is text", "knrm", { dimensions: "9" }, 'a whole number ≥ 1, got "9"'],
    ["a count is not a number", "knrm", { dimensions: NaN }, "a whole number ≥ 1, got NaN"],
    ["a count is not whole", "knrm", { dimensions: 2.5 }, "a whole number ≥ 1, got 2.5"],
    ["a count is 0", "pacrr", { longest: 0 }, "pacrr longest must be a whole number ≥ 1, got 0"],
    ["a width is 0", "knrm", { exactWidth: 0 }, "exactWidth must be a finite number > 0, got 0"],
    ["a switch is a number", "s-knrm", { tanh: 1 }, "tanh must be true or false, got 1"],
    ["a choice is a number", "pacrr", { combine: 1 }, "combine must be text, got 1"],
  ])("%s", (_name, name, options, message) => {
    expect(() => createModel(name, 40, options)).toThrow(message);
  });

  test("its vocabulary has no ids for padding and unknown", () => {
    expect(() => createModel("knrm", 1)).toThrow(
      "knrm needs a vocabulary of at least 2 ids, got 1",
    );
  });
});
