import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { backendContract, computationContract } from "../backend.contract.ts";
import { computeGradients } from "../gradient.ts";
import { kernelPool } from "../kernel-pooling.ts";
import { indexInput, input, segmentsInput, type Tensor } from "../node.ts";
import { cellRows, pairDot } from "../pairs.ts";
import { sum } from "../reductions.ts";
import { segmentTop } from "../segments.ts";
import { wasmBackend } from "./backend.ts";

describe("the wasm backend with relaxed SIMD", () => {
  setFlagsFromString("--experimental-wasm-relaxed-simd"); // off by default in Node 20
  computationContract(async () => wasmBackend({ relaxed: true }), 3);
});

describe("the wasm backend", () => {
  // 59 operations forwards and 57 backwards: 5,104 cases.
  backendContract(async () => wasmBackend(), 44);

  test("computes with no token at all on one side", async () => {
    const pairs = {
      left: segmentsInput("left", "pairs", "queryTokens"),
      right: segmentsInput("right", "pairs", "documentTokens"),
    };
    const rows = input("rows", [2, 3]);
    const cells = pairDot(
      { rows, index: indexInput("query", "queryTokens", 2) },
      { rows, index: indexInput("document", "documentTokens", 2) },
      pairs,
    );
    const counts = kernelPool(cells, cellRows(pairs), [{ mean: 0, width: 1 }]);
    const loss = sum(counts);
    const [slope] = computeGradients(loss, [rows]);
    const session = await wasmBackend().open([]);
    const step = await session.prepare({
      outputs: { loss, counts, slope: slope?.values as Tensor },
    });
    const batch = {
      left: [0, 2],
      right: [0, 0],
      query: [0, 1],
      document: [],
      rows: [1, 2, 3, 4, 5, 6],
    };
    const { outputs } = await step.run(batch);
    expect(outputs.loss).toEqual(Float32Array.of(0));
    expect(outputs.counts).toEqual(Float32Array.of(0, 0));
    expect(outputs.slope).toEqual(new Float32Array(6));
  });

  test("rejects rows that are too wide for a thread's scratch", async () => {
    const groups = segmentsInput("groups", "groups", "rows");
    const wide = segmentTop(input("x", ["rows"]), groups, 300_000);
    const step = await (await wasmBackend().open([])).prepare({ outputs: { wide } });
    const batch = { x: [1], groups: [0, 1] };
    await expect(step.run(batch)).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  test.each([0, 1.5, 65, NaN])("rejects %s threads", (threads) => {
    expect(() => wasmBackend({ threads })).toThrow("threads must be a whole number from 1 to 64");
  });
});
