import { expect, test } from "vitest";
import { add, scale } from "../elementwise.ts";
import { computeGradients } from "../gradient.ts";
import { indexInput, segmentsInput, type Tensor, variable } from "../node.ts";
import { pairDot } from "../pairs.ts";
import { createOrder, type Program } from "../program.ts";
import { sum } from "../reductions.ts";
import { wasmBackend } from "./backend.ts";
import { fuseMixes } from "./fuse-mixes.ts";

const rows = variable("rows", [3, 2]);
const pairs = {
  left: segmentsInput("queries", "pairs", "queryTokens"),
  right: segmentsInput("documents", "pairs", "documentTokens"),
};
const query = { rows, index: indexInput("query", "queryTokens", 3) };
const document = { rows, index: indexInput("document", "documentTokens", 3) };
const loss = sum(pairDot(query, document, pairs));
const slope = computeGradients(loss, [rows])[0]?.values as Tensor;

function listOperations(program: Program): readonly string[] {
  return createOrder(fuseMixes(program)).nodes.map(({ operation }) => operation.name);
}

test("a row on both sides of a pair gets its gradient from one operation", () => {
  expect(listOperations({ outputs: { slope } })).toContain("pairMixes");
  expect(listOperations({ outputs: { slope } })).not.toContain("add");
});

test("mixes with other readers are not fused", () => {
  const [first] = slope.inputs as readonly [Tensor];
  expect(listOperations({ outputs: { slope, first } })).not.toContain("pairMixes");
  expect(listOperations({ outputs: { twice: add(slope, scale(first, 2)) } })).not.toContain(
    "pairMixes",
  );
});

test("a fused gradient is the sum of both sides", async () => {
  const session = await wasmBackend().open([rows]);
  await session.write(rows, [1, 2, 3, 4, 5, 6]);
  const step = await session.prepare({ outputs: { slope } });
  // Query words 0 and 1, document words 1 and 2. The loss is (r0 + r1)·(r1 + r2): its gradients
  // are r1 + r2 = (8, 10) for r0, that and r0 + r1 = (4, 6) for r1, and (4, 6) for r2.
  const batch = { queries: [0, 2], documents: [0, 2], query: [0, 1], document: [1, 2] };
  const { outputs } = await step.run(batch);
  expect(outputs.slope).toEqual(Float32Array.of(8, 10, 12, 16, 4, 6));
});
