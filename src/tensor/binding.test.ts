import { describe, expect, test } from "vitest";
import { add, multiply } from "./elementwise.ts";
import { indexInput, input, segmentsInput, variable } from "./node.ts";
import { cellRows, pairDot } from "./pairs.ts";
import { plainBackend } from "./plain/backend.ts";
import type { Batch, Program } from "./program.ts";
import { gather } from "./rows.ts";
import { segmentSum } from "./segments.ts";

const rows = input("rows", ["words", 2]);
const tokens = indexInput("tokens", "tokens", "words");
const groups = segmentsInput("groups", "groups", "tokens");
const sums = { outputs: { sums: segmentSum(gather(rows, tokens), groups) } };
const good = { rows: [1, 2, 3, 4], tokens: [0, 1, 1, -1], groups: [0, 3, 3, 4] };

async function run(program: Program, batch: Batch) {
  const session = await plainBackend().open([]);
  return (await (await session.prepare(program)).run(batch)).outputs;
}

test("a batch sets the sizes of named axes; -1 reads as zeros, an empty group sums to zeros", async () => {
  // Rows (1,2), (3,4), (3,4), zeros; groups of three, none and one.
  expect((await run(sums, good)).sums).toEqual(Float32Array.of(7, 10, 0, 0, 0, 0));
});

describe("a batch is rejected if", () => {
  test.each([
    ["an input is missing", { groups: undefined }, 'the batch lacks "groups"'],
    ["an id is too large", { tokens: [0, 1, 2, 0] }, "got 2 at element 2"],
    ["an id is below -1", { tokens: [0, 1, -2, 0] }, "got -2 at element 2"],
    ["an id is not whole", { tokens: [0, 0.5, 0, 0] }, "got 0.5 at element 1"],
    ["offsets fall", { groups: [0, 3, 2, 4] }, "must be whole offsets that start at 0"],
    ["offsets start late", { groups: [1, 3, 4] }, "must be whole offsets that start at 0"],
    [
      "two inputs disagree",
      { groups: [0, 3] },
      '[tokens] has size 4 by "tokens" but 3 by "groups"',
    ],
    ["values are missing", { rows: [1, 2, 3] }, "needs"],
  ])("%s", async (_name, change, message) => {
    const batch = { ...good, ...change } as unknown as Batch;
    await expect(run(sums, batch)).rejects.toThrow(message);
  });

  test("a row would be updated twice", async () => {
    const table = variable("table", [4, 1]);
    const index = indexInput("index", "some", 4);
    const gradient = gather(table, index);
    const pace = input("pace", [3]);
    const rule = { rule: "sgd", beta1: 0, beta2: 0, epsilon: 0 } as const;
    const update = { ...rule, variable: table, gradient, rows: index, pace };
    const session = await plainBackend().open([table]);
    const step = await session.prepare({ outputs: {}, updates: [update] });
    await expect(step.run({ index: [1, 1], pace: [1, 1, 1] })).rejects.toThrow("got 1 twice");
    await expect(step.run({ index: [-1], pace: [1, 1, 1] })).rejects.toThrow("got -1");
  });
});

test("cells are ordered by pair and row", async () => {
  const left = segmentsInput("left", "pairs", "queryTokens");
  const right = segmentsInput("right", "pairs", "documentTokens");
  const side = (name: string, axis: string) => ({
    rows: input(name, [4, 1]),
    index: indexInput(`${name} index`, axis, 4),
  });
  const cells = pairDot(side("a", "queryTokens"), side("b", "documentTokens"), { left, right });
  const perRow = segmentSum(cells, cellRows({ left, right }));
  const outputs = await run(
    { outputs: { cells, perRow } },
    {
      left: [0, 2, 3],
      right: [0, 2, 3],
      a: [1, 2, 3, 0],
      "a index": [0, 1, 2],
      b: [5, 7, 11, 0],
      "b index": [0, 1, 2],
    },
  );
  // First pair {1, 2} × {5, 7}, second pair {3} × {11}.
  expect(outputs.cells).toEqual(Float32Array.of(5, 7, 10, 14, 33));
  expect(outputs.perRow).toEqual(Float32Array.of(12, 24, 33));
});

test("equal parts of a graph are computed once", async () => {
  const x = input("x", []);
  const twice = { outputs: { y: add(multiply(x, x), multiply(x, x)) } };
  expect((await run(twice, { x: [3] })).y).toEqual(Float32Array.of(18));
});

test("a session rejects variables of another session", async () => {
  const session = await plainBackend().open([variable("a", [2])]);
  await expect(session.read(variable("b", [2]))).rejects.toThrow('no variable "b"');
  await expect(session.write(variable("a", [2]), [1])).rejects.toThrow("has 2 values, got 1");
  await expect(session.prepare({ outputs: { b: variable("b", [2]) } })).rejects.toThrow('"b"');
});
