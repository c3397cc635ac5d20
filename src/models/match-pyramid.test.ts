import { describe, expect, test } from "vitest";
import { plainBackend, type Tensor } from "../tensor/index.ts";
import { createSingleLayerOptions, MATCH_PYRAMID } from "./match-pyramid.ts";
import { createBatcher, createInputs, listVariables } from "./neural-model.ts";

test("a pyramid of one layer filters, pools and weights the matrix of matches", async () => {
  // Query words e1 and e2, document words with cosines [[.6, .8, 1], [.8, .6, 0]]. The
  // filter 1x2 with weights (1, -1) and bias .1 gives [[-.1, -.1, 1.1], [.3, .7, .1]];
  // after the ReLU [[0, 0, 1.1], [.3, .7, .1]]. The grid 1x2 over 2x3 cells has the
  // columns 0-1 and 1-2: largest values .7 and 1.1. Hidden unit: 2 · .7 - 1 · 1.1 + .5
  // = .8; score 3 · .8 = 2.4.
  const model = MATCH_PYRAMID.create(7, {
    dimensions: 2,
    kernel: "1x2",
    filters: 1,
    pools: "1x2",
    hidden: "1",
  });
  const session = await plainBackend({ precision: "float64" }).open(listVariables(model));
  const values = [
    [0, 0, 0, 0, 1, 0, 0, 1, 0.6, 0.8, 0.8, 0.6, 1, 0],
    [1, -1],
    [0.1],
    [2, -1],
    [0.5],
    [3],
  ];
  for (const [i, variable] of listVariables(model).entries()) {
    await session.write(variable as Tensor, values[i] as number[]);
  }
  const step = await session.prepare({ outputs: { score: model.score(createInputs(model)) } });
  const batch = createBatcher(model).pairs([{ query: [2, 3], document: [4, 5, 6] }]);
  expect((await step.run(batch)).outputs.score?.[0]).toBeCloseTo(2.4, 9);
});

test.each([
  // By hand, query word (1, 0), document words (.6, .8) and (1, 0): squared distances .8 and 0.
  ["gaussian", [Math.exp(-0.8), 1]],
  ["indicator", [0, 1]],
  ["dot", [0.6, 1]],
] as const)("the similarity %s computes its matches", async (similarity, matches) => {
  // A filter of one cell that copies values, a grid of both columns, and weights 1 and
  // 10.
  const model = MATCH_PYRAMID.create(4, {
    ...{ dimensions: 2, similarity, kernel: "1x1", filters: 1, pools: "1x2", hidden: "1" },
  });
  const session = await plainBackend({ precision: "float64" }).open(listVariables(model));
  const valuesByName = new Map<string, number[]>([
    ["embeddings", [0, 0, 0, 0, 1, 0, 0.6, 0.8]],
    ["layer1.weights", [1]],
    ["layer1.bias", [0]],
    ["dense1.weights", [1, 10]],
    ["dense1.bias", [0]],
    ["dense2.weights", [1]],
  ]);
  for (const variable of listVariables(model)) {
    const values = valuesByName.get(String(variable.attributes.name));
    expect(values, String(variable.attributes.name)).toBeDefined();
    await session.write(variable, values as number[]);
  }
  const step = await session.prepare({ outputs: { score: model.score(createInputs(model)) } });
  const batch = createBatcher(model).pairs([{ query: [2], document: [3, 2] }]);
  const [first, second] = matches;
  expect((await step.run(batch)).outputs.score?.[0]).toBeCloseTo(first + 10 * second, 9);
});

test.each(["1x1", "1x3", "1x5", "3x3", "5x5"])("a single layer has a kernel of %s", (kernel) => {
  const [height, width] = kernel.split("x").map(Number) as [number, number];
  const { trained } = MATCH_PYRAMID.create(7, createSingleLayerOptions(kernel));
  expect(trained.network.map(({ shape }) => shape)).toEqual([
    [height * width, 8],
    [8],
    [3 * 10 * 8, 20],
    [20],
    [20, 1],
  ]);
});

describe("a pyramid is rejected if", () => {
  test.each([
    ["its kernel is no rectangle", { kernel: "3" }, "kernel must be rows x columns"],
    ["it has two kernels", { kernel: "1x3,3x3" }, "kernel must be one rectangle"],
    ["its kernel has no size", { kernel: "0x3" }, 'whole numbers ≥ 1, got "0"'],
    ["it has no grid", { pools: "" }, 'pools must be rows x columns such as 3x10, got ""'],
    [
      "a hidden size is no number",
      { hidden: "100,ten" },
      'hidden needs whole numbers ≥ 1, got "ten"',
    ],
    ["its similarity is unknown", { similarity: "gauss" }, 'gaussian, got "gauss"'],
  ])("%s", (_name, options, message) => {
    expect(() => MATCH_PYRAMID.create(7, options)).toThrow(message);
  });
});
